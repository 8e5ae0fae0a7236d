"""Which variant a table was played by: all that can sit so many are tried, the one with the least amiss is taken, and
none where none or several fit. It judges no game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kingscore.importers.layout import Layout
from kingscore.importers.matching import WORST, Fit, Labels, fit
from kingscore.importers.rows import TableRow, rows_of
from kingscore.importers.words import Naming, TableWords, plain
from kingscore.model.findings import Refused, finding
from kingscore.model.frozen import dataclass, replace
from kingscore.model.language import Names
from kingscore.model.rules import Rules
from kingscore.variant import Variant

#: How much worse a reading is than another that is taken for as good: tenths of a row.
AS_GOOD = 2
#: Readings that say little are less likely than those that say much: players who order their deals, no end, any bid.
CHOSEN, OPEN, LOOSE, RUNNING, BEGUN, OPTION, TITLED = 3, 8, 8, 5, 5, 3, 25
#: So little amiss a row has where it was not a running total.
PLAINLY = 4
#: A reading so much worse than another is not looked for.
MARGIN = 60
#: So many near variants are told.
MOST_TOLD = 6
NAMELESS = Names(())


@dataclass(frozen=True)
class Wish:
    """What is known of a table before it is read: the variant's id where it is said, options, and all variants."""

    variants: tuple[Variant, ...]
    variant: str = ""
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Recognised:
    """A table understood: where it stands, its rows, how they fit, what the likeliest variant was told by."""

    layout: Layout
    rows: tuple[TableRow, ...]
    fit: Fit
    how: str
    weight: int

    @property
    def named(self) -> tuple[str, int, tuple[tuple[str, str], ...]]:
        return (self.fit.rules.variant, self.fit.rules.table, self.fit.rules.options)


class Everything:
    """The rules of all variants, and all their contracts together, to tell names of deals from other words."""

    def __init__(self, wish: Wish, words: TableWords) -> None:
        self.words = words
        self.rules = [(variant, rules) for variant in wish.variants for rules in _rules(variant, wish)]
        self.naming = Naming((contract for _, rules in self.rules for contract in rules.contracts), words)
        self.own: dict[tuple[object, ...], Naming] = {}
        self.vocabulary = frozenset(part for text in (*self.naming.names, *words.kinds) for part in text.split())

    def knows(self, word: str) -> bool:
        """True for a word of tables: of a deal's name, of sums, of what columns hold."""
        return len(word) > 2 and plain(word) in self.vocabulary

    def naming_of(self, rules: Rules) -> Naming:
        named = (rules.variant, rules.table, rules.options)
        if named not in self.own:
            self.own[named] = Naming(rules.contracts, self.words)
        return self.own[named]


def _rules(variant: Variant, wish: Wish) -> Iterator[Rules]:
    """The rules of a variant at each of its tables with each of its options, a free order where that is wished."""
    order = {key: value for key, value in wish.options if key == "order"}
    for table in variant.tables:
        for chosen in variant.choices(table):
            known = {option.key for option in variant.options(table)}
            yield variant.rules(table, {**chosen, **{key: value for key, value in order.items() if key in known}})


def readings(layout: Layout, wish: Wish, everything: Everything) -> list[Recognised]:
    """Every reading of a table by a variant for so many players, the likeliest first."""
    rows = rows_of(layout, everything.words, everything.naming)
    deals = [row for row in rows if row.kind == "deal"]
    if not deals:
        return []
    out = _by_all(layout, rows, wish, everything, False)
    if len(deals) > 1 and min((one.fit.amiss for one in out), default=0) > PLAINLY * len(deals):
        out += _by_all(layout, rows, wish, everything, True)
    return sorted(out, key=lambda one: one.weight)


def _by_all(
    layout: Layout, rows: tuple[TableRow, ...], wish: Wish, everything: Everything, running: bool
) -> list[Recognised]:
    deals, title = [row for row in rows if row.kind == "deal"], _title(layout)
    out: list[Recognised] = []
    most = WORST
    for variant, rules in everything.rules:
        if rules.table == len(layout.players) and _wished(wish, variant, rules):
            labels = Labels.of(deals, everything.naming_of(rules), everything.naming)
            found = fit(rules, deals, labels, running, most)
            if found is None:
                continue
            most = min(most, found.amiss + MARGIN)
            out.append(Recognised(layout, rows, found, _how(found), _weight(found, variant, title)))
    return out


