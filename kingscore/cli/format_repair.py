"""How a mend is shown so that it works as it stands: as the command for its game, or as what is to be written in its
file. It mends nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingscore.model.findings import BLANK, Finding, Repair
from kingscore.model.frozen import replace
from kingscore.model.language import Language

if TYPE_CHECKING:
    from kingscore.app.files import Asked

#: Standard input, which nobody can write anew.
NO_FILE = "-"


def of_game(found: Finding, game: str | None) -> Finding:
    """The finding with mends whose commands name the game; as it is where the game in play is meant (nothing)."""
    if not game or not (found.repairs or found.blanks):
        return found
    from kingscore.checks.repairs.repair import command_line

    def named(repairs: tuple[Repair, ...]) -> tuple[Repair, ...]:
        return tuple(replace(one, line=command_line(one.words, game)) if one.words else one for one in repairs)

    return replace(found, repairs=named(found.repairs), blanks=named(found.blanks))


def in_file(found: Finding, file: str, language: Language) -> Finding:
    """The finding with mends told as what is to be written in the file; a command would change a stored game."""
    document = file.lower().endswith(".json")

    def written(repairs: tuple[Repair, ...]) -> tuple[Repair, ...]:
        return tuple(replace(one, line=_written(one, found.deal, document, language)) for one in repairs)

    if not (found.repairs or found.blanks):
        return found
    return replace(found, repairs=written(found.repairs), blanks=written(found.blanks))


def _written(repair: Repair, own: int | None, document: bool, language: Language) -> str:
    """The line of the finding's own deal bare, all others with the place where they belong."""
    whole = repair.deal if document and len(repair.words) == 1 else ""
    return " · ".join(_one(words, own, whole, language) for words in repair.words) or repair.line


def _one(words: tuple[str, ...], own: int | None, whole: str, language: Language) -> str:
    match words:
        case ("amend", "head", pair):
            return _head(pair)
        case ("finish", *_):
            return _head("finished=early")
        case ("amend", number, "delete"):
            return language.say("cli.finding.file.delete", number=number)
        case ("amend", _, "before", line) if own is None:
            return language.say("cli.finding.file.end", text=whole or line)
        case ("amend", number, "before", line):
            # Of several that are missing in one place each command counts the one before it, a file does not yet.
            number = str(own) if line.endswith(BLANK) else number
            return language.say("cli.finding.file.before", number=number, text=whole or line)
        case ("amend", number, line) if number == str(own):
            return whole or line
        case ("amend", number, line):
            return language.say("cli.finding.file.deal", number=number, text=whole or line)
        case (*_, line):
            return language.say("cli.finding.file.end", text=whole or line)
        case _:
            return ""


def _head(pair: str) -> str:
    """A line of the head: ``dealer: Ona``. A document has the same keys."""
    key, _, value = pair.partition("=")
    return f"{key}: {value}"


def command_for(file: str, asked: Asked) -> str:
    """The command that mends a file; a table kept by hand is only read, so that its game goes elsewhere, and it has to
    be read by the rules that were ``asked`` for. Empty for standard input."""
    from pathlib import PurePath

    from kingscore.checks.repairs.repair import typed

    if file == NO_FILE:
        return ""
    words = ["kingscore", "check", "--fix", typed(file)]
    if not file.lower().endswith((".king", ".json")):
        words += ["--variant", typed(asked.variant)] if asked.variant else []
        words += [word for key, value in asked.options for word in ("--option", typed(f"{key}={value}"))]
        words += ["-o", typed(str(PurePath(file).with_suffix(".king")))]
    return " ".join(words)


def pointer(findings: tuple[Finding, ...], file: str, asked: Asked, language: Language) -> str:
    """The closing line that tells how the file itself is mended; empty where nothing is known to mend it."""
    mended = any(one.repairs or one.blanks or one.how == "glued" for one in findings)
    command = command_for(file, asked) if mended else ""
    return language.say("cli.finding.fix", command=command) if command else ""


__all__ = ["command_for", "in_file", "of_game", "pointer"]
