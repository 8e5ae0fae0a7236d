"""Which variant a table was played by, as it says above its names or as its deals fit.

All variants are tried and the one with the fewest faults is taken; none if none or several fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from kingscore.importers.cells import TableCell, TablePage
from kingscore.importers.layout import FACTS, ContractLabels, Layout, TableWords, plain
from kingscore.importers.matching import WORST, Fit, Label, TableRow, fit, rows_of
from kingscore.model.days import day_of
from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.game import Stake
from kingscore.model.language import Names
from kingscore.model.rules import Rules
from kingscore.notation.names import seat_of
from kingscore.scoring.money import read_stake
from kingscore.variant import Variant

#: How much worse a reading is than another that is taken for as good: tenths of a row.
AS_GOOD = 2
#: Readings that say little are less likely than those that say much: players who order their deals, no end, any bid.
CHOSEN, OPEN, LOOSE, RUNNING, BEGUN, OPTION, TITLED = 3, 8, 8, 5, 5, 3, 25
#: So little amiss a row has where it was not a running total.
PLAINLY = 4
#: A reading so much worse than another is not looked for.
MARGIN = 60
#: So many near variants are named.
MOST_NAMED = 6
#: More deals than any evening has: the longest of all games has 56.
MOST_DEALS = 100
NAMELESS = Names(())


@dataclass(frozen=True)
class ImportRequest:
    """What is known of a table before it is read: the variant's id where it is said, options, and all variants."""

    variants: tuple[Variant, ...]
    variant: str = ""
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Detected:
    """A table understood: where it stands, its rows, how they fit a variant's rules, with which options that are not
    the usual ones."""

    layout: Layout
    rows: tuple[TableRow, ...]
    fit: Fit
    unusual: tuple[tuple[str, str], ...]
    weight: int

    @property
    def how(self) -> str:
        """What the variant was told by: all deals of a complete game, the first of it, or deals without an order."""
        rules = self.fit.rules
        if rules.schedule.kind == "fixed":
            return "complete" if len(self.fit.deals) == rules.deals else "begun"
        return "open" if rules.schedule.kind == "open" else "declared"


class Everything:
    """The rules of all variants, and all their contracts together, to tell names of deals from other words."""

    def __init__(self, request: ImportRequest, words: TableWords) -> None:
        self.words = words
        order = {key: value for key, value in request.options if key == "order"}
        self.rules: list[tuple[Variant, Rules]] = []
        for variant in request.variants:
            for table in variant.tables:
                known = {option.key for option in variant.options(table)}
                free = {key: value for key, value in order.items() if key in known}
                self.rules += [(variant, variant.rules(table, {**some, **free})) for some in variant.choices(table)]
        self.naming = ContractLabels((contract for _, rules in self.rules for contract in rules.contracts), words)
        self.naming_of = cache(lambda at: ContractLabels(self.rules[at][1].contracts, words))
        self.vocabulary = frozenset(part for text in (*self.naming.names, *words.kinds) for part in text.split())

    def knows(self, word: str) -> bool:
        """True for a word of tables: of a deal's name, of sums, of what columns hold."""
        return len(word) > 2 and plain(word) in self.vocabulary


def readings(layout: Layout, request: ImportRequest, everything: Everything) -> list[Detected]:
    """Every reading of a table by a variant for so many players, the likeliest first: with points, or with running
    totals where it does not plainly have points. Refused: F257 for more deals than any evening has."""
    rows = rows_of(layout, everything.words, everything.naming)
    deals = [row for row in rows if row.kind == "deal"]
    if len(deals) > MOST_DEALS:
        raise Refused(finding("F257", "deals", found=len(deals), most=MOST_DEALS))
    above = (cell.text for row in layout.page.cells[: layout.head] for cell in row if cell.kind == "text")
    title = " ".join(map(plain, (layout.page.name, *above)))
    out: list[Detected] = []
    for running in (False, True) if len(deals) > 1 else (False,) if deals else ():
        if running and min((item.fit.amiss for item in out), default=0) <= PLAINLY * len(deals):
            break
        most = WORST
        for at, (variant, rules) in enumerate(everything.rules):
            fits = all(rules.option(key) == value for key, value in request.options)
            if not fits or request.variant not in ("", variant.id) or rules.table != len(layout.players):
                continue
            labels = [Label.of(row.label, everything.naming_of(at), everything.naming) for row in deals]
            found = fit(rules, deals, labels, running, most)
            if found is not None:
                most = min(most, found.amiss + MARGIN)
                usual = {option.key: option.default for option in variant.options(rules.table, dict(rules.options))}
                unusual = tuple((key, value) for key, value in rules.options if usual.get(key, value) != value)
                titled = any(plain(name) in title for name in variant.names.all)
                weight = _weight(found) + OPTION * len(unusual) - TITLED * titled
                out.append(Detected(layout, rows, found, unusual, weight))
    return sorted(out, key=lambda item: item.weight)


