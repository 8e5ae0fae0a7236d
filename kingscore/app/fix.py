"""Walks from one finding to the next and makes the repairs that somebody chooses: in a stored game, where what was
recorded stays in the log, or in a file, whose other lines stay as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kingscore.app.files import (
    RECOGNISED,
    SUFFIXES,
    CheckedFile,
    CodeFilter,
    Input,
    TableRules,
    check_file,
    is_document,
    is_table,
    of_deals,
    read_bytes,
)
from kingscore.checks import check_deal, check_game
from kingscore.checks.repairs import with_repairs
from kingscore.checks.repairs.schedule import begun
from kingscore.journal import dealt, finished, headed, inserted, removed, replaced
from kingscore.model.findings import BLANK, Finding, Refused, finding
from kingscore.model.game import Deal, Game
from kingscore.model.json_values import Event
from kingscore.model.repairs import (
    DeleteDeal,
    Edit,
    InsertDeal,
    MissingDeal,
    RecordDeal,
    Repair,
    ReplaceDeal,
    Sentence,
    SetHead,
    edited,
    repaired,
)
from kingscore.notation import read_deal, write_deal
from kingscore.notation.codec import without_comment, write_document
from kingscore.notation.jsontext import parse, text_of
from kingscore.notation.king import head_of, read_head, write_king
from kingscore.notation.read_game import Reading, lines_of, text_of_bytes
from kingscore.storage import LibraryGame, Store, resources


@dataclass
class StoredGame:
    """A stored game that is being repaired: each repair is written at once."""

    store: Store
    kept: LibraryGame

    @property
    def game(self) -> Game:
        return self.kept.game

    def make(self, repair: Repair, at: str, why: str) -> None:
        """Refused: S701 where the game moved on meanwhile, S709 for a deal that is not there."""
        for edit in repair.edits:
            self.kept = self.store.append(self.kept.name, event_of(edit, at, why), self.kept.seen)


def event_of(edit: Edit, at: str, why: str) -> Event:
    """The event by which a stored game is edited. TypeError for a deal whose result is still missing."""
    match edit:
        case ReplaceDeal(number, deal):
            return replaced(number, deal, at, why)
        case InsertDeal(number, deal):
            return inserted(number, deal, at, why)
        case RecordDeal(_, deal):
            return dealt(deal, at)
        case DeleteDeal(number):
            return removed(number, at, why)
        case SetHead(key, value):
            return headed({key: value}, at, why)
        case MissingDeal():
            raise TypeError(edit)
        case _:
            return finished("early", at, why)


@dataclass
class GameFile:
    """A game of a file that is being repaired; nothing is written before ``content`` is.

    ``lines`` are the lines of the file that hold the deals as they are now, from 1, or their places in a ``document``,
    None for one that was put in; ``text`` is empty where the file is a table. ``before`` is the game before the first
    repair, ``separated`` is True once the empty line that is missing before the deals is put in.
    """

    file: str
    game: Game
    reading: Reading
    text: str
    document: bool
    lines: list[int | None]
    before: Game | None = None
    changed: set[int] = field(default_factory=set)
    separated: bool = False

    @property
    def faults(self) -> tuple[Finding, ...]:
        """What could not be read."""
        return tuple(one for one in self.reading.findings if one.severity == "error")

    def separate(self) -> None:
        """Puts in the empty line that is missing before the deals."""
        self.before = self.before or self.game
        self.separated = True

    def lost(self, to: str) -> tuple[Finding, ...]:
        """What could not be read and would not be in the file ``to``: the lines of a game file stay as they stand, and
        deals below the head are read although the empty line before them is missing."""
        keeps = self.text and not self.document and not to.lower().endswith(".json")
        return () if keeps else tuple(one for one in self.faults if one.how != "glued")

    def make(self, repair: Repair, at: str, why: str) -> None:
        """Edits the game and follows which line holds which deal; a file keeps neither time nor reason."""
        self.before = self.before or self.game
        for edit in repair.edits:
            self.game = edited(self.game, edit)
            match edit:
                case DeleteDeal(number):
                    self.lines.pop(number - 1)
                case InsertDeal(number) | RecordDeal(number) | MissingDeal(number):
                    self.lines.insert(number - 1, None)
                case ReplaceDeal(number):
                    self.changed |= {line for line in self.lines[number - 1 : number] if line is not None}
        self._read_again()

    def _read_again(self) -> None:
        """The deals that were not edited, as their lines read now: one that names no declarer is declared by the seat
        in turn where it stands, and one that could not be read before may be read there."""
        if self.document:
            texts = [text_of(deal) for deal in parse(self.text)["deals"]]
        else:
            texts = [without_comment(line).rstrip() for line in lines_of(self.text)]
        for number, line in enumerate(self.lines, 1):
            if self.text and line is not None and line not in self.changed:
                deal = _deal_there(texts[line - 1], self.game, number)
                self.game = self.game if deal is None else self.game.with_deal_at(number, deal)

    def content(self, to: str) -> bytes:
        """What the file ``to`` holds of the repaired game: a document or a game file, by its name."""
        if to.lower().endswith(".json"):
            return write_document(self.game).encode()
        if self.document or not self.text:
            return write_king(self.game).encode()
        end = "\r\n" if "\r\n" in self.text else "\n"
        return end.join(_king_lines(self)).encode()


def _deal_there(text: str, game: Game, number: int) -> Deal | None:
    """The deal that a text of a file gives as deal ``number`` of a game; None where it gives none there."""
    try:
        return read_deal(text, game, number, resources.words())
    except Refused:
        return None


def _king_lines(file: GameFile) -> Iterator[str]:
    """The lines of a game file with its edits; all others stay as they stand, also those that could not be read."""
    source, game = lines_of(file.text), file.game
    glued = file.reading.glued
    first = glued - 1 if glued else read_head(source).after
    yield from _head_lines(source[:first], file.before or game, game)
    if not glued:
        # The empty line that ends the head stands before every deal, also before one that is put in.
        yield from source[first : first + 1] or [""] * bool(file.lines)
        first += 1
    elif file.separated:
        yield ""
    held = set(file.reading.lines)
    here = first + 1
    for number, (line, deal) in enumerate(zip(file.lines, game.deals, strict=True), 1):
        old = source[line - 1] if line is not None else ""
        if line is not None:
            yield from (source[n - 1] for n in range(here, line) if n not in held)
            here = line + 1
        # It would not stay if it read as another deal there, since another may be in turn.
        stays = old and line not in file.changed
        if stays and _deal_there(without_comment(old).rstrip(), game, number) in (None, deal):
            yield old
        else:
            yield _in_place_of(old, write_deal(deal, game, number))
    yield from (source[n - 1] for n in range(here, len(source) + 1) if n not in held)


def _head_lines(source: Sequence[str], before: Game, after: Game) -> Iterator[str]:
    """The lines of the head: a key whose value is another in its place, one that is new below them."""
    was, now = dict(head_of(before)), dict(head_of(after))
    changed = {key for key in (*was, *now) if was.get(key) != now.get(key)}
    done: set[str] = set()
    for line in source:
        key = without_comment(line).partition(":")[0].strip()
        known = key if key in changed else key.casefold()
        if known not in changed or known in done:
            yield line
            continue
        done.add(known)
        if known in now:
            yield _in_place_of(line, f"{known}: {now[known]}")
    yield from (f"{key}: {value}" for key, value in now.items() if key in changed - done)


def _in_place_of(old: str, new: str) -> str:
    """A new line; the comment behind the old one stays."""
    bare = without_comment(old)
    return new + old[len(bare.rstrip()) :] if len(bare) < len(old) else new


def opened(file: str, standard_input: Input, rules: TableRules = RECOGNISED) -> tuple[CheckedFile, GameFile | None]:
    """A file to be repaired with what is wrong in it; None where no game could be made of it. ``rules``: those by which
    a table is read."""
    checked = check_file(file, standard_input, rules)
    game, reading = checked.game, checked.reading
    if game is None:
        return checked, None
    raw = read_bytes(file, standard_input)
    # A sheet that kingscore made has lines too, the rows of its deals.
    text = text_of_bytes(raw, file) if not is_table(file, raw) else ""
    lines: list[int | None] = list(reading.lines or range(1, len(game.deals) + 1))
    return checked, GameFile(file, game, reading, text, bool(text) and is_document(file, text), lines)


@dataclass
class Walk:
    """The findings of a game one after the other; those that were passed over do not come again."""

    code_filter: CodeFilter
    whole: bool = True
    passed: set[Finding] = field(default_factory=set)

    def next(self, game: Game) -> Finding | None:
        """The next finding with its repairs; None when there is nothing more to repair. Totals come last, for they are
        put right by their deals; else errors come first. ``whole``: no line was passed over that may be a deal's."""
        findings = check_game(game).findings
        if not self.whole:
            findings = of_deals(findings)
        left = [one for one in findings if self.code_filter.keeps(one) and one not in self.passed]
        for one in sorted(left, key=lambda one: (one.scope == "totals", one.severity != "error")):
            repairable = with_repairs(game, (one,))[0]
            if repairable.repairs or repairable.blanks:
                # Once the first missing deal is put in, the next has a number of its own.
                return _most_at_once(game, replace(repairable, blanks=repairable.blanks[:1]))
            self.passed.add(one)
        return None


