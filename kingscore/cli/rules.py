"""The commands that answer questions about the rules: variants, rules, compare, identify, explain."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kingscore.cli import options
from kingscore.cli.commands import Command, GameCommand, app
from kingscore.cli.context import Context, OutputTarget, picked
from kingscore.model.codes import CODES, Code
from kingscore.model.findings import has_errors
from kingscore.render.formats import formats_for
from kingscore.render.text_width import WIDEST, room, shown, wrapped

if TYPE_CHECKING:
    from kingscore.rulebook import RulesPage
    from kingscore.rulebook.pages import Differences

variant_commands = typer.Typer()
app.add_typer(variant_commands, name="variants")


# Variants


@variant_commands.command("list")
def list_variants(
    context: Context,
    players: options.Seats = None,
    cards: Annotated[int | None, options.number("--cards", "32", "36", "51", "52", "54")] = None,
    zero_sum: Annotated[bool, typer.Option("--zero-sum")] = False,
    max_deals: Annotated[int | None, options.number("--max-deals")] = None,
) -> None:
    """The variants that fit what is asked for."""
    from kingscore.app.rules import offered

    rows = [tuple(context.say(f"offer.{part}") for part in ("id", "name", "players", "cards", "deals", "total"))]
    listed = []
    for found in offered(players, cards, max_deals, zero_sum=zero_sum):
        variant, name = found[0].variant, found[0].names.of(context.language.code)
        tables = [{"players": r.table, "cards": r.deck.size, **picked(r, "hand", "deals", "total")} for r in found]
        listed.append({"variant": variant, "name": name, "tables": tables})
        # What differs from table to table stands beside each other, as 52/51.
        columns = ([table[key] for table in tables] for key in ("players", "cards", "deals", "total"))
        apart = (column if len(set(column)) > 1 else column[:1] for column in columns)
        cells = ([context.language.show("–" if n is None else n) for n in column] for column in apart)
        rows.append((variant, name, *map("/".join, cells)))
    context.write_rows(rows if listed else (), context.say("offer.none"))
    context.document({"variants": listed})


@variant_commands.command("show")
def show_variant(context: Context, variant: options.VariantName) -> None:
    """The file of a variant. Refused, status 2: V301, V302; status 3: V314."""
    from kingscore.app.rules import variant_text

    text = variant_text(variant)
    context.write(text.rstrip())
    context.document({"variant": variant, "content": text})


@variant_commands.command("new")
def new_variant(
    context: Context,
    name: options.Word,
    base: Annotated[str, typer.Option("--from", autocompletion=options.variants)] = "lithuanian",
) -> None:
    """Begin a variant of one's own. Refused, status 2: V301, V315, V316; status 3: V314."""
    from kingscore.app.rules import new_variant

    path = new_variant(name, base)
    context.done("result.written", file=str(path))


@variant_commands.command("check")
def check_variant(context: Context, file: options.Word) -> int:
    """All that is wrong with a variant's file, named by its path or its id. Status 3 for one that cannot be opened."""
    from kingscore.app.rules import variant_faults

    found = variant_faults(file)
    context.report(found, to=sys.stdout)
    if not found:
        context.write(f"{shown(file)}: {context.say('check.good')}")
    context.document(context.findings(found))
    return 3 if any(one.is_a("variant-file-not-opened") for one in found) else int(has_errors(found))


# Rules


@app.command(
    "rules",
    cls=GameCommand.where(
        excludes={
            "--search": ("variant", "--players", "--option", "--to", "--output", "--game"),
            "variant": ("--game",),
        },
        needs={**Command.needs, "--players": ("variant",), "--option": ("variant",)},
    ),
)
def rules(
    context: Context,
    variant: options.VariantName = "",
    contract: Annotated[list[str] | None, typer.Argument()] = None,
    players: options.Seats = None,
    option: options.HouseRules = None,
    search: Annotated[str, typer.Option("--search")] = "",
    to: Annotated[str, typer.Option("--to", autocompletion=lambda: formats_for("rules"))] = "",
    output: options.Output = "",
    force: options.Force = False,
) -> None:
    """Answer from the rules of a variant."""
    from kingscore.app.rules import RulesRequest, answer, next_deal
    from kingscore.render.formats import FORMATS, write

    if search:
        _searched(context, search)
        return
    where = OutputTarget(output, force)
    form = options.form_of(to or where.suffix or "text", "rules")
    request = RulesRequest(variant, " ".join(contract or ()), players, options.pairs(option))
    pages = answer(request if variant else next_deal(context.load()), context.language)
    if context.json and not (to or output) and FORMATS[form].text:
        context.document({"pages": [_page(page) for page in pages]})
    else:
        rendered = write(form, "rules", pages, context.language.code, room(sys.stdout) or WIDEST)
        context.deliver(form, rendered, where)


