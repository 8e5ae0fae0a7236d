"""The written form of a deal and of a game: lines, ``.king`` files, documents, each read and written.

``grammar`` reads what players call out, with ``scan``, ``names`` and ``results``; ``write`` is its inverse. ``fields``
is the table of everything that a game and a deal hold: by it ``king``, ``document`` and ``codec`` read and write whole
games and what the journal keeps. ``king`` and ``document`` are imported by themselves, so that recording a deal loads
neither them nor pydantic.
"""

from kingscore.notation.grammar import read_deal
from kingscore.notation.names import names_refused
from kingscore.notation.scan import Words, read_int
from kingscore.notation.write import write_deal

__all__ = ["Words", "names_refused", "read_deal", "read_int", "write_deal"]
