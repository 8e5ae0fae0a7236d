"""The journal of games on disk: alone knows the database. It judges no deal and adds nothing up.

``database`` opens a file and tells its faults, ``schema`` says which tables stand in it, ``summary`` keeps a row for
each game, ``games`` is the store itself.
"""

from kingscore.store.games import Kept, Store, Taken, open_store
from kingscore.store.summary import GameRow, Wanted

__all__ = ["GameRow", "Kept", "Store", "Taken", "Wanted", "open_store"]
