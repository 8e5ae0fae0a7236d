"""The written form of a deal and of a game: lines, ``.king`` files, documents, each read and written.

``grammar`` reads what players call out, with ``scan``, ``names``, ``vocabulary`` and ``results``; ``write`` is its
inverse. ``fields`` is the table of everything that a game and a deal hold: by it ``king``, ``document`` and
``document_write`` read and write whole games, and ``codec`` what the journal keeps. What only whole games need is
loaded when it is first asked for, since pydantic alone takes longer than recording a deal.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kingscore.notation.grammar import read_deal
from kingscore.notation.names import names_refused
from kingscore.notation.scan import read_int
from kingscore.notation.vocabulary import Words
from kingscore.notation.write import write_deal

if TYPE_CHECKING:
    from kingscore.notation.document import document_schema, read_document
    from kingscore.notation.document_write import deal_document, write_document
    from kingscore.notation.king import read_king, write_king
    from kingscore.notation.read_game import LARGEST, OpenRules, Reading, text_of_bytes

_LATER = {
    "LARGEST": "read_game",
    "OpenRules": "read_game",
    "Reading": "read_game",
    "deal_document": "document_write",
    "document_schema": "document",
    "read_document": "document",
    "read_king": "king",
    "text_of_bytes": "read_game",
    "write_document": "document_write",
    "write_king": "king",
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
