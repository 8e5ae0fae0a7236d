"""The commands that say what is wrong: check, explain."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli import speak
from kingscore.cli.columns import columns, room, shown, wrapped
from kingscore.cli.desk import Desk
from kingscore.findings import CODES, Code, Refused, finding

if TYPE_CHECKING:
    from kingscore.table.files import Checked


def check(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument()],
    jsonl: Annotated[bool, typer.Option("--jsonl")] = False,
) -> int:
    """Say all that is wrong in game files."""
    from kingscore.table.files import check_file, files_in

    desk = Desk.of(context)
    if jsonl and desk.json:
        raise Refused(finding("U814", first="--json", second="--jsonl"), status=2)
    checked = []
    for file in files_in(files):
        checked.append(check_file(file, standard_input))
        if jsonl:
            print(json.dumps(document(desk, checked[-1]), ensure_ascii=False))
        else:
            tell(desk, checked[-1])
    desk.document({"ok": all(one.ok for one in checked), "files": [document(desk, one) for one in checked]})
    return max((3 if not one.opened else int(not one.ok) for one in checked), default=0)


def standard_input(most: int) -> bytes:
    """At most so many bytes of standard input."""
    return sys.stdin.buffer.read(most)


def tell(desk: Desk, checked: Checked) -> None:
    """A file's findings for people, and whether it is good."""
    game, report = checked.game, checked.report
    players = game.players if game is not None else ()
    desk.report(checked.findings, players, to=sys.stdout)
    totals = ""
    if game is not None and report is not None and report.totals is not None:
        totals = ", ".join(f"{p} {desk.language.show(n)}" for p, n in zip(players, report.totals, strict=True))
    errors = sum(one.severity == "error" for one in checked.findings)
    state = desk.say("check.wrong", n=errors) if errors else desk.say("check.good")
    desk.write(" · ".join(filter(None, (f"{shown(checked.file)}: {state}", shown(totals)))))


def document(desk: Desk, checked: Checked) -> dict[str, Any]:
    """A file's findings for programs, as the published format has them."""
    game, report = checked.game, checked.report
    players = game.players if game is not None else ()
    return {
        "file": checked.file,
        "variant": game.rules.variant if game is not None else None,
        "ok": checked.ok,
        "findings": [speak.document(one, desk.language, players) for one in checked.findings],
        "points": report.points if report is not None else [],
        "totals": report.totals if report is not None else None,
        "complete": report.complete if report is not None else False,
    }


def explain(context: typer.Context, code: Annotated[str, typer.Argument()] = "") -> int:
    """What a code means."""
    desk = Desk.of(context)
    if code:
        told = explained(desk, _found(code))
        desk.write(page(desk, told))
        desk.document(told)
        return 0
    codes = [explained(desk, known) for known in CODES.values()]
    desk.write(columns([(one["code"], one["name"], one["title"]) for one in codes], right=False))
    desk.document({"codes": codes})
    return 0


def _found(word: str) -> Code:
    """A code by its letter and digits or by its name. Refused, status 2: U813."""
    import difflib

    wanted = word.casefold()
    for known in CODES.values():
        if wanted in (known.code.casefold(), known.slug):
            return known
    names = {name.casefold(): name for known in CODES.values() for name in (known.code, known.slug)}
    near = tuple(names[name] for name in difflib.get_close_matches(wanted, names, n=3))
    raise Refused(finding("U813", "near" if near else "", found=word, near=near), status=2)


def explained(desk: Desk, code: Code) -> dict[str, str]:
    """What there is to say of a code."""
    texts = desk.language.load(code.area)
    told = {part: _plain(str(texts[f"{code.code}.{part}"])) for part in ("title", "why", "wrong", "right")}
    return {"code": code.code, "name": code.slug, "severity": code.severity, **told}


def _plain(text: str) -> str:
    """A text that has no values; the braces of a document may stand doubled in it or as they are."""
    try:
        return text.format_map({})
    except (KeyError, ValueError, IndexError):
        return text


def page(desk: Desk, told: dict[str, str]) -> str:
    """The explanation of a code as people read it."""
    lines = [f"{told['code']} · {told['title']}", *wrapped(told["why"], room(sys.stdout)), ""]
    for part in ("wrong", "right"):
        lines += [desk.say(f"explain.{part}"), *("  " + line for line in told[part].splitlines())]
    return "\n".join(lines)
