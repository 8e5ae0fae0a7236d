"""The written form of a deal and of a game, read and written: lines, ``.king`` files, documents. It judges no game.

``lines`` reads what players call out (``scan``, ``clauses``, ``results``, ``shares`` are its rooms), ``write`` is its
inverse; ``king`` and ``document`` read whole games, ``king_write`` and ``document_write`` write them; ``names``,
``numbers``, ``fold`` and ``words`` serve all. What only whole games need is loaded when it is first asked for.
"""

from __future__ import annotations

from kingscore.notation.lines import read_deal
from kingscore.notation.names import names_refused
from kingscore.notation.numbers import read_int
from kingscore.notation.words import Words
from kingscore.notation.write import write_deal

__all__ = ["Words", "names_refused", "read_deal", "read_int", "write_deal"]
