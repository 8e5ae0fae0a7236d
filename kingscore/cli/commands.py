"""Which commands there are, in groups, and a command line taken apart: typer builds the command that is named alone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command_from_info
from typer.models import CommandInfo

from kingscore.model.findings import Finding, Refused, Value, finding
from kingscore.model.language import Names
from kingscore.model.suggest import suggest
from kingscore.storage import resources
from kingscore.storage.resources import LANGUAGES

#: The commands by group, in the order of the help, with the module of this package in which each is written.
GROUPS: dict[str, dict[str, str]] = {
    "table": {
        "new": "recording",
        "deal": "recording",
        "play": "play",
        "undo": "recording",
        "redo": "recording",
        "amend": "recording",
        "replace": "recording",
        "finish": "recording",
        "show": "show",
        "log": "show",
        "chances": "show",
    },
    "rules": dict.fromkeys(("variants", "rules", "compare", "identify", "explain"), "rules"),
    "checking": {"check": "checking"},
    "paper": {"sheet": "paper", "export": "paper"},
    "money": dict.fromkeys(("settle", "terms", "payments", "pay"), "money"),
    "history": {"games": "library", "use": "recording", "players": "library", "stats": "show", "import": "paper"},
    "library": {"library": "library"},
    "program": dict.fromkeys(("schema", "languages", "completion"), "program"),
}
MODULES = {name: module for group in GROUPS.values() for name, module in group.items()}
#: A word that starts with a minus and a digit is a number, however it goes on; no option starts with a digit.
NUMBER = re.compile(r"-\d")
#: Stands before such a word while typer looks for options (a private-use character, taken off again afterwards).
GUARD = "\ue000"

#: Where the locale stands, the strongest first (POSIX).
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
#: A server's address, or any address with a user's password. A text, made ready when a word looks like one.
ADDRESS = r"postgres[a-z+]*:/|[a-z][a-z0-9+.-]*:/+[^\s/@]*:\S*@"
#: Options that stand alone.
FLAGS = {"--json": "json", "--help": "help", "-h": "help", "--version": "version"}

#: Every command; each module of this package adds its own when it is imported.
app = typer.Typer()


class Command(TyperCommand):
    """A command whose words may be negative numbers."""

    allow_extra_args = True
    #: The options that all commands take and this one does not: ``--game`` where it is not about one game that is kept.
    without: tuple[str, ...] = ("--game",)
    #: Words each with those that ask for something else, and words each with those without which it changes nothing.
    excludes: Mapping[str, Sequence[str]] = {}
    needs: Mapping[str, Sequence[str]] = {"--force": ("--output",)}

    @classmethod
    def where(cls, excludes: Mapping[str, Sequence[str]], needs: Mapping[str, Sequence[str]] = needs) -> type[Command]:
        """The kind of command of which words exclude and need others."""
        return type(cls.__name__, (cls,), {"excludes": excludes, "needs": needs})

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refused, status 2: U802 to U805, U814, U816, U823, U829."""
        end = args.index("--") if "--" in args else len(args)
        guarded = [GUARD + word if NUMBER.match(word) else word for word in args[:end]]
        try:
            super().parse_args(ctx, [*guarded, *args[end:]])
        except typer.TyperException as fault:
            raise Refused(self.usage_fault(fault), status=2) from None
        ctx.params = {name: unguarded(value) for name, value in ctx.params.items()}
        if not ctx.resilient_parsing and (faults := tuple(self.faults(ctx, args[:end]))):
            raise Refused(faults[0], status=2)
        return []

    def faults(self, ctx: Any, words: Sequence[str]) -> Iterator[Finding]:
        """What is one word too many, is empty, or is given twice; ``words`` as they were typed."""
        if ctx.args:
            yield finding("U805", found=unguarded(ctx.args[0]), command=self.name or "")
        if ctx.obj and ctx.obj.game is not None and "--game" in self.without:
            yield finding("U802", "game", option="--game", command=self.name or "")
        if ctx.obj and ctx.obj.json and "--json" in self.without:
            yield finding("U814", first=self.name or "", second="--json")
        valued = {name: p for p in self.params if not getattr(p, "is_flag", True) for name in p.opts}
        seen: dict[str, str] = {}
        rest = iter(words)
        for word in rest:
            name, sign, value = word.partition("=")
            if name in valued:
                option, value = max(valued[name].opts, key=len), value if sign else next(rest, "")
                if not value.strip():
                    yield finding("U804", "empty", option=option)
                elif not getattr(valued[name], "multiple", False) and seen.setdefault(option, value) != value:
                    yield finding("U829", option=option, first=seen[option], second=value)
        for param in self.params:
            given = ctx.get_parameter_source(param.name).name == "COMMANDLINE"
            if given and param.nargs == 1 and not str(ctx.params[param.name]).strip():
                yield finding("U803", command=self.name or "", missing=word_names(param.name or ""))
        yield from self.halves(ctx)

    def halves(self, ctx: Any) -> Iterator[Finding]:
        """What cannot stand beside another word, and what changes nothing without one."""
        given = {f"--{name}": getattr(ctx.obj, name, None) for name in ("json", "game")}
        for param in self.params:
            is_option = param.param_type_name == "option"
            given[max(param.opts, key=len) if is_option else param.name or ""] = ctx.params[param.name]
        for word, others in self.excludes.items():
            for other in others if given[word] else ():
                if given[other]:
                    yield finding("U814", first=_called(word), second=_called(other))
        for word, others in self.needs.items():
            for other in others if given.get(word) else ():
                if not given.get(other, True):
                    yield finding("U823", "without", option=_called(word), expected=(_called(other),))

    def usage_fault(self, fault: typer.TyperException) -> Finding:
        """A usage error of typer as a finding; typer's own English words are left aside."""
        name, option = self.name or "", str(getattr(fault, "option_name", ""))
        match type(fault).__name__:
            case "NoSuchOption":
                known = [opt for p in self.params if p.param_type_name == "option" for opt in p.opts]
                near = suggest(option, [*known, "--lang", "--game", "--json", "--help"], most=2)
                return finding("U802", "near" if near else "", option=option, command=name, near=near)
            case "BadOptionUsage":
                flag = any(option in p.opts and getattr(p, "is_flag", False) for p in self.params)
                return finding("U816" if flag else "U804", option=option)
            case "MissingParameter":
                param = getattr(fault, "param", None)
                return finding("U803", command=name, missing=word_names(param.name if param else "line"))
            case _:
                return finding("U807", command=name, found=unguarded(str(fault)))