def _weight(found: Fit) -> int:
    rules = found.rules
    kind = {"declared": CHOSEN, "chosen": CHOSEN, "open": OPEN}.get(rules.schedule.kind, 0)
    loose = LOOSE * any(contract.loose or contract.bid for contract in rules.contracts)
    begun = BEGUN * (rules.deals is not None and len(found.deals) != rules.deals)
    return found.amiss + kind + loose + begun + RUNNING * found.running


def chosen(found: Sequence[Detected], request: ImportRequest) -> Detected:
    """The reading that is taken. Refused: F252 where none fits, F253 where several variants fit as well."""
    # Of two readings with the same deals that is likelier in which nothing can be sold, if nothing was.
    plainer = (item for item in found if item.fit.amiss <= found[0].fit.amiss and _needless(found[0], item))
    best = next(plainer, found[0])
    rows = tuple(best.layout.page.called(deal.row.row) for deal in best.fit.deals if not deal.contract)
    if rows:
        raise Refused(finding("F254", n=len(rows), rows=rows[:MOST_NAMED], variant=best.fit.rules.names))
    if best.fit.amiss > 14 * len(best.fit.deals) + 10 and not request.variant:
        near = tuple(dict.fromkeys(item.fit.rules.variant for item in found))[:MOST_NAMED]
        raise Refused(finding("F252", n=len(best.layout.players), deals=len(best.fit.deals), near=near))
    first: dict[Rules, str] = {}  # a variant of one's own may still be, but for its names, what it was begun from
    rivals = [
        item
        for item in found
        if item.weight <= best.weight + AS_GOOD
        and not _needless(item, best)
        and first.setdefault(_nameless(item.fit.rules), item.fit.rules.variant) == item.fit.rules.variant
    ]
    variants = tuple(dict.fromkeys(item.fit.rules.variant for item in rivals))
    if len(variants) > 1:
        raise Refused(finding("F253", variants=variants, n=len(variants), first=variants[0]))
    alike = [item for item in rivals if item.fit.running == best.fit.running]
    return min(alike, key=lambda item: (item.weight, len(item.unusual)))


def _nameless(rules: Rules) -> Rules:
    """Rules without what they are called."""
    contracts = tuple(
        replace(contract, names=NAMELESS, items=tuple(replace(item, names=NAMELESS) for item in contract.items))
        for contract in rules.contracts
    )
    return replace(rules, variant="", names=NAMELESS, contracts=contracts, lineage=(), content="", layout="")


def _needless(detected: Detected, plainer: Detected) -> bool:
    """True if two readings have the same deals and only the first knows sales."""
    own, other = detected.fit.rules, plainer.fit.rules
    same = [(c.id, c.base_total) for c in own.contracts] == [(c.id, c.base_total) for c in other.contracts]
    sells = [any(contract.sale is not None for contract in rules.contracts) for rules in (own, other)]
    return same and own.schedule.order == other.schedule.order and sells == [True, False]


LONGEST = 60
#: So many cells a row has at most that is none of the table itself; so many such rows are reported.
FEW, MOST_ODD = 2, 6
#: Into so many parts what one row tells may have fallen.
MOST_PARTS = 2


@dataclass(frozen=True)
class Metadata:
    """What a table says of its game besides its deals; empty where it says nothing. ``dealer`` is a seat.

    ``findings`` are what there is to say of the rows in which it stands. ``brought`` is a variant that the table brings
    along, ``content`` the same as JSON text.
    """

    variant: str = ""
    options: tuple[tuple[str, str], ...] = ()
    date: str = ""
    stake: Stake | None = None
    dealer: int | None = None
    findings: tuple[Finding, ...] = ()
    brought: Variant | None = None
    content: str = ""

    def request(self, given: ImportRequest) -> ImportRequest:
        """By which rules the table is to be read: what was asked for comes before what the table says."""
        variant = given.variant or self.variant
        own = self.options if variant == self.variant or not self.variant else ()
        options = {**dict(own), **dict(given.options)}
        variants = given.variants
        if self.brought is not None and variant == self.variant:
            variants = (*(item for item in variants if item.id != variant), self.brought)
        return replace(given, variants=variants, variant=variant, options=tuple(options.items()))


class _Row(NamedTuple):
    """A row outside the table: its number in the file, what it tells (empty where that is no word for anything), how
    that is written."""

    number: str
    fact: str
    title: str
    value: str


