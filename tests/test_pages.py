"""The README and the pages of ``docs`` tell the truth: commands print what stands below them, links lead somewhere.

``pytest --update tests/test_pages.py`` renews the outputs.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kingscore.model.language import number
from kingscore.storage import variant_files
from tests.conftest import Golden

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
#: In the order in which their commands are run, in one folder: what one page did is there for the next.
PAGES = (README, *sorted((ROOT / "docs").glob("*.md")))
WRITTEN_BY_HAND = (*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "benchmarks" / "README.md")
CONSOLE = re.compile(r"(?<=```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"[Ww]?[Hh]ere `([\w.]+)` is\n\n```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TABLE = re.compile(r"(?<=<!-- variants -->\n).*?(?=<!-- end of variants -->)", re.DOTALL)
KEYS = re.compile(r"(?<=<!-- keys of a )(\w+) -->\n.*?(?=<!-- end of keys)", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
#: What ``play`` prints when its lines are through; the next line of a page goes on from there.
#: Runs a module for somebody who types its lines: a refused line ends nothing there.
AT_THE_KEYS = (
    "-c",
    "import sys; sys.stdin.isatty = lambda: True; from kingscore.cli import main; sys.exit(main(sys.argv[2:]))",
)
FAREWELL = re.compile(r"^\d+ deals? (?:is|are) kept\..*\n?", re.MULTILINE)


def renewed(text: str, folder: Path) -> str:
    """A page with every command run again, one after the other."""
    for name, content in FILE.findall(text):
        (folder / name).write_text(content, "utf-8")
    text = CONSOLE.sub(lambda block: "".join(printed(*command, folder) for command in commands(block.group())), text)
    text = KEYS.sub(lambda kind: f"{kind[1]} -->\n{keys(kind[1], folder)}", text)
    return TABLE.sub(lambda _: variants(), text)


def keys(kind: str, folder: Path) -> str:
    """A table for each part of a file of that kind, from its published schema."""
    schema = json.loads(run(["kingscore", "schema", kind], "", folder))
    parts = {"": schema, **{name: part for name, part in schema["$defs"].items() if "properties" in part}}
    tables = []
    for name, part in parts.items():
        own = {
            key: value
            for key, value in part["properties"].items()
            if name != "case" or key not in parts[""]["properties"]
        }
        rows = [
            f"| `{key}` | {form(value)} | {value.get('description', '').replace('|', '/')} |"
            for key, value in own.items()
        ]
        beside = ", beside the keys above" if len(own) < len(part["properties"]) else ""
        heading = [f"In `{name}`{beside}:", ""] if name else []
        tables.append("\n".join([*heading, "| key | value | meaning |", "| --- | --- | --- |", *rows]) + "\n")
    return "\n" + "\n".join(tables) + "\n"


def form(value: dict[str, Any]) -> str:
    """What a value looks like, as JSON Schema says it, in a few words."""
    if "$ref" in value:
        return f"`{value['$ref'].rpartition('/')[2]}`"
    if "enum" in value:
        return ", ".join(f"`{choice}`" for choice in value["enum"])
    if "anyOf" in value:
        return " or ".join(dict.fromkeys(form(choice) for choice in value["anyOf"]))
    match value.get("type"):
        case "array":
            return f"list of {form(value.get('items', {}))}"
        case "object" if "additionalProperties" in value:
            return f"table of {form(value['additionalProperties'])}"
        case "integer" | "number":
            low, high = value.get("minimum"), value.get("maximum")
            return str(value["type"]) + (f" from {low} to {high}" if None not in (low, high) else "")
        case kind:
            return kind if isinstance(kind, str) else "value"


def commands(block: str) -> list[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that are typed while it runs."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line, []))
        elif line.startswith("> ") and found:
            found[-1][1].append(line.removeprefix("> "))
    return found


def printed(line: str, typed: list[str], folder: Path) -> str:
    """A command with all that it prints, as on a terminal."""
    words = shlex.split(line.removeprefix("$ "))
    assert words[0] == "kingscore"
    if typed:
        return f"{line}\n{conversation(words, typed, folder)}"
    return f"{line}\n{run(words, '', folder)}"


def conversation(words: list[str], typed: list[str], folder: Path) -> str:
    """What is printed after each line that is typed: what a run with one line more prints more."""
    before = folder.with_name(f"{folder.name}-before")
    shutil.copytree(folder, before)
    shown, out = "", ""
    for number_of_lines in range(len(typed) + 1):
        shutil.rmtree(folder)
        shutil.copytree(before, folder)
        whole = run(words, "".join(f"{line}\n" for line in typed[:number_of_lines]), folder, AT_THE_KEYS)
        if number_of_lines < len(typed):
            whole = FAREWELL.sub("", whole)
        assert whole.startswith(shown)
        out += f"> {typed[number_of_lines - 1]}\n" if number_of_lines else ""
        out += whole.removeprefix(shown)
        shown = whole
    shutil.rmtree(before)
    return out


def run(words: list[str], typed: str, folder: Path, begin: tuple[str, ...] = ("-m",)) -> str:
    settings = {"KINGSCORE_DB": str(folder / "games.db"), "KINGSCORE_LANG": "en", "PYTHONIOENCODING": "utf-8"}
    path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    done = subprocess.run(
        [sys.executable, *begin, *words],
        check=False,
        cwd=folder,
        env={**os.environ, **settings, "PYTHONPATH": path},
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return done.stdout


def variants() -> str:
    """A row a variant: id, name, players, cards of the usual table, deals of a whole game there."""
    rows = ["| variant | name | players | cards | deals |", "| --- | --- | --- | --- | --- |"]
    for variant_id in variant_files.variant_ids():
        variant = variant_files.variant(variant_id)
        rules = variant.rules()
        players = ", ".join(str(n) for n in sorted(variant.tables))
        limit = rules.schedule.limit
        deals = "open" if rules.deals is None else str(rules.deals)
        if limit is not None:
            deals = f"until {number(limit)}"
        rows.append(f"| `{variant_id}` | {variant.names.of('en')} | {players} | {rules.deck.size} | {deals} |")
    return "\n".join(rows) + "\n"


def test_every_command_prints_what_stands_below_it(tmp_path: Path, golden: Golden) -> None:
    folder = tmp_path / "evening"
    folder.mkdir()
    pages = {page: page.read_text("utf-8") for page in PAGES}
    assert sum(len(commands(block)) for text in pages.values() for block in CONSOLE.findall(text)) >= 25
    for page, text in pages.items():
        golden(page, renewed(text, folder))


@pytest.mark.parametrize("page", WRITTEN_BY_HAND, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    assert [link for link in LINK.findall(page.read_text("utf-8")) if not (page.parent / link).exists()] == []


def test_the_readme_can_be_read_in_one_sitting() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= 280
