"""A deal's line read: what the players called out becomes a deal of this game, or a finding that quotes the line.

It refuses what a line cannot mean. What can be meant but cannot be (sums, order, turns) is left to the checks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from kingscore.course import left_for, upcoming
from kingscore.findings import Place, Refused, finding
from kingscore.game import Bid, Deal, Game, Row, declarer_in_turn, playing
from kingscore.language import Names
from kingscore.notation.clauses import take_clause
from kingscore.notation.draft import Draft
from kingscore.notation.fold import key
from kingscore.notation.names import SEATS, control_characters, near
from kingscore.notation.numbers import looks_numeric
from kingscore.notation.results import names_fit, nearest, take_result
from kingscore.notation.scan import Scan
from kingscore.notation.shares import (
    Counts,
    count_row,
    counts_of_names,
    is_points,
    place_row,
    places_of_names,
    point_row,
    whole_span,
)
from kingscore.notation.vocabulary import Ids, Vocabulary, items_of
from kingscore.notation.words import Words
from kingscore.notation.write import LONGEST_LINE
from kingscore.rules import Contract


def read_deal(line: str, game: Game, number: int, words: Words) -> Deal:
    """The deal that a line says, as deal ``number`` (from 1) of a game. Refused: L codes that point into the line."""
    return read_with(line, game, number, Vocabulary.of(game.rules, words))


def read_with(line: str, game: Game, number: int, vocabulary: Vocabulary) -> Deal:
    """As ``read_deal``, with the vocabulary of the game made beforehand."""
    found = control_characters(line, "\t")
    if found:
        at = next(i for i, c in enumerate(line) if control_characters(c, "\t"))
        raise Refused(finding("L135", found=found, place=Place(start=at, end=at + 1, text=line)))
    if line.lstrip().startswith("{"):
        from kingscore.notation.document import read_braces

        return read_braces(line, game, number)
    if len(line) > LONGEST_LINE:
        raise Refused(finding("L134", length=len(line), most=LONGEST_LINE, place=Place(start=0, end=0)))
    return _Reading(line, game, number, vocabulary).deal()


class _Reading:
    """One line on its way to a deal: which contracts it may mean, then the deal of each, then the one that is open."""

    def __init__(self, line: str, game: Game, number: int, vocabulary: Vocabulary) -> None:
        self.line, self.number, self.vocabulary = line, number, vocabulary
        self.game = game
        self.before = replace(game, deals=game.deals[: number - 1], finished="")

    def deal(self) -> Deal:
        scan = Scan(self.line, self.game.players)
        if scan.done:
            raise scan.refused("L132", (0, len(self.line)))
        start = scan.at
        ids, shared = self._first_word(scan)
        if len(ids) > 1 and not shared:
            self._several(scan, start, ids)
        deals = self._deals(scan, ids, start)
        if len(deals) == 1:
            return deals[0]
        still = self._open(deals)
        if len(still) != 1:
            self._several(scan, start, ids)
        return still[0]

    def _names(self, ids: Ids) -> tuple[Names | str, ...]:
        found = (self.game.rules.contract(contract_id) for contract_id in ids)
        return tuple(contract.names for contract in found if contract is not None)

    def _several(self, scan: Scan, start: int, ids: Ids) -> NoReturn:
        span = (start, scan.at)
        raise scan.refused("L102", span, found=self.line[start : scan.at], contracts=self._names(ids), ids=ids)

    def _deals(self, scan: Scan, ids: Ids, start: int) -> list[Deal]:
        """The deals that the rest of the line says for each contract; refused if it says none."""
        at, out, refused = scan.at, [], None
        for contract_id in ids:
            contract = self.game.rules.contract(contract_id)
            if contract is None:
                continue
            scan.at = at
            try:
                out.append(_of_contract(self._draft(scan, contract, at > start)))
            except Refused as fault:
                refused = refused or fault
        scan.at = at
        if refused is not None and not out:
            raise refused
        return out

    def _draft(self, scan: Scan, contract: Contract, named: bool) -> Draft:
        seats = playing(self.game, self.number)
        return Draft(scan, self.game, self.number, self.vocabulary.words, contract, seats, letters=named)

    def _first_word(self, scan: Scan) -> tuple[Ids, bool]:
        """The contracts that the line's first word may mean, stepped over, and whether one name serves them all."""
        vocabulary = self.vocabulary
        named = scan.find(vocabulary.exact, scan.exact)
        if named is None and not self._begins_otherwise(scan):
            named = scan.find(vocabulary.loose)
            if named is None:
                return self._by_prefix(scan)
        if named is None:
            return self._left_out(scan), True
        scan.at = named[1]
        return named[0], True

    def _begins_otherwise(self, scan: Scan) -> bool:
        """True if the line begins with what follows a contract: a player, a clause, a number, an item, a suit."""
        if scan.char in '":,' or scan.known_player() is not None:
            return True
        word, words = scan.word(), self.vocabulary.words
        if len(word) == 1 and word.upper() in SEATS[: len(self.game.players)]:
            return True
        if looks_numeric(word) or key(word) in words.entries:
            return True
        return any(scan.find(known) for known in (words.clauses, words.forms, words.suits, words.items))

    def _by_prefix(self, scan: Scan) -> tuple[Ids, bool]:
        word = key(scan.word())
        ids = self.vocabulary.by_prefix(word) if word else ()
        if ids:
            shared = len(ids) == 1 or self.vocabulary.shared(word, ids)
            scan.at = scan.span()[1]
            return ids, shared
        if scan.find_player()[0]:
            return self._left_out(scan), True
        raise self._unknown(scan)

    def _unknown(self, scan: Scan) -> Refused:
        word = scan.word()
        known = tuple(name for name in self.vocabulary.loose if len(name) > 1)
        close = near(word, known)
        ids = tuple(dict.fromkeys(i for name in close for i in self.vocabulary.loose[name]))
        if len(close) == len(known):
            ids = self._may_come() or self.game.rules.schedule.contracts
        return scan.refused("L133", scan.span(), found=word, contracts=self._names(ids), ids=ids)

    def _may_come(self) -> Ids:
        coming = upcoming(self.before)
        return coming.contracts if coming is not None else ()

    def _left_out(self, scan: Scan) -> Ids:
        """The one contract that the schedule leaves. Refused: L105 where it leaves several, or none."""
        ids = self._may_come()
        if len(ids) == 1:
            return ids
        how = "over" if not ids else ""
        raise scan.refused("L105", (scan.at, scan.at), how, contracts=self._names(ids), ids=ids)

    def _open(self, deals: list[Deal]) -> list[Deal]:
        """Those deals whose contract may come next, else those whose contract is not used up."""
        coming = upcoming(self.before)
        if coming is not None and not self.before.rules.schedule.free:
            turn = [d for d in deals if d.contract in coming.contracts and d.declarer in (None, coming.declarer)]
            if len(turn) == 1:
                return turn
        return [d for d in deals if d.contract in left_for(self.before, self._declarer(d))]

    def _declarer(self, deal: Deal) -> int:
        turn = declarer_in_turn(self.before, self.number)
        return deal.declarer if deal.declarer is not None else turn if turn is not None else 0


