"""Finds and reads the variants, the templates and the texts; it alone knows where they are."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kingscore.findings import Refused, finding
from kingscore.language import LANGUAGES, Language, Names
from kingscore.variant import Terms, Variant, built_on

if TYPE_CHECKING:
    from kingscore.sheet.template import Template

HERE = Path(__file__).parent


def shipped(folder: str) -> Path:
    """A folder of shipped data: inside the package when installed, beside it in a checkout."""
    inside = HERE / folder
    return inside if inside.is_dir() else HERE.parent / folder


@cache
def texts(language: str, area: str) -> Mapping[str, Any]:
    """The texts of an area (``deals``, ``cli`` …) in a language. KeyError for an unknown area or language."""
    path = HERE / "texts" / language / f"{area}.json"
    if not path.is_file():
        raise KeyError(f"{language}/{area}")
    found: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def language(code: str) -> Language:
    """A shipped language (``en``, ``ru``, ``lt``) with its texts, each area read when it is first needed."""
    return Language(code, lambda area: texts(code, area))


@cache
def terms() -> Terms:
    """The common names of contracts and items, in all languages at once."""
    raw = json.loads((HERE / "texts" / "terms.json").read_text("utf-8"))
    return {
        kind: {key: Names(tuple((code, tuple(names[code])) for code in LANGUAGES)) for key, names in entries.items()}
        for kind, entries in raw.items()
    }


@cache
def words() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The fixed words of the grammar in all languages: ``{"clause": {"by": ("by", "заказ", …)}, "suit": …}``."""
    raw = json.loads((HERE / "texts" / "words.json").read_text("utf-8"))
    return {kind: {key: tuple(names) for key, names in entries.items()} for kind, entries in raw.items()}


def variant_ids() -> tuple[str, ...]:
    """The ids of all shipped variants, in alphabetical order."""
    return tuple(sorted(path.stem for path in shipped("variants").glob("*.toml")))


@cache
def variant(variant_id: str) -> Variant:
    """A shipped variant. Refused: V301 where there is none of that id, V302 and V311 where its file is faulty."""
    path = shipped("variants") / f"{variant_id}.toml"
    if variant_id not in variant_ids():
        raise Refused(finding("V301", found=variant_id, near=_near(variant_id), expected=variant_ids()))
    return from_raw(_whole(path, ()))


def from_raw(raw: Mapping[str, Any], digest: str = "") -> Variant:
    """A variant from its whole content; the digest names it by that content, in its order, and is worked out if not
    given."""
    return Variant(raw, terms(), digest or content_digest(content(raw)))


def content(raw: Mapping[str, Any]) -> str:
    """A variant's whole content as JSON text. Its order stays: options and items stand in the order of the file."""
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":"))


def content_digest(text: str) -> str:
    """The name of a content: a hash of its text."""
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()[:16]


def template_names() -> tuple[str, ...]:
    """The names of all shipped templates, in alphabetical order."""
    return tuple(sorted(path.stem for path in shipped("templates").glob("*.toml")))


def template(name: str, variant_id: str = "") -> Template:
    """A shipped template: the one made for this variant (``grid-lithuanian``) before the common one (``grid``).

    Refused: R906 where there is none of that name, R903 to R905 where its content is faulty.
    """
    for found in (f"{name}-{variant_id}", name):
        if found in template_names():
            return template_file(shipped("templates") / f"{found}.toml")
    raise Refused(finding("R906", found=name, expected=template_names()), status=2)


def template_file(path: Path) -> Template:
    """A template from a file, a user's own as well. Refused: R907 where it is no TOML, R903 to R905 for its content."""
    from kingscore.sheet.template import read_template

    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise Refused(finding("R907", file=path.name, reason=str(fault))) from None
    except OSError as fault:
        raise Refused(finding("R908", file=path.name, reason=fault.strerror or ""), status=3) from None
    return read_template(raw, path.stem)


def _whole(path: Path, above: tuple[str, ...]) -> Mapping[str, Any]:
    """A variant file's content with everything that it builds on laid below it."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise Refused(finding("V302", file=path.name, reason=str(fault))) from None
    base = raw.get("base")
    if base is None:
        return raw
    if base in above or base == path.stem:
        raise Refused(finding("V311", file=path.name, base=str(base)))
    below = shipped("variants") / f"{base}.toml"
    if not below.is_file():
        raise Refused(finding("V301", found=str(base), near=_near(str(base)), expected=variant_ids()))
    return built_on(_whole(below, (*above, path.stem)), raw)


def _near(word: str) -> tuple[str, ...]:
    """Shipped ids that look like a word, nearest first."""
    import difflib

    return tuple(difflib.get_close_matches(word, variant_ids(), n=3)) or ("—",)
