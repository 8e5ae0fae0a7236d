"""The written form of a deal and of a game, read and written: lines, ``.king`` files, documents. It judges no game.

``lines`` reads what players call out (``grammar``, ``clauses``, ``results``, ``shares``, ``scan`` are its rooms),
``write`` is its inverse; ``king`` and ``document`` read whole games, ``king_write`` and ``document_write`` write them,
``schema`` describes the document; ``names``, ``numbers`` and ``words`` serve all. What only whole games need
is loaded when it is first asked for, so that recording a deal stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kingscore.notation.lines import read_deal
from kingscore.notation.names import names_refused
from kingscore.notation.numbers import read_int
from kingscore.notation.words import Words
from kingscore.notation.write import write_deal

if TYPE_CHECKING:
    from kingscore.notation.document import read_document
    from kingscore.notation.document_write import deal_document, write_document
    from kingscore.notation.king import read_king
    from kingscore.notation.king_write import write_king
    from kingscore.notation.read_game import LARGEST, OpenRules, Reading, text_of_bytes
    from kingscore.notation.schema import document_schema

_LATER = {
    "LARGEST": "read_game",
    "OpenRules": "read_game",
    "Reading": "read_game",
    "deal_document": "document_write",
    "document_schema": "schema",
    "read_document": "document",
    "read_king": "king",
    "text_of_bytes": "read_game",
    "write_document": "document_write",
    "write_king": "king_write",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(name)
    return getattr(import_module(f"kingscore.notation.{_LATER[name]}"), name)


__all__ = [
    "LARGEST",
    "OpenRules",
    "Reading",
    "Words",
    "deal_document",
    "document_schema",
    "names_refused",
    "read_deal",
    "read_document",
    "read_int",
    "read_king",
    "text_of_bytes",
    "write_deal",
    "write_document",
    "write_king",
]
