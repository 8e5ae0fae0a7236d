"""Answers questions about the rules: which variants there are, the page of a variant or a deal; own variants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.language import Language
from kingscore.model.rules import Contract, Rules
from kingscore.rulebook import Book, Hit, RulesPage, contract_page, open_book, page, search
from kingscore.rulebook.identify import Match, identify
from kingscore.rulebook.pages import Differences, differences
from kingscore.scoring.schedule import upcoming
from kingscore.storage import LibraryGame, resources, variant_files
from kingscore.storage.files import DEVICES
from kingscore.storage.variant_files import called, every_variant
from kingscore.variant import Variant

#: What an id is made of: it is the file's name too, on any system, and one word of a command.
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_ID = 60


def offered(
    players: int | None = None, cards: int | None = None, max_deals: int | None = None, *, zero_sum: bool = False
) -> tuple[tuple[Rules, ...], ...]:
    """The variants that fit everything said, each with its usual rules for every number of players that fits."""

    def fits(rules: Rules) -> bool:
        return (
            players in (None, rules.table)
            and cards in (None, rules.deck.size)
            and (not zero_sum or rules.total == 0)
            and (max_deals is None or (rules.deals is not None and rules.deals <= max_deals))
        )

    every = (tuple(filter(fits, map(variant.rules, sorted(variant.tables)))) for variant in every_variant())
    return tuple(filter(None, every))


@dataclass(frozen=True, slots=True)
class RulesRequest:
    """Whose rules are asked for: a variant, one contract of it or all (empty), so many players, options.

    ``kept`` is the variant of a game that keeps its own rules.
    """

    variant: str
    contract: str = ""
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    contracts: tuple[str, ...] = ()
    kept: Variant | None = None


def next_deal(kept: LibraryGame) -> RulesRequest:
    """The question that a game in play asks: the contracts that may come next, all of its rules when it is over."""
    rules, coming = kept.game.rules, upcoming(kept.game)
    contracts = coming.contracts if coming is not None else ()
    return RulesRequest(rules.variant, "", rules.table, rules.options, contracts, kept.variant)


def answer(request: RulesRequest, language: Language) -> tuple[RulesPage, ...]:
    """The pages that answer a question. Refused, status 2: V301, V308 to V310, V317; status 3: V314."""
    variant = request.kept or called(request.variant)
    options, contracts = dict(request.options), request.contracts or tuple(filter(None, (request.contract,)))
    if not contracts:
        return (page(variant, request.seats, options, language),)
    return tuple(contract_page(variant, request.seats, options, one, language) for one in contracts)


def found_words(words: str, language: Language) -> tuple[Hit, ...]:
    """The sentences of all rules that answer a question asked in any language, best first, in one language."""
    others = tuple(resources.language(code) for code in resources.LANGUAGES if code != language.code)
    return search(words, every_variant(), (language, *others))


def compared(
    ids: tuple[str, str], seats: int | None, options: Sequence[tuple[str, str]], language: Language
) -> tuple[tuple[Book, Book], tuple[Differences, ...]]:
    """Two variants at a table of the same size where both have one, and what differs between them.

    An option counts for whichever of the two has it. Refused, status 2: V301, V308 to V310; status 3: V314.
    """
    first, second = map(called, ids)
    both = [n for n in first.tables if n in second.tables]
    at = seats if seats is not None else (both[0] if both else None)
    books = (_book(first, at, options, second, language), _book(second, at, options, first, language))
    return books, differences(*books)


def _book(
    variant: Variant, seats: int | None, options: Sequence[tuple[str, str]], other: Variant, language: Language
) -> Book:
    """A variant opened with those of the options that are its own, and with those that are nobody's, to be refused."""
    mine, theirs = _keys(variant, seats), _keys(other, seats)
    own = {key: value for key, value in options if key in mine or key not in theirs}
    return open_book(variant, seats, own, language)


