"""The README tells the truth: its commands print what stands below them, and its variants are those that ship."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from kingscore.model.language import number
from kingscore.storage import resources
from tests.conftest import Golden

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
CONSOLE = re.compile(r"(?<=```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"where `([\w.]+)` is\n\n```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TABLE = re.compile(r"(?<=<!-- variants -->\n).*?(?=<!-- end of variants -->)", re.DOTALL)


def renewed(text: str, folder: Path) -> str:
    """The page with every command run anew, one after the other, in an empty folder."""
    for name, content in FILE.findall(text):
        (folder / name).write_text(content, "utf-8")
    text = CONSOLE.sub(lambda block: "".join(printed(line, folder) for line in commands(block.group())), text)
    return TABLE.sub(lambda _: variants(), text)


def commands(block: str) -> list[str]:
    return [line for line in block.splitlines() if line.startswith("$ ")]


def printed(line: str, folder: Path) -> str:
    """A command with all that it prints, as on a terminal."""
    words = shlex.split(line.removeprefix("$ "))
    assert words[0] == "kingscore"
    settings = {"KINGSCORE_DB": str(folder / "games.db"), "KINGSCORE_LANG": "en", "PYTHONIOENCODING": "utf-8"}
    path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    done = subprocess.run(
        [sys.executable, "-m", *words],
        check=False,
        cwd=folder,
        env={**os.environ, **settings, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return f"{line}\n{done.stdout}"


def variants() -> str:
    """A row a variant: id, name, players, cards of the usual table, deals of a whole game there."""
    rows = ["| variant | name | players | cards | deals |", "| --- | --- | --- | --- | --- |"]
    for variant_id in resources.variant_ids():
        variant = resources.variant(variant_id)
        rules = variant.rules()
        players = ", ".join(str(n) for n in sorted(variant.tables))
        limit = rules.schedule.limit
        deals = "open" if rules.deals is None else str(rules.deals)
        if limit is not None:
            deals = f"until {number(limit)}"
        rows.append(f"| `{variant_id}` | {variant.names.of('en')} | {players} | {rules.deck.size} | {deals} |")
    return "\n".join(rows) + "\n"


def test_every_command_prints_what_stands_below_it(tmp_path: Path, golden: Golden) -> None:
    page = README.read_text("utf-8")
    assert len([line for block in CONSOLE.findall(page) for line in commands(block)]) >= 10
    golden(README, renewed(page, tmp_path))
