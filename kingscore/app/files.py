"""Game files: found, opened, read, checked, added to the library; and which of their findings are meant."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from kingscore.app.said import with_meant
from kingscore.checks import CheckReport, check_game
from kingscore.checks.repairs import with_repairs
from kingscore.model.codes import CODES, covers, meant
from kingscore.model.days import day_remarked
from kingscore.model.findings import Finding, Place, Refused, finding, has_errors, together
from kingscore.model.game import Game
from kingscore.model.suggest import suggest
from kingscore.notation.king import read_king
from kingscore.notation.read_game import LARGEST, Reading, lines_of, text_of_bytes
from kingscore.render.formats import LARGEST_BOOK, is_book, suffixes_read
from kingscore.storage import AddedGame, Store, resources, variant_files

#: For so many lines of a file that were not understood it is looked for what they meant.
MOST_REPAIRED = 20
#: Game files, and the workbooks and tables that a folder is searched for besides them.
SUFFIXES = suffixes_read("game")
TABLES = suffixes_read("table", "book")
STANDARD_INPUT = "-"
#: Gives at most so many bytes of standard input.
Input = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class TableRules:
    """By which rules tables are to be read: a variant's id, nothing where it is to be recognised, and options."""

    variant: str = ""
    options: tuple[tuple[str, str], ...] = ()


RECOGNISED = TableRules()


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file with all that is wrong in it. ``report`` is None where no game could be made of it; ``opened`` is False
    where the file itself could not be read; ``table`` tells how a table kept by hand was read, by which ``rules``;
    ``left_out`` are codes that were filtered out, with how often each was found."""

    file: str
    reading: Reading
    report: CheckReport | None
    findings: tuple[Finding, ...]
    opened: bool = True
    table: Mapping[str, Any] | None = None
    left_out: tuple[tuple[str, int], ...] = ()
    rules: TableRules = RECOGNISED

    @property
    def game(self) -> Game | None:
        return self.reading.game

    @property
    def ok(self) -> bool:
        """True if nothing found is an error."""
        return not has_errors(self.findings)


def files_in(words: Sequence[str]) -> tuple[str, ...]:
    """The files meant: a folder is walked for game files, in order of their names. Refused, status 2: U821 where a
    folder holds none."""
    return tuple(name for word in words for name in (_walked(word) if os.path.isdir(word) else (word,)))


def _walked(folder: str) -> Iterator[str]:
    found = False
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(here, name)
            # A pipe, a socket or a device is hardly meant by naming a folder, and might never end; a link to nothing is
            # reported when it is opened.
            is_file = os.path.isfile(path) or not os.path.exists(path)
            if is_file and name.lower().endswith((*SUFFIXES, *TABLES)) and not name.startswith((".", "~$")):
                found = True
                yield path
    if not found:
        raise Refused(finding("U821", folder=folder, expected=(*SUFFIXES, *TABLES)))


def read_bytes(file: str, standard_input: Input) -> bytes:
    """The first bytes of a file, one more than a game file, or a workbook, may have. OSError as the system gives it."""
    with nullcontext() if file == STANDARD_INPUT else open(file, "rb") as opened:
        read = standard_input if opened is None else opened.read
        raw = read(LARGEST + 1)
        return raw + read(LARGEST_BOOK - LARGEST) if is_book(file, raw) and len(raw) > LARGEST else raw


def is_table(file: str, raw: bytes) -> bool:
    """True for a table or a workbook, by its name or by its first signs."""
    return is_book(file, raw) or file.lower().endswith(TABLES)


def is_document(file: str, text: str) -> bool:
    """True for JSON: by the file's name, else by its first sign."""
    if file.lower().endswith(SUFFIXES):
        return file.lower().endswith(".json")
    return text.lstrip().startswith(("{", "["))


