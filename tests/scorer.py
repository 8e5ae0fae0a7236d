"""Runs the command line inside the tests, as if it had been typed."""

from __future__ import annotations

import io
import json
import shlex
from dataclasses import dataclass
from typing import Any

import pytest

from kingscore.cli import main


@dataclass(frozen=True)
class Said:
    """What one command line came to."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


class Keys(io.StringIO):
    """Lines from somebody at the keys, who sees when one is refused."""

    def isatty(self) -> bool:
        return True


class Scorer:
    """Somebody at the keyboard: ``scorer("deal no-king Rasa")``; words that a shell would split come as a list."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, line: str | list[str]) -> Said:
        words = shlex.split(line) if isinstance(line, str) else line
        self.capsys.readouterr()
        status = main(words)
        said = self.capsys.readouterr()
        return Said(status, said.out, said.err)

    def fine(self, line: str | list[str]) -> Said:
        """A command that must go well."""
        said = self(line)
        assert said.status == 0, said.err
        return said
