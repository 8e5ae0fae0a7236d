"""Every command of the program, found by walking it as typer has it."""

from __future__ import annotations

from functools import cache

from kingscore.cli.commands import PROGRAM, Command, Group


@cache
def groups() -> dict[str, Group]:
    """The groups of commands by name: ``games``, ``players`` …"""
    named = {name: PROGRAM.get_command(None, name) for name in PROGRAM.list_commands(None)}
    return {name: found for name, found in named.items() if isinstance(found, Group)}


@cache
def commands() -> dict[str, Command]:
    """Every command by the words that call it: ``deal``, ``games delete`` …"""
    out: dict[str, Command] = {}
    for name in PROGRAM.list_commands(None):
        found = PROGRAM.get_command(None, name)
        if isinstance(found, Group):
            out |= {f"{name} {verb}": found.get_command(None, verb) for verb in found.list_commands(None)}
        else:
            out[name] = found
    return out