def _of_contract(draft: Draft) -> Deal:
    """The rest of the line, read for one contract."""
    scan = draft.scan
    colon = False
    while not scan.done:
        if scan.char in ":,":
            colon = colon or scan.char == ":"
            draft.letters = False
            scan.at += 1
            continue
        if colon and not draft.has_result and _name_after_colon(draft):
            continue
        if take_clause(draft):
            continue
        if not draft.has_result and take_result(draft):
            continue
        _not_understood(draft)
    return _finished(draft)


def _name_after_colon(draft: Draft) -> bool:
    """After the colon comes the result: there a known name is a name even if it is one of the grammar's words."""
    if draft.scan.known_player() is None and draft.scan.char != '"':
        return False
    return take_result(draft)


def _not_understood(draft: Draft) -> NoReturn:
    scan = draft.scan
    span = scan.span()
    word = scan.line[span[0] : span[1]]
    if draft.has_result and (scan.find_player()[0] or looks_numeric(word) or scan.find(items_of(draft.contract))):
        raise scan.refused("L130", span, found=word)
    if not draft.contract.forms and draft.words.suits.get(key(word)):
        _suit_out_of_place(draft, span, word)
    if not draft.has_result and names_fit(draft):
        raise scan.refused("L103", span, found=word, near=near(word, draft.game.players))
    close = nearest(draft, word)
    raise scan.refused("L101", span, "" if close else "alone", found=word, near=close)


