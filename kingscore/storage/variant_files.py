"""Variants by their ids and files: shipped ones, the user's own, and those that a game brings along."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from kingscore.model.findings import Finding, Place, Refused, finding
from kingscore.model.game import Game
from kingscore.model.rules import Rules
from kingscore.model.suggest import suggest
from kingscore.storage.resources import content_digest, naming, own_folder, read_toml, shipped
from kingscore.variant import Variant, built_on, located


def variant_ids() -> tuple[str, ...]:
    """The ids of all shipped variants, in alphabetical order."""
    return tuple(sorted(path.stem for path in shipped("variants").glob("*.toml")))


@cache
def variant(variant_id: str) -> Variant:
    """A variant by its id, shipped or the user's own, or by the path of a file.

    Refused: V301 where there is none of that id, V302, V311 and V314 where its file cannot be read; with all its
    faults (V303 to V313) where a file of the user's own has any.
    """
    path = variant_path(variant_id)
    found = from_raw(whole_content(path))
    if path.parent != shipped("variants"):
        refuse_faults(found, path)
    return found


def open_rules(variant_id: str, players: int, options: Mapping[str, str], content: str = "") -> Rules:
    """The rules of a variant for so many players with these options, as a game file names them; ``content`` is the
    variant itself (JSON text) where the file brings it along.

    Refused: V301 no variant of that id (a game file cannot name a path), V308, V309 and V310 options and players, V319
    and all other V codes for a content that is brought along.
    """
    if content:
        return replace(_brought(variant_id, content).rules(players, options), content=content)
    if variant_id.endswith(".toml") or "/" in variant_id or "\\" in variant_id:
        raise Refused(_unknown(variant_id[:60]))
    return _rules(variant_id[:60], players, tuple(options.items()))


@lru_cache(maxsize=64)
def _brought(variant_id: str, text: str) -> Variant:
    from kingscore.variant.models import faults_of_form

    found = from_content(text)
    if found.id != variant_id:
        raise Refused(finding("V319", found=found.id or "—", expected=variant_id[:60]))
    _, faults = faults_of_form(found)
    if faults:
        raise Refused(*faults)
    return variant(variant_id) if _ships(found) else found


def _ships(own: Variant) -> bool:
    """True for a variant that is just what ships under its id today, whatever it calls things."""
    return own.id in variant_ids() and variant(own.id).digest == own.digest


def variant_of(rules: Rules) -> Variant:
    """The variant that rules were made from: the one they bring along, else the one of that id. Refused as these."""
    return _brought(rules.variant, rules.content) if rules.content else variant(rules.variant)


def carrying(game: Game, own: Variant) -> Game:
    """The game, bringing its variant along where that is not just what ships under its id today."""
    return game if _ships(own) else replace(game, rules=replace(game.rules, content=content(own.raw)))


@lru_cache(maxsize=256)
def _rules(variant_id: str, players: int, options: tuple[tuple[str, str], ...]) -> Rules:
    return variant(variant_id).rules(players, dict(options))


def refuse_faults(found: Variant, path: Path) -> None:
    """Refused with everything that is wrong with a variant's file, each fault at its line."""
    from kingscore.variant.models import faults_of

    if faults := faults_of(found):
        raise Refused(*located(faults, path.read_text("utf-8"), path.name))


def own_variants() -> Path:
    """The folder of the user's own variants; it need not exist."""
    return own_folder("variants")


def own_variant_ids() -> tuple[str, ...]:
    """The ids of the variants in the user's data folder, in alphabetical order."""
    return tuple(sorted(path.stem for path in own_variants().glob("*.toml")))


def variant_path(variant_id: str) -> Path:
    """The file of a variant: a shipped one before the user's own; a path is one as it stands. Refused: V301."""
    if variant_id in variant_ids():
        return shipped("variants") / f"{variant_id}.toml"
    if variant_id.endswith(".toml") or "/" in variant_id or "\\" in variant_id:
        return Path(variant_id)
    if variant_id in own_variant_ids():
        return own_variants() / f"{variant_id}.toml"
    raise Refused(_unknown(variant_id))


def _unknown(variant_id: str, how: str = "") -> Finding:
    known = (*variant_ids(), *own_variant_ids())
    likely = suggest(variant_id, known)
    return finding("V301", how or ("near" if likely else ""), found=variant_id, near=likely or known, expected=known)


def from_raw(raw: Mapping[str, Any], digest: str = "") -> Variant:
    """A variant from its whole content; the digest names it by that content, in its order, and is worked out if not
    given."""
    return Variant(raw, naming(), digest or content_digest(content(nameless(raw))))


@lru_cache(maxsize=64)
def from_content(text: str) -> Variant:
    """The variant that ``content`` wrote."""
    return from_raw(json.loads(text))


def nameless(value: Any) -> Any:
    """A content without the names and notes in it: to correct one changes no game."""
    if isinstance(value, Mapping):
        return {key: nameless(part) for key, part in value.items() if key not in ("names", "notes")}
    return [nameless(part) for part in value] if isinstance(value, list) else value


def content(raw: Mapping[str, Any]) -> str:
    """A variant's whole content as JSON text. Its order stays: options and items stand in the order of the file."""
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":"))


def whole_content(path: Path, above: tuple[Path, ...] = ()) -> Mapping[str, Any]:
    """A variant file's content with everything that it builds on laid below it. Refused: V301, V302, V311, V314."""
    raw = _read(path)
    base = raw.get("base")
    if not isinstance(base, str):
        return raw
    if base not in variant_ids() and base not in own_variant_ids():
        raise Refused(_unknown(base, "base").at(Place(path.name)))
    below = variant_path(base)
    if path.resolve() in above:
        raise Refused(finding("V311", file=path.name, base=base))
    under = whole_content(below, (*above, path.resolve()))
    return built_on(under, {**raw, "base": [base, *under.get("base", ())]})


@cache
def _read(path: Path) -> Mapping[str, Any]:
    """A variant file's own content. Cached, since several variants build on the same one."""
    return read_toml(path, "V302", "V314")
