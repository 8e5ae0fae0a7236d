"""Words and options that several commands share, with what completes them, and the strict reading of their values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from kingscore.cli.commands import unguarded, word_names
from kingscore.cli.context import Context
from kingscore.model.findings import Refused, finding
from kingscore.notation.scan import read_int
from kingscore.render.formats import Show, formats_for, named

# What a shell is offered


def variants(ctx: typer.Context) -> list[str]:
    """The ids of the variants, those of the user's own too."""
    from kingscore.storage import variant_files

    return [*variant_files.variant_ids(), *variant_files.own_variant_ids()]


def house_rules(ctx: typer.Context) -> list[str]:
    """``KEY=VALUE`` for every option of the variant that stands before; of all variants where none does."""
    from kingscore.storage import variant_files

    named = str(ctx.params.get("variant") or ctx.params.get("first") or "")
    known = [variant_files.variant(name) for name in variant_files.variant_ids() if named in ("", name)]
    pairs = {
        f"{option.key}={choice}": None
        for variant in known
        for table in variant.tables
        for option in variant.options(table)
        for choice in option.choices
    }
    return list(pairs)


def games(ctx: typer.Context) -> list[str]:
    """The names of the games that are kept."""
    with ctx.obj.store() as store:
        return [row.name for row in store.games()]


def deleted_games(ctx: typer.Context) -> list[str]:
    """The names of the games that were deleted."""
    from kingscore.storage import GameFilter

    with ctx.obj.store() as store:
        return [row.name for row in store.games(GameFilter(binned=True))]


def players(ctx: typer.Context) -> list[str]:
    """Everybody who ever played or is known by another name."""
    with ctx.obj.store() as store:
        return [name for seated in store.roster().everybody for name in seated.names]


def contracts(ctx: typer.Context) -> list[str]:
    """The contracts that may come next in the game meant, as people type them in the language spoken; behind the
    contract, the players."""
    from kingscore.scoring.schedule import upcoming

    context: Context = ctx.obj
    game = context.load().game
    if ctx.params.get("line"):
        return list(game.players)
    coming = upcoming(game)
    known = [game.rules.contract(contract_id) for contract_id in (coming.contracts if coming else ())]
    if context.language.code == "en":
        return [contract.id for contract in known if contract is not None]
    names = (contract.names.of(context.language.code) for contract in known if contract is not None)
    return [name.casefold().replace(" ", "-") for name in names]


def templates(ctx: typer.Context) -> list[str]:
    """The names of the templates, those of the user's own too."""
    from kingscore.storage import resources

    return list(resources.template_names())


def codes(ctx: typer.Context) -> list[str]:
    """The codes and the names of all findings."""
    from kingscore.model.codes import CODES

    return [word for code in CODES.values() for word in (code.code, code.slug)]


# What is said beside several commands


def number(option: str, *offered: str) -> Any:
    """An option whose value is a whole number above 0; some of them are ``offered``. Refused, status 2: U809."""

    def read(word: str) -> int | None:
        # A blank word is refused like that of any other option.
        return whole(unguarded(word), option) if word.strip() else None

    return typer.Option(option, parser=read, autocompletion=lambda: offered)


Word = Annotated[str, typer.Argument()]
VariantName = Annotated[str, typer.Argument(autocompletion=variants)]
GameName = Annotated[str, typer.Argument(autocompletion=games)]
PlayerName = Annotated[str, typer.Argument(autocompletion=players)]
PlayerNames = Annotated[list[str] | None, typer.Argument(autocompletion=players)]
Variant = Annotated[str, typer.Option("--variant", autocompletion=variants)]
Player = Annotated[str, typer.Option("--player", autocompletion=players)]
Seats = Annotated[int | None, number("--players", "3", "4", "5", "6")]
HouseRules = Annotated[list[str] | None, typer.Option("--option", autocompletion=house_rules)]
Since = Annotated[str, typer.Option("--since")]
Until = Annotated[str, typer.Option("--until")]
Output = Annotated[str, typer.Option("-o", "--output")]
NewUnit = Annotated[bool, typer.Option("--new-unit")]
Force = Annotated[bool, typer.Option("--force")]
Dialect = Annotated[str, typer.Option("--dialect", autocompletion=lambda: ("comma", "semicolon", "tab"))]


# Strict readings


def whole(word: str, option: str) -> int:
    """A whole number above 0. Refused, status 2: U809."""
    try:
        number = read_int(word)
    except ValueError:
        number = 0
    if number < 1:
        raise Refused(finding("U809", option=option, found=word), status=2)
    return number


def pairs(words: Sequence[str] | None) -> tuple[tuple[str, str], ...]:
    """``KEY=VALUE`` words as pairs. Refused, status 2: U810; U829 where a key has two values."""
    out: dict[str, str] = {}
    for word in words or ():
        key, sign, value = word.partition("=")
        if not sign or not key.strip() or not value.strip():
            raise Refused(finding("U810", found=word, example="finish=domino"), status=2)
        key, value = key.strip(), value.strip()
        if out.setdefault(key, value) != value:
            raise Refused(finding("U829", option=f"--option {key}", first=out[key], second=value), status=2)
    return tuple(out.items())


def chosen(word: str, option: str, choices: Sequence[str]) -> str:
    """One word of a short list. Refused, status 2: U808."""
    if word not in choices:
        raise Refused(finding("U808", option=option, found=word, expected=tuple(choices)), status=2)
    return word


def form_of(word: str, *shows: Show) -> str:
    """The format that a word asks for, of those that can show such a thing. Refused, status 2: U808."""
    return chosen(named(word), "--to", formats_for(*shows))


def missing(command: str, word: str) -> Refused:
    """A word that a command cannot do without (U803)."""
    return Refused(finding("U803", command=command, missing=word_names(word)), status=2)