class GameCommand(Command):
    """A command about one game that is kept."""

    without: tuple[str, ...] = ()


class LoopCommand(GameCommand):
    """A command that asks again and again, and so has no document to print."""

    without = ("--json",)


def unguarded(value: Any) -> Any:
    """A word, or words, as they were typed."""
    if isinstance(value, str):
        return value.removeprefix(GUARD)
    return [unguarded(part) for part in value] if isinstance(value, list | tuple) else value


class Group(TyperGroup):
    """Commands of which only the one that is named is imported and built; without a verb, a group is its first one."""

    def __init__(self, name: str, commands: typer.Typer, modules: Mapping[str, str]) -> None:
        super().__init__(name=name, rich_markup_mode=None)
        self.typer, self.modules = commands, modules

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, in the order of the help."""
        return list(self.modules) or [info.name or "" for info in self.typer.registered_commands]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, built by typer from its function, which is
        handed the ``Context`` before its words; None where there is none."""
        if cmd_name in self.modules:
            import_module(f"kingscore.cli.{self.modules[cmd_name]}")
        path = cmd_name if self.modules else f"{self.name} {cmd_name}"
        for group in self.typer.registered_groups:
            if group.name == cmd_name and group.typer_instance is not None:
                return Group(path, group.typer_instance, {})
        for info in self.typer.registered_commands:
            if info.name == cmd_name:
                bound = partial(info.callback or int, ctx and ctx.obj)
                # What typer asks of a function; the words and their types stand in its signature, without the context.
                vars(bound)["__annotations__"] = {}
                kind = info.cls if issubclass(info.cls or TyperCommand, Command) else Command
                built = CommandInfo(path, cls=kind, callback=bound, help="", add_help_option=False)
                return get_command_from_info(built, pretty_exceptions_short=False, rich_markup_mode=None)
        return None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refused, status 2: U801, U802."""
        if not ctx.resilient_parsing:
            args = args or self.list_commands(ctx)[:1]
            if args[0] not in self.list_commands(ctx):
                raise Refused(self.unknown(args[0]), status=2)
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """The commands that begin so, each with its line of the help, none of them built."""
        from typer._click.shell_completion import CompletionItem

        names = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        paths = {name: name if self.modules else f"{self.name}.{name}" for name in names}
        return [CompletionItem(name, help=ctx.obj.say(f"{path}.help")) for name, path in paths.items()]

    def unknown(self, word: str) -> Finding:
        """U801 or, for a word that starts with a hyphen, U802."""
        names = self.list_commands(None)
        if word.startswith("-"):
            how = "" if self.modules else "verb"
            return finding("U802", how, option=word, command=self.name or "", expected=tuple(names))
        before = "" if self.modules else f"{self.name} "
        near = tuple(before + name for name in suggest(word, names))
        return finding("U801", "near" if near else "", found=before + word, near=near)


#: The whole program as typer sees it.
PROGRAM = Group("kingscore", app, MODULES)


def _called(word: str) -> Value:
    """An argument as the help calls it, an option as it is typed."""
    return word if word.startswith("-") else word_names(word)


def word_names(name: str) -> Names:
    """What stands for a word in the help, in all languages: ``LINE``, ``СТРОКА``, ``EILUTĖ``."""
    key = f"cli.word.{name.rstrip('_')}"
    return Names(tuple((code, (resources.language(code).say(key),)) for code in LANGUAGES))


# The command line taken apart


class CommandLine(NamedTuple):
    """A command line taken apart. ``words`` are the command and its own words, in order, ``--`` still among them;
    ``faults`` is what is wrong with it, which is said in its language all the same."""

    words: tuple[str, ...] = ()
    language: str = ""
    game: str | None = None
    json: bool = False
    help: bool = False
    version: bool = False
    faults: tuple[Finding, ...] = ()


def read_command_line(argv: tuple[str, ...], environ: Mapping[str, str]) -> CommandLine:
    """Take a command line apart. Its faults: U804 where a value is missing, U806 where a language is not known, U816
    for a value that an option does not take, U828 where an address stands that may hold a password, U829 where two
    games are named.

    ``--lang``, ``--game``, ``--json`` and ``--help`` count wherever they stand, but not after ``--``: what follows
    that is never an option. ``help`` as the first word asks what ``--help`` does. The last language said counts, since
    an abbreviation of the shell's may say one already.
    """
    rest, words, flags, faults = list(argv), list[str](), set[str](), [*_addresses(argv)]
    language, game = "", None
    while rest:
        word = rest.pop(0)
        if word == "--":
            words += [word, *rest] if words else rest
            break
        name, sign, value = word.partition("=")
        if name in ("--lang", "--game"):
            missing = not sign and rest[:1] in ([], ["--"])
            value = value if sign or missing else rest.pop(0)
            if not value.strip():
                faults.append(finding("U804", "" if missing else "empty", option=name))
            elif name == "--lang":
                language = _language(value) or language
                faults += [] if _language(value) else [_unknown_language(name, value)]
            elif game not in (None, value):
                faults.append(finding("U829", option=name, first=str(game), second=value))
            else:
                game = value
        elif name in FLAGS and sign:
            faults.append(finding("U816", option=name))
        elif name in FLAGS:
            flags.add(FLAGS[name])
        else:
            words.append(word)
    if words[:1] == ["help"]:
        flags, words = flags | {"help"}, words[1:]
    named = environ.get("KINGSCORE_LANG", "")
    if named and not language and not _language(named):
        faults.append(_unknown_language("KINGSCORE_LANG", named))
    language = language or _language(named) or _locale_language(environ)
    asked = {flag: flag in flags for flag in ("json", "help", "version")}
    return CommandLine(tuple(words), language, game, **asked, faults=tuple(faults))


def _addresses(argv: tuple[str, ...]) -> Iterator[Finding]:
    """A server's address, or any with a password, would become the name of a file or of a player, for all to see."""
    for place, word in enumerate(argv):
        if ":/" not in word or [other for other in argv[:place] if other[:1] != "-"][-2:] == ["library", "copy"]:
            continue
        for value in (word, word.partition("=")[2]):
            if re.match(ADDRESS, value, re.IGNORECASE):
                yield finding("U828", scheme=value.partition(":")[0])


def _language(value: str) -> str:
    """The shipped language that a word or a locale means: ``ru_RU.UTF-8`` and ``ru-RU`` are ``ru``; empty for none."""
    code = re.split(r"[-_.]", value)[0].casefold()
    return code if code in LANGUAGES else ""


def _unknown_language(source: str, value: str) -> Finding:
    return finding("U806", source=source, found=value, expected=LANGUAGES)


def _locale_language(environ: Mapping[str, str]) -> str:
    """The language of the locale, else English; Windows says it by its English name (``Russian_Russia``)."""
    found = next((environ[key] for key in LOCALE if environ.get(key)), "")
    if not found and os.name == "nt":
        import locale

        found = locale.getlocale()[0] or ""
        name = found.partition("_")[0].casefold()
        english = (code for code in LANGUAGES if resources.language(code).say("language.english").casefold() == name)
        found = next(english, found)
    return _language(found) or "en"
