"""What is said of a checked file or game: for people, and as the published document. It checks nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kingscore.cli import format_finding, format_repair
from kingscore.cli.columns import shown
from kingscore.model.frozen import replace
from kingscore.model.language import Language

if TYPE_CHECKING:
    from kingscore.app.files import Checked


def lines(
    checked: Checked, language: Language, within: int | None, quiet: bool = False, stored: bool = False
) -> list[str]:
    """A file's findings for people, with what is to be written in it, and whether it is good; ``quiet``: its errors
    alone, no mends. A ``stored`` game is no file: its mends are commands."""
    game, report = checked.game, checked.report
    players = game.players if game is not None else ()
    if quiet:
        errors_only = (
            replace(one, repairs=(), blanks=(), alike=0) for one in checked.findings if one.severity == "error"
        )
        return [format_finding.spoken(found, language, players, within) for found in errors_only]
    told = (
        checked.findings if stored else [format_repair.in_file(one, checked.file, language) for one in checked.findings]
    )
    out = [format_finding.spoken(found, language, players, within) for found in told]
    totals = ""
    if game is not None and report is not None and report.totals is not None:
        totals = ", ".join(f"{p} {language.show(n)}" for p, n in zip(players, report.totals, strict=True))
    errors = sum(one.severity == "error" for one in checked.findings)
    state = language.say("cli.check.wrong", n=errors) if errors else language.say("cli.check.good")
    left = left_out(checked.left_out)
    parts = (
        format_finding.more(checked.findings, language),
        "" if stored else format_repair.pointer(checked.findings, checked.file, checked.asked, language),
        language.say("cli.check.left-out", codes=left) if left else "",
        " · ".join(filter(None, (f"{shown(checked.file)}: {state}", shown(totals)))),
    )
    return [*out, *filter(None, parts)]


def left_out(codes: Sequence[tuple[str, int]]) -> str:
    """Codes that nobody wanted to hear of, with how often each was found."""
    return ", ".join(f"{code} ×{n}" if n > 1 else code for code, n in codes)


def document(checked: Checked, language: Language) -> dict[str, Any]:
    """A file's findings for programs, as the published format has them."""
    game, report = checked.game, checked.report
    players = game.players if game is not None else ()
    return {
        "file": checked.file,
        "variant": game.rules.variant if game is not None else None,
        "ok": checked.ok,
        "findings": [format_finding.document(one, language, players) for one in checked.findings],
        "points": report.points if report is not None else [],
        "totals": report.totals if report is not None else None,
        "complete": report.complete if report is not None else False,
        **({"table": checked.table} if checked.table is not None else {}),
        **({"left_out": dict(checked.left_out)} if checked.left_out else {}),
    }
