"""The command that says all that is wrong in game files, or walks through it: check."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from kingscore.cli import format_finding, options
from kingscore.cli.commands import GameCommand, app
from kingscore.cli.context import Context, OutputTarget, Progress, json_text, put
from kingscore.cli.format_finding import of_game, spoken
from kingscore.model.findings import Finding, Refused, has_errors, together
from kingscore.model.language import Language
from kingscore.model.repairs import MissingDeal, Repair
from kingscore.render.text_width import beside, room, shown, wrapped
from kingscore.storage import resources, variant_files

if TYPE_CHECKING:
    from kingscore.app.files import CheckedFile, CodeFilter, TableRules
    from kingscore.app.fix import GameFile, StoredGame, Walk
    from kingscore.model.game import Game

#: What may be answered beside a number; each language has its own words beside the English ones.
ANSWERS = ("yes", "no", "quit")
#: So many answers that are not understood end a question.
PATIENCE = 20


@app.command(
    "check",
    cls=GameCommand.where(
        excludes={"--fix": ("--quiet", "--jsonl", "--json"), "--json": ("--jsonl",), "files": ("--game",)},
        needs={
            **dict.fromkeys(("--variant", "--option"), ("files",)),
            "--output": ("--fix", "files"),
            "--force": ("--fix",),
        },
    ),
)
def check(
    context: Context,
    files: Annotated[list[str] | None, typer.Argument()] = None,
    fix: Annotated[bool, typer.Option("--fix")] = False,
    select: Annotated[list[str] | None, typer.Option("--select", autocompletion=options.codes)] = None,
    ignore: Annotated[list[str] | None, typer.Option("--ignore", autocompletion=options.codes)] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q")] = False,
    jsonl: Annotated[bool, typer.Option("--jsonl")] = False,
    variant: options.Variant = "",
    option: options.HouseRules = None,
    output: options.Output = "",
    force: options.Force = False,
) -> int:
    """Say all that is wrong in game files."""
    from kingscore.app.files import code_filter, files_in

    chosen, rules = code_filter(select or [], ignore or []), table_rules(variant, option)
    if fix:
        target = OutputTarget(output, force)
        return _fix_files(context, files_in(files), chosen, target, rules) if files else _fix_stored(context, chosen)
    style = Style(context.language.code, jsonl or context.json, room(sys.stdout), rules, chosen, quiet)
    status, documents = 0, list[str]()
    with closing(_reports(context, files, style)) as reports:
        for report in reports:
            status = max(status, report.status)
            if context.json:
                documents.append(report.text)
            elif report.text:
                put(report.text, as_it_is=jsonl)
    if context.json:
        put(f'{{"ok": {json.dumps(not status)}, "files": [{", ".join(documents)}]}}', as_it_is=True)
    return status


class Style(NamedTuple):
    """How a file is reported: in which language, as a document or for people, in how many columns; and by which rules
    a table is read, and which codes are meant."""

    language: str
    as_document: bool
    within: int | None
    rules: TableRules
    code_filter: CodeFilter
    quiet: bool = False

    def report(self, checked: CheckedFile, stored: bool = False) -> FileReport:
        """What is printed of a file, or a ``stored`` game, that was checked; of its findings those that are meant."""
        language = resources.language(self.language)
        if checked.opened:
            kept, left = self.code_filter.split(checked.findings)
            checked = replace(checked, findings=kept, left_out=left)
        if self.as_document:
            text = json_text(checked_document(checked, language))
        elif self.quiet:
            players = checked.game.players if checked.game is not None else ()
            errors = [replace(one, repairs=(), blanks=(), alike=0) for one in checked.findings]
            errors = [one for one in errors if one.severity == "error"]
            text = "\n".join(spoken(one, language, players, self.within) for one in errors)
        else:
            text = "\n".join(checked_lines(checked, language, self.within, stored))
        return FileReport(3 if not checked.opened else int(not checked.ok), text)


class FileReport(NamedTuple):
    """What is printed of a file, and the exit status that it deserves by itself."""

    status: int
    text: str


def _reports(context: Context, named: list[str] | None, style: Style) -> Generator[FileReport, None, None]:
    """The game in play where no file is named, else each file in turn; how far it is on a terminal's last line where
    there are many."""
    from kingscore.app.files import files_in
    from kingscore.app.parallel import each

    if not named:
        yield style.report(_checked_stored(context), stored=True)
        return
    files = files_in(named)
    if len(files) == 1:
        yield report_of_file(style, files[0])
        return
    # Other processes cannot read this one's standard input.
    processes = 1 if "-" in files else None
    progress = Progress(sys.stderr, len(files), partial(context.say, "check.progress"))
    with closing(each(files, partial(report_of_file, style), processes)) as parts, progress:
        for part in parts:
            progress.clear()
            yield from part
            progress.show(len(part), sum(report.status > 0 for report in part))


def report_of_file(style: Style, file: str) -> FileReport:
    """A file checked, in a process of its own where there are many."""
    from kingscore.app.files import check_file

    return style.report(check_file(file, standard_input, style.rules))


def _checked_stored(context: Context) -> CheckedFile:
    """All that is wrong with the game in play, or the one that ``--game`` names."""
    from kingscore.app.files import CheckedFile
    from kingscore.checks import check_game
    from kingscore.checks.repairs import with_repairs
    from kingscore.model.days import day_remarked
    from kingscore.notation.read_game import Reading

    kept = context.load()
    report = check_game(kept.game)
    findings = (*day_remarked(kept.game.date, context.today()), *with_repairs(kept.game, report.findings))
    found = tuple(of_game(one, context.named) for one in findings)
    return CheckedFile(kept.name, Reading(kept.game, ()), report, together(found))


def table_rules(variant: str, option: list[str] | None) -> TableRules:
    """By which rules tables are to be read. Refused, status 2: V301 no such variant, U810 no option."""
    from kingscore.app.files import TableRules

    if variant:
        variant_files.by_id(variant)
    return TableRules(variant, options.pairs(option))


def standard_input(most: int) -> bytes:
    """At most so many bytes of standard input."""
    return sys.stdin.buffer.read(most)


# What is said of a file


def checked_lines(checked: CheckedFile, language: Language, within: int | None, stored: bool = False) -> list[str]:
    """A file's findings for people, with what is to be written in it, and whether it is good. A ``stored`` game is no
    file: its repairs are commands."""
    game, report, file = checked.game, checked.report, "" if stored else checked.file
    players = game.players if game is not None else ()
    out = [spoken(found, language, players, within, file) for found in checked.findings]
    totals = (report.totals if report is not None else None) or ()
    points = ", ".join(f"{name} {language.show(n)}" for name, n in zip(players, totals, strict=False))
    errors = sum(one.times for one in checked.findings if one.severity == "error")
    state = language.say("cli.check.wrong", n=errors) if errors else language.say("cli.check.good")
    left = _left_out(checked.left_out)
    parts = (
        format_finding.more(checked.findings, language),
        format_finding.pointer(checked.findings, file, checked.rules, language) if file else "",
        language.say("cli.check.left-out", codes=left) if left else "",
        " · ".join(filter(None, (f"{shown(checked.file)}: {state}", shown(points)))),
    )
    return [*out, *filter(None, parts)]


def _left_out(codes: Sequence[tuple[str, int]]) -> str:
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
        "findings": [format_finding.document(one, language, players) for one in checked.findings],
        "points": report.points if report is not None else [],
        "totals": report.totals if report is not None else None,
        "complete": report.complete if report is not None else False,
        **({"table": checked.table} if checked.table is not None else {}),
        **({"left_out": dict(checked.left_out)} if checked.left_out else {}),
    }


# Fixing


def _fix_stored(context: Context, codes: CodeFilter) -> int:
    """Walk through the game in play, or the one that ``--game`` names; each repair is kept at once."""
    from kingscore.app.fix import StoredGame, Walk
    from kingscore.checks import check_game

    with context.store() as store:
        game = StoredGame(store, context.kept(store))
        context.tell("fix.hello", name=game.kept.name)
        _walk(context, game, Walk(codes), "")
    return _left_over(context, check_game(game.game).findings, codes)


def _fix_files(
    context: Context, files: Sequence[str], codes: CodeFilter, target: OutputTarget, rules: TableRules
) -> int:
    """Walk through files; a file is written at its end, where somebody says so. ``rules``: by which rules tables are
    read. Refused: U820, U827."""
    from kingscore.app.files import check_file
    from kingscore.app.fix import Walk, opened, targets

    status = 0
    for file, place in targets(files, target.path, target.force):
        checked, game = opened(file, lambda _: b"", rules)
        to = target.path or file
        if game is None:
            context.report(checked.findings, to=sys.stdout)
            status = max(status, 1 if checked.opened else 3)
            continue
        context.tell("fix.hello", name=shown(file))
        lost = game.lost(to)
        asked_of = [one for one in checked.reading.findings if one.how == "glued" and codes.keeps(one) and not lost]
        kept, _ = codes.split(one for one in checked.reading.findings if one not in asked_of)
        context.report(lost or kept, game.game.players, to=sys.stdout)
        if lost:
            context.tell("fix.by-hand", file=shown(file), codes=tuple(dict.fromkeys(one.code for one in lost)))
            status = max(status, 1)
            continue
        if all(_separate(context, game, one) for one in asked_of):
            _walk(context, game, Walk(codes, game.reading.whole), file)
        if _write(context, game, place, OutputTarget(to, target.force)):
            checked = check_file(to, lambda _: b"")
        status = max(status, _left_over(context, checked.findings, codes))
    return status


def _walk(context: Context, game: StoredGame | GameFile, walk: Walk, file: str) -> None:
    """From finding to finding until none is left or somebody has had enough."""
    while (found := walk.next(game.game)) is not None:
        found = found if file else of_game(found, context.named)
        chosen = _choose(context, found, game.game.players, format_finding.offered(found, context.language, file))
        if chosen is None:
            break
        repair = _filled(context, game.game, (*found.blanks, *found.repairs)[chosen - 1]) if chosen else None
        if repair is None:
            walk.passed.add(found)
            continue
        # What the log says of a repair: the code and what was done.
        game.make(repair, context.now(), f"{found.code}: {format_finding.why(repair, context.language)}")
        done = format_finding.offered(replace(found, repairs=(repair,), blanks=()), context.language, file)
        context.tell("fix.done", line=done[0][0])


def _separate(context: Context, game: GameFile, found: Finding) -> bool:
    """The empty line before the deals put in where somebody says so; False where somebody stops."""
    line = context.say("fix.empty-line")
    chosen = _choose(context, found, game.game.players, [(line, context.say("fix.glued"))])
    if chosen:
        game.separate()
        context.tell("fix.done", line=line)
    return chosen is not None


def _choose(context: Context, found: Finding, players: Sequence[str], offered: Sequence[tuple[str, str]]) -> int | None:
    """The number of what was chosen of several, each with why; 0 for none, None where somebody stops."""
    width, language = room(sys.stdout), context.language
    head = spoken(replace(found, repairs=(), blanks=(), alike=0), language, players, width)
    rows = [(str(n), *row) for n, row in enumerate(offered, 1)]
    apart = wrapped(format_finding.telling_apart(found, language), width, "  ") if found.alike else []
    put("\n".join(["", head, *beside(rows, width, "  "), *apart]))
    question = context.say("fix.ask" if len(rows) > 1 else "fix.ask.one", last=len(rows))
    for _ in range(PATIENCE):
        answer = _answer(context, question)
        if answer in ANSWERS:
            return {"yes": 1, "no": 0, "quit": None}[answer]
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:3]) <= len(rows):
            return int(answer)
        context.tell("fix.again", said=shown(answer))
        if context.input.stream:
            raise Refused(context.input.stopped("answer"), status=1)
    return None


def _answer(context: Context, question: str) -> str:
    """``yes``, ``no`` or ``quit`` in any language, else the answer as it is given; nothing is ``no``, and the end of
    what is typed ``quit``."""
    put(question, end=" ")
    line = context.input.next()
    if line is None or context.input.stream:
        put(line or "")
    given = line.strip().casefold() if line is not None else "quit"
    for answer in ANSWERS:
        if given and (given in (answer, answer[0]) or given in context.say(f"fix.word.{answer}").split(", ")):
            return answer
    return given or "no"


def _filled(context: Context, game: Game, repair: Repair) -> Repair | None:
    """A repair with what it leaves open asked for; None where it is not known."""
    from kingscore.app.fix import filled
    from kingscore.checks.repairs.schedule import begun

    edit = repair.edits[0]
    if not isinstance(edit, MissingDeal):
        return repair
    for _ in range(PATIENCE):
        answer = _answer(context, context.say("fix.fill", line=shown(begun(edit, game))))
        if answer in ("no", "quit"):
            break
        try:
            return filled(game, repair, answer)
        except Refused as refused:
            context.report(refused.findings, game.players, to=sys.stdout)
            if context.input.stream:
                raise Refused(context.input.stopped("answer"), status=1) from None
    return None


def _write(context: Context, game: GameFile, place: Path | None, target: OutputTarget) -> bool:
    """True if the repaired file was written: where it may be. Another file than the game's own is written also where
    nothing had to be repaired."""
    from kingscore.checks import check_game
    from kingscore.storage.files import write_out

    file = target.path
    if game.before is None and (file == game.file or game.faults or has_errors(check_game(game.game).findings)):
        if file != game.file:
            context.tell("fix.nothing-written", file=shown(file))
        return False
    if place is None and (answer := _answer(context, context.say("fix.write", file=shown(file)))) != "yes":
        context.tell("fix.not-written", file=shown(file))
        if answer not in ANSWERS and context.input.stream:
            raise Refused(context.input.stopped("answer"), status=1)
        return False
    write_out(Path(file), game.content(file), target.force or place is None)
    context.tell("result.written", file=shown(file))
    return True


def _left_over(context: Context, findings: Sequence[Finding], codes: CodeFilter) -> int:
    """What is still wrong in a game as it is kept now, in a line; before it the codes that were filtered out.
    The status of the command."""
    kept, left = codes.split(findings)
    errors = [one.code for one in kept if one.severity == "error" for _ in range(one.times)]
    if left:
        context.tell("check.left-out", codes=_left_out(left))
    clean = "fix.clean.else" if left else "fix.clean"
    context.tell("fix.left" if errors else clean, n=len(errors), codes=tuple(dict.fromkeys(errors)))
    return int(bool(errors))