def _searched(context: Context, words: str) -> None:
    """The sentences of all rules that hold these words, and in which variants."""
    from kingscore.app.rules import found_words

    hits, show = found_words(words, context.language), context.language.show
    context.write_set([line for hit in hits for line in (hit.text, f"  {show(hit.variants)}")])
    if not hits:
        context.tell("rules.nothing", words=words)
    found = [{**picked(hit, "topic", "text"), "variants": [show(v) for v in hit.variants]} for hit in hits]
    context.document({"hits": found})


def _page(page: RulesPage) -> dict[str, Any]:
    sections = []
    for section in page.sections:
        tables = [{"title": title, **picked(grid, "head", "rows")} for title, grid in section.grids]
        sections.append({**picked(section, "topic", "title", "sentences"), "tables": tables})
    return {**picked(page, "title", "note"), "sections": sections}


# Variants held against each other


@app.command("compare")
def compare(
    context: Context,
    first: options.VariantName,
    second: options.VariantName,
    players: options.Seats = None,
    option: options.HouseRules = None,
) -> None:
    """What differs between two variants."""
    from kingscore.app.rules import compared

    books, found = compared((first, second), players, options.pairs(option), context.language)
    names = tuple(book.say("page.for", n=book.rules.table, variant=book.variant.names) for book in books)
    context.write("\n".join(_differences(names, found)) if found else context.say("compare.same", names=names))
    listed = []
    for topic in found:
        rows = [{"key": row.key, "first": row.first or None, "second": row.second or None} for row in topic.rows]
        listed.append({**picked(topic, "topic", "title"), "rows": rows})
    context.document({"first": first, "second": second, "differences": listed})


def _differences(names: tuple[str, ...], found: tuple[Differences, ...]) -> list[str]:
    """What differs, topic by topic; each side marked by a letter that stands for the variant."""
    lines = [f"{letter}  {name}" for letter, name in zip("AB", names, strict=True)]
    within = room(sys.stdout)
    for topic in found:
        lines += ["", topic.title]
        for letter, text in (side for row in topic.rows for side in (("A", row.first), ("B", row.second))):
            first, *others = wrapped(text or "—", None if within is None else within - 5)
            lines += [f"  {letter}  {first}", *("     " + line for line in others)]
    return lines


@app.command("identify")
def identify(context: Context, line: Annotated[list[str], typer.Argument()]) -> None:
    """Which variants fit totals or names of deals."""
    from kingscore.app.rules import identified
    from kingscore.rulebook.identify import reason

    found, listed = identified(line), []
    for match in found:
        name, players = context.language.show(match.names), context.say("identify.players", n=match.players)
        words = "".join(f" --option {key}={value}" for key, value in match.options)
        why = reason(match, context.language)
        context.write(f"{name} · {players} · kingscore new {match.variant} …{words}\n  {why}")
        match_document = {"name": name, "options": dict(match.options), "reason": why}
        misses = [miss.number for miss in match.misses]
        listed.append({**picked(match, "variant", "players", "how"), **match_document, "misses": misses})
    if not found:
        context.tell("offer.none")
    context.document({"matches": listed})


# Codes


@app.command("explain")
def explain(context: Context, code: Annotated[str, typer.Argument(autocompletion=options.codes)] = "") -> None:
    """What a code means: all of them in a line each, or those with a code or a name. Refused, status 2: U813."""
    asked = code.casefold()
    known = [one for one in CODES.values() if asked in ("", one.code.casefold(), one.slug)]
    if not known:
        from kingscore.app.files import unknown_code

        raise unknown_code(code)
    codes = [_explained(context, one) for one in known]
    for number, one in enumerate(codes if code else ()):
        lines = [*[""] * bool(number), f"{one['code']} · {one['title']}", *wrapped(one["why"], room(sys.stdout)), ""]
        for part in ("wrong", "right"):
            lines += [context.say(f"explain.{part}"), *("  " + line for line in one[part].splitlines())]
        context.write("\n".join(lines))
    if not code:
        context.write_rows([(one["code"], one["name"], one["title"]) for one in codes])
    context.document(codes[0] if code and len(codes) == 1 else {"codes": codes})


def _explained(context: Context, code: Code) -> dict[str, str]:
    """What there is to say of a code; the braces of a document may stand doubled in its texts or as they are."""
    texts, parts = context.language.texts(code.family.area), {}
    for part in ("title", "why", "wrong", "right"):
        parts[part] = str(texts[f"{code.code}.{part}"])
        with suppress(KeyError, ValueError, IndexError):
            parts[part] = parts[part].format_map({})
    return {"code": code.code, "name": code.slug, "severity": code.severity, **parts}
