"""The command that keeps a whole evening at the table: asks for the next deal until the game is over."""

from __future__ import annotations

import sys

import typer

from kingscore.app.change import Change, finish, record, redo, undo
from kingscore.app.remaining import Sharing, sharing
from kingscore.cli import format_finding, format_game
from kingscore.cli.commands import GameCommand, app
from kingscore.cli.context import Context
from kingscore.cli.prompt import Asker
from kingscore.model.findings import Refused, finding
from kingscore.model.frozen import dataclass
from kingscore.model.language import signed
from kingscore.render.text_width import room, wrapped
from kingscore.scoring.schedule import upcoming
from kingscore.scoring.score import score
from kingscore.storage import Kept, Store, resources

#: Words that are no deal; each language has its own beside the English ones.
WORDS = ("undo", "redo", "show", "help", "finish", "quit")


@app.command("play", cls=GameCommand)
def play(ctx: typer.Context) -> int:
    """Keep a game, asked deal by deal."""
    context = Context.of(ctx)
    if context.json:
        raise Refused(finding("U814", first="play", second="--json"), status=2)
    with context.store() as store:
        return Play(context, store, context.kept(store), Asker()).run()


@dataclass
class Play:
    """One sitting: the game as it was last seen, the line that was refused just now, and whether any was."""

    context: Context
    store: Store
    kept: Kept
    asker: Asker
    again: str = ""
    refused: bool = False

    def run(self) -> int:
        """Ask until the lines or the patience end. The status is 1 where lines came from a file and one was refused."""
        self.context.tell("play.hello.over" if self.over else "play.hello", game=self.kept.name)
        self.tell_next()
        while (line := self._ask()) is not None:
            self.again = ""
            try:
                if not self.answer(line.strip()):
                    break
                sys.stdout.flush()
            except Refused as refused:
                self.again, self.refused = line, True
                self.context.report(refused.findings, refused.players or self.kept.game.players)
                self.kept = self.store.load(self.kept.name)
        self.context.tell("play.bye.over" if self.over else "play.bye", n=len(self.kept.game.deals))
        return int(self.refused and not self.asker.terminal)

    @property
    def over(self) -> bool:
        """True where the game takes no deal any more."""
        return upcoming(self.kept.game) is None

    def _ask(self) -> str | None:
        coming = upcoming(self.kept.game)
        number = str(coming.number) if coming else "–"
        try:
            return self.asker.ask(f"{number}> ", self.progress, self.again)
        except KeyboardInterrupt:
            print()
            return None

    def answer(self, line: str) -> bool:
        """Do what a line says; False when it says that this is enough. Refused: as ``deal`` and the others."""
        word = _own_word(self.context, line)
        if word == "quit":
            return False
        if word == "help":
            page = self.context.say("play.page.examples").splitlines()
            self.context.write("\n".join(wrapped("\n".join(map(str.strip, page)), room(sys.stdout), "  ")))
        elif word == "show":
            from kingscore.cli.show import table

            self.context.write(table(self.context, self.kept))
        elif line:
            for command in _commands(line, (self.kept.name, self.context.named or "")):
                self._changed(self._change(word, command), word)
        return True

    def _change(self, word: str, said: tuple[str, ...]) -> Change:
        at, (first, *rest) = self.context.now(), said
        if word == "undo" or said == ("undo",):
            return undo(self.store, self.kept, at)
        if word == "redo" or said == ("redo",):
            return redo(self.store, self.kept, at)
        if word == "finish":
            return finish(self.store, self.kept, at, early=True)
        if first == "amend" and len(rest) > 1:
            from kingscore.cli.recording import amended

            return amended(self.store, self.kept, rest, at)
        return record(self.store, self.kept, rest if first == "deal" and rest else said, at)

    def _changed(self, change: Change, word: str) -> None:
        self.kept = change.kept
        mended = change.entry.kind in ("delete", "head")
        (format_game.amended if mended else format_game.recorded)(self.context, change)
        if word == "finish":
            self.context.tell("play.finished")

    def tell_next(self) -> None:
        """Tell what comes next."""
        game = self.kept.game
        table = score(game)
        self.context.write_set(format_game.following(self.context, game, upcoming(game, table), table))

    def progress(self, line: str) -> str:
        """How far a half typed line has come, in a few words; how to begin anew while a refused line stands there."""
        if line and line == self.again:
            return self.context.say("play.again")
        if self.over:
            return self.context.say("play.over")
        if _own_word(self.context, line.strip()):
            return ""
        found = sharing(line, self.kept.game, resources.words())
        return "" if found is None else told(self.context, found, self.kept.game.players)


def _commands(line: str, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The commands of a line: a deal as it stands, or whole commands as repairs show them, joined by ``&&``; they may
    name the game that is kept here."""
    first, _, rest = line.partition(" ")
    if first not in ("kingscore", "amend", "deal") or not rest.strip():
        return [(line,)]
    import shlex

    try:
        parts = [tuple(shlex.split(part)) for part in line.split(" && ")]
    except ValueError:
        return [(line,)]
    own = [part[1:] if part[0] == "kingscore" else part for part in parts if part and part != ("kingscore",)]
    return [part[2:] if part[0] == "--game" and part[1:2] and part[1] in names and part[2:] else part for part in own]


def _own_word(context: Context, line: str) -> str:
    """The word of the loop that a line is, empty where it is none."""
    if line == "?":
        return "help"
    said = line.casefold()
    return next((word for word in WORDS if said == word or said in context.say(f"play.word.{word}").split(", ")), "")


def told(context: Context, found: Sharing, players: tuple[str, ...]) -> str:
    """What is still to be shared out, or what a deal said to its end comes to."""
    name = found.contract.names if found.contract is not None else ""
    if found.seats:
        item = found.item.names if found.item is not None else context.say("told.points")
        left = context.say("play.left", contract=name, item=item, left=found.left)
        seats = context.say("play.seats", names=tuple(players[seat] for seat in found.seats))
        later = context.say("play.later", items=tuple(item.names for item in found.items)) if found.items else ""
        return " · ".join(filter(None, (left, seats, later)))
    if found.points is not None:
        points = " ".join(f"{player} {signed(n)}" for player, n in zip(players, found.points, strict=True))
        return context.say("play.fits", contract=name, points=points)
    wrong = next((one for one in found.findings if one.severity == "error"), None)
    return format_finding.message(wrong, context.language, players).partition(". ")[0] if wrong is not None else ""
