"""Findings as people and programs read them: the message, the user's own line with a mark, what would put it right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kingscore.model.findings import CODES, Finding, Place, Value
from kingscore.model.language import Language, Names, veiled
from kingscore.render.text_width import beside, shown, width, wrapped
from kingscore.storage import resources

if TYPE_CHECKING:
    from kingscore.app.files import CheckedFile
    from kingscore.model.repairs import Repair

#: How much of a long line is quoted around the place.
EXCERPT = 100
#: The longest text that is quoted inside a sentence.
LONGEST = 120
INDENT = "    "


def say(language: Language, key: str, /, **values: object) -> str:
    """A text of the command line."""
    return language.say(f"cli.{key}", **values)


def message(found: Finding, language: Language, players: Sequence[str] = ()) -> str:
    """What a finding says, in one language. ``{deal}``, ``{seat}`` and ``{item}`` may stand in its text as well."""
    key = f"{CODES[found.code].family.area}.{found.code}.message" + (f".{found.how}" if found.how else "")
    return shown(_text(key, language, _values(found, players), CODES[found.code].slug))


def _text(key: str, language: Language, values: dict[str, object], otherwise: str) -> str:
    """A text with its values; one that was forgotten must not hide the fault itself."""
    text = language.text(key, values)
    if text is not None:
        return text
    shown_values = ", ".join(f"{name}: {language.show(value)}" for name, value in values.items())
    return f"{otherwise} ({shown_values})"


def _values(found: Finding, players: Sequence[str]) -> dict[str, object]:
    values: dict[str, object] = {}
    if found.deal is not None:
        values["deal"] = found.deal
    if found.seat is not None:
        values["seat"] = seat_name(found.seat, players)
    if found.item is not None:
        values["item"] = item_name(found.item)
    return values | {name: local(str(value)) if name == "at" else _short(value) for name, value in found.values}


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


def seat_name(seat: int, players: Sequence[str]) -> str:
    """The player on a seat, the seat's letter where the players are not known."""
    return players[seat] if 0 <= seat < len(players) else chr(ord("A") + seat)


def item_name(item: str) -> Names | str:
    """An item’s names, its id where it has none."""
    return resources.names("terms").get("item", {}).get(item, item)


def why(repair: Repair, language: Language) -> str:
    """The reason that a repair gives; all of them where it puts several things right."""
    return "; ".join(shown(_text(one.key, language, dict(one.values), one.key)) for one in repair.why)


def spoken(
    found: Finding, language: Language, players: Sequence[str] = (), within: int | None = None, file: str = ""
) -> str:
    """A finding as people read it, its sentences set in so many columns; several lines, the last without its end.

    Its repairs are commands, or what is to be written in a ``file``.
    """
    lines = [_head(found, language), *wrapped(message(found, language, players), within, "  ")]
    if found.place is not None and found.place.text.strip():
        lines += excerpt(found.place, within)
    if found.blanks or found.repairs:
        rows = offered(found, language, file)
        lines += ["  " + say(language, "finding.repairs"), *beside(rows, within, INDENT)]
        lines += [line for text in telling_apart(found, language) for line in wrapped(text, within, "  ")]
    return "\n".join(lines)


def offered(found: Finding, language: Language, file: str = "") -> list[tuple[str, str]]:
    """The repairs of a finding, each with why: as commands, or as what is to be written in a ``file``."""
    from kingscore.cli.format_repair import command_line, file_line

    repairs = (*found.blanks, *found.repairs)
    lines = (file_line(found, one, file, language) if file else command_line(one) for one in repairs)
    return [(shown(line), why(repair, language)) for line, repair in zip(lines, repairs, strict=True)]


def telling_apart(found: Finding, language: Language) -> list[str]:
    """That several repairs are equally likely, and what would tell them apart; empty where the first stands alone."""
    if not found.alike:
        return []
    asked = [shown(_text(one.key, language, dict(one.values), one.key)) for one in found.questions]
    if not asked:
        return [say(language, "finding.alike", n=found.alike)]
    return [say(language, "finding.ask", n=found.alike, questions=" ".join(asked))]


