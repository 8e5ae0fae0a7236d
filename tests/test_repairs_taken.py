"""Every repair that is shown is accepted when it is typed as shown, also where a deal has several faults."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from kingscore.app.change import finish, record, undo
from kingscore.app.files import code_filter
from kingscore.app.fix import Walk
from kingscore.checks import check_game
from kingscore.checks.repairs import with_repairs
from kingscore.cli.format_finding import command_line
from kingscore.cli.recording import amended
from kingscore.model.findings import Finding, Refused
from kingscore.model.game import Game
from kingscore.model.repairs import repaired
from kingscore.storage import Store, open_store, resources, variant_files
from tests.mistakes import PLANTERS, plant
from tests.scorer import Scorer
from tests.test_schedule import game_of
from tests.trials import games

NOW = "2026-11-29T20:00:00Z"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "repairs.db")) as opened:
        yield opened


def faulty(game: Game, random: Random, faults: int, together: bool) -> Game:
    """The game with so many slips in it, all in one deal where they are ``together``."""
    planted, place = 0, 0
    for _ in range(400):
        if planted == faults:
            break
        slip = None
        with suppress(AssertionError, IndexError, TypeError, ValueError):  # planters look for legal deals
            slip = plant(random.choice(list(PLANTERS)), game, random)
        if slip is not None and (not together or not planted or slip.number == place):
            game, planted, place = slip.wrong, planted + 1, place or slip.number
    return game


def typed(store: Store, name: str, line: str) -> int:
    """How many commands of a line were taken. Refused: as they are."""
    parts = [shlex.split(part)[1:] for part in line.split(" && ")]
    for command, *words in parts:
        if command == "amend":
            amended(store, store.load(name), words, NOW, resources.words(), "")
        elif command == "deal":
            record(store, store.load(name), words, NOW, resources.words())
        else:
            assert [command, *words] == ["finish", "--early"]
            finish(store, store.load(name), NOW, early=True)
    return len(parts)


def refusals(store: Store, name: str, findings: tuple[Finding, ...]) -> Iterator[tuple[str, str, list[str]]]:
    """The repairs that are refused, each typed into the game by itself."""
    for found in findings:
        for repair in found.repairs:
            seen = len(store.load(name).log)
            try:
                typed(store, name, command_line(repair))
            except Refused as refused:
                yield found.code, command_line(repair), [one.code for one in refused.findings]
            for _ in range(len(store.load(name).log) - seen):
                undo(store, store.load(name), NOW)


@pytest.mark.parametrize(("faults", "together"), [(1, False), (2, True), (3, True), (2, False)])
def test_every_repair_is_accepted_as_it_is_shown(store: Store, faults: int, together: bool) -> None:
    tried = 0
    for game, random in games(60, 1000 + faults + 10 * together):
        wrong = faulty(game, random, faults, together)
        findings = with_repairs(wrong, check_game(wrong).findings)
        if any(found.repairs for found in findings):
            name = store.take_in(wrong, variant_files.variant_of(wrong.rules), NOW).name
            assert list(refusals(store, name, findings)) == []
            tried += sum(len(found.repairs) for found in findings)
    assert tried > 40


@pytest.mark.parametrize(("seed", "number"), [(77, 29), (78, 91)])
def test_a_walk_offers_first_what_clears_most(seed: int, number: int) -> None:
    """In these games the likeliest repair of a finding leaves more findings than another that fixes it."""
    game, random = next(islice(games(number + 1, seed), number, None))
    wrong = faulty(game, random, 2, together=False)
    shown = [found for found in with_repairs(wrong, check_game(wrong).findings) if len(found.repairs) > 1]
    assert any(left_after(wrong, found)[0] > min(left_after(wrong, found)) for found in shown)
    walk, several = Walk(code_filter([], [])), 0
    while (found := walk.next(wrong)) is not None:
        if found.repairs and found.repairs[0].deals:
            left = left_after(wrong, found)
            assert left[0] == min(left)
            several += len(set(left)) > 1
        walk.passed.add(found)
    assert several > 0


def left_after(wrong: Game, found: Finding) -> list[int]:
    """How much is wrong in the game after each repaired deal that is offered."""
    offered = (repair for repair in found.repairs if repair.deals)
    return [len(check_game(repaired(wrong, repair)).findings) for repair in offered]


def test_two_faults_of_a_deal_are_repaired_at_once_and_both_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """An entry too few and a trump where none can be: no single change leaves nothing wrong."""
    scorer = Scorer(capsys)
    scorer.fine("new lithuanian Ona Jonas Rasa Vytas")
    scorer.fine("deal no-tricks 2 3 1 2")
    said = scorer(["deal", '{"contract": "no-hearts", "trump": "spades", "counts": {"hearts": [0, 1, 4]}}'])
    assert said.status == 1
    assert "D420" in said.err
    shown = [line.strip() for line in said.err.splitlines() if line.startswith("    kingscore ")]
    assert any("without the trump" in line and "missing entry: Vytas, 3" in line for line in shown)
    command = next(line for line in shown if "missing entry: Vytas, 3" in line).partition("  ")[0]
    scorer.fine(shlex.split(command)[1:])
    assert "no-hearts 0 1 4 3" in scorer.fine("export").out


def test_of_a_deal_that_is_wrong_beyond_repair_nothing_is_shown_that_would_be_refused(store: Store) -> None:
    """Deals 2 and 3 stand in each other’s place, and one of them is wrong by itself: they cannot change places yet."""
    game = game_of(("no-tricks", "no-jacks-and-kings", "no-hearts", "no-queens"))
    deal = game.deals[1]
    wrong = game.with_deal_at(2, type(deal)(deal.contract, counts=(("jacks-and-kings", (3, 2, 2, 2)),)))
    findings = with_repairs(wrong, check_game(wrong).findings)
    swapped = next(found for found in findings if found.code == "C502")
    assert swapped.repairs == ()
    assert next(found for found in findings if found.code == "D440").repairs
    right = with_repairs(game, check_game(game).findings)
    assert command_line(right[0].repairs[0]).count("kingscore amend") == 2
    name = store.take_in(game, variant_files.variant_of(game.rules), NOW).name
    assert list(refusals(store, name, right)) == []


def test_the_declarer_of_a_repair_is_the_one_who_was_in_turn(store: Store) -> None:
    """Deal 3 is missing, so that the trumps of deal 7 are those of Vytas, who would have been in turn in deal 8; the
    trick that is missing there is not put down to somebody else."""
    trumps = ("trumps", "trumps")
    game = game_of(("no-tricks", "no-hearts", "no-queens", "no-king", "no-last-two", "no-all", *trumps))
    deal = game.deals[6]
    wrong = game.with_deal_at(7, type(deal)(deal.contract, counts=(("tricks", (2, 2, 2, 1)),)))
    findings = with_repairs(wrong, check_game(wrong).findings)
    lines = [command_line(repair) for found in findings if found.code == "D440" for repair in found.repairs]
    assert "kingscore amend 7 trumps by Vytas: 2 2 2 2" in lines
    assert not any("by Rasa" in line for line in lines)
    name = store.take_in(wrong, variant_files.variant_of(wrong.rules), NOW).name
    assert list(refusals(store, name, findings)) == []
