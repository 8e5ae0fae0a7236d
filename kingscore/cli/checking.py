"""The command that says all that is wrong in game files: check."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from kingscore.cli import options
from kingscore.cli.commands import GameCommand, app
from kingscore.cli.context import Context, OutputTarget, Progress
from kingscore.cli.format_finding import checked_document, checked_lines
from kingscore.render.text_width import room
from kingscore.storage import resources, variant_files

if TYPE_CHECKING:
    from kingscore.app.code_filter import CodeFilter
    from kingscore.app.files import CheckedFile, TableRules


@app.command("check", cls=GameCommand)
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
    from kingscore.app.code_filter import code_filter
    from kingscore.app.files import files_in

    given: dict[str, object] = {"files": files, "--fix": fix, "--quiet": quiet, "--jsonl": jsonl, "--output": output}
    given |= {"--json": context.json, "--game": context.game, "--variant": variant, "--option": option}
    _refuse_halves({**given, "--force": force})
    chosen, rules = code_filter(select or [], ignore or []), table_rules(variant, option)
    if fix:
        from kingscore.cli.fix import fix_files, fix_stored

        target = OutputTarget(output, force)
        return fix_files(context, files_in(files), chosen, target, rules) if files else fix_stored(context, chosen)
    style = Style(context.language.code, jsonl or context.json, room(sys.stdout), rules, chosen, quiet)
    status, documents = 0, list[str]()
    with closing(_reports(context, files, style)) as reports:
        for report in reports:
            status = max(status, report.status)
            if context.json:
                documents.append(report.text)
            elif report.text:
                print(report.text)
    if context.json:
        print(f'{{"ok": {json.dumps(not status)}, "files": [{", ".join(documents)}]}}')
    return status


def _refuse_halves(given: Mapping[str, object]) -> None:
    """Refused, status 2: U814 for what asks for two things at once, U823 for what would change nothing."""
    excluded = {"--fix": ("--quiet", "--jsonl", "--json"), "--json": ("--jsonl",), "files": ("--game",)}
    for word, others in excluded.items():
        options.refuse_beside(word, ((other, given[other]) for other in others if given[word]))
    needed = {"--variant": ("files",), "--option": ("files",), "--output": ("--fix", "files"), "--force": ("--fix",)}
    for word, others in needed.items():
        for other in others:
            if given[word] and not given[other]:
                raise options.without(word, other)


@dataclass(frozen=True, slots=True)
class Style:
    """How a file is reported: in which language, as a document or for people, in how many columns; and by which rules
    a table is read, and which codes are meant."""

    language: str
    as_document: bool
    within: int | None
    rules: TableRules
    code_filter: CodeFilter
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class FileReport:
    """What is printed of a file, and the exit status that it deserves by itself."""

    status: int
    text: str


def _reports(context: Context, named: list[str] | None, style: Style) -> Generator[FileReport, None, None]:
    """The game in play where no file is named, else each file in turn; how far it is on a terminal's last line where
    there are many."""
    from kingscore.app.files import files_in
    from kingscore.app.parallel import each

    if not named:
        from kingscore.cli.fix import checked_stored

        yield report_of(style, checked_stored(context, style.code_filter), stored=True)
        return
    files = files_in(named)
    # Other processes cannot read this one's standard input.
    processes = 1 if "-" in files else None
    progress = Progress(sys.stderr, len(files), lambda **values: context.say("check.progress", **values))
    with closing(each(files, partial(report_of_file, style), processes)) as parts, progress:
        for part in parts:
            progress.clear()
            yield from part
            progress.show(len(part), sum(report.status > 0 for report in part))


def report_of_file(style: Style, file: str) -> FileReport:
    """A file checked, in a process of its own where there are many; of its findings those that are meant."""
    from kingscore.app.files import check_file

    checked = check_file(file, standard_input, style.rules)
    if checked.opened:
        kept, left = style.code_filter.split(checked.findings)
        checked = replace(checked, findings=kept, left_out=left)
    return report_of(style, checked)


def report_of(style: Style, checked: CheckedFile, stored: bool = False) -> FileReport:
    """What is printed of a file, or of a ``stored`` game, that was checked."""
    language = resources.language(style.language)
    if style.as_document:
        text = json.dumps(checked_document(checked, language), ensure_ascii=False)
    elif style.quiet and checked.ok:
        text = ""
    else:
        text = "\n".join(checked_lines(checked, language, style.within, style.quiet, stored))
    return FileReport(3 if not checked.opened else int(not checked.ok), text)


def table_rules(variant: str, option: list[str] | None) -> TableRules:
    """By which rules tables are to be read. Refused, status 2: V301 no such variant, U810 no option."""
    from kingscore.app.files import TableRules

    if variant:
        variant_files.by_id(variant)
    return TableRules(variant, options.pairs(option))


def standard_input(most: int) -> bytes:
    """At most so many bytes of standard input."""
    return sys.stdin.buffer.read(most)