def _suit_out_of_place(draft: Draft, span: tuple[int, int], word: str) -> NoReturn:
    if draft.contract.item("heart-pips") and draft.words.suits[key(word)] == "hearts":
        raise draft.scan.refused("L118", span, found=word, contract=draft.contract.names)
    raise draft.scan.refused("L124", span, "trump", found=word, contract=draft.contract.names)


def _finished(draft: Draft) -> Deal:
    contract = draft.contract
    if draft.declarer is None and (contract.declared or draft.buyer is not None):
        draft.declarer = declarer_in_turn(draft.game, draft.number)
    trump = draft.trump or {"misere": "misere", "no-trump": "none"}.get(draft.form or "")
    counts, points, places = _result(draft)
    return Deal(
        contract.id,
        draft.declarer,
        draft.form,
        trump,
        counts,
        points,
        places,
        _bid(draft),
        draft.titles,
        draft.foul,
        draft.note,
        draft.agreed,
    )


def _bid(draft: Draft) -> Bid | None:
    sale = draft.contract.sale
    if draft.buyer is None and draft.bid is None:
        return None
    if draft.declarer is None:
        raise draft.scan.refused("L122", draft.said.get("bids") or draft.said["sold-to"], "by")
    if draft.bid is not None:
        return Bid(bidder=draft.declarer, points=draft.bid, suit=draft.suit)
    if sale is not None and sale.unit == "points":
        return Bid(seller=draft.declarer, buyer=draft.buyer, points=draft.price)
    return Bid(seller=draft.declarer, buyer=draft.buyer, tricks=draft.price)


def _result(draft: Draft) -> tuple[Counts | None, Row | None, Row | None]:
    """Counts, points and places of the deal, of which one is given (none with a foul)."""
    contract = draft.contract
    if draft.items is not None:
        return _item_counts(draft), None, None
    if draft.names is not None:
        if contract.placement:
            return None, None, places_of_names(draft, draft.names)
        return counts_of_names(draft, contract.items, draft.names), None, None
    if draft.row is None:
        return _without_result(draft), None, None
    if is_points(draft, draft.row):
        return None, point_row(draft, draft.row), None
    if contract.placement:
        return None, None, place_row(draft, draft.row)
    if len(contract.items) != 1:
        names = tuple(item.names for item in contract.items)
        raise draft.scan.refused("L119", whole_span(draft.row), contract=contract.names, items=names)
    return ((contract.items[0].id, count_row(draft, contract.items[0], draft.row)),), None, None


def _item_counts(draft: Draft) -> Counts:
    out: list[tuple[str, Row]] = []
    for item in draft.contract.items:
        found = (draft.items or {})[item.id]
        entries = tuple(entry for entry in found if not isinstance(entry, int))
        names = tuple(seat for seat in found if isinstance(seat, int))
        signed = next((entry for entry in entries if entry.signed), None)
        if signed is not None:
            raise draft.scan.refused("L120", (signed.start, signed.end), item=item.names)
        if names:
            out += counts_of_names(draft, (item,), names)
        else:
            out.append((item.id, count_row(draft, item, entries)))
    return tuple(out)


def _without_result(draft: Draft) -> Counts | None:
    """A deal written down without play is shared equally; a foul needs no result. Refused: L131 nothing is said."""
    if draft.foul is not None:
        return None
    rules = draft.game.rules
    if draft.form == "rospis" and draft.contract.items:
        share = rules.tricks // rules.playing
        row = tuple(share if seat in draft.seats else None for seat in range(rules.table))
        return ((draft.contract.items[0].id, row),)
    end = len(draft.scan.line)
    how = "places" if draft.contract.placement else ""
    raise draft.scan.refused("L131", (end, end), how, contract=draft.contract.names, players=draft.players(draft.seats))
