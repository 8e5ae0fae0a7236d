"""A deal's line read: what the players called out becomes a deal of this game, or a finding that quotes the line.

What a line cannot mean is refused. What has a meaning but is impossible (sums, order, turns) is left to the checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, NoReturn

from kingscore.model.findings import Place, Refused, finding
from kingscore.model.folding import Known, control_characters, exact, key
from kingscore.model.game import Bid, Deal, Game, as_of, declarer_in_turn, playing
from kingscore.model.language import Names, Term
from kingscore.model.rules import Contract
from kingscore.model.suggest import suggest
from kingscore.notation.fields import IMPLIED_TRUMP, KEYS
from kingscore.notation.names import near
from kingscore.notation.results import Draft, find_item, row_stands, take_result
from kingscore.notation.rows import result_of
from kingscore.notation.scan import Scan, looks_numeric
from kingscore.notation.vocabulary import Beginning, Vocabulary, Words
from kingscore.scoring.schedule import left_for, upcoming

#: Longer lines are refused before they cost time: no deal needs as much. Longer notes go into braces.
LONGEST_LINE = 20_000
#: The clauses that name a player, who may stand before the word as well: «Аня заказала пики».
NOT_UNDERSTOOD = ("word-not-understood", "unknown-player")
NAMING = ("by", "sold-to", "bids", "foul")


class Said(NamedTuple):
    """A deal as it was said; ``filled`` are the seats whose entry was left out and worked out."""

    deal: Deal
    filled: tuple[int, ...] = ()


class Ambiguous(Refused):
    """A line that may mean several deals: L102 with these."""

    def __init__(self, refused: Refused, deals: tuple[Deal, ...]) -> None:
        super().__init__(*refused.findings)
        self.deals = deals


class LineReading(NamedTuple):
    """One way of reading a whole line, by the name that it begins with, None where that is left out."""

    said: Said
    contract: Contract
    begun: Beginning | None


def read_deal(line: str, game: Game, number: int, words: Words, *, fill: bool = False) -> Deal:
    """The deal that a line says, as deal ``number`` (from 1) of a game. Refused: L codes that point into the line."""
    return read_said(line, game, number, words, fill=fill).deal


def read_said(line: str, game: Game, number: int, words: Words, *, fill: bool = False) -> Said:
    """As ``read_deal``; ``fill`` allows the last entry of a row to be left out, and it is said which was."""
    return read_with(line, game, number, Vocabulary.of(game.rules, words), game.deals[: number - 1], fill)


def read_with(
    line: str, game: Game, number: int, vocabulary: Vocabulary, before: Sequence[Deal], fill: bool = False
) -> Said:
    """As ``read_said``, with the vocabulary of the game made beforehand and the deals before this one."""
    characters = control_characters(line, "\t")
    if characters:
        at = next(i for i, c in enumerate(line) if control_characters(c, "\t"))
        raise Refused(finding("L135", found=characters, place=Place(start=at, end=at + 1, text=line)))
    if line.lstrip().startswith("{"):
        from kingscore.notation.document import read_braces

        return Said(read_braces(line, as_of(game, number), number))
    if len(line) > LONGEST_LINE:
        raise Refused(finding("L134", length=len(line), most=LONGEST_LINE, place=Place(start=0, end=0)))
    game = as_of(game, number)
    scan = Scan(line, game.players, vocabulary.words)
    scan.without_quotes()
    if scan.done:
        raise scan.refused("L132", (0, len(line)))
    return _DealLine(scan, game, number, vocabulary, before, fill).said()


class _DealLine(NamedTuple):
    """One line on its way to a deal: what its beginning may name, the deal of each, then the one that is meant."""

    scan: Scan
    game: Game
    number: int
    vocabulary: Vocabulary
    deals: Sequence[Deal]
    fill: bool

    @property
    def before(self) -> Game:
        """The game as it stood before this deal."""
        return replace(self.game, deals=tuple(self.deals), finished="")

    def said(self) -> Said:
        """First the line is read as each contract that may come now, named or left out, with the sign that its numbers
        have; only if none fits, as any other contract that it names."""
        scan, ids = self.scan, self.vocabulary.ids
        start, span = scan.at, scan.span()
        word = exact(scan.line[slice(*span)])
        faults: list[Refused] = []
        if word in ids:  # an id always means itself
            for reading in self._readings(word, (Beginning(span[1], False, 0),), faults):
                return reading.said
            raise faults[0]
        named = self.vocabulary.named(scan.tokens(), scan.letters)
        coming = upcoming(self.before)
        due = coming.contracts if coming is not None else ()
        left_out = (None,) if len(due) == 1 else ()
        astray: list[LineReading] = []
        for step in ([one for one in due if one in named or left_out], [one for one in named if one not in due]):
            fits: list[LineReading] = []
            for contract in step:
                beginnings = (*named.get(contract, ()), *(left_out if contract in due else ()))
                for reading in self._readings(contract, beginnings, faults):
                    declarer = reading.said.deal.declarer
                    in_turn = declarer is None or coming is None or coming.declarer in (None, declarer)
                    (fits if in_turn and _sign_fits(reading) else astray).append(reading)
            if fits:
                return self._meant(fits, start)
        if astray:
            return self._meant(astray, start)
        scan.at = start
        whole = any(not one.cut for found in named.values() for one in found)
        if not whole and not self._continues() and all(fault.findings[0].is_a(*NOT_UNDERSTOOD) for fault in faults):
            raise self._unknown(due)
        if not faults:
            how = "" if due else "over"
            raise scan.refused("L105", (start, start), how, contracts=self._names(due), ids=due)
        raise max(faults, key=_reach)

    def _readings(
        self, contract_id: str, begun: Iterable[Beginning | None], faults: list[Refused]
    ) -> Iterator[LineReading]:
        """The readings of the line as one contract, named up to each of these columns or not at all."""
        contract = self.game.rules.contract(contract_id)
        start = self.scan.at
        if contract is None:
            return
        for one in begun:
            self.scan.at = start if one is None else one.end
            seats = playing(self.game, self.number)
            draft = Draft(self.scan, self.game, self.number, self.vocabulary.words, contract, seats, fill=self.fill)
            try:
                yield LineReading(Said(_rest_of_line(draft), draft.filled), contract, one)
            except Refused as fault:
                faults.append(fault)
        self.scan.at = start

    def _meant(self, readings: list[LineReading], start: int) -> Said:
        """The one deal that the readings agree on, or that the sums, the fuller name, the language single out."""
        tests = (_sign_fits, self._not_used_up, _adds_up, _named, _in_full)
        for test in (None, *tests):
            readings = [one for one in readings if test(one)] or readings if test is not None else readings
            if len({one.said.deal for one in readings}) == 1:
                return readings[0].said
        nearest = min(one.begun.rank if one.begun is not None else 0 for one in readings)
        if all(one.begun is None or not one.begun.cut for one in readings):
            readings = [one for one in readings if one.begun is None or one.begun.rank == nearest]
            if len({one.said.deal for one in readings}) == 1:
                return readings[0].said
        ids = tuple(dict.fromkeys(one.contract.id for one in readings))
        ends = [one.begun.end for one in readings if one.begun is not None]
        span = (start, max(ends, default=start))
        how = "" if len(ids) > 1 else "readings"
        found = self.scan.typed[slice(*span)]
        refused = self.scan.refused("L102", span, how, found=found, contracts=self._names(ids), ids=ids)
        raise Ambiguous(refused, tuple(dict.fromkeys(one.said.deal for one in readings)))

    def _not_used_up(self, reading: LineReading) -> bool:
        declarer = reading.said.deal.declarer
        turn = declarer_in_turn(self.before, self.number) or 0 if declarer is None else declarer
        return reading.contract.id in left_for(self.before, turn)

    def _names(self, ids: Iterable[str]) -> tuple[Names | str, ...]:
        contracts = map(self.game.rules.contract, ids)
        return tuple(contract.names for contract in contracts if contract is not None)

    def _continues(self) -> bool:
        """True if the line begins with what follows a contract: a player, a clause, a number, an item, a suit."""
        scan, words = self.scan, self.vocabulary.words
        word = scan.word()
        if scan.char in '":,' or looks_numeric(word) or key(word) in words.entries or scan.find_player()[0]:
            return True
        return any(scan.find(known) for known in (words.clauses, words.forms, words.suits))

    def _unknown(self, due: tuple[str, ...]) -> Refused:
        scan, word = self.scan, self.scan.word()
        if word in KEYS and scan.line[scan.span()[1] :].lstrip().startswith(":"):
            return scan.refused("L133", scan.span(), "head", found=word)
        names = {name: one.id for one in self.game.rules.contracts for name in (one.id, *one.names.all)}
        ids = tuple(dict.fromkeys(names[name] for name in suggest(word, names)))
        how = "" if ids else "due" if due else "alone"
        ids = ids or due
        return scan.refused("L133", scan.span(), how, found=word, contracts=self._names(ids), ids=ids)


def _reach(fault: Refused) -> int:
    """How far into the line a reading came."""
    place = fault.findings[0].place
    return place.start or 0 if place is not None else 0


def _sign_fits(reading: LineReading) -> bool:
    """True unless all points have a sign that the contract's have not."""
    deal, contract = reading.said.deal, reading.contract
    signs = {point > 0 for point in deal.points or () if point}
    if len(signs) != 1 or deal.bid is not None:
        return True
    return signs <= {total > 0 for total in contract.totals}


