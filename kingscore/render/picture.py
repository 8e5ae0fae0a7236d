"""The picture of a game as a file, and a small one for the screen. It adds nothing up."""

from __future__ import annotations

from html import escape

from kingscore.model.frozen import replace
from kingscore.model.game import Game
from kingscore.model.language import Language, number, signed
from kingscore.render.fonts import fonts
from kingscore.render.formats import Rendered, write
from kingscore.render.svg import svg_text
from kingscore.render.text_width import pad, width
from kingscore.scoring.score import score
from kingscore.sheets.chart import chart, level_step
from kingscore.sheets.labels import SEAT_LETTERS, plan_sheet
from kingscore.sheets.shapes import Drawing
from kingscore.sheets.template import Template

#: Stands where several players are at the same level.
SEVERAL = "*"
_PAGE = """<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<style>:root {{ color-scheme: light dark }} body {{ margin: 2rem auto; max-width: 60rem; padding: 0 1rem }}
svg {{ height: auto; width: 100%; border-radius: .5rem }} @media print {{ body {{ margin: 0 }} }}</style></head>
<body>
{picture}</body>
</html>
"""


def render_chart(game: Game, to: str, language: Language) -> Rendered:
    """The running totals as a picture. Refused: R909 for a format that is none, R912 without pypdfium2."""
    drawing = chart(plan_sheet(game, Template("grid"), language, to_come=False), fonts())
    return replace(write(to, "chart", drawing), findings=drawing.findings)


def page(drawing: Drawing) -> str:
    """A drawing as an HTML page of its own."""
    return _PAGE.format(language=escape(drawing.language), title=escape(drawing.title), picture=svg_text(drawing))


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
    told = [f"{pad(number(level), wide, 'right')} │ {_row(levels, at, shown)}" for at, level in enumerate(levels)]
    last = runs[-1] if runs else (0,) * len(game.players)
    legend = [f"{SEAT_LETTERS[seat]} {name} {signed(last[seat])}" for seat, name in enumerate(game.players)]
    if any(SEVERAL in line for line in told):
        legend.append(f"{SEVERAL} {language.say('cli.show.several')}")
    whole = "  ".join(legend)
    legend = legend if columns is not None and width(whole) > columns else [whole]
    return "\n".join([*(line.rstrip() for line in told), "", *legend])


def _row(levels: list[int], at: int, runs: list[tuple[int, ...]]) -> str:
    """One level: who stands nearest to it after each deal, or that several do; the level of nothing is dotted."""
    nothing = min(range(len(levels)), key=lambda i: abs(levels[i]))
    out = []
    for run in runs:
        here = [seat for seat, total in enumerate(run) if _nearest(levels, total) == at]
        sign = SEVERAL if len(here) > 1 else SEAT_LETTERS[here[0]] if here else "·" if at == nothing else " "
        out.append(sign)
    return " ".join(out)


def _nearest(levels: list[int], total: int) -> int:
    return min(range(len(levels)), key=lambda at: abs(levels[at] - total))