def check_file(file: str, standard_input: Input, rules: TableRules = RECOGNISED) -> CheckedFile:
    """Everything that is wrong with a file, what could not be opened included (U891). ``rules``: those by which a table
    is read that does not tell; where there are none such, that is a finding too (V308 to V310, F252)."""
    try:
        raw = read_bytes(file, standard_input)
    except OSError as fault:
        found = (trouble(fault, file),)
        return CheckedFile(file, Reading(None, found), None, found, opened=False)
    if is_table(file, raw):
        return _checked_table(file, raw, rules)
    reading, text = read_game(raw, file)
    report, findings = _checked(reading)
    lines = lines_of(text)
    own = (*_remarked(reading.game, file, rules), *(_placed(one, file, reading, lines) for one in findings))
    return CheckedFile(file, reading, report, _by_deal((*reading.findings, *own)))


def read_game(raw: bytes, file: str) -> tuple[Reading, str]:
    """A game file read, with its text; what is wrong with its form stands in the reading."""
    try:
        text = text_of_bytes(raw, file)
    except Refused as refused:
        return Reading(None, refused.findings), ""
    if is_document(file, text):
        from kingscore.notation.document import read_document

        return read_document(text, file, variant_files.open_rules), text
    words = resources.words()
    reading = read_king(text, file, variant_files.open_rules, words)
    if reading.game is not None and any(one.scope == "line" for one in reading.findings[:MOST_REPAIRED]):
        found = (with_meant(one, reading.game, words) for one in reading.findings[:MOST_REPAIRED])
        reading = replace(reading, findings=(*found, *reading.findings[MOST_REPAIRED:]))
    return reading, text


def _remarked(game: Game | None, file: str, rules: TableRules) -> Iterator[Finding]:
    """U831 for an unlikely day; F260 for each of the rules that a game with rules of its own does not have."""
    if game is None:
        return
    yield from (one.at(Place(file=file)) for one in day_remarked(game.date, date.today().isoformat()))
    if rules != RECOGNISED:
        variant = [("--variant", rules.variant)] if rules.variant not in ("", game.rules.variant) else []
        options = [("--option", f"{key}={value}") for key, value in rules.options if game.rules.option(key) != value]
        for option in (*variant, *options):
            yield finding("F260", option=" ".join(option), variant=game.rules.names, place=Place(file=file))


def _checked(reading: Reading) -> tuple[CheckReport | None, tuple[Finding, ...]]:
    """What the checker says of a game that was read, with what would put it right. Of a deal that could not be read the
    reader knows better."""
    if reading.game is None:
        return None, ()
    report = check_game(reading.game)
    if not reading.whole:
        report = replace(report, findings=of_deals(report.findings), totals=None)
    unread = {one.deal for one in reading.findings if one.severity == "error" and one.deal is not None}
    findings = with_repairs(reading.game, report.findings)
    return report, tuple(one for one in findings if one.deal not in unread)


