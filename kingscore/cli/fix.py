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
from kingscore.cli.context import Desk
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
    desk: Desk

    def __call__(self, question: str) -> str:
        print(question, end=" ", flush=True)
        line = self.source.readline()
        if not line or not self.source.isatty():
            print(line.rstrip("\r\n"))
        return line.strip().casefold() if line else "quit"

    def meant(self, said: str) -> str:
        """``yes``, ``no`` or ``quit`` in any language, else what was said."""
        for answer in ANSWERS:
            if said and (said in (answer, answer[0]) or said in self.desk.say(f"fix.word.{answer}").split(", ")):
                return answer
        return said or "no"


def fix_stored(desk: Desk, choice: Choice) -> int:
    """Walk through the game in play, or the one that ``--game`` names; each mend is kept at once."""
    store = desk.store()
    game = Stored(store, desk.kept(store))
    desk.tell("fix.hello", name=game.kept.name)
    _walk(desk, game, Walk(choice), Asker(sys.stdin, desk))
    return left_over(desk, check_game(game.game).findings, choice)


def checked_stored(desk: Desk, choice: Choice) -> Checked:
    """All that is wrong with the game in play, or the one that ``--game`` names."""
    from kingscore.checks.repairs import with_repairs
    from kingscore.notation.read_game import Reading

    kept = desk.kept(desk.store())
    report = check_game(kept.game)
    found, left = choice.parted(with_repairs(kept.game, report.findings))
    named = tuple(format_repair.of_game(one, desk.named) for one in found)
    return Checked(kept.name, Reading(kept.game, ()), report, named, left_out=left)


def fix_files(desk: Desk, files: Sequence[str], choice: Choice, where: tuple[str, bool], asked: Asked) -> int:
    """Walk through files; a file is written anew at its end, where somebody says so. ``asked``: by which rules tables
    are read. Refused: U820, U827."""
    output, force = where
    status = 0
    for file, place in targets(files, output, force):
        checked, game = opened(file, lambda _: b"", asked)
        if game is None:
            desk.report(checked.findings, to=sys.stdout)
            status = max(status, 1 if checked.opened else 3)
            continue
        desk.tell("fix.hello", name=shown(file))
        lost = game.lost(output or file)
        asked_of = [one for one in checked.reading.findings if one.how == "glued" and choice.wants(one) and not lost]
        kept, _ = choice.parted(one for one in checked.reading.findings if one not in asked_of)
        desk.report(lost or kept, game.game.players, to=sys.stdout)
        if lost:
            desk.tell("fix.by-hand", file=shown(file), codes=tuple(dict.fromkeys(one.code for one in lost)))
            status = max(status, 1)
            continue
        ask = Asker(sys.stdin, desk)
        if all(_part(desk, game, one, ask) for one in asked_of):
            _walk(desk, game, Walk(choice, game.whole), ask)
        if _write(desk, game, place, output or file, ask, force):
            checked = check_file(output or file, lambda _: b"")
        status = max(status, left_over(desk, checked.findings, choice))
    return status


def _part(desk: Desk, game: OnFile, found: Finding, ask: Asker) -> bool:
    """The empty line before the deals put in where somebody says so; False where somebody stops."""
    line = desk.say("fix.empty-line")
    offered = replace(found, repairs=(Repair(line, "cli.fix.glued"),))
    print("\n" + told(desk, offered, game.game.players))
    chosen = _chosen(desk, offered, ask)
    if chosen:
        game.part()
        desk.tell("fix.done", line=line)
    return chosen is not None


def _write(desk: Desk, game: OnFile, place: Path | None, file: str, ask: Asker, force: bool) -> bool:
    """True if the mended file was written: where it may be. Another file than the game's own is written also where
    nothing had to be mended."""
    if game.before is None and (file == game.file or game.faults or has_errors(check_game(game.game).findings)):
        if file != game.file:
            desk.tell("fix.nothing-written", file=shown(file))
        return False
    if place is None and ask.meant(ask(desk.say("fix.write", file=shown(file)))) != "yes":
        desk.tell("fix.not-written", file=shown(file))
        return False
    write_out(Path(file), game.content(file), force or place is None)
    desk.tell("told.written", file=shown(file))
    return True


