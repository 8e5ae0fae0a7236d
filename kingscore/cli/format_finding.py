"""Findings as people and programs read them: the message, the user's own line with a mark, what would put it right.

A repair is phrased so that it works as it stands: as commands, or as what is to be written in a file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from kingscore.model.findings import CODES, Finding, Place, Value
from kingscore.model.game import Game, Written
from kingscore.model.language import Language, veiled
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
from kingscore.render.text_width import beside, shown, width, wrapped
from kingscore.storage import resources

if TYPE_CHECKING:
    from kingscore.app.files import TableRules

#: How much of a long line is quoted around the place.
EXCERPT = 100
#: The longest text that is quoted inside a sentence.
LONGEST = 120
INDENT = "    "
#: So many stretches of deals are listed in a sentence.
MOST_SPANS = 20
#: Signs that a shell leaves alone inside and between words.
_PLAIN = re.compile(r"[\w@%+=:,./… \-]+")
#: Standard input, which cannot be written.
NO_FILE = "-"


def message(found: Finding, language: Language, players: Sequence[str] = ()) -> str:
    """What a finding says, in one language. ``{deal}``, ``{seat}`` and ``{item}`` may stand in its text as well."""
    values: dict[str, object] = {} if found.deal is None else {"deal": found.deal}
    if found.seat is not None:
        values["seat"] = _whose(found, found.seat, players)
    if found.item is not None:
        values["item"] = resources.names("terms").get("item", {}).get(found.item, found.item)
    values |= {name: local(str(value)) if name == "at" else _short(value) for name, value in found.values}
    key = f"{CODES[found.code].family.area}.{found.code}.message" + (f".{found.how}" if found.how else "")
    return _text(key, language, values, found.slug)


def _text(key: str, language: Language, values: Mapping[str, object], otherwise: str) -> str:
    """A text with its values; one that was forgotten must not hide the fault itself."""
    text = language.text(key, values)
    if text is None:
        text = f"{otherwise} ({', '.join(f'{name}: {language.show(value)}' for name, value in values.items())})"
    return shown(text)


def local(at: str) -> str:
    """A time of the journal on the clock of this place; as it stands where it is none."""
    from datetime import datetime

    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):
        return at


def _short(value: Value) -> Value:
    """A text of the user's in a sentence, cut where it is very long; the excerpt shows more of it."""
    if not isinstance(value, str):
        return value
    value = veiled(value)  # somebody may have typed the address of a library
    return value[: LONGEST - 1] + "…" if len(value) > LONGEST else value


def _whose(found: Finding, seat: int, players: Sequence[str]) -> str:
    """The player that a finding is about: as it says, since another may have sat there in that deal."""
    said = dict(found.values).get("player")
    return said if isinstance(said, str) else seat_name(seat, players)


def seat_name(seat: int, players: Sequence[str]) -> str:
    """The player on a seat, the seat's letter where the players are not known."""
    return players[seat] if 0 <= seat < len(players) else chr(ord("A") + seat)


def why(repair: Repair, language: Language) -> str:
    """The reason that a repair gives; all of them where it puts several things right."""
    return "; ".join(_text(one.key, language, dict(one.values), one.key) for one in repair.why)


def spoken(
    found: Finding, language: Language, players: Sequence[str] = (), within: int | None = None, file: str = ""
) -> str:
    """A finding as people read it, its sentences set in so many columns; several lines, the last without its end.

    The first is ``Error D401 · deal 3 · evening.king:14``. Its repairs are commands, or what is to be written in a
    ``file``.
    """
    head = [language.say(f"cli.finding.{found.severity}", code=found.code)]
    if found.deal is not None:
        head.append(language.say("cli.finding.deal", deal=found.deal))
    if found.place is not None and found.place.file:
        head.append(shown(found.place.file) + (f":{found.place.line}" if found.place.line is not None else ""))
    lines = [" · ".join(head), *wrapped(message(found, language, players), within, "  ")]
    if found.place is not None and found.place.text.strip():
        lines += excerpt(found.place, within)
    if found.times > 1:
        lines += wrapped(_crowd(found, language), within, "  ")
    if found.blanks or found.repairs:
        lines += ["  " + language.say("cli.finding.repairs"), *beside(offered(found, language, file), within, INDENT)]
        lines += wrapped(telling_apart(found, language), within, "  ") if found.alike else []
    return "\n".join(lines)


