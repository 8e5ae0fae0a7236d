"""The written form of a deal and of a game: lines, ``.king`` files, documents, each read and written.

``grammar`` reads what players call out, with ``vocabulary``, ``scan``, ``names``, ``results`` and ``rows``; ``write``
is its inverse. ``fields`` is the table of everything that a game and a deal hold: by it ``king``, ``document`` and
``codec`` read and write whole games and what the journal keeps. ``king`` and ``document`` are imported by themselves,
so that recording a deal loads neither them nor pydantic.
"""

from kingscore.notation.grammar import Said, read_deal, read_said
from kingscore.notation.names import names_refused
from kingscore.notation.scan import read_int
from kingscore.notation.vocabulary import Words
from kingscore.notation.write import write_deal

__all__ = ["Said", "Words", "names_refused", "read_deal", "read_int", "read_said", "write_deal"]
