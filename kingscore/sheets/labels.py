"""What a sheet is made from, what contracts, trumps and dealers are called on it, and what a deal must come to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import gcd

from kingscore.model.game import Deal, Game, SeatChange, as_of, declarer_in_turn
from kingscore.model.items import SUIT_SIGNS
from kingscore.model.language import Language, number
from kingscore.model.rules import SUITS, Contract, Rules
from kingscore.scoring.schedule import is_over
from kingscore.scoring.score import ScoreTable, score
from kingscore.sheets.cells import ContractCell, EntryRule, Must
from kingscore.sheets.template import Template

SEAT_LETTERS = "ABCDEF"
#: The longest name of a contract that a narrow cell takes.
SHORT = 12
NO_BREAK = "\u00a0"
#: A higher bid, or so many steps of a price, is a slip of the keyboard.
MOST_BID = 99


@dataclass(frozen=True)
class SheetPlan:
    """What a sheet is made from: the game with its score table, the template, the language, whether it is blank.

    Deals ``to_come`` have their rows as well, unless only what was played is to be shown.
    """

    game: Game
    table: ScoreTable
    template: Template
    language: Language
    blank: bool = False
    to_come: bool = True

    @property
    def rules(self) -> Rules:
        return self.game.rules

    def word(self, key: str, **values: object) -> str:
        """A label: the template's own, else the shipped one."""
        own = self.template.label(self.language.code, key)
        return own if own is not None else self.language.say(f"sheets.{key}", **values)

    def name(self, seat: int, number: int = 1) -> str:
        """Who sits on a seat in a deal; its letter where the name is still to be written."""
        return as_of(self.game, number).players[seat] or SEAT_LETTERS[seat]

    @property
    def everybody(self) -> tuple[str, ...]:
        """What may stand in a cell for a player."""
        later = self.game.everybody[len(self.game.players) :]
        return (*map(self.name, range(self.rules.table)), *later)

    def sitters(self, seat: int) -> str:
        """Everybody who sat on a seat: ``Pavel → Denis (6)``, with the deals from which on others did."""
        later = (f" → {change.player} ({change.deal})" for change in self.game.seated if change.seat == seat)
        return self.game.players[seat] + "".join(later)

    @property
    def over(self) -> bool:
        return not self.blank and is_over(self.game, self.table)

    @property
    def dealers_known(self) -> bool:
        return not self.blank or any(self.game.players)


def read_sitters(text: str, seat: int) -> tuple[str, tuple[SeatChange, ...]]:
    """Who sat on a seat first, and who later, from the head of his column; the seat's letter where nothing stands."""
    first, *others = re.split(r" → (?=.+? \([0-9]+\)(?: → |$))", text)
    later = (other.removesuffix(")").rpartition(" (") for other in others)
    return first or SEAT_LETTERS[seat], tuple(SeatChange(int(number), seat, name) for name, _, number in later)


def plan_sheet(
    game: Game, template: Template, language: Language, *, blank: bool = False, to_come: bool = True
) -> SheetPlan:
    """Everything that a layout asks for, with the score added up once."""
    return SheetPlan(game, score(game), template, language, blank, to_come)


def must_of(rules: Rules, contract: Contract, deal: Deal | None = None) -> Must:
    """What a deal's points must come to; a bid counts as far as the deal tells it."""
    if contract.bid:
        bid = deal.bid if deal is not None else None
        if bid is None or bid.points is None or bid.suit not in SUITS:
            return Must((), -999, contract.base_total)
        # The cards of the suit that was named: a suit may lack one (three players do without the two of clubs).
        return Must((sum(rules.held(item, bid.suit) * item.value for item in contract.items) - bid.points,))
    if only_counted(rules, contract):
        return Must((contract.items[0].amount,))
    if contract.loose:
        ends = []
        for item in contract.items:
            tricks = contract.tricks_range if item.id == "tricks" else None
            ends.append(sorted(item.value * count for count in tricks or (0, item.amount)))
        return Must((), sum(low for low, _ in ends), sum(high for _, high in ends))
    return Must(contract.totals)


def only_counted(rules: Rules, contract: Contract | None) -> str:
    """The item that a deal counts without points for it (tricks that allot titles), where it comes in a fixed order;
    its counts stand in place of points. Empty for all other deals."""
    if contract is None or rules.schedule.kind != "fixed" or rules.schedule.free or contract.bid or contract.prizes:
        return ""
    return contract.items[0].id if len(contract.items) == 1 and contract.items[0].value == 0 else ""


def must_shown(must: Must) -> str:
    """The totals as they stand in the column "must come to": ``−16``, ``−8 / 8``, ``−24 … −8``."""
    if must.totals:
        return " / ".join(map(number, must.totals))
    return f"≤ {number(must.high)}" if must.low == -999 else f"{number(must.low)} … {number(must.high)}"


def entry_of(contract: Contract) -> EntryRule:
    """What one player's points of a contract may be: a span and the step between possible numbers."""
    if contract.placement:
        return EntryRule("points", min(contract.prizes), max(contract.prizes), choices=tuple(map(str, contract.prizes)))
    extremes = [0, *contract.totals]
    if contract.bid:
        extremes.append(contract.base_total - 99)
    units = [abs(item.value) for item in contract.items]
    units += [abs(contract.sweep)] if contract.sweep is not None else []
    low, high, step = min(extremes), max(extremes), 1 if contract.bid else gcd(*units) or 1
    if contract.sale is not None:
        low, high = -max(high, -low), 2 * max(high, -low)
    return EntryRule("points", low, high, step)


