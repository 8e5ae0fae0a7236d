"""What is shown on the screen: a game's table and what is left to play, its chart in characters, a report's tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kingscore.model.game import Game, as_of
from kingscore.model.language import Language, number, signed
from kingscore.render.text_width import Align, cut, pad, shown, width
from kingscore.scoring import schedule
from kingscore.scoring.schedule import Upcoming, deals_to_come, each_has_his_own, is_complete, left_for, upcoming
from kingscore.scoring.score import ScoreTable, score
from kingscore.sheets import Template, lay_out
from kingscore.sheets.cells import Block, Cell, Sheet
from kingscore.sheets.chart import level_step
from kingscore.sheets.labels import SEAT_LETTERS

#: The columns of a grid on the screen; dealers and checks are for paper.
SCREEN = Template("grid", columns=("number", "contract", "declarer", "trump", "players", "sum"), money=False)
#: Columns that a narrow screen does without, the second group only where the first is not enough.
NARROW = ((), ("declarer", "trump"), ("declarer", "trump", "sum"))
#: The narrowest that a name or a contract is cut to.
NARROWEST = 5
#: The signs of numbers, which are never cut.
NUMBER = frozenset("0123456789+−–? ")
GAP = "  "
#: Stands in a picture where several players are at the same level.
SEVERAL = "*"
STYLES = {"penalty": "red", "premium": "green", "wrong": "bold red", "out": "dim"}


@dataclass(frozen=True)
class ScreenLine:
    """A line of the table: the texts of its columns, a style for each, and whether a rule runs below it."""

    texts: tuple[str, ...]
    styles: tuple[str, ...]
    ruled: bool = False


@dataclass(frozen=True)
class ScreenTable:
    """A table for the screen: its lines, the first of them the head; how its columns are set.

    ``running`` is how many columns the running totals at the end of a player's entry take.
    """

    lines: tuple[ScreenLine, ...]
    aligns: tuple[Align, ...]
    running: int

    @property
    def widths(self) -> tuple[int, ...]:
        return tuple(max(map(width, texts)) for texts in zip(*(line.texts for line in self.lines), strict=True))

    @property
    def total_width(self) -> int:
        return sum(self.widths) + len(GAP) * (len(self.widths) - 1)


def show(game: Game, language: Language, columns: int | None = None, colour: bool = False) -> str:
    """The game as text of at most so many ``columns`` (None: as wide as it comes), in ``colour`` or plain."""
    scored = score(game)
    drawn = _drawn(game, language, columns, colour).rstrip()  # without deals, the rows of sums are empty
    head = " · ".join(filter(None, (game.rules.names.of(language.code), game.date, game.id)))
    after = [*_standing(game, scored, language), *to_come(game, scored, language)]
    below = [part for line in after for part in _broken(line, columns)]
    return "\n".join([cut(head, columns) if columns else head, "", drawn, *([""] if below else []), *below])


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


def _table(game: Game, language: Language, template: Template, without: tuple[str, ...] = ()) -> ScreenTable:
    """The table without some columns; where any is left out, of a deal only the running totals are shown."""
    block = lay_out(game, template, language, to_come=False).blocks[0]
    shown = [column.holds not in without for column in block.columns]
    kept = [at for at, column in enumerate(block.columns) if shown[at] and _kept(block, at, column.holds)]
    points = max((width(c.shown) for c in block.cells if c.role == "entry"), default=1)
    running = max((width(c.shown) for c in block.cells if c.role == "running"), default=1)
    pairs = (0 if without else points, running)
    lines = [_line(block, row, kept, pairs) for row in range(block.rows)]
    aligns: list[Align] = ["right" if block.columns[at].holds == "number" else block.columns[at].align for at in kept]
    return ScreenTable(tuple(lines), tuple(aligns), running)


def _kept(block: Block, at: int, holds: str) -> bool:
    """False for a column in which no deal has anything to say; checks are shown only where one fails."""
    deals = [cell for cell in block.cells if cell.column == at and cell.row >= block.head and cell.columns == 1]
    if holds == "sum":
        return any(cell.tone == "wrong" for cell in deals)
    if holds == "trump":
        return any(cell.shown for cell in deals) and not any(c.holds == "declarer" for c in block.columns)
    return holds != "running" and (holds == "points" or any(cell.shown for cell in deals))


def _line(block: Block, row: int, kept: Sequence[int], pairs: tuple[int, int]) -> ScreenLine:
    cells = {cell.column: cell for cell in block.in_row(row)}
    if 0 in cells and cells[0].columns > 1:
        # A sum's label begins under the number; on the screen it stands under the deals.
        at = next((at for at in kept if block.columns[at].holds == "contract"), 0)
        cells[at] = cells.pop(0)
    texts = [shown(_text(block, cells.get(at), cells.get(at + 1), pairs)) for at in kept]
    styles = [_style(cells.get(at)) for at in kept]
    return ScreenLine(tuple(texts), tuple(styles), row in block.ruled)


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


def fitted(table: ScreenTable, columns: int | None) -> ScreenTable:
    """The table with its widest words cut until it is no wider than so many columns."""
    widths = list(table.widths)
    room = None if columns is None else columns - len(GAP) * (len(widths) - 1)
    if room is None or sum(widths) <= room:
        return table
    columns_of_texts = zip(*(line.texts for line in table.lines), strict=True)
    floors = [max([NARROWEST, *(width(t) for t in texts if t and not set(t) - NUMBER)]) for texts in columns_of_texts]
    while sum(widths) > room:
        spare = [at for at, (w, floor) in enumerate(zip(widths, floors, strict=True)) if w > floor]
        if not spare:
            break
        widest = max(spare, key=lambda at: widths[at])
        widths[widest] -= 1
    lines = tuple(
        replace(line, texts=tuple(cut(t, w) for t, w in zip(line.texts, widths, strict=True))) for line in table.lines
    )
    return ScreenTable(lines, table.aligns, table.running)


def _plain(table: ScreenTable) -> str:
    widths = table.widths
    out = []
    for line in table.lines:
        texts = (pad(t, w, a) for t, w, a in zip(line.texts, widths, table.aligns, strict=True))
        out.append(GAP.join(texts).rstrip())
        if line.ruled:
            out.append("─" * table.total_width)
    return "\n".join(out)


def _coloured(table: ScreenTable) -> str:
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
            cell = Text(pad(text, columns, align), style="" if style == "entry" else style)
            if style == "entry":
                cell.stylize("dim", len(cell) - table.running)
            texts.append(cell)
        drawn.add_row(*texts)
        if line.ruled:
            drawn.add_row(*(Text("─" * columns, style="dim") for columns in widths))
    console = Console(force_terminal=True, width=table.total_width + 10, legacy_windows=False)
    with console.capture() as captured:
        console.print(drawn)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def _standing(game: Game, scored: ScoreTable, language: Language) -> list[str]:
    """Who stands where, best first; called a result only when the game is through."""
    if scored.totals is None or scored.places is None or not game.deals:
        return []
    order = sorted(range(len(game.players)), key=lambda seat: scored.places[seat] if scored.places else 0)
    names = as_of(game, len(game.deals)).players
    places = ", ".join(f"{scored.places[s]}. {names[s]} {signed(scored.totals[s])}" for s in order)
    key = "sheets.show.result" if is_complete(game, scored) or game.finished else "sheets.show.standing"
    return [language.say(key, places=places)]


def to_come(game: Game, scored: ScoreTable, language: Language) -> list[str]:
    """What is left to play, in lines: the next deal, how many are left, who may still declare what."""
    following = upcoming(game, scored)
    if following is None:
        return [language.say("sheets.show.over")]
    game = as_of(game, following.number)
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


def show_chart(game: Game, language: Language, columns: int | None = None) -> str:
    """The running totals in signs: a column a deal, a letter at each total; below, who is who and stands where."""
    runs = [line.running for line in score(game).lines if line.running is not None]
    totals = [0, *(total for run in runs for total in run)]
    step = level_step(max(totals) - min(totals))
    low, high = min(totals) // step * step, -(-max(totals) // step) * step
    levels = list(range(high, low - 1, -step))
    wide = max(width(number(level)) for level in levels)
    every = 1 if columns is None else max(1, -(-len(runs) * 2 // max(10, columns - wide - 3)))
    shown = runs[::-1][::every][::-1]
    rows = [f"{pad(number(level), wide, 'right')} │ {_signs(levels, at, shown)}" for at, level in enumerate(levels)]
    last = runs[-1] if runs else (0,) * len(game.players)
    legend = [f"{SEAT_LETTERS[seat]} {name} {signed(last[seat])}" for seat, name in enumerate(game.players)]
    if any(SEVERAL in row for row in rows):
        legend.append(f"{SEVERAL} {language.say('cli.show.several')}")
    whole = "  ".join(legend)
    legend = legend if columns is not None and width(whole) > columns else [whole]
    return "\n".join([*(row.rstrip() for row in rows), "", *legend])


def _signs(levels: list[int], at: int, runs: list[tuple[int, ...]]) -> str:
    """One level: who stands nearest to it after each deal, or that several do; the level of nothing is dotted."""

    def nearest(total: int) -> int:
        return min(range(len(levels)), key=lambda other: abs(levels[other] - total))

    empty, signs = "·" if at == nearest(0) else " ", []
    for run in runs:
        here = [SEAT_LETTERS[seat] for seat, total in enumerate(run) if nearest(total) == at]
        signs.append(SEVERAL if len(here) > 1 else here[0] if here else empty)
    return " ".join(signs)


def plain_text(sheet: Sheet, columns: int | None = None) -> str:
    """Title, tables and notes; where so many ``columns`` are too few, the columns that can be spared are left out."""
    parts = [" · ".join(filter(None, (sheet.title, sheet.subtitle)))]
    for block in sheet.on_paper:
        parts.append("\n".join([*([block.title] if block.title else []), *_lines(block, columns)]))
    if sheet.facts:
        parts.append("\n".join(f"{fact.title}: {fact.text}" for fact in sheet.facts))
    return "\n\n".join(parts)


def _lines(block: Block, columns: int | None) -> list[str]:
    texts = [[cell.shown if cell else "" for cell in row] for row in block.lines()]
    if not texts:
        return []
    widths = [max(width(row[at]) for row in texts) for at in range(len(block.columns))]
    kept = _spared(block, widths, columns)
    out = []
    for at_row, row in enumerate(texts):
        line = GAP.join(pad(row[at], widths[at], block.columns[at].align) for at in kept)
        out.append("  " + line.rstrip())
        if at_row in block.ruled:
            out.append("  " + "─" * (sum(widths[at] for at in kept) + len(GAP) * (len(kept) - 1)))
    return out


def _spared(block: Block, widths: list[int], columns: int | None) -> list[int]:
    """The columns that find room; those with the largest share are spared first, the last of them before others."""
    kept = list(range(len(widths)))
    while columns is not None and 2 + sum(widths[at] + len(GAP) for at in kept) - len(GAP) > columns:
        spare = max(kept, key=lambda at: (block.columns[at].share, at))
        if block.columns[spare].share <= 1:
            break
        kept.remove(spare)
    return kept
