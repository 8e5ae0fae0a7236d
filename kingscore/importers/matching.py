"""How the rows of a table fit one variant's deals: which deal a row is, and with which signs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from math import gcd

from kingscore.importers.layout import Numbers, TableRow, marked
from kingscore.importers.words import Naming
from kingscore.model.frozen import dataclass, replace
from kingscore.model.rules import Contract, Rules

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
    open_names: tuple[int, ...] = ()


def unit(contract: Contract) -> int:
    """The number of which all points of a contract are multiples."""
    values = [abs(item.value) for item in contract.items]
    values += [abs(contract.sweep)] if contract.sweep is not None else []
    values += [contract.sale.step] if contract.sale is not None and contract.sale.unit == "points" else []
    return reduce(gcd, values, 0) or 1


class Weighing:
    """Rows weighed against the contracts of some rules; each row and contract once."""

    def __init__(self, rules: Rules, bare: bool) -> None:
        self.rules, self.bare = rules, bare
        self.worth = {
            c.id: (c.base_total, unit(c), frozenset(i.value > 0 for i in c.items if i.value)) for c in rules.contracts
        }
        self.known: dict[tuple[str, Numbers, tuple[str, ...]], tuple[int, Numbers, bool]] = {}

    def read(self, contract: Contract, numbers: Numbers, signs: tuple[str, ...]) -> tuple[int, Numbers, bool]:
        """What is amiss with a row as this deal in its likeliest reading, its points, whether signs were added."""
        known = (contract.id, numbers, signs)
        if known not in self.known:
            ways = self._ways(contract, numbers, signs)
            read = [(self.amiss(contract, row) + less, row, turned) for row, turned, less in ways]
            self.known[known] = min(read, key=lambda way: way[0])
        return self.known[known]

    def _ways(
        self, contract: Contract, numbers: Numbers, signs: tuple[str, ...]
    ) -> Iterator[tuple[Numbers, bool, int]]:
        """The readings of a row: its points, whether signs were added, how much less likely that is.

        Where minus signs are written, all of a row may have been forgotten. Where penalties stand without, a minus is a
        gain; but so is a plus, and somebody may have written the minus after all.
        """
        costs, negated = _costs(contract), tuple(None if n is None else -n for n in numbers)
        if not costs or not self.bare:
            yield numbers, False, 0
            if costs and not any((n or 0) < 0 for n in numbers):
                yield negated, True, 1
            return
        mixed = tuple(n if sign == "+" else turned for n, turned, sign in zip(numbers, negated, signs, strict=True))
        yield from ((mixed, True, 0), (negated, True, 1), (numbers, False, 6))

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


def _costs(contract: Contract) -> bool:
    return contract.base_total < 0 or any(item.value < 0 for item in contract.items)


def points_rows(rows: Sequence[TableRow], running: bool) -> list[Numbers]:
    """The numbers of each deal, as they stand or as differences of running totals."""
    if not running:
        return [row.numbers for row in rows]
    before: tuple[int, ...] = (0,) * len(rows[0].cells) if rows else ()
    out: list[Numbers] = []
    for row in rows:
        now = tuple(b if n is None else n for n, b in zip(row.numbers, before, strict=True))
        out.append(tuple(n - b for n, b in zip(now, before, strict=True)))
        before = now
    return out


def fit(rules: Rules, rows: Sequence[TableRow], labels: Labels, running: bool, most: int = WORST) -> Fit | None:
    """The likeliest reading of the rows by these rules: with signs as written, or without those of penalties. None
    where more than ``most`` would be amiss."""
    ways = [_Fitting(rules, rows, labels, running, bare=False).fit(most)]
    if (ways[0] is None or ways[0].amiss) and any(map(_costs, rules.contracts)):
        bare = _Fitting(rules, rows, labels, running, bare=True).fit(most)
        ways.append(bare and replace(bare, amiss=bare.amiss + 1))
    return min((way for way in ways if way is not None), key=lambda way: way.amiss, default=None)


@dataclass(frozen=True)
class Labels:
    """What the labels of the rows may mean by some rules: contracts by name, trump deals by suit; ``foreign`` where it
    is a deal of other rules; ``shown`` where it is the name that these rules show."""

    named: tuple[tuple[str, ...], ...]
    trumps: tuple[tuple[str, ...], ...]
    foreign: tuple[bool, ...]
    shown: tuple[bool, ...]

    @staticmethod
    def of(rows: Sequence[TableRow], naming: Naming, everywhere: Naming) -> Labels:
        named, trumps, foreign, shown = [], [], [], []
        for row in rows:
            known = everywhere.exact(row.label)
            own = naming.exact(row.label) if known else naming.meanings(row.label) if row.label else ()
            suit = naming.trump(row.label) if row.label else ()
            named.append(own)
            trumps.append(suit)
            foreign.append(bool(row.label) and not own and not suit and bool(known or everywhere.meanings(row.label)))
            shown.append(not row.label or naming.is_shown(row.label))
        return Labels(tuple(named), tuple(trumps), tuple(foreign), tuple(shown))


class _Fitting:
    """One table against one variant."""

    def __init__(self, rules: Rules, rows: Sequence[TableRow], labels: Labels, running: bool, *, bare: bool) -> None:
        self.rules, self.rows, self.running = rules, rows, running
        self.numbers = points_rows(rows, running)
        self.signs = [("",) * len(row.cells) if running else tuple(c.sign for c in row.cells) for row in rows]
        self.weighing = Weighing(rules, bare)
        self.by_id = {contract.id: contract for contract in rules.contracts}
        self.named, self.trumps, self.foreign, self.shown = labels.named, labels.trumps, labels.foreign, labels.shown
        self.seen: dict[tuple[int, str], Dealt] = {}

    def fit(self, most: int) -> Fit | None:
        schedule, order = self.rules.schedule, self.rules.schedule.order
        if sum(self.best(at).amiss for at in range(len(self.rows))) > most:
            return None
        if schedule.kind in ("fixed", "open") and order and not schedule.free:
            if schedule.kind == "open":
                order = (order * (len(self.rows) // len(order) + 1))[: len(self.rows)]
            deals, amiss = self._along(order)
            return Fit(self.rules, self.running, deals, amiss)
        deals = tuple(self._alone(at) for at in range(len(self.rows)))
        open_names = tuple(at for at, deal in enumerate(deals) if not deal.contract)
        have, times = Counter(deal.contract for deal in deals), schedule.times(self.rules.table) or {}
        over = sum(max(0, n - times[contract]) for contract, n in have.items() if contract in times)
        return Fit(self.rules, self.running, deals, sum(deal.amiss for deal in deals) + OVER * over, open_names)

    def read(self, at: int, contract_id: str) -> Dealt:
        """A row as a deal of a contract, with what is amiss in its numbers and in its name."""
        contract, marks = self.by_id[contract_id], self.rows[at].marks
        if marks:
            by_marks = marked(contract, marks)
            amiss, turned = OFF if by_marks is None else 0, False
            points: Numbers = by_marks or (0,) * len(marks)
        else:
            amiss, points, turned = self.weighing.read(contract, self.numbers[at], self.signs[at])
        sound = amiss < ODD
        named = contract_id in self.named[at]
        by_suit = contract_id in self.trumps[at]
        if not named and not by_suit:
            amiss += FOREIGN if self.foreign[at] else ORDER if self.named[at] or self.trumps[at] else 0
            amiss += UNKNOWN if self.rows[at].label and not self.foreign[at] else 0
        elif not named or not self.shown[at]:
            amiss += 1
        return Dealt(self.rows[at], contract_id, points, amiss, turned, named or by_suit, None, sound)

    def _readings(self, at: int) -> list[Dealt]:
        """A row as each deal that it may be by its name, or as every deal where it has none; the likeliest first."""
        contracts = dict.fromkeys((*self.named[at], *self.trumps[at])) or self.by_id
        return sorted((self.read(at, contract) for contract in contracts), key=lambda deal: deal.amiss)

    def _alone(self, at: int) -> Dealt:
        """A row whose deal the players chose: its name says which, else its numbers if only one contract fits."""
        best, *others = self._readings(at)
        if best.named or not others or best.amiss < others[0].amiss:
            return best
        return Dealt(best.row, "", best.points, best.amiss + UNSURE, best.turned, False)

    def _along(self, order: tuple[str, ...]) -> tuple[tuple[Dealt, ...], int]:
        """The rows laid along the schedule with as little amiss as can be: rows may be too many, deals missing."""
        count, places = len(self.rows), len(order)
        least = [[WORST] * (places + 1) for _ in range(count + 1)]
        came: dict[tuple[int, int], tuple[int, int, Dealt | None]] = {}
        least[0][0] = 0
        for i in range(count + 1):
            for j in range(places + 1):
                for cost, to, deal in self._steps(i, j, order):
                    if least[i][j] + cost < least[to[0]][to[1]]:
                        least[to[0]][to[1]] = least[i][j] + cost
                        came[to] = (i, j, deal)
        end = min(range(places + 1), key=lambda j: (least[count][j], j))
        deals: list[Dealt] = []
        at = (count, end)
        while at != (0, 0):
            i, j, deal = came[at]
            if deal is not None:
                deals.append(deal)
            at = (i, j)
        return tuple(reversed(deals)), least[count][end]

    def _steps(self, i: int, j: int, order: tuple[str, ...]) -> list[tuple[int, tuple[int, int], Dealt | None]]:
        steps: list[tuple[int, tuple[int, int], Dealt | None]] = []
        if i < len(self.rows):
            if j < len(order):
                deal = replace(self.here(i, order[j]), slot=j)
                steps.append((deal.amiss, (i + 1, j + 1), deal))
            beside = self.best(i)
            steps.append((beside.amiss + SURPLUS, (i + 1, j), beside))
        if j < len(order) and i < len(self.rows):
            steps.append((GAP, (i, j + 1), None))
        return steps

    def here(self, at: int, due: str) -> Dealt:
        """A row in a place of the schedule: as what is due, unless its name says that it is something else."""
        if (at, due) not in self.seen:
            deal = self.read(at, due)
            if not deal.named and (self.named[at] or self.trumps[at]):
                deal = replace(self.best(at), amiss=self.best(at).amiss + ORDER)
            self.seen[at, due] = deal
        return self.seen[at, due]

    def best(self, at: int) -> Dealt:
        """A row as the deal that it is most like, wherever it stands."""
        if (at, "") not in self.seen:
            self.seen[at, ""] = self._readings(at)[0]
        return self.seen[at, ""]
