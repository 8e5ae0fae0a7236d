"""How typer makes a command of its signature, and its usage errors as findings of our own. It runs none."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from kingscore.cli.commands import ROOMS
from kingscore.cli.numbers import word_names
from kingscore.cli.option_rules import faults, said_in
from kingscore.model.findings import Finding, Refused, finding

#: A word that starts with a minus and a digit is a number, however it goes on; no option starts with a digit.
NUMBER = re.compile(r"-\d")
#: Stands before such a word while typer looks for options (a private-use character, taken off again afterwards).
GUARD = "\ue000"


class Words(TyperCommand):
    """A command whose words may be negative numbers, and whose usage errors are findings of our own."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refused, status 2: U802 to U805, and what keeps the words from going together."""
        end = args.index("--") if "--" in args else len(args)
        guarded = [GUARD + word if NUMBER.match(word) else word for word in args[:end]]
        try:
            super().parse_args(ctx, [*guarded, *args[end:]])
        except typer.TyperException as fault:
            raise Refused(usage_fault(fault, self), status=2) from None
        ctx.params = {name: _unguarded(value) for name, value in ctx.params.items()}
        if ctx.args:
            raise Refused(finding("U805", found=_unguarded(ctx.args[0]), command=self.name or ""), status=2)
        for found in faults(said_in(self, ctx, args[:end])):
            raise Refused(found, status=2)
        return []


def _unguarded(value: Any) -> Any:
    if isinstance(value, str):
        return value.removeprefix(GUARD)
    if isinstance(value, list | tuple):
        return [_unguarded(part) for part in value]
    return value


def usage_fault(fault: typer.TyperException, command: Words) -> Finding:
    """A usage error of typer as a finding of ours; typer's own English words are left aside."""
    name = command.name or ""
    match type(fault).__name__:
        case "NoSuchOption":
            return unknown_option(str(getattr(fault, "option_name", "")), command)
        case "BadOptionUsage":
            option = str(getattr(fault, "option_name", ""))
            flag = any(option in param.opts and getattr(param, "is_flag", False) for param in command.params)
            return finding("U816" if flag else "U804", option=option)
        case "MissingParameter":
            param = getattr(fault, "param", None)
            return finding("U803", command=name, missing=word_names(param.name if param else "line"))
        case _:
            return finding("U807", command=name, found=_unguarded(str(fault)))


def unknown_option(option: str, command: Words) -> Finding:
    """U802 with the options that look most like it; words such as ``-x`` and ``--json=yes`` too."""
    import difflib

    known = [opt for param in command.params if param.param_type_name == "option" for opt in param.opts]
    near = difflib.get_close_matches(option, [*known, "--lang", "--game", "--json", "--help"], n=2)
    return finding("U802", "near" if near else "", option=option, command=command.name or "", near=tuple(near))


def command(name: str) -> Words:
    """A command of ``ROOMS``, built by typer from the signature of the function of that name (``import_`` too)."""
    room = import_module(f"kingscore.cli.{ROOMS[name]}")
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    settings = {"allow_extra_args": True, "help_option_names": []}
    body = getattr(room, name, None) or getattr(room, f"{name}_")
    app.command(name, cls=Words, add_help_option=False, context_settings=settings)(body)
    built = get_command(app)
    assert isinstance(built, Words)
    return built
