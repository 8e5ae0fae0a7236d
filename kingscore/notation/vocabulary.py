"""The words of a line, ready to be found in it: the grammar's own in all languages, and the names of a variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kingscore.model.folding import Known, exact, key
from kingscore.model.rules import Contract, Rules

Ids = tuple[str, ...]


@dataclass(frozen=True)
class Words:
    """The grammar's own words: folded word → what it means.

    ``clauses`` (by, sold-to, for, bids, foul, titles, note, agreed), ``forms``, ``suits`` (whole words and signs),
    ``letters`` (of suits, for where a trump can stand), ``titles``, ``entries`` (``_`` and ``x``), ``items``.
    """

    clauses: Known[str]
    forms: Known[str]
    suits: Known[str]
    letters: Known[str]
    titles: Known[str]
    entries: Known[str]
    items: Known[str]

    @cached_property
    def suits_and_letters(self) -> Known[str]:
        """Suits in words and by their letters, for where a trump can stand."""
        return Known({**self.letters, **self.suits})

    @staticmethod
    def of(raw: Mapping[str, Mapping[str, Sequence[str]]]) -> Words:
        """Words from ``{"clause": {"by": ["by", …]}, …}``, the names of all items among them."""
        return Words(*(lookup(raw[kind]) for kind in ("clause", "form", "suit", "letter", "title", "entry", "item")))


def lookup(names: Mapping[str, Sequence[str]]) -> Known[str]:
    """Folded name → id; the id names itself. Of two that share a name the first has it."""
    out: Known[str] = Known()
    for thing, known in names.items():
        for name in (thing, *known):
            out.setdefault(key(name), thing)
    for name, thing in list(out.items()):
        out.setdefault(hyphened(name), thing)
    return out


def hyphened(name: str) -> str:
    """A name of several words as ids are written; people take it over from them."""
    return name.replace(" ", "-")


@lru_cache(maxsize=256)
def items_of(contract: Contract) -> Known[str]:
    """Folded name → id of the items that a contract counts."""
    return lookup({item.id: item.names.all for item in contract.items})


def takes_names(contract: Contract) -> int:
    """How many players a bare list names: one for each thing where all are single, else none.

    In a placement deal that is decided by the places, not here.
    """
    amount = 0
    for item in contract.items:
        if not item.single:
            return 0
        amount += item.amount
    return amount


@dataclass(frozen=True)
class Vocabulary:
    """What a line of one game may say: ``exact`` and ``loose`` names of contracts → the ids that bear them."""

    words: Words
    exact: Known[Ids]
    loose: Known[Ids]

    @staticmethod
    def of(rules: Rules, words: Words) -> Vocabulary:
        return Vocabulary(words, *_contracts_of(rules))

    def by_prefix(self, word: str) -> tuple[Ids, bool]:
        """The contracts one of whose names begins so, and whether one and the same name belongs to all of these."""
        begun = [ids for name, ids in self.loose.items() if name.startswith(word)]
        every = tuple(dict.fromkeys(contract_id for ids in begun for contract_id in ids))
        return every, any(len(ids) == len(every) for ids in begun)


@lru_cache(maxsize=256)
def _contracts_of(rules: Rules) -> tuple[Known[Ids], Known[Ids]]:
    """The exact and loose names of the contracts. Kept, since they depend on the rules alone."""
    named = {contract.id: (contract.id, *contract.names.all) for contract in rules.contracts}
    return _bearers(named, exact), _bearers(named, key)


def _bearers(named: Mapping[str, Sequence[str]], fold: Callable[[str], str]) -> Known[Ids]:
    """Folded name → contracts of that name; an id always means its own contract alone."""
    own = {fold(contract_id): contract_id for contract_id in named}
    out: Known[Ids] = Known()
    for contract_id, names in named.items():
        for name in map(fold, names):
            if own.get(name, contract_id) == contract_id and contract_id not in out.get(name, ()):
                out[name] = (*out.get(name, ()), contract_id)
    for name, ids in list(out.items()):
        out.setdefault(hyphened(name), ids)
    return out
