"""Which rows of a table are deals, which sums, and how the deals fit those of one variant, with which signs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, pairwise, product
from math import gcd
from operator import sub
from typing import Literal

from kingscore.importers.cells import CROSSES, TICKS, TableCell
from kingscore.importers.layout import ContractLabels, Layout, TableWords
from kingscore.model.rules import Contract, Rules

RowKind = Literal["deal", "sum", "aside"]
Numbers = tuple[int | None, ...]


@dataclass(frozen=True)
class TableRow:
    """A row with numbers: its place on the page, what it is, its label, the players' cells, what it adds up if said.

    ``marks``: how many crosses or ticks each player has, in a deal where these tell who took the things and no number
    stands.
    """

    row: int
    kind: RowKind
    label: str
    cells: tuple[TableCell, ...]
    sums: tuple[str, ...] = ()
    marks: tuple[int, ...] = ()

    @property
    def numbers(self) -> Numbers:
        """The numbers as they stand, None where there is none."""
        return tuple(cell.number for cell in self.cells)

    @property
    def odd(self) -> tuple[int, ...]:
        """The seats in whose cell stands what is no whole number, nor a mark."""
        marks = self.marks or (0,) * len(self.cells)
        cells = enumerate(zip(self.cells, marks, strict=True))
        return tuple(seat for seat, (cell, n) in cells if cell.kind not in ("", "number") and not cell.dash and not n)


def marked(contract: Contract, marks: tuple[int, ...]) -> tuple[int, ...] | None:
    """The points of a deal in which marks tell who took the things; None where it is not about so many of one thing."""
    items = contract.items
    if len(items) != 1 or sum(marks) != items[0].amount or contract.sweep is not None:
        return None
    return tuple(n * items[0].value for n in marks)


def rows_of(layout: Layout, words: TableWords, naming: ContractLabels) -> tuple[TableRow, ...]:
    """The rows below the names that have numbers, and deals that have marks or words instead; rows at the end in which
    nothing was written yet are left out."""
    below, numeric = range(layout.head + 1, layout.last), frozenset(layout.numeric_rows())
    players = {row: tuple(layout.page.cells[row][at] for at in layout.players) for row in below}
    beside = any(cell.marks(CROSSES) for row in numeric for cell in players[row])
    crosses = frozenset() if beside else CROSSES  # beside numbers they stand for nothing
    rows: list[TableRow] = []
    for row, cells in players.items():
        label = layout.label(row)
        plainly = row in numeric or (all(cell.dash for cell in cells) and bool(naming.exact(label)))
        marks = () if plainly else _marks(cells, crosses)
        if marks is None:
            continue
        places = [at for at in (layout.roles.get("contract"), *layout.labels) if at is not None]
        texts = [cell.text for at in places if (cell := layout.page.cells[row][at]).kind == "text"]
        named = next((text for text in texts if _names_deal(naming, text, words)), "")
        summed = next(filter(words.sums, texts), "")
        if named:
            if plainly or tuple(cell.text for cell in cells) != layout.names:  # the names may be written once more
                rows.append(TableRow(row, "deal", label or named, cells, marks=marks))
        elif plainly:
            kind: RowKind = "sum" if summed else "aside" if any(map(words.aside, texts)) else "deal"
            rows.append(TableRow(row, kind, summed or label, cells, words.sums(summed)))
    if not layout.own:  # a ready-made table has noughts at its end for deals to come
        written = [any(row.numbers) or bool(row.odd) or any(row.marks) for row in rows]
        last = max((at for at, row in enumerate(rows) if row.kind == "deal" and written[at]), default=-1)
        rows = [row for at, row in enumerate(rows) if at <= last or row.kind != "deal"]
    return _unnamed_sums(tuple(rows))


def _marks(cells: Sequence[TableCell], crosses: frozenset[str]) -> tuple[int, ...] | None:
    """How many marks each player has in a row without numbers, none where words stand; None where there is nothing but
    strokes. Ticks tell more than crosses, which may then stand for nothing."""
    for signs in (TICKS, crosses):
        marks = tuple(cell.marks(signs) for cell in cells)
        if any(marks) and all(n or cell.dash or not cell.kind for n, cell in zip(marks, cells, strict=True)):
            return marks
    return () if any(cell.kind and not cell.dash for cell in cells) else None


def _names_deal(naming: ContractLabels, text: str, words: TableWords) -> bool:
    """True for what names a deal; a word for sums that only resembles such a name does not."""
    if not naming.meanings(text):
        return False
    return text.casefold() in naming.names or not (words.sums(text) or words.aside(text))


def _unnamed_sums(rows: tuple[TableRow, ...]) -> tuple[TableRow, ...]:
    """Rows without a name that are the sums of those above them are distinguished from deals."""
    second = rows[1::2]
    if (
        len(rows) > 3
        and not any(row.odd or row.kind == "aside" for row in rows)
        and not any(row.label for row in second)
    ):
        running = running_totals([row.numbers for row in rows[::2]])
        same = sum(_same(row.numbers, true) for row, true in zip(second, running, strict=False))
        if 2 * same > len(second) + 1:  # every second row says how everybody stands after the row before it
            return tuple(_as_sum(row) if at % 2 else row for at, row in enumerate(rows))
    out: list[TableRow] = []
    for row in rows:
        deals = [above.numbers for above in out if above.kind == "deal"]
        last = max((at for at, above in enumerate(out) if above.kind == "sum"), default=-1)
        since = [above.numbers for above in out[last + 1 :]]
        parts = [part for part in (deals, since) if len(part) > 1]
        unnamed = row.kind == "deal" and not row.label and not row.odd and len(deals) > 1
        sums = unnamed and any(_same(row.numbers, running_totals(part)[-1]) for part in parts)
        out.append(_as_sum(row) if sums else row)
    return tuple(out)


def _as_sum(row: TableRow) -> TableRow:
    return replace(row, kind="sum", sums=("total",)) if row.kind == "deal" else row


def running_totals(rows: Sequence[Numbers]) -> list[tuple[int, ...]]:
    """What each player has after each of some rows."""
    whole = [tuple(n or 0 for n in row) for row in rows]
    return list(accumulate(whole, lambda a, b: tuple(map(sum, zip(a, b, strict=True)))))


def _same(row: Numbers, true: Sequence[int]) -> bool:
    """True if all but one number are the same, noughts not counted as proof."""
    same = [n == t for n, t in zip(row, true, strict=True)]
    proof = [t for n, t in zip(row, true, strict=True) if n == t and t]
    return sum(same) >= len(row) - 1 and len(proof) >= 2


#: What is amiss with a row read as a deal, the larger the less likely. Tenths, so that all stays whole.
OFF, ODD, ORDER, FOREIGN, UNKNOWN, UNSURE, VAGUE = 30, 15, 25, 60, 3, 2, 3
GAP, SURPLUS, OVER = 16, 35, 15
WORST = 10**6


@dataclass(frozen=True, slots=True)
class Dealt:
    """A row read as a deal: points with their signs, how much is amiss, whether minus signs were added, whether its
    name said what it is, its place in the schedule, whether its numbers are what such a deal comes to. ``contract`` is
    empty where that stays open."""

    row: TableRow
    contract: str
    points: Numbers
    amiss: int = 0
    turned: bool = False
    named: bool = True
    slot: int | None = None
    sound: bool = True


@dataclass(frozen=True)
class Fit:
    """A table read by the rules of one variant: its deals in order, what is amiss with it in all."""

    rules: Rules
    running: bool
    deals: tuple[Dealt, ...]
    amiss: int


def _costs(contract: Contract) -> bool:
    return contract.base_total < 0 or any(item.value < 0 for item in contract.items)


def fit(rules: Rules, rows: Sequence[TableRow], labels: Sequence[Label], running: bool, most: int) -> Fit | None:
    """The likeliest reading of the rows by these rules: with signs as written, or without those of penalties. None
    where more than ``most`` would be amiss."""
    ways = [Fitting(rules, rows, labels, running).fit(most)]
    if (ways[0] is None or ways[0].amiss) and any(map(_costs, rules.contracts)):
        bare = Fitting(rules, rows, labels, running, bare=True).fit(most)
        ways.append(bare and replace(bare, amiss=bare.amiss + 1))
    return min((way for way in ways if way is not None), key=lambda way: way.amiss, default=None)


@dataclass(frozen=True, slots=True)
class Label:
    """What the label of a row may mean by some rules: contracts by name, trump deals by suit; ``foreign`` where it is a
    deal of other rules; ``shown`` where it is the name that these rules show."""

    named: tuple[str, ...]
    trumps: tuple[str, ...]
    foreign: bool
    shown: bool

    @staticmethod
    def of(text: str, naming: ContractLabels, everywhere: ContractLabels) -> Label:
        if not text:
            return Label((), (), False, True)
        known = everywhere.exact(text)
        named, trumps = naming.exact(text) if known else naming.meanings(text), naming.trump(text)
        foreign = not named and not trumps and bool(known or everywhere.meanings(text))
        return Label(named, trumps, foreign, naming.is_shown(text))


class Fitting:
    """One table against one variant; ``bare`` where penalties may stand without their minus."""

    def __init__(
        self,
        rules: Rules,
        rows: Sequence[TableRow] = (),
        labels: Sequence[Label] = (),
        running: bool = False,
        bare: bool = False,
    ) -> None:
        self.rules, self.rows, self.labels, self.running, self.bare = rules, rows, labels, running, bare
        self.numbers = [row.numbers for row in rows]  # of each deal, as they stand or as differences of running totals
        if running:
            totals = [(0,) * len(rows[0].cells)]
            for row in rows:
                pairs = zip(row.numbers, totals[-1], strict=True)
                totals.append(tuple(before if n is None else n for n, before in pairs))
            self.numbers = [tuple(map(sub, now, before)) for before, now in pairwise(totals)]
        self.by_id = {contract.id: contract for contract in rules.contracts}
        self.worth: dict[str, tuple[int, int, frozenset[bool]]] = {}  # points, what all are multiples of, their signs
        for contract in rules.contracts:
            values, sale = [item.value for item in contract.items], contract.sale
            step = sale.step if sale is not None and sale.unit == "points" else 0
            signs = frozenset(value > 0 for value in values if value)
            self.worth[contract.id] = contract.base_total, gcd(*values, contract.sweep or 0, step) or 1, signs
        self.read = cache(self._read)
        self.best = cache(lambda at: self._readings(at)[0])  # as the deal that a row is most like, wherever it stands

    def fit(self, most: int) -> Fit | None:
        schedule, order = self.rules.schedule, self.rules.schedule.order
        along = schedule.kind in ("fixed", "open") and order and not schedule.free
        if along and schedule.kind == "open":
            order = (order * (len(self.rows) // len(order) + 1))[: len(self.rows)]
        least = SURPLUS * max(0, len(self.rows) - len(order)) if along else 0
        for at in range(len(self.rows)):
            least += self.best(at).amiss
            if least > most:
                return None
        if along:
            return self._along(order)
        deals = tuple(self._alone(at) for at in range(len(self.rows)))
        have, times = Counter(deal.contract for deal in deals), schedule.times(self.rules.table) or {}
        over = sum(max(0, n - times[contract]) for contract, n in have.items() if contract in times)
        return Fit(self.rules, self.running, deals, sum(deal.amiss for deal in deals) + OVER * over)

    def amiss(self, contract: Contract, row: Numbers) -> int:
        """What is amiss with the points of a row as this deal."""
        values = [n or 0 for n in row]
        total = sum(values)
        if contract.placement:
            prizes = sorted((*contract.prizes, *(0,) * (len(values) - len(contract.prizes))))
            return 0 if sorted(values) == prizes else ODD if total == sum(prizes) else OFF
        base, step, signs = self.worth[contract.id]
        against = contract.sale is None and len(signs) == 1 and any(n and (n > 0) not in signs for n in values)
        if contract.loose:
            fits = 0 > total >= 2 * base if base < 0 else 0 < total <= 2 * base
        elif contract.bid:
            fits = base - 60 <= total <= base
        elif not base and len(contract.items) == 1:
            fits = total in (0, contract.items[0].amount)
        else:
            fits = total == base or total in contract.totals
        if not fits:
            return OFF + ODD * against + min(abs(base - total) // 4, 9)
        odd = not contract.bid and any(n % step for n in values)
        if contract.sweep is not None and sum(map(bool, values)) == 1 and len(contract.items) == 1:
            return ODD * (total != contract.sweep)
        vague = contract.loose or contract.bid
        return ODD * (odd + (against and (base < 0) != (total > 0))) + VAGUE * vague

    def _with_signs(self, at: int, contract: Contract) -> tuple[int, Numbers, bool]:
        """What is amiss with a row as this deal in its likeliest reading, its points, whether signs were added."""
        numbers = self.numbers[at]
        negated = tuple(None if n is None else -n for n in numbers)
        ways: list[tuple[Numbers, bool, int]] = [(numbers, False, 0)]  # points, signs added, how much less likely
        if _costs(contract) and self.bare:
            # A minus is a gain then; but so is a plus, and somebody may have written the minus after all.
            plus = [cell.sign == "+" and not self.running for cell in self.rows[at].cells]
            mixed = tuple(n if gain else turned for n, turned, gain in zip(numbers, negated, plus, strict=True))
            ways = [(mixed, True, 0), (negated, True, 1), (numbers, False, 6)]
        elif _costs(contract) and not any((n or 0) < 0 for n in numbers):
            ways.append((negated, True, 1))  # all minus signs of the row may have been forgotten
        read = ((self.amiss(contract, row) + less, row, turned) for row, turned, less in ways)
        return min(read, key=lambda way: way[0])

    def _read(self, at: int, contract_id: str) -> Dealt:
        """A row as a deal of a contract, with what is amiss in its numbers and in its name."""
        contract, row, label = self.by_id[contract_id], self.rows[at], self.labels[at]
        if row.marks:
            by_marks = marked(contract, row.marks)
            amiss, turned = OFF if by_marks is None else 0, False
            points: Numbers = by_marks or (0,) * len(row.marks)
        else:
            amiss, points, turned = self._with_signs(at, contract)
        sound = amiss < ODD
        named = contract_id in (*label.named, *label.trumps)
        if not named:
            amiss += FOREIGN if label.foreign else ORDER if label.named or label.trumps else 0
            amiss += UNKNOWN if row.label and not label.foreign else 0
        elif contract_id not in label.named or not label.shown:
            amiss += 1
        return Dealt(row, contract_id, points, amiss, turned, named, None, sound)

    def _readings(self, at: int) -> list[Dealt]:
        """A row as each deal that it may be by its name, or as every deal where it has none; the likeliest first."""
        label = self.labels[at]
        contracts = dict.fromkeys((*label.named, *label.trumps)) or self.by_id
        return sorted((self.read(at, contract) for contract in contracts), key=lambda deal: deal.amiss)

    def _alone(self, at: int) -> Dealt:
        """A row whose deal the players chose: its name says which, else its numbers if only one contract fits."""
        best, *others = self._readings(at)
        if best.named or not others or best.amiss < others[0].amiss:
            return best
        return Dealt(best.row, "", best.points, best.amiss + UNSURE, best.turned, False)

    def _along(self, order: tuple[str, ...]) -> Fit:
        """The rows laid along the schedule with as little amiss as can be: rows may be too many, deals missing."""
        count, places = len(self.rows), len(order)
        ways: dict[tuple[int, int], tuple[int, tuple[Dealt, ...]]] = {(0, 0): (0, ())}  # by rows and places passed
        for i, j in product(range(count), range(places + 1)):
            (amiss, deals), beside = ways[i, j], self.best(i)
            steps: list[tuple[int, tuple[int, int], tuple[Dealt, ...]]] = [
                (beside.amiss + SURPLUS, (i + 1, j), (beside,))
            ]
            if j < places:
                deal = replace(self._here(i, order[j]), slot=j)
                steps = [(deal.amiss, (i + 1, j + 1), (deal,)), *steps, (GAP, (i, j + 1), ())]
            for cost, to, more in steps:
                if to not in ways or amiss + cost < ways[to][0]:
                    ways[to] = amiss + cost, (*deals, *more)
        amiss, deals = min((ways[count, j] for j in range(places + 1)), key=lambda way: way[0])
        return Fit(self.rules, self.running, deals, amiss)

    def _here(self, at: int, due: str) -> Dealt:
        """A row in a place of the schedule: as what is due, unless its name says that it is something else."""
        deal, label = self.read(at, due), self.labels[at]
        if deal.named or not (label.named or label.trumps):
            return deal
        return replace(self.best(at), amiss=self.best(at).amiss + ORDER)