def bid_entry(contracts: tuple[Contract, ...], rules: Rules) -> EntryRule | None:
    """What may be bid, or paid for the right to name the trump; None where there is neither."""
    if any(contract.bid for contract in contracts):
        return EntryRule("points", 1, MOST_BID)
    sale = next((contract.sale for contract in contracts if contract.sale is not None), None)
    if sale is None:
        return None
    most = rules.hand if sale.unit == "tricks" else MOST_BID * sale.step
    return EntryRule("points", sale.step, most, sale.step)


def sides(plan: SheetPlan) -> tuple[str, ...]:
    """The sides that the game has, penalties first."""
    there = {"penalty" if contract.penalty else "premium" for contract in plan.rules.contracts}
    return tuple(side for side in ("penalty", "premium") if side in there)


def contract_name(plan: SheetPlan, contract: Contract) -> str:
    """A contract's name in the sheet's language, its short one where the template wants that."""
    return short_name(plan, contract) if plan.template.short_names else contract.names.of(plan.language.code)


def short_name(plan: SheetPlan, contract: Contract) -> str:
    """A name for a narrow cell. Where the game has both halves of a contract it carries its sign."""
    name = contract.names.of(plan.language.code)
    key = f"sheets.short.{contract.id}"
    if plan.language.has(key) and (contract.id[-4:] != "-all" or len(name) > SHORT):
        name = plan.language.say(key)
        half = {"no": "take", "take": "no"}.get(contract.id.partition("-")[0], "")
        if plan.rules.contract(f"{half}-{contract.id.partition('-')[2]}") is not None:
            name = f"{'−' if contract.id.startswith('no-') else '+'}{NO_BREAK}{name}"
    return name


def contract_cells(plan: SheetPlan) -> tuple[ContractCell, ...]:
    """Every contract of the game as it is named on the sheet, penalties first, no two under one name."""
    cells: list[ContractCell] = []
    for contract in sorted(plan.rules.contracts, key=lambda contract: not contract.penalty):
        name, must = contract_name(plan, contract), must_of(plan.rules, contract)
        if any(cell.name == name for cell in cells):
            name = f"{name} ({contract.id})"
        short, entry = short_name(plan, contract), entry_of(contract)
        cells.append(ContractCell(contract.id, name, short, must, must_shown(must), entry, contract.penalty))
    return tuple(cells)


def trump_shown(plan: SheetPlan, deal: Deal, number: int) -> str:
    """A deal's trump and what was bid, in signs: ``♠``, ``♠ → Jonas 2``, ``♣ 7``."""
    parts = [suit_shown(plan, deal)]
    bid = deal.bid
    if bid is not None and bid.buyer is not None:
        parts.append(f"→ {buyer_shown(plan, deal, number)} {bid.tricks or bid.points or ''}".rstrip())
    elif bid is not None and bid.bidder is not None:
        parts.append(str(bid.points or ""))
    return " ".join(filter(None, parts))


def buyer_shown(plan: SheetPlan, deal: Deal, number: int) -> str:
    """Who bought the right to name the trump; empty where it was not sold."""
    buyer = deal.bid.buyer if deal.bid is not None else None
    return plan.name(buyer, number) if buyer is not None and 0 <= buyer < len(plan.game.players) else ""


def suit_shown(plan: SheetPlan, deal: Deal) -> str:
    """A deal's trump and how it is played: ``♠``, ``♥ misère``."""
    parts = []
    suit = deal.bid.suit if deal.bid is not None and deal.bid.suit else deal.trump
    if suit in SUITS:
        parts.append(SUIT_SIGNS[suit])
    if deal.form not in (None, "suit") or (deal.trump == "none" and deal.form is None):
        parts.append(plan.word(f"form.{deal.form or 'no-trump'}"))
    return " ".join(parts)


def trump_forms(plan: SheetPlan) -> tuple[tuple[str, str], ...]:
    """The ways of playing a trump deal that have words of their own, by those words."""
    forms = {form for contract in plan.rules.contracts for form in contract.forms}
    return tuple((plan.word(f"form.{form}"), form) for form in sorted(forms - {"suit"}))


def title_words(plan: SheetPlan) -> tuple[tuple[str, str], ...]:
    """The titles that the game gives, by their words."""
    titles = dict.fromkeys(title for contract in plan.rules.contracts for title in contract.titles)
    return tuple((plan.word(f"title.{title}"), title) for title in titles)


def trump_choices(plan: SheetPlan) -> tuple[str, ...]:
    """What may stand in the trump cell of a blank sheet."""
    return (*SUIT_SIGNS.values(), *(word for word, _ in trump_forms(plan)))


def declarer_seat(plan: SheetPlan, number: int) -> int | None:
    """Who declares deal ``number``: the seat that is recorded, else the one in turn; None where nobody is known to."""
    game = plan.game
    if number <= len(game.deals):
        deal = game.deals[number - 1]
        bidder = deal.bid.bidder if deal.bid is not None else None
        seat = deal.declarer if deal.declarer is not None else bidder
        if seat is not None and 0 <= seat < len(game.players):
            return seat
    elif plan.over or not plan.dealers_known or plan.rules.schedule.free:
        return None
    return declarer_in_turn(game, number)


def declarer_shown(plan: SheetPlan, number: int, contract: Contract | None) -> str:
    """The declarer of deal ``number``; empty where nobody declares or nobody knows yet."""
    if contract is not None and not contract.declared and not contract.bid:
        return ""
    seat = declarer_seat(plan, number)
    return "" if seat is None else plan.name(seat, number)


def date_shown(plan: SheetPlan) -> str:
    """The game's date in the order that the language writes it; as it stands where it is no date."""
    parts = plan.game.date.split("-")
    if len(parts) != 3 or not all(part.isdigit() for part in parts):
        return plan.game.date
    return plan.word("date", year=parts[0], month=parts[1], day=parts[2])
