"""Recording and checking beside plain-text accounting: ``python -m benchmarks.peers [GAMES] [ROUNDS]``.

The same work for all, in one run and in turn. 250 games hold about 10,000 deals. They lie as files in a folder and as a
library in a store, and in a ledger that has a balanced transaction for every deal, of as many postings as the deal has
players, in the form of each peer. Then

- *record*: one more balanced record is added and known to balance. kingscore checks and writes it with ``deal``, on
  disk when it answers; a peer gets a transaction at the end of its file, which its checking command then reads.
- *check*: everything is checked once more.

Peers are ``hledger``, ``ledger`` and ``bean-check`` (Debian: hledger, ledger, beancount); one that is missing is named
and left out. Printed, a row a program: the fastest round's seconds of whole processes, start included.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.bulk_check import run, transactions
from benchmarks.generate import Made, made, names
from kingscore.app.parallel import each
from kingscore.notation.document import read_document
from kingscore.notation.king import read_king
from kingscore.storage import open_store, resources, variant_files

PROGRAM = [sys.executable, "-m", "kingscore"]
SEED = 2
AT = "2026-11-29T20:00:00Z"
#: One more deal that balances.
ONE = Made(1, False, ((-4, -6, -2, 12),))
#: How each peer checks a file, before the file's name.
PEERS = {
    "hledger": ["hledger", "check", "-f"],
    "ledger": ["ledger", "balance", "--no-pager", "-f"],
    "bean-check": ["bean-check", "--no-cache"],
}


def ledger_text(peer: str, games: list[Made]) -> str:
    """The transactions in the form of a peer; the titles of beancount stand in quotes, and its accounts are opened."""
    body = "".join(map(transactions, games))
    if peer != "bean-check":
        return body.replace('"', "")
    return "".join(f"1990-01-01 open Assets:Player{player}\n" for player in range(4)) + body


def fill(folder: Path, store_path: Path) -> None:
    """Every whole game of the folder taken into a store, and a game begun that deals are recorded in."""
    with open_store(str(store_path)) as store:
        for file in sorted(folder.iterdir()):
            text = file.read_text("utf-8")
            if file.suffix == ".json":
                reading = read_document(text, file.name, variant_files.open_rules)
            else:
                reading = read_king(text, file.name, variant_files.open_rules, resources.words())
            if reading.ok and reading.game is not None:
                store.take_in(reading.game, variant_files.variant_of(reading.game.rules), AT)
    run([*PROGRAM, "new", "lithuanian", "Ona", "Jonas", "Rasa", "Vytas"])


def record(peer: str, file: Path) -> float:
    """The seconds for one more record."""
    if peer == "kingscore":
        taken = run([*PROGRAM, "deal", "no-tricks", "2", "3", "1", "2"])
        run([*PROGRAM, "undo"])
    else:
        with file.open("a", encoding="utf-8") as out:
            out.write(transactions(ONE) if peer == "bean-check" else transactions(ONE).replace('"', ""))
        taken = run([*PEERS[peer], str(file)])
    assert taken.status == 0, peer
    return taken.seconds


def check(peer: str, file: Path) -> float:
    """The seconds for everything."""
    words = [*PROGRAM, "check", "--jsonl", str(file)] if peer == "kingscore" else [*PEERS[peer], str(file)]
    return run(words).seconds


def main(games: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder, store_path = Path(place, "games"), Path(place, "games.db")
        folder.mkdir()
        os.environ["KINGSCORE_DB"] = str(store_path)
        lots = [one for part in each(names(games), partial(made, folder, SEED)) for one in part]
        fill(folder, store_path)
        files = {"kingscore": folder}
        for peer in PEERS:
            if shutil.which(PEERS[peer][0]) is None:
                print(f"{peer} is not installed", file=sys.stderr)
                continue
            files[peer] = Path(place, f"{peer}.journal")
            files[peer].write_text(ledger_text(peer, lots), "utf-8")
        checks = [{peer: check(peer, file) for peer, file in files.items()} for _ in range(rounds)]
        records = [{peer: record(peer, file) for peer, file in files.items()} for _ in range(rounds)]
    print(f"{sum(one.deals for one in lots):,} deals\n{'':14}{'record s':>10}{'check s':>10}")
    for peer in files:
        print(f"{peer:14}{min(one[peer] for one in records):10.3f}{min(one[peer] for one in checks):10.3f}")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(given[0] if given else 250, given[1] if len(given) > 1 else 3)