def filled(game: Game, blank: Repair, words: str) -> Repair:
    """A missing deal with the result that somebody gave. Refused: L codes, and what is wrong with the deal itself."""
    edit = blank.edits[0]
    if not isinstance(edit, MissingDeal):
        return blank
    number, line = edit.number, begun(edit, game).replace(BLANK, words)
    deal = read_deal(line, replace(game, deals=game.deals[: number - 1]), number, resources.words())
    findings = check_deal(game.with_deal_before(number, deal), number, recording=False)
    errors = [one for one in findings if one.scope != "schedule" and one.severity == "error"]
    if errors:
        raise Refused(*errors, players=game.players)
    contract = game.rules.contract(deal.contract)
    values = (("contract", contract.names if contract is not None else deal.contract),)
    return replace(blank, edits=(InsertDeal(number, deal),), why=(Sentence("deals.repair.gap.filled", values),))


def _most_at_once(game: Game, found: Finding) -> Finding:
    """The finding with the repaired deals first that leave the fewest findings in the whole game; a deal taken out or
    another head comes before no other for that, since it may only hide what is wrong."""
    deals = [n for n, one in enumerate(found.repairs) if one.deals]
    if len(found.repairs) < 2 or not deals:
        return found
    left = [len(check_game(repaired(game, one)).findings) for one in found.repairs]
    best = min(left[n] for n in deals)
    if left[0] <= best and all(n == left[0] for n in left[: found.alike]):
        return found
    front = [n for n in deals if left[n] == best]
    order = [*front, *(n for n in range(len(left)) if n not in front)]
    alike = sum(n < found.alike for n in front)
    repairs = tuple(found.repairs[n] for n in order)
    return replace(found, repairs=repairs, alike=alike if alike > 1 else 0, questions=())


def targets(files: Sequence[str], output: str, force: bool) -> tuple[tuple[str, Path | None], ...]:
    """Each file with where it goes when it is repaired: where ``output`` says, else its own place if ``force`` says so;
    None: somebody is asked.

    Refused, status 2, before anything is asked: U827 where a file is none that can be written, or the one named is
    none that a game can be read from, or only one is named for several. Refused, status 3: U820 where it is there.
    """
    if output and Path(output).suffix.lower() not in ("", *SUFFIXES):
        raise Refused(finding("U827", "output", file=output, expected=SUFFIXES), status=2)
    if output and len(files) > 1:
        raise Refused(finding("U827", "several", file=output, n=len(files)), status=2)
    if output and not force and Path(output).is_file():
        raise Refused(finding("U820", file=output), status=3)
    for file in files:
        if not output and not file.lower().endswith(SUFFIXES):
            raise Refused(finding("U827", file=file), status=2)
    return tuple((file, Path(output) if output else Path(file) if force else None) for file in files)
