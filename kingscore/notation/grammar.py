"""A deal's line read: what the players called out becomes a deal of this game, or a finding that quotes the line.

What a line cannot mean is refused. What has a meaning but is impossible (sums, order, turns) is left to the checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, NoReturn

from kingscore.model.findings import Place, Refused, finding
from kingscore.model.folding import Known, control_characters, key
from kingscore.model.game import Bid, Deal, Game, as_of, declarer_in_turn, playing
from kingscore.model.language import Names, Term
from kingscore.model.rules import FORMS, SUITS
from kingscore.notation.fields import IMPLIED_TRUMP, KEYS
from kingscore.notation.names import SEATS, near
from kingscore.notation.results import Draft, result_of, take_result
from kingscore.notation.scan import Ids, Scan, Vocabulary, Words, items_of, looks_numeric
from kingscore.scoring.schedule import left_for, upcoming

#: Longer lines are refused before they cost time: no deal needs as much. Longer notes go into braces.
LONGEST_LINE = 20_000
CLAUSE_WORDS = ("by", "sold to", "bids", "foul", "titles", "note")


def read_deal(line: str, game: Game, number: int, words: Words) -> Deal:
    """The deal that a line says, as deal ``number`` (from 1) of a game. Refused: L codes that point into the line."""
    return read_with(line, game, number, Vocabulary.of(game.rules, words), game.deals[: number - 1])


def read_with(line: str, game: Game, number: int, vocabulary: Vocabulary, before: Sequence[Deal]) -> Deal:
    """As ``read_deal``, with the vocabulary of the game made beforehand and the deals before this one."""
    characters = control_characters(line, "\t")
    if characters:
        at = next(i for i, c in enumerate(line) if control_characters(c, "\t"))
        raise Refused(finding("L135", found=characters, place=Place(start=at, end=at + 1, text=line)))
    if line.lstrip().startswith("{"):
        from kingscore.notation.document import read_braces

        return read_braces(line, as_of(game, number), number)
    if len(line) > LONGEST_LINE:
        raise Refused(finding("L134", length=len(line), most=LONGEST_LINE, place=Place(start=0, end=0)))
    game = as_of(game, number)
    return _DealLine(Scan(line, game.players), game, number, vocabulary, before).deal()


class _DealLine(NamedTuple):
    """One line on its way to a deal: which contracts it may mean, then the deal of each, then the one that is open."""

    scan: Scan
    game: Game
    number: int
    vocabulary: Vocabulary
    deals: Sequence[Deal]

    @property
    def before(self) -> Game:
        """The game as it stood before this deal."""
        return replace(self.game, deals=tuple(self.deals), finished="")

    def deal(self) -> Deal:
        """The deal that the line says for the one contract that it can mean, or that may come next."""
        scan, words, seats = self.scan, self.vocabulary.words, playing(self.game, self.number)
        if scan.done:
            raise scan.refused("L132", (0, len(scan.line)))
        start = scan.at
        ids, shared = self._contracts()
        end, deals, refused = scan.at, [], None
        for contract in map(self.game.rules.contract, ids if shared else ()):
            if contract is not None:
                scan.at = end
                try:
                    draft = Draft(scan, self.game, self.number, words, contract, seats, letters=end > start)
                    deals.append(_rest_of_line(draft))
                except Refused as fault:
                    refused = refused or fault
        if refused is not None and not deals:
            raise refused
        if len(deals) > 1:
            deals = self._open(deals)
        if len(deals) != 1:
            found, contracts = scan.line[start:end], self._names(ids)
            raise scan.refused("L102", (start, end), found=found, contracts=contracts, ids=ids)
        return deals[0]

    def _names(self, ids: Ids) -> tuple[Names | str, ...]:
        contracts = map(self.game.rules.contract, ids)
        return tuple(contract.names for contract in contracts if contract is not None)

    def _contracts(self) -> tuple[Ids, bool]:
        """The contracts that the line's first word may mean, stepped over, and whether one name serves them all."""
        scan, vocabulary = self.scan, self.vocabulary
        named = scan.find(vocabulary.exact, scan.exact)
        if named is None:
            if self._begins_otherwise():
                return self._left_out(), True
            named = scan.find(vocabulary.loose)
        if named is not None:
            scan.at = named[1]
            return named[0], True
        word = key(scan.word())
        ids, shared = vocabulary.by_prefix(word) if word else ((), False)
        if ids:
            scan.at = scan.span()[1]
            return ids, shared
        if scan.find_player()[0]:
            return self._left_out(), True
        raise self._unknown()

    def _begins_otherwise(self) -> bool:
        """True if the line begins with what follows a contract: a player, a clause, a number, an item, a suit."""
        scan, words = self.scan, self.vocabulary.words
        if scan.char in '":,' or scan.known_player() is not None:
            return True
        word = scan.word()
        if len(word) == 1 and word.upper() in SEATS[: len(self.game.players)]:
            return True
        if looks_numeric(word) or key(word) in words.entries:
            return True
        return any(scan.find(known) for known in (words.clauses, words.forms, words.suits, words.items))

    def _unknown(self) -> Refused:
        scan, word = self.scan, self.scan.word()
        if word in KEYS and scan.line[scan.span()[1] :].lstrip().startswith(":"):
            return scan.refused("L133", scan.span(), "head", found=word)
        known = tuple(name for name in self.vocabulary.loose if len(name) > 1)
        close = near(word, known)
        ids = tuple(dict.fromkeys(i for name in close for i in self.vocabulary.loose[name]))
        if len(close) == len(known):
            ids = self._may_come() or self.game.rules.schedule.contracts
        return scan.refused("L133", scan.span(), found=word, contracts=self._names(ids), ids=ids)

    def _may_come(self) -> Ids:
        coming = upcoming(self.before)
        return coming.contracts if coming is not None else ()

    def _left_out(self) -> Ids:
        """The one contract that the schedule leaves. Refused: L105 where it leaves several, or none."""
        ids = self._may_come()
        if len(ids) == 1:
            return ids
        span, how = (self.scan.at, self.scan.at), "" if ids else "over"
        raise self.scan.refused("L105", span, how, contracts=self._names(ids), ids=ids)

    def _open(self, deals: list[Deal]) -> list[Deal]:
        """Those deals whose contract may come next, else those whose contract is not used up."""
        before = self.before
        coming = upcoming(before)
        if coming is not None and not before.rules.schedule.free:
            turn = [d for d in deals if d.contract in coming.contracts and d.declarer in (None, coming.declarer)]
            if len(turn) == 1:
                return turn
        in_turn = declarer_in_turn(before, self.number) or 0
        return [d for d in deals if d.contract in left_for(before, in_turn if d.declarer is None else d.declarer)]


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
    if draft.result is not None and (scan.find_player()[0] or looks_numeric(word) or scan.find(items_of(contract))):
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
    items = (name for item in contract.items for name in item.names.all)
    known = (*draft.game.players, *CLAUSE_WORDS, *FORMS, *SUITS, *items)
    close = near(word, known)
    if len(close) == len(known):
        raise scan.refused("L101", span, "alone", found=word, near=())
    raise scan.refused("L101", span, found=word, near=close)


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
    # A suit is one only where a trump can stand; its single letter only after the contract or after ``by NAME``.
    suit = scan.find(words.letters if draft.letters else words.suits) if draft.contract.forms else None
    if suit is None or suit[1] < longest:
        return False
    draft.trump, scan.at = suit
    draft.say("trump", start)
    draft.letters = False
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
            buyer = scan.player()
            _needed(draft, Known({name: word for name, word in draft.words.clauses.items() if word == "for"}), "for")
            price, in_points = _amount(draft), contract.sale is not None and contract.sale.unit == "points"
            draft.bid = Bid(buyer=buyer, points=price) if in_points else Bid(buyer=buyer, tricks=price)
        case "bids":
            draft.bid = Bid(points=_amount(draft), suit=_needed(draft, draft.words.letters, "suit"))
        case "titles":
            draft.titles = _titles(draft, start)
        case "note":
            draft.note = _text(draft)
        case "agreed":
            draft.agreed = _text(draft)


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
    return scan.line[start:].strip()
