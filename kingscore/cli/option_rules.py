"""Which words of a command go together: a table, and what is wrong with the words said. It reads no value's meaning.

Whatever would be obeyed halfway or change nothing is refused before anything is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kingscore.cli.numbers import missing, word_names
from kingscore.model.findings import Finding, Value, finding
from kingscore.model.frozen import dataclass

#: The commands that are about one game that is kept, so that ``--game`` has a meaning for them.
OF_ONE_GAME = frozenset(
    {
        *("deal", "play", "undo", "redo", "amend", "finish", "show", "log"),
        *("chances", "rules", "check", "export", "settle", "pay"),
    }
)
#: By command, the words that make it do another thing than usual, each with the only words that go with it. An option
#: stands as it is typed, an argument as its parameter is called.
WAYS: dict[str, dict[str, str]] = {
    "new": {"--again": "--dealer --stake --date"},
    "variants": {"--show": "", "--check": "", "--new": "--from"},
    "rules": {"--search": ""},
    "check": {"--fix": "files --select --ignore --variant --option --output --force --game"},
    "settle": {"--keep": "--rule --stake --entry --variant --since"},
    "pay": {"--undo": "", "--log": ""},
    "games": {
        "--delete": "",
        "--restore": "",
        "--backup": "--force",
        "--restore-backup": "",
        "--export": "--force",
        "--copy-to": "",
        "--verify": "",
        "--rebuild": "",
        "--upgrade": "",
    },
    "players": {
        "--rename": "name",
        "--alias": "name",
        "--merge": "name",
        "--new": "name",
        "--apart": "name",
        "--undo": "",
        "--log": "",
    },
    "stats": {"--figures": ""},
}
#: By command, words of which each changes nothing without one of those behind it.
NEEDS: dict[str, tuple[tuple[str, str], ...]] = {
    "rules": (("--players", "variant"), ("--option", "variant"), ("--force", "--output")),
    "check": (
        ("--variant", "files"),
        ("--option", "files"),
        ("--output", "--fix"),
        ("--output", "files"),
        ("--force", "--fix"),
    ),
    "sheet": (("--force", "--output"),),
    "export": (("--force", "--output"),),
    "settle": (("--force", "--output"),),
    "stats": (("--force", "--output"),),
    "games": (("--force", "--backup --export"),),
}
#: By command, a word with those that say something else in its place.
APART: dict[str, tuple[tuple[str, str], ...]] = {
    "rules": (("variant", "--game"),),
    "check": (("--json", "--jsonl --fix"), ("files", "--game")),
    "settle": (
        ("games", "--all --game"),
        ("--all", "--game"),
        ("--game", "--since --until --player --variant"),
        ("--to", "--proof --as"),
        ("--output", "--proof --as"),
    ),
}


@dataclass(frozen=True, slots=True)
class Said:
    """A command with the words that were said, options as they are typed and arguments as their parameters are called;
    ``values`` are theirs one after another, ``several`` are the options that may be said more than once."""

    command: str
    words: tuple[str, ...]
    values: tuple[tuple[str, str], ...] = ()
    several: tuple[str, ...] = ()


def faults(said: Said) -> Iterator[Finding]:
    """All that keeps these words from going together: U802, U803, U804, U814, U823, U829."""
    for check in (_empty, _twice, _game, _ways, _apart, _needs):
        yield from check(said)


def _empty(said: Said) -> Iterator[Finding]:
    for word, value in said.values:
        if not value.strip():
            option = word.startswith("-")
            yield finding("U804", "empty", option=word) if option else missing(said.command, word).findings[0]


def _twice(said: Said) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for word, value in said.values:
        if word not in said.several and seen.setdefault(word, value) != value:
            yield finding("U829", option=word, first=seen[word], second=value)


def _game(said: Said) -> Iterator[Finding]:
    if "--game" in said.words and said.command not in OF_ONE_GAME:
        yield finding("U802", "game", option="--game", command=said.command)


def _ways(said: Said) -> Iterator[Finding]:
    for head, more in WAYS.get(said.command, {}).items():
        if head in said.words:
            yield from _against(head, (word for word in said.words if word not in (head, "--json", *more.split())))
            return


def _apart(said: Said) -> Iterator[Finding]:
    for word, others in APART.get(said.command, ()):
        if word in said.words:
            yield from _against(word, (other for other in others.split() if other in said.words))


def _needs(said: Said) -> Iterator[Finding]:
    for word, others in NEEDS.get(said.command, ()):
        if word in said.words and not any(other in said.words for other in others.split()):
            yield finding("U823", "without", option=word, expected=tuple(map(told, others.split())))


def _against(word: str, others: Iterator[str]) -> Iterator[Finding]:
    return (finding("U814", first=told(word), second=told(other)) for other in others)


def told(word: str) -> Value:
    """A word as people know it: an option as it is typed, an argument as the help calls it."""
    return word if word.startswith("-") else word_names(word)


def said_in(command: Any, context: Any, words: Sequence[str]) -> Said:
    """What was said of a command of typer's, from its words as they were typed and what typer made of them."""
    options = [param for param in command.params if param.param_type_name == "option"]
    named = {param.name: max(param.opts, key=len) if param in options else param.name for param in command.params}
    typed = {name: named[param.name] for param in options if not param.is_flag for name in param.opts}
    there = [param for param in command.params if context.get_parameter_source(param.name).name == "COMMANDLINE"]
    values = [(named[p.name], context.params[p.name]) for p in there if p not in options and p.nargs == 1]
    front = (("--game", context.obj.game is not None), ("--json", context.obj.json)) if context.obj else ()
    return Said(
        command.name,
        (*(named[param.name] for param in there), *(word for word, said in front if said)),
        (*values, *_values(words, typed)),
        tuple(named[param.name] for param in options if param.multiple),
    )


def _values(words: Sequence[str], typed: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The options with a value among these words, with that value; ``typed`` tells how each may be written."""
    rest = iter(words)
    for word in rest:
        name, sign, value = word.partition("=")
        if name in typed:
            yield typed[name], value if sign else next(rest, "")