def _walk(desk: Desk, game: Stored | OnFile, walk: Walk, ask: Asker) -> None:
    """From finding to finding until none is left or somebody has had enough."""
    while (found := walk.next(game.game)) is not None:
        found = _where_it_stands(desk, game, found)
        print("\n" + told(desk, found, game.game.players))
        chosen = _chosen(desk, found, ask)
        if chosen is None:
            break
        if chosen == 0:
            walk.passes(found)
            continue
        repair = _filled(desk, game.game, (*found.blanks, *found.repairs)[chosen - 1], ask)
        if repair is None:
            walk.passes(found)
            continue
        game.mend(repair, desk.now(), reason(desk, found, repair))
        done = _where_it_stands(desk, game, replace(found, repairs=(repair,), blanks=()))
        desk.tell("fix.done", line=shown(done.repairs[0].line))


def _filled(desk: Desk, game: Game, repair: Repair, ask: Asker) -> Repair | None:
    """A mend with what it leaves open asked for; None where nobody knows."""
    line = repair.words[0][-1] if repair.words else ""
    if not line.endswith(BLANK):
        return repair
    for _ in range(20):
        said = ask(desk.say("fix.fill", line=shown(line)))
        if ask.meant(said) in ("no", "quit"):
            break
        try:
            return filled(game, repair, said)
        except Refused as refused:
            desk.report(refused.findings, game.players, to=sys.stdout)
    return None


def _where_it_stands(desk: Desk, game: Stored | OnFile, found: Finding) -> Finding:
    if isinstance(game, OnFile):
        return format_repair.in_file(found, game.file, desk.language)
    return format_repair.of_game(found, desk.named)


def _chosen(desk: Desk, found: Finding, ask: Asker) -> int | None:
    """The number of the mend that was chosen, 0 for none, None where somebody stops."""
    last = len(found.blanks) + len(found.repairs)
    question = desk.say("fix.ask" if last > 1 else "fix.ask.one", last=last)
    for _ in range(20):
        said = ask.meant(ask(question))
        if said in ANSWERS:
            return {"yes": 1, "no": 0, "quit": None}[said]
        if said.isascii() and said.isdigit() and 1 <= int(said[:3]) <= last:
            return int(said)
        desk.tell("fix.again", said=shown(said))
    return None


def told(desk: Desk, found: Finding, players: Sequence[str]) -> str:
    """A finding with its mends numbered."""
    width = room(sys.stdout)
    head = format_finding.spoken(replace(found, repairs=(), blanks=()), desk.language, players, width)
    offered = enumerate((*found.blanks, *found.repairs), 1)
    rows = [(str(n), shown(one.line), format_finding.why(one, desk.language)) for n, one in offered]
    alike = [line for text in format_finding.telling_apart(found, desk.language) for line in wrapped(text, width, "  ")]
    return "\n".join([head, *beside(rows, width, "  "), *alike])


def reason(desk: Desk, found: Finding, repair: Repair) -> str:
    """What the log says of a mend: the code and what was done."""
    return f"{found.code}: {format_finding.why(repair, desk.language)}"


def left_over(desk: Desk, findings: Sequence[Finding], choice: Choice) -> int:
    """What is still wrong in a game as it is kept now, in a line; before it the codes that nobody wanted to hear of.
    The status of the command."""
    kept, left = choice.parted(findings)
    codes = tuple(dict.fromkeys(one.code for one in kept if one.severity == "error"))
    if left:
        desk.tell("check.left-out", codes=left_out(left))
    clean = "fix.clean.else" if left else "fix.clean"
    desk.tell("fix.left" if codes else clean, n=sum(one.severity == "error" for one in kept), codes=codes)
    return int(bool(codes))
