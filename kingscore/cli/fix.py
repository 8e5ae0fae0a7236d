"""``check --fix``: shows a finding with what would mend it, asks, does it, goes on. It knows no mend itself."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from kingscore.app.code_filter import Choice
from kingscore.app.files import Asked, Checked, check_file
from kingscore.app.fix import OnFile, Stored, Walk, filled, opened, targets
from kingscore.checks import check_game
from kingscore.cli import format_finding, format_repair
from kingscore.cli.check_output import left_out
from kingscore.cli.columns import beside, room, shown, wrapped
from kingscore.cli.context import Context
from kingscore.model.findings import BLANK, Finding, Refused, Repair, has_errors
from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Game
from kingscore.storage.files import write_out

#: What may be answered beside a number; each language has its own words beside the English ones.
ANSWERS = ("yes", "no", "quit")


@dataclass
class Asker:
    """Where answers come from: a terminal, or lines of standard input; the end of them means quit."""

    source: TextIO
    context: Context

    def __call__(self, question: str) -> str:
        print(question, end=" ", flush=True)
        line = self.source.readline()
        if not line or not self.source.isatty():
            print(line.rstrip("\r\n"))
        return line.strip().casefold() if line else "quit"

    def meant(self, said: str) -> str:
        """``yes``, ``no`` or ``quit`` in any language, else what was said."""
        for answer in ANSWERS:
            if said and (said in (answer, answer[0]) or said in self.context.say(f"fix.word.{answer}").split(", ")):
                return answer
        return said or "no"


def fix_stored(context: Context, choice: Choice) -> int:
    """Walk through the game in play, or the one that ``--game`` names; each mend is kept at once."""
    store = context.store()
    game = Stored(store, context.kept(store))
    context.tell("fix.hello", name=game.kept.name)
    _walk(context, game, Walk(choice), Asker(sys.stdin, context))
    return left_over(context, check_game(game.game).findings, choice)


def checked_stored(context: Context, choice: Choice) -> Checked:
    """All that is wrong with the game in play, or the one that ``--game`` names."""
    from kingscore.checks.repairs import with_repairs
    from kingscore.notation.read_game import Reading

    kept = context.kept(context.store())
    report = check_game(kept.game)
    found, left = choice.parted(with_repairs(kept.game, report.findings))
    named = tuple(format_repair.of_game(one, context.named) for one in found)
    return Checked(kept.name, Reading(kept.game, ()), report, named, left_out=left)


def fix_files(context: Context, files: Sequence[str], choice: Choice, where: tuple[str, bool], asked: Asked) -> int:
    """Walk through files; a file is written anew at its end, where somebody says so. ``asked``: by which rules tables
    are read. Refused: U820, U827."""
    output, force = where
    status = 0
    for file, place in targets(files, output, force):
        checked, game = opened(file, lambda _: b"", asked)
        if game is None:
            context.report(checked.findings, to=sys.stdout)
            status = max(status, 1 if checked.opened else 3)
            continue
        context.tell("fix.hello", name=shown(file))
        lost = game.lost(output or file)
        asked_of = [one for one in checked.reading.findings if one.how == "glued" and choice.wants(one) and not lost]
        kept, _ = choice.parted(one for one in checked.reading.findings if one not in asked_of)
        context.report(lost or kept, game.game.players, to=sys.stdout)
        if lost:
            context.tell("fix.by-hand", file=shown(file), codes=tuple(dict.fromkeys(one.code for one in lost)))
            status = max(status, 1)
            continue
        ask = Asker(sys.stdin, context)
        if all(_part(context, game, one, ask) for one in asked_of):
            _walk(context, game, Walk(choice, game.whole), ask)
        if _write(context, game, place, output or file, ask, force):
            checked = check_file(output or file, lambda _: b"")
        status = max(status, left_over(context, checked.findings, choice))
    return status


def _part(context: Context, game: OnFile, found: Finding, ask: Asker) -> bool:
    """The empty line before the deals put in where somebody says so; False where somebody stops."""
    line = context.say("fix.empty-line")
    offered = replace(found, repairs=(Repair(line, "cli.fix.glued"),))
    print("\n" + told(context, offered, game.game.players))
    chosen = _chosen(context, offered, ask)
    if chosen:
        game.part()
        context.tell("fix.done", line=line)
    return chosen is not None


def _write(context: Context, game: OnFile, place: Path | None, file: str, ask: Asker, force: bool) -> bool:
    """True if the mended file was written: where it may be. Another file than the game's own is written also where
    nothing had to be mended."""
    if game.before is None and (file == game.file or game.faults or has_errors(check_game(game.game).findings)):
        if file != game.file:
            context.tell("fix.nothing-written", file=shown(file))
        return False
    if place is None and ask.meant(ask(context.say("fix.write", file=shown(file)))) != "yes":
        context.tell("fix.not-written", file=shown(file))
        return False
    write_out(Path(file), game.content(file), force or place is None)
    context.tell("told.written", file=shown(file))
    return True


def _walk(context: Context, game: Stored | OnFile, walk: Walk, ask: Asker) -> None:
    """From finding to finding until none is left or somebody has had enough."""
    while (found := walk.next(game.game)) is not None:
        found = _where_it_stands(context, game, found)
        print("\n" + told(context, found, game.game.players))
        chosen = _chosen(context, found, ask)
        if chosen is None:
            break
        if chosen == 0:
            walk.passes(found)
            continue
        repair = _filled(context, game.game, (*found.blanks, *found.repairs)[chosen - 1], ask)
        if repair is None:
            walk.passes(found)
            continue
        game.mend(repair, context.now(), reason(context, found, repair))
        done = _where_it_stands(context, game, replace(found, repairs=(repair,), blanks=()))
        context.tell("fix.done", line=shown(done.repairs[0].line))


def _filled(context: Context, game: Game, repair: Repair, ask: Asker) -> Repair | None:
    """A mend with what it leaves open asked for; None where nobody knows."""
    line = repair.words[0][-1] if repair.words else ""
    if not line.endswith(BLANK):
        return repair
    for _ in range(20):
        said = ask(context.say("fix.fill", line=shown(line)))
        if ask.meant(said) in ("no", "quit"):
            break
        try:
            return filled(game, repair, said)
        except Refused as refused:
            context.report(refused.findings, game.players, to=sys.stdout)
    return None


def _where_it_stands(context: Context, game: Stored | OnFile, found: Finding) -> Finding:
    if isinstance(game, OnFile):
        return format_repair.in_file(found, game.file, context.language)
    return format_repair.of_game(found, context.named)


def _chosen(context: Context, found: Finding, ask: Asker) -> int | None:
    """The number of the mend that was chosen, 0 for none, None where somebody stops."""
    last = len(found.blanks) + len(found.repairs)
    question = context.say("fix.ask" if last > 1 else "fix.ask.one", last=last)
    for _ in range(20):
        said = ask.meant(ask(question))
        if said in ANSWERS:
            return {"yes": 1, "no": 0, "quit": None}[said]
        if said.isascii() and said.isdigit() and 1 <= int(said[:3]) <= last:
            return int(said)
        context.tell("fix.again", said=shown(said))
    return None


def told(context: Context, found: Finding, players: Sequence[str]) -> str:
    """A finding with its mends numbered."""
    width = room(sys.stdout)
    head = format_finding.spoken(replace(found, repairs=(), blanks=()), context.language, players, width)
    offered = enumerate((*found.blanks, *found.repairs), 1)
    rows = [(str(n), shown(one.line), format_finding.why(one, context.language)) for n, one in offered]
    alike = [
        line for text in format_finding.telling_apart(found, context.language) for line in wrapped(text, width, "  ")
    ]
    return "\n".join([head, *beside(rows, width, "  "), *alike])


def reason(context: Context, found: Finding, repair: Repair) -> str:
    """What the log says of a mend: the code and what was done."""
    return f"{found.code}: {format_finding.why(repair, context.language)}"


def left_over(context: Context, findings: Sequence[Finding], choice: Choice) -> int:
    """What is still wrong in a game as it is kept now, in a line; before it the codes that nobody wanted to hear of.
    The status of the command."""
    kept, left = choice.parted(findings)
    codes = tuple(dict.fromkeys(one.code for one in kept if one.severity == "error"))
    if left:
        context.tell("check.left-out", codes=left_out(left))
    clean = "fix.clean.else" if left else "fix.clean"
    context.tell("fix.left" if codes else clean, n=sum(one.severity == "error" for one in kept), codes=codes)
    return int(bool(codes))