def _crowd(found: Finding, language: Language) -> str:
    """How many findings one stands for, and in which deals: ``1–57, 60``."""
    spans: list[list[int]] = []
    for number in found.deals:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    parts = ["–".join(map(str, dict.fromkeys(span))) for span in spans]
    deals = ", ".join(parts[:MOST_SPANS]) + ", …" * (len(parts) > MOST_SPANS)
    return language.say("cli.finding.times.deals" if deals else "cli.finding.times", times=found.times, deals=deals)


def offered(found: Finding, language: Language, file: str = "") -> list[tuple[str, str]]:
    """The repairs of a finding, each with why: as commands, or as what is to be written in a ``file``."""
    return [
        (shown(file_line(found, one, file, language) if file else command_line(one, language)), why(one, language))
        for one in (*found.blanks, *found.repairs)
    ]


def telling_apart(found: Finding, language: Language) -> str:
    """That several repairs are equally likely, and what would tell them apart; empty where the first stands alone."""
    if not found.alike:
        return ""
    more = len(found.blanks) + len(found.repairs) > found.alike
    alike = language.say("cli.finding.alike.first" if more else "cli.finding.alike", n=found.alike)
    asked = " ".join(_text(one.key, language, dict(one.values), one.key) for one in found.questions)
    return f"{alike} {language.say('cli.finding.ask', questions=asked)}" if asked else alike


def excerpt(place: Place, within: int | None = None) -> list[str]:
    """The user's own line with a mark below the place, cut to what stands around it and fits so many columns."""
    most = EXCERPT if within is None else min(EXCERPT, within - len(INDENT) - 2)
    start = min(place.start or 0, len(place.text))
    end = len(place.text) if place.end is None else max(start, min(place.end, len(place.text)))
    left = 0 if start < most else start - most // 2
    right = min(len(place.text), left + most)
    before, marked = place.text[left:start], place.text[start : min(end, right)]
    opening, closing = "…" * (left > 0), "…" * (right < len(place.text))
    lines = [INDENT + opening + shown(place.text[left:right]) + closing]
    if place.start is not None:
        lines.append(INDENT + " " * width(opening + shown(before)) + "^" * max(1, width(shown(marked))))
    return lines


def more(findings: Sequence[Finding], language: Language) -> str:
    """The closing line that tells where the codes are explained; empty where there is nothing to explain."""
    codes = [found.code for wanted in ("error", "warning") for found in findings if found.severity == wanted]
    return language.say("cli.finding.more", code=codes[0]) if codes else ""


def document(found: Finding, language: Language, players: Sequence[str] = ()) -> dict[str, Any]:
    """A finding as programs read it (``check --json``)."""
    from kingscore.notation.codec import deal_document

    repairs = []
    for one in found.repairs:
        deal = None
        if one.number is not None and one.deals:
            deal = {"number": one.number, **deal_document(one.game, one.number, one.deal)}
        repairs.append({"line": command_line(one), "why": why(one, language), "deal": deal})
    return {
        "code": found.code,
        "severity": found.severity,
        "deal": found.deal,
        "seat": None if found.seat is None else _whose(found, found.seat, players),
        "item": found.item,
        "message": " ".join(filter(None, (message(found, language, players), telling_apart(found, language)))),
        "repairs": repairs,
        **({"times": found.times, "deals": found.deals} if found.times > 1 else {}),
    }


# What a repair is in words


