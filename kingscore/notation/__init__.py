"""The written form of a deal and of a game: lines, ``.king`` files, documents, each read and written.

``grammar`` reads what players call out, with ``scan``, ``names``, ``vocabulary`` and ``results``; ``write`` is its
inverse. ``fields`` is the table of everything that a game and a deal hold: by it ``king``, ``document`` and
``document_write`` read and write whole games, and ``codec`` what the journal keeps. These are imported by themselves,
so that recording a deal loads none of them, nor pydantic.
"""

from kingscore.notation.grammar import read_deal
from kingscore.notation.names import names_refused
from kingscore.notation.scan import read_int
from kingscore.notation.vocabulary import Words
from kingscore.notation.write import write_deal

__all__ = ["Words", "names_refused", "read_deal", "read_int", "write_deal"]