def _head(found: Finding, language: Language) -> str:
    """``Error D401 · deal 3 · evening.king:14``"""
    parts = [say(language, f"finding.{found.severity}", code=found.code)]
    if found.deal is not None:
        parts.append(say(language, "finding.deal", deal=found.deal))
    if found.place is not None and found.place.file:
        line = f":{found.place.line}" if found.place.line is not None else ""
        parts.append(shown(found.place.file) + line)
    return " · ".join(parts)


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
    return say(language, "finding.more", code=codes[0]) if codes else ""


def document(found: Finding, language: Language, players: Sequence[str] = ()) -> dict[str, Any]:
    """A finding as programs read it (``check --json``)."""
    return {
        "code": found.code,
        "severity": found.severity,
        "deal": found.deal,
        "seat": None if found.seat is None else seat_name(found.seat, players),
        "item": found.item,
        "message": " ".join([message(found, language, players), *telling_apart(found, language)]),
        "repairs": [_repair(repair, language) for repair in found.repairs],
    }


def _repair(repair: Repair, language: Language) -> dict[str, Any]:
    from kingscore.cli.format_repair import command_line
    from kingscore.notation.codec import deal_document

    number, deal = repair.number, None
    if repair.deals and number is not None:
        deal = {"number": number, **deal_document(repair.game, number, repair.deal)}
    return {"line": command_line(repair), "why": why(repair, language), "deal": deal}


def checked_lines(
    checked: CheckedFile, language: Language, within: int | None, quiet: bool = False, stored: bool = False
) -> list[str]:
    """A file's findings for people, with what is to be written in it, and whether it is good; ``quiet``: its errors
    alone, no repairs. A ``stored`` game is no file: its repairs are commands."""
    from kingscore.cli.format_repair import pointer

    game, report = checked.game, checked.report
    players = game.players if game is not None else ()
    if quiet:
        errors_only = (
            replace(one, repairs=(), blanks=(), alike=0) for one in checked.findings if one.severity == "error"
        )
        return [spoken(found, language, players, within) for found in errors_only]
    file = "" if stored else checked.file
    out = [spoken(found, language, players, within, file) for found in checked.findings]
    totals = ""
    if game is not None and report is not None and report.totals is not None:
        totals = ", ".join(f"{p} {language.show(n)}" for p, n in zip(players, report.totals, strict=True))
    errors = sum(one.severity == "error" for one in checked.findings)
    state = language.say("cli.check.wrong", n=errors) if errors else language.say("cli.check.good")
    left = left_out(checked.left_out)
    parts = (
        more(checked.findings, language),
        "" if stored else pointer(checked.findings, checked.file, checked.rules, language),
        language.say("cli.check.left-out", codes=left) if left else "",
        " · ".join(filter(None, (f"{shown(checked.file)}: {state}", shown(totals)))),
    )
    return [*out, *filter(None, parts)]


def left_out(codes: Sequence[tuple[str, int]]) -> str:
    """Codes that were filtered out, with how often each was found."""
    return ", ".join(f"{code} ×{n}" if n > 1 else code for code, n in codes)


def checked_document(checked: CheckedFile, language: Language) -> dict[str, Any]:
    """A file's findings for programs, as the published format has them."""
    game, report = checked.game, checked.report
    players = game.players if game is not None else ()
    return {
        "file": checked.file,
        "variant": game.rules.variant if game is not None else None,
        "ok": checked.ok,
        "findings": [document(one, language, players) for one in checked.findings],
        "points": report.points if report is not None else [],
        "totals": report.totals if report is not None else None,
        "complete": report.complete if report is not None else False,
        **({"table": checked.table} if checked.table is not None else {}),
        **({"left_out": dict(checked.left_out)} if checked.left_out else {}),
    }
