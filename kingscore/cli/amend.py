"""Which amendment the words of ``amend`` ask for. It changes nothing itself."""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.app.change import Change, amend, insert, remove
from kingscore.app.head import amend_head
from kingscore.cli.numbers import missing, whole
from kingscore.storage import Store


def amended(store: Store, name: str, words: Sequence[str], at: str, why: str) -> Change:
    """``N LINE``, ``N delete``, ``N before LINE`` or ``head KEY=VALUE``."""
    what, *rest = words
    if what == "head":
        return amend_head(store, name, " ".join(rest), at, why)
    number = whole(what, "amend")
    if rest == ["delete"]:
        return remove(store, name, number, at, why)
    if rest[0] == "before":
        if not rest[1:]:
            raise missing("amend", "line")
        return insert(store, name, number, rest[1:], at, why)
    return amend(store, name, number, rest, at, why)
