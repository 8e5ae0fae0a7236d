"""Opens the database that an address names, whichever kind it is of. A server's library is loaded only for a server."""

from __future__ import annotations

import re

from kingscore.model.findings import Refused, finding
from kingscore.storage.access import PATIENCE, AnyDatabase
from kingscore.storage.address import is_server
from kingscore.storage.sqlite import Database, locate

#: An address in the other form that the server's library knows, which would else be taken for a file's name.
SETTINGS = re.compile(r"(^|\s)(host|hostaddr|dbname|user|password|service)\s*=", re.IGNORECASE)


def open_database(url: str | None, patience: float = PATIENCE, upgrade: bool = False) -> AnyDatabase:
    """The database at an address. Refused, status 3: S710 an unknown kind of address, S71x and S74x."""
    if url and is_server(url):
        return open_server(url, patience, upgrade)
    if url and SETTINGS.search(url):
        raise Refused(finding("S710", "settings"), status=3)
    return Database(locate(url), patience)


def open_server(url: str, patience: float = PATIENCE, upgrade: bool = False) -> AnyDatabase:
    """The library on a server. Refused: S740 where the extra is not installed."""
    try:
        from kingscore.storage.postgres import Server
    except ImportError as fault:
        raise Refused(finding("S740", reason=str(fault)), status=3) from None
    return Server(url, patience, upgrade=upgrade)
