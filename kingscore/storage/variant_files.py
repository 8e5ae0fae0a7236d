"""Variants by their ids, names and files: shipped ones, the user's own, and those that a game brings along."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from kingscore.model.findings import Finding, Place, Refused, finding
from kingscore.model.folding import key
from kingscore.model.game import Game
from kingscore.model.rules import Rules
from kingscore.model.suggest import suggest
from kingscore.storage.resources import (
    MOST_PARTS,
    is_path,
    naming,
    own_folder,
    parts_of,
    read_toml,
    shipped,
    toml_files,
)
from kingscore.variant import Raw, Variant, as_text, built_on

#: A shorter word is no beginning of a variant: sooner somebody's name stands where the variant belongs.
SHORTEST = 3


def variant_ids() -> tuple[str, ...]:
    """The ids of all shipped variants, in alphabetical order."""
    return tuple(toml_files(shipped("variants")))


@cache
def variant(variant_id: str) -> Variant:
    """A variant by its id, shipped or the user's own, or by the path of a file.

    Refused: V301 where there is none of that id, V302, V311 and V314 where its file cannot be read; with all its
    faults (V303 to V313) where a file of the user's own has any.
    """
    path = variant_path(variant_id)
    found = from_raw(whole_content(path))
    if path.parent != shipped("variants") and (faults := file_faults(found, path)):
        raise Refused(*faults)
    return found


def called(word: str) -> Variant:
    """The variant of that id or path, else the one that has the word as its name in any language or begins so.

    Refused as ``variant``; V301 where it is none or could be several.
    """
    try:
        return variant(word)
    except Refused as refused:
        if not refused.findings[0].is_a("unknown-variant"):
            raise
        folded, names = key(word), dict(_names())
        found = tuple(one for one, known in names.items() if folded in known)
        if not found and len(folded) >= SHORTEST:
            found = tuple(one for one, known in names.items() if any(name.startswith(folded) for name in known))
        if len(found) > 1:
            raise Refused(finding("V301", "several", found=word, near=found)) from None
        if not found:
            raise
    return variant(found[0])


def _names() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each variant with its folded names; an own one with a fault has none but its id."""
    for variant_id in (*variant_ids(), *own_variant_ids()):
        names = [variant_id, variant_id.replace("-", " ")]
        with suppress(Refused):
            names += variant(variant_id).names.all
        yield variant_id, tuple(key(name) for name in names)


def every_variant() -> Iterator[Variant]:
    """All variants at hand, shipped and the user's own; an own one with a fault is left out."""
    for variant_id in (*variant_ids(), *own_variant_ids()):
        with suppress(Refused):
            yield variant(variant_id)


def open_rules(variant_id: str, players: int, options: Mapping[str, str], content: str = "") -> Rules:
    """The rules of a variant for so many players with these options, as a game file names them; ``content`` is the
    variant itself (JSON text) where the file brings it along.

    Refused: V301 no variant of that id (a game file cannot name a path), V308, V309 and V310 options and players, V319
    and all other V codes for a content that is brought along.
    """
    if content:
        return replace(_brought(variant_id, content).rules(players, options), content=content)
    return _rules(variant_id[:60], players, tuple(options.items()))


@lru_cache(maxsize=64)
def _brought(variant_id: str, text: str) -> Variant:
    from kingscore.variant.models import faults_of_form

    large = finding("V302", "brought", most=MOST_PARTS)
    try:
        found = from_content(text)
    except ValueError:  # a number of thousands of digits
        raise Refused(large) from None
    if parts_of(found.raw) > MOST_PARTS:
        raise Refused(large)
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
    return game if _ships(own) else replace(game, rules=replace(game.rules, content=as_text(own.raw)))


@lru_cache(maxsize=256)
def _rules(variant_id: str, players: int, options: tuple[tuple[str, str], ...]) -> Rules:
    return by_id(variant_id).rules(players, dict(options))


def by_id(variant_id: str) -> Variant:
    """The variant of that id, which may not be a path. Refused as ``variant``."""
    if is_path(variant_id):
        raise Refused(_unknown(variant_id))
    return variant(variant_id)


def file_faults(found: Variant, path: Path) -> tuple[Finding, ...]:
    """Everything that is wrong with a variant's file, each fault at its line."""
    from kingscore.variant.models import faults_of, located

    return located(faults_of(found), path.read_text("utf-8"), path.name)


def own_variants() -> Path:
    """The folder of the user's own variants; it need not exist."""
    return own_folder("variants")


def own_variant_ids() -> tuple[str, ...]:
    """The ids of the variants in the user's data folder, in alphabetical order."""
    return tuple(toml_files(own_variants()))


def variant_path(variant_id: str) -> Path:
    """The file of a variant: a shipped one before the user's own; a path is one as it stands. Refused: V301."""
    known = toml_files(shipped("variants"))
    if variant_id not in known and not is_path(variant_id):
        known = toml_files(own_variants())
        if variant_id not in known:
            raise Refused(_unknown(variant_id))
    return known.get(variant_id, Path(variant_id))


def _unknown(variant_id: str, how: str = "") -> Finding:
    known = (*variant_ids(), *own_variant_ids())
    likely = suggest(variant_id, known)
    return finding("V301", how or ("near" if likely else ""), found=variant_id, near=likely or known, expected=known)


def from_raw(raw: Raw) -> Variant:
    """A variant from its whole content."""
    return Variant(raw, naming())


@lru_cache(maxsize=64)
def from_content(text: str) -> Variant:
    """The variant that ``as_text`` wrote."""
    return from_raw(json.loads(text))


def whole_content(path: Path, above: tuple[Path, ...] = ()) -> Raw:
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
def _read(path: Path) -> Raw:
    """A variant file's own content. Cached, since several variants build on the same one."""
    return read_toml(path, "V302", "V314")