def _keys(variant: Variant, seats: int | None) -> set[str]:
    return {option.key for option in variant.options(variant.seated(seats))}


def identified(asked: Sequence[str]) -> tuple[Match, ...]:
    """The variants that fit totals or names of deals, best first. Refused, status 2: V318."""
    return identify(asked, every_variant())


# The user's own variants


def variant_faults(word: str) -> tuple[Finding, ...]:
    """All that is wrong with a variant's file, a path or an id, each fault at its line; nothing if it serves. V314
    alone stands for one that cannot be opened. It raises nothing."""
    path = Path(word)
    if not path.exists() and word in (*variant_files.variant_ids(), *variant_files.own_variant_ids()):
        path = variant_files.variant_path(word)
    try:
        content = variant_files.whole_content(path)
    except Refused as refused:
        return refused.findings
    return variant_files.file_faults(variant_files.from_raw(content), path)


def variant_text(variant_id: str) -> str:
    """A variant's file as it stands. Refused: V301 there is none, V302 and V314 it cannot be read."""
    path = variant_files.variant_path(variant_id)
    variant_files.variant(variant_id)
    return path.read_text("utf-8")


def new_variant(variant_id: str, base_id: str) -> Path:
    """A new file in the user's folder that builds on a variant and lists its prices, ready to be changed.

    Refused, status 2: V315 the id or the file is taken, V316 it cannot be an id, V301 there is no such base; status 3:
    V314 it cannot be written.
    """
    if not ID.fullmatch(variant_id) or len(variant_id) > LONGEST_ID:
        near = "-".join(re.findall(r"[a-z0-9]+", variant_id.casefold()))[:LONGEST_ID].strip("-") or "our-king"
        raise Refused(finding("V316", found=variant_id, near=near))
    if variant_id in DEVICES:
        raise Refused(finding("V316", "device", found=variant_id, near=f"our-{variant_id}"))
    if variant_id in variant_files.variant_ids():
        raise Refused(finding("V315", "shipped", found=variant_id))
    base = variant_files.variant(base_id)
    # A file is named by its place, and others cannot build on it: only what has an id serves.
    variant_files.variant_path(base.id)
    text = "\n".join(_lines(variant_id, base)) + "\n"
    path = variant_files.own_variants() / f"{variant_id}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Exclusive: a file that somebody else began in the meantime stays as it is.
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Refused(finding("V315", file=path.name)) from None
    except OSError as fault:
        reason = resources.system_reason(fault)
        raise Refused(finding("V314", "writing", file=str(path), reason=reason), status=3) from None
    return path


def _lines(variant_id: str, base: Variant) -> Iterator[str]:
    """The file: base, id and names, then what the base says, as comments to be taken away where it should differ."""
    rules = base.rules()
    yield f"# Built on {base.id}: what is not said here is as there. Take the # away before a line to change it."
    yield "# `kingscore variants check FILE` says all that is wrong with the file at once."
    yield f'base = "{base.id}"'
    yield f'id = "{variant_id}"'
    yield ""
    yield "[names]"
    for language in resources.LANGUAGES:
        yield f'{language} = "{base.names.of(language)} ({variant_id})"'
    yield ""
    yield "# [game]"
    yield f"# deals = {rules.deals}" if rules.deals is not None else "# (no fixed number of deals)"
    yield f"# total = {rules.total}" if rules.total is not None else "# (no fixed total)"
    for contract in rules.contracts:
        yield ""
        yield from _as_comments(contract)


def _as_comments(contract: Contract) -> Iterator[str]:
    yield f"# [contracts.{contract.id}]"
    if contract.placement:
        yield f"# prizes = {list(contract.prizes)}"
    elif len(contract.items) == 1:
        yield f"# values = {{{contract.items[0].id} = {contract.items[0].value}}}"
    if len(contract.totals) == 1 and not contract.loose:
        yield f"# total = {contract.base_total}"
    yield f'# heart_lead = "{contract.heart_lead}"'
