"""The journals of games on disk or on a server, and the data that is shipped; the one room that knows the database.

``sqlite`` opens a file and ``postgres`` a library on a server, ``database`` is what both can do and which tables stand
there. ``games`` is the store itself, ``rows`` what it keeps; ``upkeep`` takes care of it.
"""

from kingscore.storage.games import AddedGame, LibraryGame, Store, open_store
from kingscore.storage.rows import GameFilter, GameRow

__all__ = ["AddedGame", "GameFilter", "GameRow", "LibraryGame", "Store", "open_store"]
