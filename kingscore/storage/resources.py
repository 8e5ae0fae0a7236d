"""Finds and reads languages and templates; the only module that knows where data lies, shipped or the user's own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingscore.model.findings import Refused, finding
from kingscore.model.language import Language, Names, Term
from kingscore.model.rules import Naming
from kingscore.notation.scan import MOST_DIGITS
from kingscore.notation.vocabulary import Words

if TYPE_CHECKING:
    from kingscore.sheets.template import Template

#: The largest file of TOML, in bytes, how deep its keys and brackets go, how many keys and entries it may hold; the
#: largest variant that is shipped has a fifth of that.
LARGEST_TOML, DEEPEST_TOML, MOST_PARTS = 256 * 1024, 20, 2000
HERE = Path(__file__).parents[1]
SPOKEN = HERE / "languages"
#: Every language that is spoken: those of the folders, English first.
LANGUAGES = ("en", *sorted(path.name for path in SPOKEN.iterdir() if path.is_dir() and path.name != "en"))


def shipped(folder: str) -> Path:
    """A folder of shipped data: inside the package when installed, beside it in a checkout."""
    inside = HERE / folder
    return inside if inside.is_dir() else HERE.parent / folder


@cache
def texts(language: str, area: str) -> Mapping[str, Any]:
    """The texts of an area (``deals``, ``cli`` …) in a language. KeyError where the language has no such file."""
    try:
        found: Mapping[str, Any] = json.loads((SPOKEN / language / f"{area}.json").read_bytes())
    except FileNotFoundError:
        raise KeyError(f"{language}/{area}") from None
    if area == "terms":
        return {f"{kind}.{key}": names[0] for kind, terms in found.items() for key, names in terms.items()}
    return found


def language(code: str) -> Language:
    """A shipped language (``en``, ``ru`` …) with its texts, each area read when it is first needed; English stands in
    for what another lacks."""
    return Language(code, lambda area: texts(code, area), None if code == "en" else language("en"))


def _kept(file: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What each language holds in a file of that name; nothing where it has none."""
    for code in LANGUAGES:
        path = SPOKEN / code / f"{file}.json"
        yield code, json.loads(path.read_bytes()) if path.is_file() else {}


@cache
def names(file: str) -> Mapping[str, Mapping[str, Names]]:
    """The names of things by their kind and id, in all languages at once: ``terms`` of contracts, items and suits,
    ``words`` of the grammar, ``tables`` of what stands in tables kept by hand."""
    out: dict[str, dict[str, tuple[tuple[str, tuple[str, ...]], ...]]] = {}
    for code, kinds in _kept(file):
        for kind, things in kinds.items():
            known = out.setdefault(kind, {})
            for thing, called in things.items():
                known[thing] = (*known.get(thing, ()), (code, tuple(called)))
    return {kind: {thing: Names(called) for thing, called in things.items()} for kind, things in out.items()}


@cache
def naming() -> Naming:
    """What variants, contracts and items are called in every language."""
    return Naming(dict(_kept("variant_names")), names("terms"))


@cache
def words(spoken: str = "en") -> Words:
    """The fixed words of the grammar and what items are called, in all languages, the one spoken first."""
    order = tuple(dict.fromkeys((spoken, *LANGUAGES)))
    return Words(order, {**names("words"), "item": names("terms")["item"], "shorthand": names("tables")["shorthand"]})


def table_words() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The words that stand in tables kept by hand, in all languages: ``{"label": {"total": ("sum", …)}, …}``."""
    kinds = names("tables")
    return {kind: {thing: called.all for thing, called in things.items()} for kind, things in kinds.items()}


def own_templates() -> Path:
    """The folder of the user's own templates; it need not exist."""
    return own_folder("templates")


def own_folder(folder: str) -> Path:
    from platformdirs import user_data_path

    return user_data_path("kingscore", appauthor=False) / folder


def is_path(word: str) -> bool:
    """True for a word that means a file, not the name of a variant or a template."""
    return word.endswith(".toml") or "/" in word or "\\" in word


def toml_files(folder: Path) -> dict[str, Path]:
    """The TOML files of a folder by their names, in alphabetical order."""
    return dict(sorted((path.stem, path) for path in folder.glob("*.toml")))


def template_names() -> tuple[str, ...]:
    """The names of all templates, the shipped ones before the user's own."""
    return (*toml_files(shipped("templates")), *toml_files(own_templates()))


def template(name: str, variant_id: str = "") -> Template:
    """A template by its name, shipped or the user's own: the one made for this variant (``grid-lithuanian``) before the
    common one (``grid``), a shipped one before the user's own.

    Refused: R906 where there is none of that name, R903 to R905 where its content is faulty.
    """
    for folder in (shipped("templates"), own_templates()):
        known = toml_files(folder)
        for found in (f"{name}-{variant_id}", name):
            if found in known:
                return template_file(known[found])
    raise Refused(finding("R906", found=name, expected=template_names()))