def _adds_up(reading: LineReading) -> bool:
    """True if the counts are as many as the deal holds, or the points one of its totals."""
    deal, contract = reading.said.deal, reading.contract
    if deal.points is not None:
        return deal.bid is not None or sum(point or 0 for point in deal.points) in contract.totals
    amounts = {item.id: item.amount for item in contract.items}
    rows = deal.counts or ()
    return contract.loose or all(sum(n or 0 for n in row) == amounts.get(item) for item, row in rows)


def _named(reading: LineReading) -> bool:
    return reading.begun is not None


def _in_full(reading: LineReading) -> bool:
    return reading.begun is not None and not reading.begun.cut


# The rest of a line, read for one contract


def _rest_of_line(draft: Draft) -> Deal:
    """The deal that the rest of the line makes: clauses and result in any order."""
    scan = draft.scan
    colon = False
    while not scan.done:
        if scan.char in ":,":
            colon = colon or scan.char == ":"
            draft.letters = False
            scan.at += 1
            continue
        # After the colon comes the result: there a known name is a name even if it is one of the grammar's words.
        named = colon and draft.result is None and (scan.char == '"' or scan.known_player() is not None)
        if not ((named and take_result(draft)) or _take_clause(draft) or (draft.result is None and take_result(draft))):
            _not_understood(draft)
    sold = draft.bid is not None and draft.bid.buyer is not None
    if draft.declarer is None and (draft.contract.declared or sold):
        draft.declarer = declarer_in_turn(draft.game, draft.number)
    result = result_of(draft)
    return Deal(
        contract=draft.contract.id,
        declarer=draft.declarer,
        form=draft.form,
        trump=draft.trump or IMPLIED_TRUMP.get(draft.form or ""),
        bid=None if draft.bid is None else _bid(draft, draft.bid),
        titles=draft.titles,
        foul=draft.foul,
        note=draft.note,
        agreed=draft.agreed,
        **result,
    )


