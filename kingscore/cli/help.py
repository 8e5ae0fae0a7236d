"""The help pages, in the user's language, made from each command's own parameters and the texts. It runs nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, get_args

from kingscore.cli.columns import room, wrapped
from kingscore.cli.commands import GROUPS, ROOMS, unknown_command
from kingscore.cli.context import Context
from kingscore.cli.option_rules import OF_ONE_GAME
from kingscore.model.findings import Refused
from kingscore.render.formats import Show, formats_for, suffixes_read
from kingscore.render.text_width import pad, width
from kingscore.storage.resources import LANGUAGES


def program(context: Context) -> str:
    """The page of the whole program: every command by group with one line each."""
    parts = [context.say("about"), f"{context.say('heading.usage')} {context.say('usage')}"]
    for group, names in GROUPS.items():
        rows = [(name, context.say(f"{name}.help")) for name in names]
        parts.append(_section(context.say(f"group.{group}"), rows))
    parts.append(_section(context.say("heading.everywhere"), _everywhere(context)))
    parts.append(_examples(context, "examples"))
    parts.append(context.say("languages"))
    return "\n\n".join(parts)


def command(context: Context, name: str) -> str:
    """The page of one command. Refused: U801 where there is none of that name."""
    if name not in ROOMS:
        raise Refused(unknown_command(name), status=2)
    arguments, options = _params(name)
    parts = [f"{context.say('heading.usage')} {usage(context, name)}", *_set(_sentence(context.say(f"{name}.help")))]
    if context.language.has(f"cli.{name}.about"):
        parts.append("\n".join(_set(_say(context, f"{name}.about"))))
    if arguments:
        parts.append(
            _section(context.say("heading.arguments"), [(word(context, p), _told(context, name, p)) for p in arguments])
        )
    rows = [(_option(context, p), _told(context, name, p)) for p in options]
    parts.append(_section(context.say("heading.options"), [*rows, *_everywhere(context)[name not in OF_ONE_GAME :]]))
    parts.append(_examples(context, f"{name}.examples"))
    return "\n\n".join(parts)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def usage(context: Context, name: str) -> str:
    """``kingscore deal LINE… [--agreed REASON]``"""
    arguments, options = _params(name)
    shown = [f"[{_option(context, p).split(', ')[-1]}]" for p in options]
    return " ".join(["kingscore", name, *(_wanted(context, p) for p in arguments), *shown])


def _params(name: str) -> tuple[list[Any], list[Any]]:
    """The arguments and the options of a command, as typer has them."""
    from kingscore.cli.typer_app import command

    params = command(name).params
    return [p for p in params if p.param_type_name == "argument"], [p for p in params if p.param_type_name == "option"]


def _wanted(context: Context, param: Any) -> str:
    shown = word(context, param)
    return shown if param.required else f"[{shown}]"


def word(context: Context, param: Any) -> str:
    """What stands for an argument or an option's value: ``LINE…`` for one that may have several words."""
    several = "…" if param.nargs == -1 else ""
    return context.say(f"word.{param.name.rstrip('_')}") + several


def _option(context: Context, param: Any) -> str:
    names: str = ", ".join(sorted(param.opts, key=len))
    return names if param.is_flag else f"{names} {word(context, param)}"


def _told(context: Context, name: str, param: Any) -> str:
    """An own text of the command's, else one that all commands share."""
    own = f"{name}.word.{param.name.rstrip('_')}"
    return _say(context, own if context.language.has(f"cli.{own}") else f"common.{param.name.rstrip('_')}")


def _say(context: Context, key: str) -> str:
    """A text in which the formats stand that can show something, and the suffixes that are read."""
    formats = {show: formats_for(show) for show in get_args(Show)}
    return context.say(key, **formats, read=suffixes_read("game", "table", "book"))


def _everywhere(context: Context) -> list[tuple[str, str]]:
    """What all commands take; the first for those about one game only."""
    return [
        (f"--game {context.say('word.game')}", context.say("common.game")),
        ("--json", context.say("common.json")),
        (f"--lang {'|'.join(LANGUAGES)}", context.say("common.lang")),
        ("-h, --help", context.say("common.help")),
    ]


def _examples(context: Context, key: str) -> str:
    lines = context.say(key).splitlines()
    return "\n".join([context.say("heading.examples"), *("  " + line for line in lines)])


def _section(title: str, rows: Iterable[tuple[str, str]]) -> str:
    rows = tuple(rows)
    broad = min(26, max(width(left) for left, _ in rows))
    return "\n".join([title, *(line for left, right in rows for line in _row(left, right, broad))])


def _row(left: str, right: str, broad: int) -> list[str]:
    first, *others = _set(right, broad + 4)
    below = [" " * (broad + 4) + text for text in others]
    if width(left) > broad:
        return ["  " + left, " " * (broad + 4) + first, *below]
    return [f"  {pad(left, broad)}  {first}", *below]


def _set(text: str, indent: int = 0) -> list[str]:
    """A text in lines as wide as the terminal; as it is where the output is no terminal."""
    within = room(sys.stdout)
    return wrapped(text, None if within is None else max(20, within - indent))
