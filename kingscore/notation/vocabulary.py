"""The names of a variant's contracts and items, ready to be found in a line; it decides nothing about the game."""

from __future__ import annotations

from functools import lru_cache

from kingscore.model.folding import Known, exact, key
from kingscore.model.frozen import dataclass
from kingscore.model.rules import Contract, Rules
from kingscore.notation.words import Words, hyphened, lookup

Ids = tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """What a line of one game may say: ``exact`` and ``loose`` names of contracts → the ids that bear them."""

    words: Words
    exact: Known[Ids]
    loose: Known[Ids]

    @staticmethod
    def of(rules: Rules, words: Words) -> Vocabulary:
        named = [(contract.id, (contract.id, *contract.names.all)) for contract in rules.contracts]
        return Vocabulary(words, _bearers(named, exact), _bearers(named, key))

    def by_prefix(self, word: str) -> Ids:
        """The contracts one of whose names begins so. Where one name serves several, and all that fit, these."""
        found: dict[str, None] = {}
        for name, ids in self.loose.items():
            if name.startswith(word):
                found.update(dict.fromkeys(ids))
        return tuple(found)

    def shared(self, word: str, ids: Ids) -> bool:
        """True if one and the same name that begins so belongs to all of these contracts."""
        return any(name.startswith(word) and set(ids) <= set(bearers) for name, bearers in self.loose.items())


def _bearers(named: list[tuple[str, Ids]], fold: object) -> Known[Ids]:
    """Folded name → contracts of that name; an id always means its own contract alone."""
    folding = fold if callable(fold) else exact
    own = {folding(contract_id) for contract_id, _ in named}
    out: Known[Ids] = Known()
    for contract_id, names in named:
        for name in names:
            folded = folding(name)
            if folded in own and folded != folding(contract_id):
                continue
            if contract_id not in out.get(folded, ()):
                out[folded] = (*out.get(folded, ()), contract_id)
    for folded, ids in list(out.items()):
        out.setdefault(hyphened(folded), ids)
    return out


@lru_cache(maxsize=256)
def items_of(contract: Contract) -> Known[str]:
    """Folded name → id of the items that a contract counts."""
    return lookup({item.id: item.names.all for item in contract.items})


def takes_names(contract: Contract) -> int:
    """How many players a bare list names: one for each thing where all are single, else none.

    In a placement deal that is decided by the places, not here.
    """
    if not contract.items or not all(item.single for item in contract.items):
        return 0
    return sum(item.amount for item in contract.items)
