"""A game on the screen: its score table, what is left to play, who stands where. rich only where colour is wanted."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.model.frozen import dataclass, replace
from kingscore.model.game import Game
from kingscore.model.language import Language, signed
from kingscore.render.text_width import Align, cut, pad, width
from kingscore.scoring import schedule
from kingscore.scoring.schedule import Upcoming, deals_to_come, each_has_his_own, is_complete, left_for, upcoming
from kingscore.scoring.score import ScoreTable, score
from kingscore.sheets import Template, lay_out
from kingscore.sheets.cells import Block, Cell

#: The columns of a grid on the screen; dealers and checks are for paper.
SCREEN = Template("grid", columns=("number", "contract", "declarer", "trump", "players", "sum"), money=False)
#: Columns that a narrow screen does without, the second lot only where the first is not enough.
NARROW = ((), ("declarer", "trump"), ("declarer", "trump", "sum"))
#: The narrowest that a name or a contract is cut to.
NARROWEST = 5
GAP = "  "
STYLES = {"penalty": "red", "premium": "green", "wrong": "bold red", "out": "dim"}


@dataclass(frozen=True)
class Line:
    """A line of the table: the texts of its columns, a style for each, and whether a rule runs below it."""

    texts: tuple[str, ...]
    styles: tuple[str, ...]
    ruled: bool = False


@dataclass(frozen=True)
class Table:
    """A table for the screen: its lines, the first of them the head; how its columns are set.

    ``running`` is how many columns the running totals at the end of a player's entry take.
    """

    lines: tuple[Line, ...]
    aligns: tuple[Align, ...]
    running: int

    @property
    def widths(self) -> tuple[int, ...]:
        return tuple(max(map(width, texts)) for texts in zip(*(line.texts for line in self.lines), strict=True))

    @property
    def total_width(self) -> int:
        return sum(self.widths) + len(GAP) * (len(self.widths) - 1)


def show(game: Game, language: Language, columns: int | None = None, colour: bool = False) -> str:
    """The game as text of at most so many ``columns`` (None: as wide as it comes), with colours if wanted."""
    found = score(game)
    drawn = _drawn(game, language, columns, colour).rstrip()  # without deals, the rows of sums are empty
    head = " · ".join(filter(None, (game.rules.names.of(language.code), game.date, game.id)))
    after = [*_standing(game, found, language), *to_come(game, found, language)]
    told = [part for line in after for part in _broken(line, columns)]
    return "\n".join([cut(head, columns) if columns else head, "", drawn, *([""] if told else []), *told])


def _drawn(game: Game, language: Language, columns: int | None, colour: bool) -> str:
    """The table; where it does not fit, with short names of contracts, then with running totals alone and without the
    columns that a narrow screen can do without."""
    table = _table(game, language, SCREEN)
    for without in NARROW if columns is not None and table.total_width > columns else ():
        table = fitted(_table(game, language, replace(SCREEN, short_names=True), without), columns)
        if columns is None or table.total_width <= columns:
            break
    return _coloured(table) if colour else _plain(table)


def _broken(line: str, columns: int | None) -> list[str]:
    """A sentence in lines of so many columns, broken between words; the later ones set in."""
    out = [line]
    while columns is not None and width(out[-1]) > columns:
        indent = len(out[-1]) - len(out[-1].lstrip())
        fits = [at for at, c in enumerate(out[-1]) if c == " " and at > indent and width(out[-1][:at]) <= columns]
        if not fits:
            break
        out[-1:] = [out[-1][: fits[-1]], "  " + out[-1][fits[-1] + 1 :]]
    return out


def _table(game: Game, language: Language, template: Template, without: tuple[str, ...] = ()) -> Table:
    """The table without some columns; where any is left out, of a deal only the running totals are shown."""
    block = lay_out(game, template, language, to_come=False).blocks[0]
    shown = [column.holds not in without for column in block.columns]
    kept = [at for at, column in enumerate(block.columns) if shown[at] and _kept(block, at, column.holds)]
    pairs = _pair_widths(block)
    pairs = (0, pairs[1]) if without else pairs
    lines = [_line(block, row, kept, pairs) for row in range(block.rows)]
    aligns: list[Align] = ["right" if block.columns[at].holds == "number" else block.columns[at].align for at in kept]
    return Table(tuple(lines), tuple(aligns), pairs[1])


def _kept(block: Block, at: int, holds: str) -> bool:
    """False for a column in which no deal has anything to say; checks are shown only where one fails."""
    deals = [cell for cell in block.cells if cell.column == at and cell.row >= block.head and cell.columns == 1]
    if holds == "sum":
        return any(cell.tone == "wrong" for cell in deals)
    if holds == "trump":
        return any(cell.shown for cell in deals) and not any(c.holds == "declarer" for c in block.columns)
    return holds != "running" and (holds == "points" or any(cell.shown for cell in deals))


def _pair_widths(block: Block) -> tuple[int, int]:
    """How wide points and running totals are at most."""
    points = [width(c.shown) for c in block.cells if c.role == "entry"]
    running = [width(c.shown) for c in block.cells if c.role == "running"]
    return (max(points, default=1), max(running, default=1))


def _line(block: Block, row: int, kept: Sequence[int], pairs: tuple[int, int]) -> Line:
    cells = {cell.column: cell for cell in block.in_row(row)}
    if 0 in cells and cells[0].columns > 1:
        # A sum's label begins under the number; on the screen it stands under the deals.
        at = next((at for at in kept if block.columns[at].holds == "contract"), 0)
        cells[at] = cells.pop(0)
    texts = [_text(block, cells.get(at), cells.get(at + 1), pairs) for at in kept]
    styles = [_style(cells.get(at)) for at in kept]
    return Line(tuple(texts), tuple(styles), row in block.ruled)


def _text(block: Block, cell: Cell | None, beside: Cell | None, pairs: tuple[int, int]) -> str:
    if cell is None:
        return ""
    if cell.role == "entry":
        running = beside.shown if beside is not None and beside.role == "running" else ""
        if not pairs[0]:
            return pad(running or cell.shown, pairs[1], "right")
        return f"{pad(cell.shown, pairs[0], 'right')} {pad(running, pairs[1], 'right')}"
    if cell.role == "mark" and block.columns[cell.column].holds == "declarer" and beside is not None:
        return f"{cell.shown} {beside.shown}".strip()
    return cell.shown


def _style(cell: Cell | None) -> str:
    if cell is None:
        return ""
    if cell.role == "entry" and not cell.tone:
        return "entry"
    weight = "bold" if cell.role in ("total", "name", "head") else ""
    return " ".join(filter(None, (weight, STYLES.get(cell.tone, ""))))


def fitted(table: Table, columns: int | None) -> Table:
    """The table with its widest words cut until it is no wider than so many columns."""
    widths = list(table.widths)
    room = None if columns is None else columns - len(GAP) * (len(widths) - 1)
    if room is None or sum(widths) <= room:
        return table
    floors = [max([NARROWEST, *(width(t) for t in texts if _is_number(t))]) for texts in _columns(table)]
    while sum(widths) > room:
        spare = [at for at, (w, floor) in enumerate(zip(widths, floors, strict=True)) if w > floor]
        if not spare:
            break
        widest = max(spare, key=lambda at: widths[at])
        widths[widest] -= 1
    lines = tuple(
        replace(line, texts=tuple(cut(t, w) for t, w in zip(line.texts, widths, strict=True))) for line in table.lines
    )
    return Table(lines, table.aligns, table.running)


def _columns(table: Table) -> list[tuple[str, ...]]:
    return list(zip(*(line.texts for line in table.lines), strict=True))


def _is_number(text: str) -> bool:
    return bool(text) and set(text) <= set("0123456789+−–? ")


def _plain(table: Table) -> str:
    widths = table.widths
    out = []
    for line in table.lines:
        texts = (pad(t, w, a) for t, w, a in zip(line.texts, widths, table.aligns, strict=True))
        out.append(GAP.join(texts).rstrip())
        if line.ruled:
            out.append("─" * table.total_width)
    return "\n".join(out)


def _coloured(table: Table) -> str:
    """The same table through rich. Names go in as Text: in a plain string rich would read markup."""
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    widths = table.widths
    drawn = RichTable(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for _ in widths:
        drawn.add_column(no_wrap=True)
    for line in table.lines:
        texts = []
        for text, style, columns, align in zip(line.texts, line.styles, widths, table.aligns, strict=True):
            shown = Text(pad(text, columns, align), style="" if style == "entry" else style)
            if style == "entry":
                shown.stylize("dim", len(shown) - table.running)
            texts.append(shown)
        drawn.add_row(*texts)
        if line.ruled:
            drawn.add_row(*(Text("─" * columns, style="dim") for columns in widths))
    console = Console(force_terminal=True, width=table.total_width + 10, legacy_windows=False)
    with console.capture() as captured:
        console.print(drawn)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _standing(game: Game, found: ScoreTable, language: Language) -> list[str]:
    """Who stands where, best first; said as a result only when the game is through."""
    if found.totals is None or found.places is None or not game.deals:
        return []
    order = sorted(range(len(game.players)), key=lambda seat: found.places[seat] if found.places else 0)
    places = ", ".join(f"{found.places[s]}. {game.players[s]} {signed(found.totals[s])}" for s in order)
    key = "sheets.show.result" if is_complete(game, found) or game.finished else "sheets.show.standing"
    return [language.say(key, places=places)]


def to_come(game: Game, found: ScoreTable, language: Language) -> list[str]:
    """What is left to play, in lines: the next deal, how many are left, who may still declare what."""
    following = upcoming(game, found)
    if following is None:
        return [language.say("sheets.show.over")]
    out = [_next(game, following, language)]
    deals, left = deals_to_come(game), schedule.to_come(game)
    if deals is not None:
        among = sum(left.values()) if left is not None else deals
        out.append(language.say("sheets.show.left.of" if among > deals else "sheets.show.left", n=deals, among=among))
    if each_has_his_own(game):
        for seat, player in enumerate(game.players):
            out.append(f"  {player}: {_names(game, left_for(game, seat), language)}")
    elif left is not None:
        out.append("  " + _names(game, left, language))
    return out


def _next(game: Game, following: Upcoming, language: Language) -> str:
    dealer = game.players[following.dealer]
    parts = [language.say("sheets.show.next", n=following.number, number=following.number)]
    if len(following.contracts) == 1:
        parts.append(_name(game, following.contracts[0], language))
    parts.append(language.say("sheets.show.dealer", name=dealer))
    if following.declarer is not None:
        parts.append(language.say("sheets.show.declarer", name=game.players[following.declarer]))
    if following.sitting_out:
        out = ", ".join(game.players[seat] for seat in following.sitting_out)
        parts.append(language.say("sheets.show.out", names=out))
    return " · ".join(parts)


def _names(game: Game, left: dict[str, int], language: Language) -> str:
    if not left:
        return "–"
    return ", ".join(f"{_name(game, c, language)} ×{n}" if n > 1 else _name(game, c, language) for c, n in left.items())


def _name(game: Game, contract_id: str, language: Language) -> str:
    contract = game.rules.contract(contract_id)
    return contract_id if contract is None else contract.names.of(language.code)
