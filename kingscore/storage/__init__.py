"""The journal of games on disk: alone knows the database. It judges no deal and adds nothing up.

``database`` opens a file and ``postgres`` a library on a server, ``access`` is what both can do, ``schema`` says which
tables stand there, ``summary`` keeps a row for each game, ``games`` is the store itself.
"""

from kingscore.storage.games import Store, open_store
from kingscore.storage.stored_game import Kept, Taken
from kingscore.storage.summary import GameRow, Wanted

__all__ = ["GameRow", "Kept", "Store", "Taken", "Wanted", "open_store"]
