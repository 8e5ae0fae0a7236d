"""How a table was read, as hints and for programs: where names and deals stand, signs, sums, the variant and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kingscore.importers.build_game import Made
from kingscore.importers.detect_variant import Recognised, Wish
from kingscore.model.findings import Finding, Value, finding
from kingscore.variant import Variant

#: So many rows or deals are told by their numbers.
MOST_TOLD = 12


def hints(found: Recognised, made: Made, wish: Wish, page: str) -> Iterator[Finding]:
    """How the table was read, a hint for each thing that might have been read otherwise."""
    layout, fit = found.layout, found.fit
    turned = "columns" if layout.page.turned else "rows"
    where = layout.page.called(layout.head)
    if page:
        yield finding("F240", "page", page=page)
    yield finding("F240", turned, head=where, players=layout.names, n=len(fit.deals))
    if not wish.variant:
        yield from _variant(found, wish)
    if fit.running:
        yield finding("F242")
    marked = tuple(number for number, deal in enumerate(fit.deals, 1) if any(deal.row.marks) and deal.sound)
    if marked:
        yield finding("F240", "marks", n=len(marked), deals=few(marked))
    added = minus_added(found)
    if added:
        yield finding("F241", n=len(added), deals=few(added))
    for of in ("all", "since", "penalties", "premiums"):
        rows = tuple(layout.page.called(one.row.row) for one in made.sums if one.of == of)
        if rows:
            yield finding("F245", of, rows=few(rows))
    if made.worked_out:
        bid = any(contract.bid for contract in fit.rules.contracts)
        yield finding("F244", "bid" if bid else "sale", n=len(made.worked_out), deals=few(made.worked_out))


def few(values: tuple[Value, ...] | tuple[int, ...] | tuple[str, ...]) -> tuple[Value, ...]:
    """The first of many values, with a sign that there are more."""
    return (*values[:MOST_TOLD], "…") if len(values) > MOST_TOLD else tuple(values)


def minus_added(found: Recognised) -> tuple[int, ...]:
    """The numbers of the deals whose points were given their minus."""
    deals = enumerate(found.fit.deals, 1)
    return tuple(number for number, deal in deals if deal.turned and any(deal.points))


def _variant(found: Recognised, wish: Wish) -> Iterator[Finding]:
    """What the table was recognised as, with the options that are not the usual ones, and by what."""
    rules = found.fit.rules
    variant = next(one for one in wish.variants if one.id == rules.variant)
    options = tuple(f"{key}={value}" for key, value in unusual(variant, found))
    amiss = tuple(number for number, deal in enumerate(found.fit.deals, 1) if deal.amiss >= 10)
    words = " ".join((f"--variant {rules.variant}", *(f"--option {option}" for option in options)))
    fitting = len(found.fit.deals) - len(amiss)
    yield finding("F243", found.how, variant=rules.names, words=words, n=fitting, deals=len(found.fit.deals),
                  whole=rules.deals or 0)  # fmt: skip


def unusual(variant: Variant, found: Recognised) -> tuple[tuple[str, str], ...]:
    """The options that differ from the usual ones."""
    rules = found.fit.rules
    usual = {option.key: option.default for option in variant.options(rules.table, dict(rules.options))}
    return tuple((key, value) for key, value in rules.options if usual.get(key, value) != value)


def document(found: Recognised, made: Made, page: str) -> dict[str, Any]:
    """How the table was read, for programs."""
    layout, fit = found.layout, found.fit
    width = range(len(layout.players))
    return {
        "page": page or None,
        "deals_in": "columns" if layout.page.turned else "rows",
        "names_in": layout.page.called(layout.head),
        "players": [
            {"name": layout.names[seat], "cell": layout.page.address(layout.head, layout.players[seat] - layout.moved)}
            for seat in width
        ],
        "deals": [
            {
                "number": number,
                "label": deal.row.label,
                "contract": deal.contract or None,
                "cells": [layout.page.address(deal.row.row, column) for column in layout.players],
            }
            for number, deal in enumerate(fit.deals, 1)
        ],
        "running": fit.running,
        "minus_added": list(minus_added(found)),
        "sums": [
            {
                "in": layout.page.called(one.row.row),
                "label": one.row.label,
                "of": one.of,
                "deals": [at + 1 for at in one.deals],
                "written": list(one.written),
            }
            for one in made.sums
        ],
        "fits": found.how,
        "options": dict(fit.rules.options),
        "worked_out": list(made.worked_out),
    }
