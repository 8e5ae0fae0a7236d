"""What the program says about itself, in the user's language: help, completion for shells, languages, schemas."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, get_args

import typer

from kingscore.cli import options
from kingscore.cli.commands import GROUPS, PROGRAM, Command, Group, app, read_command_line
from kingscore.cli.context import Context
from kingscore.model.findings import Refused
from kingscore.render.formats import Show, formats_for, suffixes_read
from kingscore.render.text_width import pad, room, width, wrapped
from kingscore.storage import resources
from kingscore.storage.resources import LANGUAGES

SHELLS = ("bash", "zsh", "fish")
#: The kinds of documents that have a published schema.
SCHEMAS = ("game", "variant", "template")
#: Where a shell says that it wants to know how a word goes on.
VARIABLE = "_KINGSCORE_COMPLETE"
#: The options that every command takes, the first of them if it is about one game.
EVERYWHERE = ("--game", "--json", "--lang", "--help")


# Help


def page(context: Context, words: Sequence[str]) -> str:
    """The help of the program or of the command that these words name. Refused, status 2: U801, U802 where there is
    none."""
    if not words:
        return _program(context)
    named: Command | Group = PROGRAM
    for word in words:
        if isinstance(named, Group):
            known: Command | Group | None = named.get_command(None, word)
            if known is None:
                raise Refused(named.unknown(word), status=2)
            named = known
    return _of_group(context, named) if isinstance(named, Group) else _of_command(context, named)


def _program(context: Context) -> str:
    """Every command by group with one line each."""
    say = context.say
    parts = [say("about"), f"{say('heading.usage')} {say('usage')}"]
    parts += [
        _section(say(f"group.{group}"), [(name, say(f"{name}.help")) for name in names])
        for group, names in GROUPS.items()
    ]
    everywhere = _section(say("heading.everywhere"), _everywhere(context))
    others = [resources.language(code) for code in LANGUAGES if code != context.language.code]
    more = " ".join([say("languages"), *(language.say("language.choose") for language in others)])
    return "\n\n".join([*parts, everywhere, _examples(context, "examples"), more])


def _of_group(context: Context, group: Group) -> str:
    """A group of commands: each with one line, and the options that all take."""
    name, verbs = str(group.name), group.list_commands(None)
    paths = {verb: f"{name}.{verb}" for verb in verbs}
    rows = [(verb, context.say(f"{path}.help")) for verb, path in paths.items()]
    sections = [_section(context.say("heading.commands"), rows)]
    return _page(context, name, "|".join(verbs) + " …", [*sections, _options(context, _everywhere(context)[1:])])


def _of_command(context: Context, command: Command) -> str:
    """One command: what it is for, its words, its options, examples."""
    name = str(command.name).replace(" ", ".")
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    options = [param for param in command.params if param.param_type_name == "option"]
    usage = [_word(context, p) if p.required else f"[{_word(context, p)}]" for p in arguments]
    usage += [f"[{_option(context, p).split(', ')[-1]}]" for p in options]
    rows = [(_word(context, p), _meaning(context, name, p)) for p in arguments]
    sections = [_section(context.say("heading.arguments"), rows)] if arguments else []
    everywhere = [row for row in _everywhere(context) if not row[0].startswith(command.without)]
    own = [(_option(context, p), _meaning(context, name, p)) for p in options]
    return _page(context, name, " ".join(usage), [*sections, _options(context, [*own, *everywhere])])


def _page(context: Context, name: str, usage: str, sections: Sequence[str]) -> str:
    """How a command is used, what it is for, more about it where there is a text, its words, examples."""
    sentence = context.say(f"{name}.help")
    about = _say(context, f"{name}.about") if context.language.has(f"cli.{name}.about") else ""
    parts = [
        f"{context.say('heading.usage')} kingscore {name.replace('.', ' ')} {usage}".rstrip(),
        *("\n".join(_set(text)) for text in (f"{sentence[:1].upper()}{sentence[1:]}.", about) if text),
        *sections,
    ]
    return "\n\n".join([*parts, _examples(context, f"{name}.examples")])


def _word(context: Context, param: Any) -> str:
    """What stands for an argument or an option's value: ``LINE…`` for one that may have several words."""
    several = "…" if param.nargs == -1 else ""
    return context.say(f"word.{param.name.rstrip('_')}") + several


def _option(context: Context, param: Any) -> str:
    names: str = ", ".join(sorted(param.opts, key=len))
    return names if param.is_flag else f"{names} {_word(context, param)}"


def _meaning(context: Context, name: str, param: Any) -> str:
    """A text of the command's own, else one that all commands share."""
    own = f"{name}.word.{param.name.rstrip('_')}"
    return _say(context, own if context.language.has(f"cli.{own}") else f"common.{param.name.rstrip('_')}")


def _say(context: Context, key: str) -> str:
    """A text in which the formats stand that can show something, and the suffixes that are read."""
    formats = {show: formats_for(show) for show in get_args(Show)}
    return context.say(key, **formats, read=suffixes_read("game", "table", "book"))


