"""``check --fix``: shows a finding with what would put it right, asks, does it, goes on."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

from kingscore.app.code_filter import CodeFilter
from kingscore.app.files import CheckedFile, TableRules, check_file
from kingscore.app.fix import GameFile, StoredGame, Walk, filled, opened, targets
from kingscore.checks import check_game
from kingscore.checks.repairs.schedule import begun
from kingscore.cli import format_finding, format_repair
from kingscore.cli.context import Context, OutputTarget
from kingscore.model.findings import Finding, Refused, has_errors
from kingscore.model.game import Game
from kingscore.model.repairs import MissingDeal, Repair
from kingscore.render.text_width import beside, room, shown, wrapped
from kingscore.storage.files import write_out

#: What may be answered beside a number; each language has its own words beside the English ones.
ANSWERS = ("yes", "no", "quit")
#: So many answers that are not understood end a question.
PATIENCE = 20


@dataclass
class AnswerSource:
    """Where answers come from: a terminal, or lines of standard input; the end of them means quit."""

    source: TextIO
    context: Context

    def __call__(self, question: str) -> str:
        """``yes``, ``no`` or ``quit`` in any language, else the answer as it is given; nothing is ``no``."""
        print(question, end=" ", flush=True)
        line = self.source.readline()
        if not line or not self.source.isatty():
            print(line.rstrip("\r\n"))
        given = line.strip().casefold() if line else "quit"
        for answer in ANSWERS:
            if given and (given in (answer, answer[0]) or given in self.context.say(f"fix.word.{answer}").split(", ")):
                return answer
        return given or "no"

    def choose(self, finding: Finding, players: Sequence[str], offered: Sequence[tuple[str, str]]) -> int | None:
        """The number of what was chosen of several, each with why; 0 for none, None where somebody stops."""
        width, language = room(sys.stdout), self.context.language
        head = format_finding.spoken(replace(finding, repairs=(), blanks=()), language, players, width)
        rows = [(str(n), *row) for n, row in enumerate(offered, 1)]
        apart = format_finding.telling_apart(finding, language)
        print(
            "\n".join(
                ["", head, *beside(rows, width, "  "), *(line for t in apart for line in wrapped(t, width, "  "))]
            )
        )
        question = self.context.say("fix.ask" if len(rows) > 1 else "fix.ask.one", last=len(rows))
        for _ in range(PATIENCE):
            answer = self(question)
            if answer in ANSWERS:
                return {"yes": 1, "no": 0, "quit": None}[answer]
            if answer.isascii() and answer.isdigit() and 1 <= int(answer[:3]) <= len(rows):
                return int(answer)
            self.context.tell("fix.again", said=shown(answer))
        return None

    def filled(self, game: Game, repair: Repair) -> Repair | None:
        """A repair with what it leaves open asked for; None where it is not known."""
        edit = repair.edits[0]
        if not isinstance(edit, MissingDeal):
            return repair
        for _ in range(PATIENCE):
            answer = self(self.context.say("fix.fill", line=shown(begun(edit, game))))
            if answer in ("no", "quit"):
                break
            try:
                return filled(game, repair, answer)
            except Refused as refused:
                self.context.report(refused.findings, game.players, to=sys.stdout)
        return None


def fix_stored(context: Context, codes: CodeFilter) -> int:
    """Walk through the game in play, or the one that ``--game`` names; each repair is kept at once."""
    store = context.store()
    game = StoredGame(store, context.kept(store))
    context.tell("fix.hello", name=game.kept.name)
    _walk(context, game, Walk(codes), AnswerSource(sys.stdin, context))
    return left_over(context, check_game(game.game).findings, codes)


def checked_stored(context: Context, codes: CodeFilter) -> CheckedFile:
    """All that is wrong with the game in play, or the one that ``--game`` names."""
    from kingscore.checks.repairs import with_repairs
    from kingscore.notation.read_game import Reading

    kept = context.kept(context.store())
    report = check_game(kept.game)
    found, left = codes.split(with_repairs(kept.game, report.findings))
    named = tuple(format_repair.of_game(one, context.named) for one in found)
    return CheckedFile(kept.name, Reading(kept.game, ()), report, named, left_out=left)


def fix_files(
    context: Context, files: Sequence[str], codes: CodeFilter, target: OutputTarget, rules: TableRules
) -> int:
    """Walk through files; a file is written at its end, where somebody says so. ``rules``: by which rules tables are
    read. Refused: U820, U827."""
    output, status = target.path, 0
    for file, place in targets(files, output, target.force):
        checked, game = opened(file, lambda _: b"", rules)
        if game is None:
            context.report(checked.findings, to=sys.stdout)
            status = max(status, 1 if checked.opened else 3)
            continue
        context.tell("fix.hello", name=shown(file))
        lost = game.lost(output or file)
        asked_of = [one for one in checked.reading.findings if one.how == "glued" and codes.keeps(one) and not lost]
        kept, _ = codes.split(one for one in checked.reading.findings if one not in asked_of)
        context.report(lost or kept, game.game.players, to=sys.stdout)
        if lost:
            context.tell("fix.by-hand", file=shown(file), codes=tuple(dict.fromkeys(one.code for one in lost)))
            status = max(status, 1)
            continue
        ask = AnswerSource(sys.stdin, context)
        if all(_separate(context, game, one, ask) for one in asked_of):
            _walk(context, game, Walk(codes, game.whole), ask)
        if _write(context, game, place, output or file, ask, target.force):
            checked = check_file(output or file, lambda _: b"")
        status = max(status, left_over(context, checked.findings, codes))
    return status


def _separate(context: Context, game: GameFile, finding: Finding, ask: AnswerSource) -> bool:
    """The empty line before the deals put in where somebody says so; False where somebody stops."""
    line = context.say("fix.empty-line")
    chosen = ask.choose(finding, game.game.players, [(line, context.say("fix.glued"))])
    if chosen:
        game.separate()
        context.tell("fix.done", line=line)
    return chosen is not None


def _write(context: Context, game: GameFile, place: Path | None, file: str, ask: AnswerSource, force: bool) -> bool:
    """True if the repaired file was written: where it may be. Another file than the game's own is written also where
    nothing had to be repaired."""
    if game.before is None and (file == game.file or game.faults or has_errors(check_game(game.game).findings)):
        if file != game.file:
            context.tell("fix.nothing-written", file=shown(file))
        return False
    if place is None and ask(context.say("fix.write", file=shown(file))) != "yes":
        context.tell("fix.not-written", file=shown(file))
        return False
    write_out(Path(file), game.content(file), force or place is None)
    context.tell("result.written", file=shown(file))
    return True


def _walk(context: Context, game: StoredGame | GameFile, walk: Walk, ask: AnswerSource) -> None:
    """From finding to finding until none is left or somebody has had enough."""
    file = game.file if isinstance(game, GameFile) else ""
    while (found := walk.next(game.game)) is not None:
        found = found if file else format_repair.of_game(found, context.named)
        chosen = ask.choose(found, game.game.players, format_finding.offered(found, context.language, file))
        if chosen is None:
            break
        repair = ask.filled(game.game, (*found.blanks, *found.repairs)[chosen - 1]) if chosen else None
        if repair is None:
            walk.passes(found)
            continue
        # What the log says of a repair: the code and what was done.
        game.make(repair, context.now(), f"{found.code}: {format_finding.why(repair, context.language)}")
        done = format_finding.offered(replace(found, repairs=(repair,), blanks=()), context.language, file)
        context.tell("fix.done", line=done[0][0])


def left_over(context: Context, findings: Sequence[Finding], codes: CodeFilter) -> int:
    """What is still wrong in a game as it is kept now, in a line; before it the codes that were filtered out.
    The status of the command."""
    kept, left = codes.split(findings)
    errors = [one.code for one in kept if one.severity == "error"]
    if left:
        context.tell("check.left-out", codes=format_finding.left_out(left))
    clean = "fix.clean.else" if left else "fix.clean"
    context.tell("fix.left" if errors else clean, n=len(errors), codes=tuple(dict.fromkeys(errors)))
    return int(bool(errors))