def _bid(draft: Draft, bid: Bid) -> Bid:
    """What was bid, by the one who declares. Refused: L122 where that is not said."""
    if draft.declarer is None:
        raise draft.scan.refused("L122", draft.said.get("bids") or draft.said["sold-to"], "by")
    return replace(bid, bidder=draft.declarer) if bid.buyer is None else replace(bid, seller=draft.declarer)


def _not_understood(draft: Draft) -> NoReturn:
    scan, contract, words = draft.scan, draft.contract, draft.words
    span, word = scan.span(), scan.word()
    if draft.result is not None and (scan.find_player()[0] or looks_numeric(word) or find_item(draft)):
        raise scan.refused("L130", span, found=word)
    suit = words.suits.get(key(word))
    if suit == "hearts" and contract.item("heart-pips") and not contract.forms:
        raise scan.refused("L118", span, found=word, contract=contract.names)
    if suit and not contract.forms:
        how = "unbid" if contract.bid and draft.bid is None else "trump"
        raise scan.refused("L124", span, how, found=word, contract=contract.names)
    if draft.result is None and draft.names_wanted:
        raise scan.refused("L103", span, found=word, near=near(word, draft.game.players))
    if scan.find(words.clauses) == ("for", span[1]):
        raise scan.refused("L101", span, "for", found=word)
    known = {name: name for name in draft.game.players}
    for kind in ("clause", "form", "suit"):
        known.update((name, thing) for thing, names in words.kinds.get(kind, {}).items() for name in names.all)
    known.update((name, item.id) for item in contract.items for name in item.names.all)
    close = tuple({known[name]: name for name in reversed(suggest(word, known))}.values())[::-1]
    raise scan.refused("L101", span, "" if close else "alone", found=word, near=close)


