"""How a repair is phrased so that it works as it stands: as commands, or as what is to be written in a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from kingscore.checks.repairs.schedule import begun
from kingscore.model.findings import Finding
from kingscore.model.game import Game, Written
from kingscore.model.language import Language
from kingscore.model.repairs import (
    DeleteDeal,
    Edit,
    Finish,
    InsertDeal,
    MissingDeal,
    RecordDeal,
    Repair,
    ReplaceDeal,
    SetHead,
)
from kingscore.notation import write_deal

if TYPE_CHECKING:
    from kingscore.app.files import TableRules

#: Signs that a shell leaves alone inside and between words.
_PLAIN = re.compile(r"[\w@%+=:,./… \-]+")
#: Standard input, which cannot be written.
NO_FILE = "-"


def of_game(found: Finding, game: str | None) -> Finding:
    """The finding with repairs of a stored game; as it is where the one in play is meant (nothing)."""
    if not game or not (found.repairs or found.blanks):
        return found
    repairs, blanks = ((replace(one, stored=game) for one in group) for group in (found.repairs, found.blanks))
    return replace(found, repairs=tuple(repairs), blanks=tuple(blanks))


def command_line(repair: Repair) -> str:
    """Whole commands as they are typed, the second only if the first went well."""
    program = ["kingscore", *(["--game", typed(repair.stored)] if repair.stored else [])]
    return " && ".join(" ".join([*program, *map(typed, _command(one, repair.game))]) for one in repair.edits)


def _command(edit: Edit, game: Game) -> tuple[str, ...]:
    """The words of the command that makes an edit of a stored game, without the program's name."""
    match edit:
        case ReplaceDeal(number, deal):
            return ("amend", str(number), write_deal(deal, game, number))
        case InsertDeal(number, deal):
            return ("amend", str(number), "before", write_deal(deal, game, number))
        case MissingDeal(number):
            return ("amend", str(number), "before", begun(edit, game))
        case RecordDeal(number, deal):
            return ("deal", write_deal(deal, game, number))
        case DeleteDeal(number):
            return ("amend", str(number), "delete")
        case SetHead():
            return ("amend", "head", "=".join(_head(edit, game)))
        case Finish():
            # A game that was said to be over is not finished once more.
            return ("amend", "head", "finished=early") if game.finished else ("finish", "--early")


def _head(edit: SetHead, game: Game) -> tuple[str, str]:
    """The key of the head and its value as text."""
    value = edit.value
    if not isinstance(value, Written):
        return "dealer", game.players[value]
    if value.totals is not None and (game.written is None or value.totals != game.written.totals):
        return "written", _row(value.totals)
    return "running", ", ".join(map(_row, value.running or ()))


def _row(row: Sequence[int | None]) -> str:
    return " ".join(str(value) for value in row)


def file_line(found: Finding, repair: Repair, file: str, language: Language) -> str:
    """What is to be written in the file: the line of the finding's own deal bare, all others with the place where they
    belong. A command would change a stored game."""
    document = file.lower().endswith(".json") and len(repair.edits) == 1
    return " · ".join(_in_file(edit, repair.game, found.deal, document, language) for edit in repair.edits)


def _in_file(edit: Edit, game: Game, own: int | None, document: bool, language: Language) -> str:
    match edit:
        case DeleteDeal(number):
            return language.say("cli.finding.file.delete", number=number)
        case SetHead():
            return ": ".join(_head(edit, game))
        case Finish():
            return "finished: early"
        case MissingDeal():
            # Of several that are missing in one place each command counts the one before it, a file does not yet.
            key, text = "before" if own is not None else "end", begun(edit, game)
            return language.say(f"cli.finding.file.{key}", number=own, text=text)
        case ReplaceDeal(number):
            text = _deal_in_file(edit, game, document)
            return text if number == own else language.say("cli.finding.file.deal", number=number, text=text)
        case InsertDeal(number) if own is not None:
            text = _deal_in_file(edit, game, document)
            return language.say("cli.finding.file.before", number=number, text=text)
        case _:
            return language.say("cli.finding.file.end", text=_deal_in_file(edit, game, document))


def _deal_in_file(edit: ReplaceDeal | InsertDeal | RecordDeal, game: Game, document: bool) -> str:
    if document:
        from kingscore.notation.codec import braces

        return braces(game, edit.number, edit.deal)
    return write_deal(edit.deal, game, edit.number)


def typed(line: str) -> str:
    """A line as it is typed in a shell: in single quotes where the shell would take a sign for itself."""
    return line if _PLAIN.fullmatch(line) else "'" + line.replace("'", "'\"'\"'") + "'"


def pointer(findings: tuple[Finding, ...], file: str, rules: TableRules, language: Language) -> str:
    """The closing line with the command that repairs the file itself; empty where nothing is known to, or for standard
    input. A table kept by hand is only read, so that its game goes elsewhere, by the ``rules`` by which it was read."""
    if file == NO_FILE or not any(one.repairs or one.blanks or one.how == "glued" for one in findings):
        return ""
    words = ["kingscore", "check", "--fix", typed(file)]
    if not file.lower().endswith((".king", ".json")):
        words += ["--variant", typed(rules.variant)] if rules.variant else []
        words += [word for key, value in rules.options for word in ("--option", typed(f"{key}={value}"))]
        words += ["-o", typed(str(PurePath(file).with_suffix(".king")))]
    return language.say("cli.finding.fix", command=" ".join(words))
