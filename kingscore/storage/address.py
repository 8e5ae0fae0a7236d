"""The address of a library on a server, taken apart: what may be told of it, what must not. It connects to nothing.

A slip in an address easily makes a part of the password look like a host or a name. So an address is refused unless
each part is plain beyond doubt, and of a refused one nothing is told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote

from kingscore.model.findings import Refused, finding
from kingscore.model.frozen import dataclass, field
from kingscore.model.redact import veiled

SCHEMES = ("postgresql", "postgres")
#: Settings whose values are told to nobody.
SECRET = re.compile(r"password|secret|token|scram", re.IGNORECASE)
HOST = re.compile(r"[\w.~:,\[\]/-]*")


@dataclass(frozen=True, slots=True)
class Address:
    """``place`` may be told; ``settings`` are those of the connection."""

    place: str
    settings: Mapping[str, str] = field(repr=False)

    def told(self, text: str) -> str:
        """A text of the server or of its library as it may be told: empty where it holds a secret of this address."""
        secrets = [value for key, value in self.settings.items() if SECRET.search(key) and value]
        forms = (form for value in secrets for form in (value, quote(value), quote(value, safe="")))
        if any(form in text for form in forms):
            return ""
        lines = (line for line in text.splitlines() if not line.startswith("\t"))  # what follows a tab is advice
        return veiled(" ".join(" ".join(lines).removeprefix("connection failed: ").split()))


def is_server(url: str | None) -> bool:
    """True for an address that begins with ``postgresql://``."""
    scheme, mark, _ = (url or "").partition("://")
    return bool(mark) and scheme.lower() in SCHEMES


def read_address(url: str) -> Address:
    """The address, by the rules of the server's own library. Refused, status 3: S741, which quotes nothing."""
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    rest = url.partition("://")[2]
    if not _is_plain(rest):
        raise Refused(finding("S741"), status=3)
    try:
        parts = conninfo_to_dict(f"postgresql://{rest}")
    except (psycopg.Error, UnicodeError, ValueError):
        raise Refused(finding("S741"), status=3) from None
    settings = {key: str(value) for key, value in parts.items() if value is not None}
    if not HOST.fullmatch(settings.get("host", "")):
        raise Refused(finding("S741"), status=3)
    return Address(_place(settings), settings)


def _is_plain(rest: str) -> bool:
    """True if user, password, host, port and database end where they seem to."""
    before, _, query = rest.partition("?")
    authority, _, database = before.partition("/")
    user, _, hosts = authority.rpartition("@")
    ports = [host.rpartition("]")[2].partition(":")[2] for host in hosts.split(",")]
    return (
        rest.isprintable()
        and "@" not in user + database + query.partition("=")[0]
        and "/" not in database
        and all(not port or (port.isascii() and port.isdigit()) for port in ports)
    )


def _place(settings: Mapping[str, str]) -> str:
    user, host, port, name = (settings.get(key, "") for key in ("user", "host", "port", "dbname"))
    if "," not in host:
        host = quote(host, safe="") if host.startswith("/") else f"[{host}]" if ":" in host else host
        host += f":{port}" if port else ""
    return f"postgresql://{quote(user)}{'@' if user else ''}{host}/{quote(name)}"