# Clauses


def _take_clause(draft: Draft) -> bool:
    """Reads the clause, form or suit that stands at the cursor, if one does. A longer player's name there is none."""
    scan, words = draft.scan, draft.words
    start = scan.at
    if scan.char.isdigit():  # no word of the grammar begins so, and most results do
        return False
    player = scan.known_player()
    longest = player[1] if player is not None else start
    clause = scan.find(words.clauses)
    if clause is not None and clause[0] != "for" and clause[1] >= longest:
        scan.at = clause[1]
        _read_clause(draft, clause[0], start)
        draft.say(clause[0], start)
        if clause[0] not in ("note", "agreed"):
            draft.letters = clause[0] == "by"
        return True
    form = scan.find(words.forms)
    if form is not None and form[1] >= longest:
        scan.at = form[1]
        if not draft.contract.forms:
            raise draft.not_here("trump", start)
        draft.form = form[0]
        draft.say("form", start)
        return True
    return _take_suit(draft, longest) or _take_named_clause(draft)


def _take_suit(draft: Draft, longest: int) -> bool:
    """Reads a suit, which is one only where a trump can stand; its single letter only after the contract or after ``by
    NAME``, and not where it is a player whose count follows."""
    scan, words, start = draft.scan, draft.words, draft.scan.at
    if not draft.contract.forms:
        return False
    if (before := scan.find(words.before)) is not None and before[1] > longest:
        scan.at = before[1]
        scan.skip()
    letter = len(scan.word()) == 1 and scan.word().isalpha()
    suit = scan.find(words.letters, scan.exact) if letter and draft.letters else scan.find(words.suits)
    if suit is None or suit[1] < longest:
        scan.at = start
        return False
    if letter and scan.find_player()[0]:
        scan.at = suit[1]
        pairs = row_stands(draft) == 1
        scan.at = start
        if pairs:
            return False
    draft.trump, scan.at = suit
    draft.say("trump", start)
    draft.letters = False
    return True