def metadata_of(layout: Layout, everything: Everything, request: ImportRequest) -> Metadata:
    """Everything that the rows above the names tell, and those below it that begin with a word for it."""
    metadata, notes, n = Metadata(), list[Finding](), len(layout.players)
    page = layout.page.turn() if layout.page.turned else layout.page  # as it stands in the file
    outside: dict[int, list[TableCell]] = {}  # what rows hold that are none of the table itself
    for at, cells in enumerate(page.cells):
        filled = [cell for cell in cells if cell.kind]
        above, head = (at < layout.head, at == layout.head) if not layout.page.turned else (False, False)
        if above or (len(filled) <= FEW and not head):
            outside[at] = filled
    rows = tuple(_rows(layout, page, outside, everything.words))
    known = {row.fact: row for row in reversed(rows) if row.fact}
    for fact, row in ((fact, known[fact]) for fact in FACTS if fact in known):
        read = _read(row, metadata, layout, request)
        if isinstance(read, Metadata):
            metadata = read
            notes.append(finding("F249", fact, row=row.number, found=row.value))
        else:
            notes.append(finding("F247", read, row=row.number, found=row.value, n=n))
    alone = _days(layout, page, outside) if "date" not in known else []
    if alone:
        day, place, text = alone[0]
        only = bool(day) and len(alone) == 1
        metadata = replace(metadata, date=day) if only else metadata
        how = "several" if len(alone) > 1 else "date"
        notes.append(finding("F249" if only else "F247", how, row=str(page.rows[place] + 1), found=text))
    odd = [row for row in rows if not row.fact and not everything.naming.meanings(row.title)]
    notes += [finding("F248", row=row.number, found=f"{row.title}: {row.value}") for row in odd[:MOST_ODD]]
    return replace(metadata, findings=tuple(notes))


def _rows(layout: Layout, page: TablePage, outside: Mapping[int, list[TableCell]], words: TableWords) -> Iterator[_Row]:
    """The rows that say something of the whole game: a word for it and what it is, in two cells or with a colon."""
    for at, filled in outside.items():
        if not filled or filled[0].kind != "text":
            continue
        title, _, rest = filled[0].text.partition(":")
        parts = [part for part in (rest.strip(), *(cell.text for cell in filled[1:])) if part]
        fact = words.fact(title)
        pair = len(parts) == 1 and filled[-1].kind != "number"
        if (fact and parts and (len(parts) <= MOST_PARTS or fact == "options")) or (pair and at < layout.head):
            # A stake with a decimal comma fell apart in a file with commas between its fields.
            value = ("," if fact == "stake" else ", ").join(parts)[:LONGEST]
            yield _Row(str(page.rows[at] + 1), fact, title.strip()[:LONGEST], value)


def _days(layout: Layout, page: TablePage, outside: Mapping[int, list[TableCell]]) -> list[tuple[str, int, str]]:
    """The days that stand alone in a cell above the table or beside the names, each with its row and how it is
    written; empty where it is not clear which day."""
    rows = {row: cells for row, cells in outside.items() if layout.page.turned or row < layout.head}
    if not layout.page.turned:
        rows[layout.head] = [page.cells[layout.head][at] for at in layout.labels]
    out: dict[tuple[str, str], tuple[str, int, str]] = {}
    for row, cell in ((row, cell) for row, cells in rows.items() for cell in cells):
        day = day_of(cell.text) if cell.kind in ("text", "date") else None
        if day is not None:
            out.setdefault((day, cell.text if not day else ""), (day, row, cell.text))
    return list(out.values())


def _read(row: _Row, metadata: Metadata, layout: Layout, request: ImportRequest) -> Metadata | str:
    """The metadata with what a row tells, or the word for how it could not be read."""
    table, text = len(layout.players), row.value
    match row.fact:
        case "date":
            if day := day_of(text):
                return replace(metadata, date=day)
        case "variant":
            word, variants = plain(text), request.variants
            found = [item for item in variants if word in (plain(item.id), plain(item.id.replace("-", " ")))]
            found = found or [item for item in variants if word in map(plain, item.names.all)]
            if len(found) == 1:
                return replace(metadata, variant=found[0].id) if table in found[0].tables else "table"
        case "options":  # as a game file has them: finish=domino, kordebaletas=true
            variant = request.variant or metadata.variant
            pairs = [tuple(part.strip() for part in pair.partition("=")[::2]) for pair in text.split(",")]
            options = {key: value for key, value in pairs if key}
            for item in request.variants:
                if variant in ("", item.id) and table in item.tables:
                    with suppress(Refused):
                        item.rules(table, options)
                        return replace(metadata, options=tuple(options.items()))
        case "dealer":
            seats = seat_of(text, layout.names)
            if len(seats) == 1:
                return replace(metadata, dealer=seats[0])
        case "stake":
            with suppress(Refused):
                return replace(metadata, stake=read_stake(text))
    return row.fact
