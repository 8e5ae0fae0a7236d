"""A deal's line read: what the players called out becomes a deal of this game, or a finding that quotes the line.

It refuses what a line cannot mean. What can be meant but cannot be (sums, order, turns) is left to the checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from kingscore.model.findings import Place, Refused, finding
from kingscore.model.folding import key
from kingscore.model.frozen import replace
from kingscore.model.game import Deal, Game, declarer_in_turn, playing
from kingscore.model.language import Names
from kingscore.model.rules import Contract
from kingscore.notation.draft import Draft
from kingscore.notation.grammar import rest_of_line
from kingscore.notation.names import SEATS, control_characters, near
from kingscore.notation.numbers import looks_numeric
from kingscore.notation.scan import Scan
from kingscore.notation.vocabulary import Ids, Vocabulary
from kingscore.notation.words import Words
from kingscore.notation.write import LONGEST_LINE
from kingscore.scoring.schedule import left_for, upcoming


def read_deal(line: str, game: Game, number: int, words: Words) -> Deal:
    """The deal that a line says, as deal ``number`` (from 1) of a game. Refused: L codes that point into the line."""
    return read_with(line, game, number, Vocabulary.of(game.rules, words), game.deals[: number - 1])


def read_with(line: str, game: Game, number: int, vocabulary: Vocabulary, before: Sequence[Deal]) -> Deal:
    """As ``read_deal``, with the vocabulary of the game made beforehand and the deals before this one."""
    found = control_characters(line, "\t")
    if found:
        at = next(i for i, c in enumerate(line) if control_characters(c, "\t"))
        raise Refused(finding("L135", found=found, place=Place(start=at, end=at + 1, text=line)))
    if line.lstrip().startswith("{"):
        from kingscore.notation.document import read_braces

        return read_braces(line, game, number)
    if len(line) > LONGEST_LINE:
        raise Refused(finding("L134", length=len(line), most=LONGEST_LINE, place=Place(start=0, end=0)))
    return _Reading(line, game, number, vocabulary, before).deal()


class _Reading:
    """One line on its way to a deal: which contracts it may mean, then the deal of each, then the one that is open."""

    def __init__(self, line: str, game: Game, number: int, vocabulary: Vocabulary, before: Sequence[Deal]) -> None:
        self.line, self.number, self.vocabulary = line, number, vocabulary
        self.game, self.deals = game, before

    @property
    def before(self) -> Game:
        """The game as it stood before this deal."""
        return replace(self.game, deals=tuple(self.deals), finished="")

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
                out.append(rest_of_line(self._draft(scan, contract, at > start)))
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
        if self.line[scan.span()[1] :].lstrip().startswith(":"):
            from kingscore.notation.fields import KEYS

            if word in KEYS:
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