def of_deals(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """What is said of single deals: nothing can be said of totals, nor of deals that are missing in the schedule, while
    some that are there could not be read."""
    return tuple(one for one in findings if one.scope not in ("schedule", "totals") and one.deal is not None)


def _checked_table(file: str, raw: bytes, rules: TableRules) -> CheckedFile:
    """A table kept by hand, or a sheet that kingscore made, checked cell by cell."""
    from kingscore import importers

    words = importers.TableWords.of(resources.table_words(), resources.words())
    request = importers.ImportRequest(tuple(variant_files.every_variant()), rules.variant, rules.options)
    table = importers.read_table(raw, file, request, words, variant_files.open_rules)
    reading = table.reading
    report, findings = _checked(reading)
    placed = (_placed(one, file, reading, ()) for one in findings)
    own = (*_remarked(reading.game, file, rules), *placed) if table.game is None else table.findings(findings)
    return CheckedFile(file, reading, report, _by_deal((*reading.findings, *own)), table=table.description, rules=rules)


def _placed(found: Finding, file: str, reading: Reading, lines: Sequence[str]) -> Finding:
    """A finding with the place of its deal in the file, which has these lines."""
    if found.deal is None or not 0 < found.deal <= len(reading.lines):
        return found.at(Place(file=file))
    line = reading.lines[found.deal - 1]
    return found.at(Place(file=file, line=line, text=lines[line - 1] if 0 < line <= len(lines) else ""))


def _by_deal(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """What is wrong with the file and its head, then deal by deal, then the game as a whole."""
    kept = tuple(findings)
    head = [one for one in kept if one.deal is None and one.scope in ("file", "variant", "name", "usage", "money")]
    whole = [one for one in kept if one.deal is None and one not in head]
    deals = sorted((one for one in kept if one.deal is not None), key=lambda one: one.deal or 0)
    return together((*head, *deals, *whole))


def trouble(fault: OSError, file: str = "") -> Finding:
    """U891: what the operating system said of a file, by its errno so that every language has words for it; of the
    output where no file has a part in it."""
    import errno

    name = errno.errorcode.get(fault.errno or 0, "")
    known = ("ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR", "EEXIST", "ENOSPC", "EROFS", "ENAMETOOLONG")
    reason = resources.system_reason(fault)
    if not (fault.filename or file):
        return finding("U891", "output", reason=reason)
    return finding("U891", name if name in known else "", file=str(fault.filename or file), reason=reason)


def take_in(
    store: Store, file: str, standard_input: Input, at: str, keep_errors: bool = False, rules: TableRules = RECOGNISED
) -> tuple[AddedGame, CheckedFile]:
    """The game of a file taken into the store. Refused with nothing written: what is wrong in it, unless its errors are
    to be kept; what cannot be read at all is refused always. Refused, status 3: U891; S705 another game of that id."""
    checked = check_file(file, standard_input, rules)
    game = checked.game
    if game is None or not checked.reading.ok or not (checked.ok or keep_errors):
        players = game.players if game is not None else ()
        raise Refused(*checked.findings, status=1 if checked.opened else 3, players=players)
    if checked.table is not None:
        # The faulty deals are flagged: that is how they stand on paper, for good.
        errors = [one for one in checked.findings if one.severity == "error"]
        faulty = {number for one in errors for number in (*one.deals, one.deal or 0)}
        for number in sorted(number for number in faulty if 0 < number <= len(game.deals)):
            where = f"{os.path.basename(file)}:{checked.reading.lines[number - 1]}"
            game = game.with_deal_at(number, replace(game.deals[number - 1], agreed=where))
    return store.take_in(game, variant_files.variant_of(game.rules), at), checked


# Which findings are meant


@dataclass(frozen=True, slots=True)
class CodeFilter:
    """Codes, or letters of families: only those of ``select`` (all where it is empty), none of ``ignore``."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def keeps(self, found: Finding) -> bool:
        return (not self.select or covers(self.select, found.code)) and not covers(self.ignore, found.code)

    def split(self, findings: Iterable[Finding]) -> tuple[tuple[Finding, ...], tuple[tuple[str, int], ...]]:
        """The findings that are kept, and how many of each other code there are."""
        every = tuple(findings)
        kept = tuple(filter(self.keeps, every))
        left = Counter[str]()
        for one in every:
            left[one.code] += 0 if self.keeps(one) else one.times
        return kept, tuple(sorted((+left).items()))


def code_filter(select: Sequence[str], ignore: Sequence[str]) -> CodeFilter:
    """The filter that words with commas between them make. Refused, status 2: U813."""
    return CodeFilter(*(_codes(",".join(words).split(",")) for words in (select, ignore)))


def _codes(words: Iterable[str]) -> tuple[str, ...]:
    codes: list[str] = []
    for word in filter(None, map(str.strip, words)):
        codes += meant(word)
        if not meant(word):
            raise unknown_code(word)
    return tuple(dict.fromkeys(codes))


def unknown_code(word: str) -> Refused:
    """What is said of a word that is neither a code nor the name of one (U813)."""
    near = suggest(word, (name for known in CODES.values() for name in (known.code, known.slug)))
    return Refused(finding("U813", "near" if near else "", found=word, near=near))
