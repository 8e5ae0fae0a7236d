"""The rules of every variant shipped, for every table and set of options that it offers."""

from __future__ import annotations

from functools import cache
from itertools import product

from kingscore.model.rules import Rules
from kingscore.storage import variant_files


@cache
def every_rules() -> tuple[Rules, ...]:
    out = []
    for name in variant_files.variant_ids():
        variant = variant_files.variant(name)
        for table in variant.tables:
            offered = [[(o.key, c) for c in o.choices] for o in variant.options(table)]
            for chosen in product(*offered):
                left = {o.key: o.choices for o in variant.options(table, dict(chosen))}
                if all(value in left[key] for key, value in chosen):
                    out.append(variant.rules(table, dict(chosen)))
    return tuple(out)