def _everywhere(context: Context) -> list[tuple[str, str]]:
    """The options that every command takes, the first of them if it is about one game."""
    common = (f"--game {context.say('word.game')}", "--json", f"--lang {'|'.join(LANGUAGES)}", "-h, --help")
    return [(left, context.say(f"common.{left.split('--')[1].split()[0]}")) for left in common]


def _options(context: Context, rows: Sequence[tuple[str, str]]) -> str:
    return _section(context.say("heading.options"), rows)


def _examples(context: Context, key: str) -> str:
    lines = context.say(key).splitlines()
    return "\n".join([context.say("heading.examples"), *("  " + line for line in lines)])


def _section(title: str, rows: Sequence[tuple[str, str]]) -> str:
    """Rows below a title; where the left side is broad, the right one begins below it."""
    broad = min(26, max(width(left) for left, _ in rows))
    lines = [title]
    for left, right in rows:
        first, *others = _set(right, broad + 4)
        lines += ["  " + left, " " * (broad + 4) + first] if width(left) > broad else [f"  {pad(left, broad)}  {first}"]
        lines += [" " * (broad + 4) + text for text in others]
    return "\n".join(lines)


def _set(text: str, indent: int = 0) -> list[str]:
    """A text in lines as wide as the terminal; as it is where the output is no terminal."""
    within = room(sys.stdout)
    return wrapped(text, None if within is None else max(20, within - indent))


# Completion


@app.command("completion")
def completion(context: Context, shell: Annotated[str, typer.Argument(autocompletion=lambda: SHELLS)]) -> None:
    """The script by which a shell completes commands."""
    from typer._completion_shared import get_completion_script

    options.chosen(shell, context.say("word.shell"), SHELLS)
    script = get_completion_script(prog_name="kingscore", complete_var=VARIABLE, shell=shell)
    context.write(script)
    context.document({"shell": shell, "content": script})


def complete(context: Context) -> int:
    """Answer a shell that asks how a word goes on, by the protocol of typer's scripts; a fault offers nothing."""
    from typer import _completion_classes as shells

    known: dict[str, Any] = {"bash": shells.BashComplete, "zsh": shells.ZshComplete, "fish": shells.FishComplete}
    protocol = known[context.environ[VARIABLE].rpartition("_")[2]](PROGRAM, {}, "kingscore", VARIABLE)
    args, incomplete = protocol.get_completion_args()
    # Bash parts words at every "=".
    if incomplete == "=" and args:
        args, incomplete = args[:-1], f"{args[-1]}="
    elif args[-1:] == ["="] and args[1:]:
        args, incomplete = args[:-2], f"{args[-2]}={incomplete}"
    values: list[Any] = []
    with suppress(Exception):
        values = _offered(context, protocol, args, incomplete)
    if isinstance(protocol, shells.BashComplete):
        for item in values:
            # Bash replaces only what stands behind the sign, and inserts a word as it is.
            behind = item.value.removeprefix(incomplete.rpartition("=")[0] + "=")
            item.value = shlex.quote(behind) if " " in behind else behind
    vars(protocol).update(get_completion_args=lambda: (args, incomplete), get_completions=lambda *_: values)
    print(protocol.complete())
    return 0


def _offered(context: Context, protocol: Any, args: list[str], incomplete: str) -> list[Any]:
    """What may stand in a place, the options that every command takes too, which typer does not know."""
    from typer._click.shell_completion import CompletionItem

    line = read_command_line(tuple(args), context.environ)
    context = replace(context, game=line.game, language=resources.language(line.language))
    protocol.ctx_args["obj"] = context
    last, sign, value = incomplete.partition("=")
    option, begun = (last, value) if sign else (args[-1] if args else "", incomplete)
    if option in ("--game", "--lang"):
        names = LANGUAGES if option == "--lang" else options.games(typer.Context(PROGRAM, obj=context))
        return [CompletionItem(name) for name in names if name.startswith(begun)]
    found: list[Any] = protocol.get_completions(list(line.words), incomplete)
    common = (name for name in EVERYWHERE if incomplete.startswith("-") and name.startswith(incomplete))
    return [*found, *map(CompletionItem, common)]


# Languages and schemas


@app.command("languages")
def languages(context: Context) -> None:
    """The languages that the program speaks, with the option that chooses each."""
    names = {code: resources.language(code).say("language.name") for code in LANGUAGES}
    context.write_rows([("*" if code == context.language.code else "", code, name) for code, name in names.items()])
    context.document({"languages": [{"language": code, "name": name} for code, name in names.items()]})


@app.command("schema")
def schema(context: Context, kind: Annotated[str, typer.Argument(autocompletion=lambda: SCHEMAS)]) -> None:
    """The JSON Schema of a kind of document."""
    options.chosen(kind, "schema", SCHEMAS)
    print(json.dumps(resources.schema(kind), ensure_ascii=False, indent=2))
