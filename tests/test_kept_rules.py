"""Rules are resolved once and kept: what is read back is what the variant's file makes, and no file is read for it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kingscore.journal import headed
from kingscore.model.game import Game
from kingscore.model.rules import Rules, rules_from_raw, rules_to_raw
from kingscore.storage import open_store, resources, variant_files
from kingscore.storage.upkeep import verify
from kingscore.variant import Variant
from tests.evenings import evening, time
from tests.rules_shipped import every_rules


def back(rules: Rules) -> Rules:
    """Rules as a store gives them back."""
    raw = json.loads(json.dumps(rules_to_raw(rules)))
    return rules_from_raw(raw, resources.naming())


def test_kept_rules_are_those_of_the_file_for_every_variant_table_and_option() -> None:
    for rules in every_rules():
        assert back(rules) == rules


def test_an_own_variant_brings_its_names(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    lines = ('base = "polish"', 'id = "ours"', 'names = {en = "Ours"}', 'contracts.trumps.names = {ru = "Наши"}')
    path.write_text("\n".join(lines), "utf-8")
    variant = variant_files.variant(str(path))
    rules = variant.rules(4, {"last": "last-two"})
    assert back(rules) != rules == variant.renamed(back(rules))
    trumps, last = rules.contract("trumps"), rules.contract("no-last")
    assert trumps is not None
    assert last is not None
    assert (rules.names.of("en"), rules.names.of("lt")) == ("Ours", "Lenkiškasis Kingas")
    assert (trumps.names.of("en"), trumps.names.of("ru")) == ("Trumps", "Наши")
    assert last.names.of("en") == "No last two tricks"


@pytest.fixture
def library(tmp_path: Path) -> str:
    address = str(tmp_path / "games.db")
    with open_store(address) as store:
        for number in range(3):
            store.begin(replace(evening(), id=f"g{number}"), variant_files.variant("lithuanian"), time(number))
    return address


def test_many_games_share_their_rules(library: str) -> None:
    with open_store(library) as store:
        assert store.database.rows("SELECT count(*) FROM rules") == [(1,)]
        kept = store.load(store.games()[0].name)
        store.append(kept.name, headed({"options": (("finish", "trumps"),)}, time(9)), kept.seen)
        assert store.database.rows("SELECT count(*) FROM rules") == [(2,)]


def test_a_game_is_read_without_resolving_its_variant(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Variant, "rules", lambda *_: pytest.fail("the variant was resolved again"))
    monkeypatch.setattr(variant_files, "variant", lambda _: pytest.fail("a variant's file was read"))
    with open_store(library) as store:
        rules = store.load(store.games()[0].name).game.rules
    monkeypatch.undo()
    assert rules == variant_files.variant("lithuanian").rules(4, dict(rules.options))


def test_a_corrected_name_reaches_the_games_that_were_begun_before(tmp_path: Path) -> None:
    raw = variant_files.variant("lithuanian").raw
    first, later = (
        variant_files.from_raw({**raw, "id": "ours", "names": {"en": name}}) for name in ("Ours", "Our King")
    )
    with open_store(str(tmp_path / "games.db")) as store:
        names = [store.begin(Game(one.rules(), ("O", "J", "R", "V"), 3), one, time(0)) for one in (first, later)]
        assert [store.load(name).game.rules.names.of("en") for name in names] == ["Our King", "Our King"]
        assert verify(store) == ()