def of_game(found: Finding, game: str | None) -> Finding:
    """The finding with repairs of a stored game; as it is where the one in play is meant (nothing)."""
    if not game or not (found.repairs or found.blanks):
        return found
    repairs, blanks = ((replace(one, stored=game) for one in group) for group in (found.repairs, found.blanks))
    return replace(found, repairs=tuple(repairs), blanks=tuple(blanks))


def command_line(repair: Repair, language: Language | None = None) -> str:
    """Whole commands as they are typed, the second only if the first went well; deals in ids where nobody speaks."""
    program = ["kingscore", *(["--game", typed(repair.stored)] if repair.stored else [])]
    return " && ".join(" ".join([*program, *map(typed, _command(one, repair.game, language))]) for one in repair.edits)


def _command(edit: Edit, game: Game, language: Language | None) -> tuple[str, ...]:
    """The words of the command that makes an edit of a stored game, without the program's name."""
    match edit:
        case SetHead():
            return ("amend", "head", "=".join(_head(edit, game)))
        case Finish():
            # A game that was said to be over is not finished once more.
            return ("amend", "head", "finished=early") if game.finished else ("finish", "--early")
        case DeleteDeal(number):
            return ("amend", str(number), "delete")
        case RecordDeal():
            return ("deal", _content(edit, game, language=language))
        case ReplaceDeal(number):
            return ("amend", str(number), _content(edit, game, language=language))
        case _:
            return ("amend", str(edit.number), "before", _content(edit, game, language=language))


def _head(edit: SetHead, game: Game) -> tuple[str, str]:
    """The key of the head and its value as text."""
    value = edit.value
    if not isinstance(value, Written):
        return "dealer", game.players[value]
    total = value.totals is not None and (game.written is None or value.totals != game.written.totals)
    rows = ((value.totals or ()),) if total else value.running or ()
    return "written" if total else "running", ", ".join(" ".join(map(str, row)) for row in rows)


def _content(edit: Edit, game: Game, document: bool = False, language: Language | None = None) -> str:
    """What an edit puts in as it stands in a file, a deal in a line or in a ``document``; of one that is missing as
    much as is known."""
    from kingscore.notation import codec, write_deal

    match edit:
        case SetHead():
            return ": ".join(_head(edit, game))
        case Finish():
            return "finished: early"
        case DeleteDeal():
            return ""
        case MissingDeal():
            from kingscore.checks.repairs.schedule import begun

            return begun(edit, game)
        case _ if document:
            return codec.braces(game, edit.number, edit.deal)
        case _:
            words = resources.words(language.code) if language is not None else None
            return write_deal(edit.deal, game, edit.number, words)


def file_line(found: Finding, repair: Repair, file: str, language: Language) -> str:
    """What is to be written in the file: the line of the finding's own deal bare, all others with the place where they
    belong. A command would change a stored game."""
    document, own, parts = file.lower().endswith(".json") and len(repair.edits) == 1, found.deal, list[str]()
    for edit in repair.edits:
        text = _content(edit, repair.game, document)
        match edit:
            case DeleteDeal(number):
                text = language.say("cli.finding.file.delete", number=number)
            case ReplaceDeal(number) if number != own:
                text = language.say("cli.finding.file.deal", number=number, text=text)
            case InsertDeal() | MissingDeal() if own is not None:
                # Of several that are missing in one place each command counts the one before it, a file does not yet.
                number = own if isinstance(edit, MissingDeal) else edit.number
                text = language.say("cli.finding.file.before", number=number, text=text)
            case InsertDeal() | MissingDeal() | RecordDeal():
                text = language.say("cli.finding.file.end", text=text)
        parts.append(text)
    return " · ".join(parts)


def typed(line: str) -> str:
    """A line as it is typed in a shell: in single quotes where the shell would take a sign for itself."""
    return line if _PLAIN.fullmatch(line) else "'" + line.replace("'", "'\"'\"'") + "'"


def pointer(findings: Sequence[Finding], file: str, rules: TableRules, language: Language) -> str:
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
