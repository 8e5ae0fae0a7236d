"""Walks from one finding to the next and does the mends that somebody chooses: in a stored game, where the old lines
stay in the log, or in a file, where the lines that are not touched stay as they are. It asks nobody."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from kingscore.app.apply_repair import event_of, mended
from kingscore.app.code_filter import Choice
from kingscore.app.files import (
    ASKED,
    SUFFIXES,
    Asked,
    Checked,
    Input,
    check_file,
    is_document,
    is_table,
    of_deals,
    read_bytes,
)
from kingscore.app.rewrite import Own, deals_said, document_anew, lines_anew, said_there
from kingscore.checks import check_deal, check_game
from kingscore.checks.repairs import with_repairs
from kingscore.checks.repairs.repair import command_line
from kingscore.journal import State, step
from kingscore.model.findings import BLANK, Finding, Refused, Repair, finding, has_errors
from kingscore.model.frozen import dataclass, field, replace
from kingscore.model.game import Game
from kingscore.notation import read_deal, text_of_bytes, write_document, write_king
from kingscore.storage import Kept, Store, resources
from kingscore.variant import Variant

#: What is written of a repair in the log.
Why = Callable[[Finding, Repair], str]


@dataclass
class Stored:
    """A stored game that is being mended: each mend is written at once."""

    store: Store
    kept: Kept

    @property
    def game(self) -> Game:
        return self.kept.game

    def mend(self, repair: Repair, at: str, why: str) -> None:
        """Refused: S701 where the game moved on meanwhile, S709 and others for what cannot be done."""
        for words in repair.words:
            event = event_of(self.game, self.kept.variant, words, at, why)
            self.kept = self.store.append(self.kept.name, event, self.kept.seen)


@dataclass
class OnFile:
    """A game of a file that is being mended; nothing is written before ``content`` is.

    ``lines`` are the lines of the file that hold the deals as they are now, from 1, or their places in a ``document``;
    ``text`` is empty where the file is a table. ``faults`` is what could not be read; ``whole`` and ``glued`` as in its
    reading, ``parted`` once the empty line that is missing there is put in.
    """

    file: str
    game: Game
    variant: Variant
    text: str = ""
    lines: list[int | None] = field(default_factory=list)
    before: Game | None = None
    changed: set[int] = field(default_factory=set)
    faults: tuple[Finding, ...] = ()
    whole: bool = True
    glued: int = 0
    parted: bool = False
    document: bool = False

    def part(self) -> None:
        """Puts the empty line in that is missing before the deals."""
        self.before = self.before or self.game
        self.parted = True

    def lost(self, to: str) -> tuple[Finding, ...]:
        """What could not be read and would not be in the file ``to``: the lines of a game file stay as they stand."""
        keeps = self.text and not self.document and not to.lower().endswith(".json")
        return () if keeps else self.faults

    def mend(self, repair: Repair, at: str, why: str) -> None:
        """Refused: what cannot be done."""
        self.before = self.before or self.game
        for words in repair.words:
            state = State(self.game, self.variant.digest, ())
            self.game = step(state, event_of(self.game, self.variant, words, at, why), lambda _: self.variant).game
            self._follow(words)
        self._read_again()

    def _read_again(self) -> None:
        """The deals that were not mended as their lines read now: one that names nobody is declared by who is in turn
        where it stands, and one that nobody could read may be read there."""
        said = deals_said(self.text, self.lines, self.document) if self.text else [""] * len(self.lines)
        for number, (line, text) in enumerate(zip(self.lines, said, strict=True), 1):
            deal = said_there(text, self.game, number) if text and line not in self.changed else None
            if deal is not None:
                self.game = self.game.with_deal_at(number, deal)

    def _follow(self, words: Sequence[str]) -> None:
        """Which line holds which deal, after a command."""
        match tuple(words):
            case ("amend", number, "delete") if number != "head":
                self.lines.pop(int(number) - 1)
            case ("amend", number, "before", _):
                self.lines.insert(int(number) - 1, None)
            case ("amend", number, _) if number != "head":
                line = self.lines[int(number) - 1]
                self.changed |= {line} if line is not None else set()
            case ("deal", _):
                self.lines.append(None)

    def content(self, to: str) -> bytes:
        """What the file ``to`` holds of the mended game: a document or a game file, by its name."""
        own = Own(self.text, tuple(self.lines), frozenset(self.changed), self.glued, self.parted)
        before, document = self.before or self.game, to.lower().endswith(".json")
        if not self.text or document != self.document:
            text = write_document(self.game) if document else write_king(self.game)
        else:
            text = (document_anew if document else lines_anew)(own, before, self.game)
        return text.encode()


def opened(file: str, standard_input: Input, asked: Asked = ASKED) -> tuple[Checked, OnFile | None]:
    """A file to be mended with what is wrong in it; None where no game could be made of it. ``asked``: by which rules
    a table is read."""
    checked = check_file(file, standard_input, asked)
    game, reading = checked.game, checked.reading
    if game is None:
        return checked, None
    raw = read_bytes(file, standard_input)
    # A sheet that kingscore made has lines too, the rows of its deals.
    text = text_of_bytes(raw, file) if not is_table(file, raw) else ""
    lines: list[int | None] = list(reading.lines or range(1, len(game.deals) + 1))
    faults = tuple(one for one in reading.findings if one.severity == "error")
    variant = resources.variant_of(game.rules)
    game_file = OnFile(file, game, variant, text, lines, faults=faults, whole=reading.whole, glued=reading.glued)
    game_file.document = bool(text) and is_document(file, text)
    return checked, game_file


@dataclass
class Walk:
    """The findings of a game one after the other; those that were passed over do not come again."""

    choice: Choice
    whole: bool = True
    passed: set[Finding] = field(default_factory=set)

    def next(self, game: Game) -> Finding | None:
        """The next finding with what would mend it; None when nothing more is to be mended. Totals come last, for they
        are put right by their deals; else errors come first. ``whole``: nothing was passed over that may be a deal."""
        told_of = check_game(game).findings
        if not self.whole:
            told_of = of_deals(told_of)
        wanted = [one for one in told_of if self.choice.wants(one) and one not in self.passed]
        for found in sorted(wanted, key=lambda one: (one.scope == "totals", one.severity != "error")):
            told = with_repairs(game, (found,))[0]
            if told.repairs or told.blanks:
                # Once the first missing deal is put in, the next is told with its own number.
                return _most_at_once(game, replace(told, blanks=told.blanks[:1]))
            self.passed.add(found)
        return None

    def passes(self, found: Finding) -> None:
        self.passed.add(found)


def filled(game: Game, blank: Repair, said: str) -> Repair:
    """A missing deal with what somebody said of it. Refused: L codes, and what is wrong with the deal itself."""
    _, number, _, begun = blank.words[0]
    line = begun.replace(BLANK, said)
    deal = read_deal(line, replace(game, deals=game.deals[: int(number) - 1]), int(number), resources.words())
    trial = game.with_deal_before(int(number), deal)
    found = [
        one
        for one in check_deal(trial, int(number), recording=False)
        if one.scope != "schedule" and one.severity == "error"
    ]
    if has_errors(found):
        raise Refused(*found, players=game.players)
    words = (("amend", number, "before", line),)
    contract = game.rules.contract(deal.contract)
    values = (("contract", contract.names if contract is not None else deal.contract),)
    return Repair(command_line(words), "deals.repair.gap.filled", values, int(number), words=words)


def _most_at_once(game: Game, found: Finding) -> Finding:
    """The finding with the mended deals first that leave the fewest findings in the whole game; a deal taken out or a
    head written anew comes before no other for that, since it may only hide what is wrong."""
    deals = [n for n, one in enumerate(found.repairs) if one.deal]
    if len(found.repairs) < 2 or not deals:
        return found
    left = [_left(game, one) for one in found.repairs]
    best = min(left[n] for n in deals)
    if left[0] <= best and all(n == left[0] for n in left[: found.alike]):
        return found
    front = [n for n in deals if left[n] == best]
    order = [*front, *(n for n in range(len(left)) if n not in front)]
    alike = sum(n < found.alike for n in front)
    repairs = tuple(found.repairs[n] for n in order)
    return replace(found, repairs=repairs, alike=alike if alike > 1 else 0, questions=())


def _left(game: Game, repair: Repair) -> int:
    """How much is wrong after a mend; a great deal where it cannot be done."""
    try:
        return len(check_game(mended(game, resources.variant_of(game.rules), repair)).findings)
    except Refused:
        return sys.maxsize


def targets(files: Sequence[str], output: str, force: bool) -> tuple[tuple[str, Path | None], ...]:
    """Each file with where it goes when it is mended: where ``output`` says, else its own place if ``force`` says so;
    None: somebody is asked.

    Refused, status 2, before anything is asked: U827 where a file is none that can be written anew, or the one named is
    none that a game can be read from, or only one is named for several. Refused, status 3: U820 where it is there.
    """
    if output and Path(output).suffix.lower() not in ("", *SUFFIXES):
        raise Refused(finding("U827", "output", file=output, expected=SUFFIXES), status=2)
    if output and len(files) > 1:
        raise Refused(finding("U827", "several", file=output, n=len(files)), status=2)
    if output and not force and Path(output).is_file():
        raise Refused(finding("U820", file=output), status=3)
    return tuple((file, Path(output) if output else _own_place(file, force)) for file in files)


def _own_place(file: str, force: bool) -> Path | None:
    if not file.lower().endswith(SUFFIXES):
        raise Refused(finding("U827", file=file), status=2)
    return Path(file) if force else None