def _wished(wish: Wish, variant: Variant, rules: Rules) -> bool:
    if wish.variant and variant.id != wish.variant:
        return False
    return all(rules.option(key) == value for key, value in wish.options)


def _how(found: Fit) -> str:
    kind = found.rules.schedule.kind
    if kind != "fixed":
        return "open" if kind == "open" else "declared"
    return "complete" if len(found.deals) == found.rules.deals else "begun"


def _weight(found: Fit, variant: Variant, title: str) -> int:
    rules = found.rules
    kind = {"declared": CHOSEN, "chosen": CHOSEN, "open": OPEN}.get(rules.schedule.kind, 0)
    loose = LOOSE if any(contract.loose or contract.bid for contract in rules.contracts) else 0
    begun = BEGUN if rules.deals is not None and len(found.deals) != rules.deals else 0
    usual = {option.key: option.default for option in variant.options(rules.table)}
    differ = OPTION * sum(usual.get(key, value) != value for key, value in rules.options)
    titled = TITLED if any(plain(name) in title for name in variant.names.all) else 0
    return found.amiss + kind + loose + begun + differ + RUNNING * found.running - titled


def _title(layout: Layout) -> str:
    """What stands above the names, which may tell the variant."""
    cells = layout.page.cells[: layout.head]
    return " ".join(
        [plain(layout.page.name), *(plain(cell.text) for row in cells for cell in row if cell.kind == "text")]
    )


def chosen(found: Sequence[Recognised], wish: Wish) -> Recognised:
    """The reading that is taken. Refused: F252 where none fits, F253 where several variants fit as well."""
    best = _plainest(found)
    if best.fit.open_names:
        rows = tuple(best.layout.page.called(best.fit.deals[at].row.row) for at in best.fit.open_names)
        raise Refused(finding("F254", n=len(rows), rows=rows[:MOST_TOLD], variant=best.fit.rules.names))
    if best.fit.amiss > 14 * len(best.fit.deals) + 10 and not wish.variant:
        near = tuple(dict.fromkeys(one.fit.rules.variant for one in found))[:MOST_TOLD]
        raise Refused(finding("F252", n=len(best.layout.players), deals=len(best.fit.deals), near=near))
    rivals = _no_copies(one for one in found if one.weight <= best.weight + AS_GOOD and not _needless(one, best))
    variants = tuple(dict.fromkeys(one.fit.rules.variant for one in rivals))
    if len(variants) > 1:
        raise Refused(finding("F253", variants=variants, n=len(variants), first=variants[0]))
    usual = [one for one in rivals if one.fit.running == best.fit.running]
    return min(usual, key=lambda one: (one.weight, _unusual(one.fit.rules, wish)))


def _plainest(found: Sequence[Recognised]) -> Recognised:
    """The likeliest reading; of two with the same deals the one in which nothing can be sold, if nothing was."""
    best = found[0]
    plainer = (one for one in found if one.fit.amiss <= best.fit.amiss and _needless(best, one))
    return next(plainer, best)


def _no_copies(found: Iterable[Recognised]) -> list[Recognised]:
    """Without the readings by a variant whose rules are those of another one before it: a variant of one's own that is
    still what it was begun from, say, but for its names."""
    first: dict[Rules, str] = {}
    return [one for one in found if first.setdefault(_bare(one.fit.rules), one.fit.rules.variant) == one.named[0]]


def _bare(rules: Rules) -> Rules:
    """Rules without what they are called."""
    contracts = tuple(
        replace(one, names=NAMELESS, items=tuple(replace(item, names=NAMELESS) for item in one.items))
        for one in rules.contracts
    )
    return replace(rules, variant="", names=NAMELESS, contracts=contracts, digest="", content="", layout="")


def _needless(one: Recognised, plainer: Recognised) -> bool:
    """True if two readings have the same deals and only the first knows sales."""
    own, other = one.fit.rules, plainer.fit.rules
    same = [(c.id, c.base_total) for c in own.contracts] == [(c.id, c.base_total) for c in other.contracts]
    return same and own.schedule.order == other.schedule.order and _sells(own) and not _sells(other)


def _sells(rules: Rules) -> bool:
    return any(contract.sale is not None for contract in rules.contracts)


def _unusual(rules: Rules, wish: Wish) -> int:
    """How many options differ from the usual ones."""
    variant = next(variant for variant in wish.variants if variant.id == rules.variant)
    usual = {option.key: option.default for option in variant.options(rules.table)}
    return sum(usual.get(key) != value for key, value in rules.options)