def _take_named_clause(draft: Draft) -> bool:
    """Reads a clause whose player stands before its word: ``Ona calls spades``, «Аня продала Боре за 2»."""
    scan, start = draft.scan, draft.scan.at
    if scan.char in '":,' or len(seats := (found := scan.find_player())[0]) != 1:
        return False
    scan.at = found[1]
    scan.skip()
    clause = scan.find(draft.words.clauses)
    if clause is None or clause[0] not in NAMING:
        scan.at = start
        return False
    word, at = clause[0], scan.at
    scan.at = clause[1]
    follows = not scan.done and scan.char not in ":," and bool(scan.find_player()[0])
    if word in ("by", "foul") and follows:
        scan.at = start  # the player belongs to what comes before
        return False
    if word == "sold-to" and not follows:
        if draft.contract.sale is None:
            raise draft.not_here("sale", at)
        _read_sale(draft, seats[0])
    elif word in ("sold-to", "bids"):
        draft.declarer, scan.at = seats[0], clause[1]
        draft.say("by", start)
        _read_clause(draft, word, at)
    elif word == "by":
        draft.declarer = seats[0]
    else:
        draft.foul = seats[0]
    draft.say(word, at)
    draft.letters = word == "by"
    return True


def _read_clause(draft: Draft, clause: str, start: int) -> None:
    """What follows the word of a clause."""
    contract, scan = draft.contract, draft.scan
    here = {"sold-to": contract.sale is not None, "bids": contract.bid, "titles": bool(contract.titles)}
    if not here.get(clause, True):
        raise draft.not_here({"sold-to": "sale", "bids": "bid"}.get(clause, clause), start)
    match clause:
        case "by":
            draft.declarer = scan.player()
        case "foul":
            draft.foul = scan.player()
        case "sold-to":
            _read_sale(draft, scan.player())
        case "bids":
            draft.bid = Bid(points=_amount(draft), suit=_needed(draft, draft.words.letters, "suit"))
        case "titles":
            draft.titles = _titles(draft, start)
        case "note":
            draft.note = _text(draft)
        case "agreed":
            draft.agreed = _text(draft)


def _read_sale(draft: Draft, buyer: int) -> None:
    """The price, behind ``for``, at which the deal is sold."""
    _needed(draft, Known({name: word for name, word in draft.words.clauses.items() if word == "for"}), "for")
    price, sale = _amount(draft), draft.contract.sale
    draft.bid = Bid(buyer=buyer, points=price) if sale and sale.unit == "points" else Bid(buyer=buyer, tricks=price)


def _amount(draft: Draft) -> int:
    if draft.scan.done:
        raise draft.scan.refused("L122", (draft.scan.at, draft.scan.at), "number")
    return draft.scan.number()


def _needed(draft: Draft, names: Known[str], how: str) -> str:
    """The word that must stand here, stepped over. Refused: L122 where there is none."""
    scan = draft.scan
    end = scan.at if scan.done else scan.span()[1]
    word = scan.take(names)
    if word is None:
        raise scan.refused("L122", (scan.at, end), how)
    return word


def _titles(draft: Draft, start: int) -> tuple[str, ...]:
    """A title for each seat. Refused: L125 a wrong number of them."""
    scan, contract = draft.scan, draft.contract
    known = Known({**draft.words.titles, **{key(title): title for title in contract.titles}})
    titles: list[str] = []
    while not scan.done and (title := scan.take(known)) is not None:
        titles.append(title)
        scan.skip(",")
    if len(titles) != len(draft.seats) and "titles" not in draft.said:
        terms = tuple(Term("title", title) for title in contract.titles)
        found, expected, players = len(titles), len(draft.seats), draft.players(draft.seats)
        raise scan.refused("L125", (start, scan.at), found=found, expected=expected, titles=terms, players=players)
    return tuple(titles)


def _text(draft: Draft) -> str:
    """The text of a note: in quotes, or without them what is left of the line (a shell takes quotes away)."""
    scan = draft.scan
    scan.skip()
    if scan.char == '"':
        return scan.quoted()
    start, scan.at = scan.at, len(scan.line)
    return scan.typed[start:].strip()
