"""A table that kingscore itself wrote, with its game below it or on a hidden page: taken as it was, or as its cells say
since.

Whoever changes a number in the table changes the game: a deal whose cells say something else is read from its cells.
"""

from __future__ import annotations

from collections.abc import Callable

from kingscore.importers.build_game import Made
from kingscore.importers.describe import few
from kingscore.importers.detect_variant import Wish
from kingscore.importers.layout import Layout
from kingscore.importers.metadata import Facts
from kingscore.model.findings import Finding, Place, finding
from kingscore.model.frozen import replace
from kingscore.model.game import Deal, Game, playing
from kingscore.model.rules import Rules
from kingscore.notation import Reading
from kingscore.render.embedded_game import Record
from kingscore.scoring.score import deal_points
from kingscore.storage.resources import variant_of
from kingscore.variant import Variant

#: Reads the text of a game file.
ReadKing = Callable[[str], Reading]


def recorded(record: Record, read: ReadKing) -> Reading:
    """The game of a record, with what is wrong in its form; its lines are those of the file."""
    found = read("\n".join(record.lines))
    lines = tuple(_row(line, record) for line in found.lines)
    return Reading(found.game, tuple(_in_file(one, record) for one in found.findings), lines)


def _row(line: int, record: Record) -> int:
    """The row of the file, from 1, in which a line of the record stands; the last where one row holds several."""
    places = record.places or (record.first,)
    return places[min(line, len(places)) - 1] + 1


def _in_file(one: Finding, record: Record) -> Finding:
    place = one.place
    if place is None or place.line is None:
        return one
    return replace(one, place=Place(place.file, _row(place.line, record), text=place.text))


def recorded_facts(kept: Game | None, layout: Layout) -> Facts:
    """What a record tells of the game besides its deals; nothing where it cannot be read."""
    if kept is None:
        return Facts()
    dealer = kept.dealer if len(kept.players) == len(layout.players) else None
    return replace(_by_rules(kept.rules), date=kept.date, stake=kept.stake, dealer=dealer)


def _by_rules(rules: Rules) -> Facts:
    return Facts(rules.variant, rules.options, brought=_brought(rules), content=rules.content)


def _brought(rules: Rules) -> Variant | None:
    """The variant that rules bring along, which nobody else may know."""
    return variant_of(rules) if rules.content else None


def unplayed(kept: Game | None, layout: Layout | None) -> Game | None:
    """The game of a blank sheet on which no deal was written yet, with the names that are; else None."""
    if kept is None or kept.deals or layout is None or layout.twice:
        return None
    return replace(kept, players=layout.names, id="")


def asks_no_other(wish: Wish, game: Game) -> bool:
    """True if a table is not to be read by other rules than those of its record."""
    options = dict(game.rules.options)
    return wish.variant in ("", game.rules.variant) and all(options.get(key) == said for key, said in wish.options)


def as_recorded(made: Made, kept: Game) -> tuple[Made, tuple[Finding, ...]]:
    """The game of a table that was changed after it was written: what its cells still say as before is as recorded.

    It has no id, since it is another game now. Deals that were added below are no change.
    """
    game = made.game
    if len(game.players) != len(kept.players):
        return made, (finding("F246", "players"),)
    same = [_same(made, kept, number) for number in range(1, len(game.deals) + 1)]
    changed = tuple(number for number, as_before in enumerate(same, 1) if not as_before)
    seated = (game.players, game.dealer) == (kept.players, kept.dealer)
    if seated and not changed and len(game.deals) == len(kept.deals):
        return replace(made, game=kept), ()
    before = (*kept.deals, *game.deals[len(kept.deals) :])
    rows = zip(before, game.deals, same, strict=False)
    deals = tuple(old if as_before else _titled(deal, old) for old, deal, as_before in rows)
    whole = replace(
        game,
        rules=kept.rules,
        deals=deals,
        finished=kept.finished,
        note=kept.note,
        extra=kept.extra,
        ignore=kept.ignore,
    )
    gone = tuple(range(len(game.deals) + 1, len(kept.deals) + 1))
    told = tuple(number for number in changed if number <= len(kept.deals)) + gone
    if not told and (seated or not kept.deals):
        return replace(made, game=whole), ()
    how = "deals" if told else "players"
    return replace(made, game=whole), (finding("F246", how, n=len(told), deals=few(told)),)


def _titled(deal: Deal, old: Deal) -> Deal:
    """A deal that was changed, with the titles that it had."""
    return replace(deal, titles=old.titles) if deal.contract == old.contract and deal.titles is None else deal


def _same(made: Made, kept: Game, number: int) -> bool:
    """True if the cells of a deal say nothing else than its record; what they do not say is not asked."""
    if number > len(kept.deals):
        return False
    deal, old = made.game.deals[number - 1], kept.deals[number - 1]
    said: list[tuple[object, object]] = [
        (deal.declarer, old.declarer),
        (deal.trump, old.trump),
        (deal.form, old.form),
        (deal.counts, old.counts),
        (deal.titles, old.titles),
        (None if number in made.worked_out else deal.bid, old.bid),
    ]
    rows = (old.points, old.places, *(row for _, row in old.counts or ()))
    return (
        deal.contract == old.contract
        and all(row is None or len(row) == len(kept.players) for row in rows)
        and _points(made.game, number) == _points(kept, number) is not None
        and all(now in (None, before) for now, before in said)
    )


def _points(game: Game, number: int) -> tuple[int, ...] | None:
    return deal_points(game.rules, game.deals[number - 1], playing(game, number))