def template_file(path: Path) -> Template:
    """A template from a file, a user's own as well. Refused: R907 where it is no TOML, R903 to R905 for its content;
    status 3: R908 where it cannot be opened."""
    from kingscore.sheets.template_file import read_template

    found = read_template(read_toml(path, "R907", "R908"), path.stem, LANGUAGES)
    beside = tuple((face, font if face == "workbook" else str(path.parent / font)) for face, font in found.fonts)
    return replace(found, fonts=beside) if beside else found


def schema(kind: str) -> dict[str, Any]:
    """The published JSON Schema of a ``game``, a ``variant`` or a ``template``."""
    if kind == "game":
        from kingscore.notation.document import document_schema

        return document_schema()
    if kind == "variant":
        from kingscore.variant.models import variant_schema

        return variant_schema(LANGUAGES)
    from kingscore.sheets.template_file import template_schema

    return template_schema(LANGUAGES)


def read_toml(path: Path, broken: str, closed: str) -> dict[str, Any]:
    """What a TOML file holds. Refused with the code ``broken`` where it is none, the parser's own words quoted, or
    where it is larger in any way than a variant or a template; status 3: ``closed`` where it cannot be opened."""
    import re
    import tomllib

    file = path.name or str(path)
    try:
        with path.open("rb") as opened:
            raw = opened.read(LARGEST_TOML + 1)
    except (OSError, ValueError) as fault:
        raise Refused(finding(closed, file=str(path), reason=system_reason(fault)), status=3) from None
    if len(raw) > LARGEST_TOML:
        raise Refused(finding(broken, "large", file=file, most=LARGEST_TOML // 1024))
    try:
        text = raw.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        line, byte = fault.object.count(b"\n", 0, fault.start) + 1, f"0x{fault.object[fault.start]:02X}"
        raise Refused(finding(broken, "bytes", file=file, found=byte, line=line)) from None
    # The parser takes memory by the square of a key's depth, and Python reads no number of thousands of digits.
    if (too := excess(text)) is not None:
        raise Refused(finding(broken, too[0], file=file, line=too[1]))
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        reason, at, where = str(fault).partition(" (at ")
        line, column = map(int, re.findall(r"\d+", where) or (0, 0))
        how = "" if line else "end" if at else "other"
        raise Refused(finding(broken, how, file=file, reason=reason, line=line, column=column)) from None
    if parts_of(content) > MOST_PARTS:
        raise Refused(finding(broken, "parts", file=file, most=MOST_PARTS))
    return content


def excess(text: str) -> tuple[str, int] | None:
    """What of a TOML text no parser should see, ``deep`` or ``digits``, with its line; None where there is nothing."""
    import re

    # Texts and comments are taken away first, an unfinished one to its end, so that each sign is looked at once.
    # A text of three quotation marks may end in two more. Not possessive: Python 3.11.2 mismatches such groups.
    apart = re.compile(
        r"""\"{3}(?:\\.|.)*?(?:\"{3,5}|\Z)|\'{3}.*?(?:\'{3,5}|\Z)"""
        r"""|"(?:[^"\\\n]|\\[^\n])*"?|'[^'\n]*'?|\#[^\n]*""",
        re.DOTALL,
    )
    bare = apart.sub(lambda found: ("" if found[0][0] == "#" else "x") + "\n" * found[0].count("\n"), text)
    dotted = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{DEEPEST_TOML}}}")
    long = re.compile(rf"(?<![\w.-])[+-]?(?:0[xob])?[0-9](?:_?[0-9A-Za-z]){{{MOST_DIGITS},}}")
    deep = dotted.search(bare)
    places = [("deep", deep.start())] if deep else []
    depth = 0
    for bracket in re.finditer(r"[\[\]{}]", bare):
        depth = depth + 1 if bracket[0] in "[{" else max(depth - 1, 0)
        if depth > DEEPEST_TOML:
            places.append(("deep", bracket.start()))
            break
    if number := long.search(bare):
        places.append(("digits", number.start()))
    how, at = min(places, key=lambda place: place[1], default=("", 0))
    return (how, bare.count("\n", 0, at) + 1) if how else None


def parts_of(content: Any) -> int:
    """How many keys and entries a content holds; it is looked at no longer than until there are too many."""
    found, left = 0, [content]
    while left and found <= MOST_PARTS:
        part = left.pop()
        inside = part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else ()
        found += len(inside)
        left += inside
    return found


def system_reason(fault: OSError | ValueError) -> Term | str:
    """Why the system did not open, read or write a file: in each language's words where they are known, else its
    own. A ``ValueError`` is raised for a name that no file can have."""
    import errno

    name = errno.errorcode.get(fault.errno or 0, "") if isinstance(fault, OSError) else "name"
    if name in names("terms")["trouble"]:
        return Term("trouble", name)
    return getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
