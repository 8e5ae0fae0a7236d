"""Which variant people mean by a word: its id, a name of it in any language, or the beginning of one."""

from __future__ import annotations

from collections.abc import Iterator

from kingscore.model.findings import Refused, finding
from kingscore.model.folding import key
from kingscore.storage import variant_files
from kingscore.variant import Variant

#: A shorter word is no beginning of a variant: sooner somebody's name stands where the variant belongs.
SHORTEST = 3


def called(word: str) -> Variant:
    """The variant of that id or path, else the one that the word names. Refused, status 2: V301 none, or several."""
    try:
        return variant_files.variant(word)
    except Refused as refused:
        if not refused.findings[0].is_a("unknown-variant"):
            raise
        found = _meant(key(word))
        if len(found) > 1:
            several = finding("V301", "several", found=word, near=found)
            raise Refused(several, status=2) from None
        if not found:
            raise Refused(*refused.findings, status=2) from None
    return variant_files.variant(found[0])


def _meant(word: str) -> tuple[str, ...]:
    """The ids of the variants of exactly that name, else of those one of whose names begins so."""
    known = [(variant_id, names) for variant_id, names in _names()]
    exact = tuple(variant_id for variant_id, names in known if word in names)
    if exact or len(word) < SHORTEST:
        return exact
    return tuple(variant_id for variant_id, names in known if any(name.startswith(word) for name in names))


def _names() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each variant with its folded names; an own one with a fault has none but its id."""
    for variant_id in (*variant_files.variant_ids(), *variant_files.own_variant_ids()):
        try:
            names = variant_files.variant(variant_id).names.all
        except Refused:
            names = ()
        yield variant_id, tuple(key(name) for name in (variant_id, variant_id.replace("-", " "), *names))
