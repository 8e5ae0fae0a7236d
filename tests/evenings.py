"""Small games for the tests of journal and store: made, not true; the right numbers stand beside them in the tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kingscore.model.findings import Finding, Refused
from kingscore.model.game import Deal, Game, Stake
from kingscore.storage import resources, variant_files
from kingscore.storage.resources import LANGUAGES

AT = "2026-11-29T20:{:02}:{:02}+02:00"


def time(number: int) -> str:
    """A time for the event of that number."""
    return AT.format(number // 60 % 60, number % 60)


def evening(
    variant: str = "lithuanian", players: tuple[str, ...] = ("Ona", "Jonas", "Rasa", "Vytas"), **held: str
) -> Game:
    """A game that has just begun."""
    rules = variant_files.variant(variant).rules(len(players), held)
    return Game(rules, players, len(players) - 1, date="2026-11-29", stake=Stake("0.05", "EUR"))


def tricks(*row: int, contract: str = "no-tricks") -> Deal:
    """A deal that counts tricks."""
    return Deal(contract, counts=(("tricks", row),))


def numbered(number: int) -> Deal:
    """A deal that can be told from every other by its note."""
    return Deal("no-tricks", counts=(("tricks", (2, 3, 1, 2)),), note=f"№ {number}")


def sayable(found: Finding) -> Finding:
    """The same finding, once it was seen that each language has words for it and for all its values."""
    key = f"store.{found.code}.message" + (f".{found.how}" if found.how else "")
    for code in LANGUAGES:
        assert "{" not in resources.language(code).say(key, **dict(found.values))
    return found


def refusal(call: Callable[[], object]) -> Finding:
    """The finding with which a call is refused; always of status 3."""
    with pytest.raises(Refused) as found:
        call()
    assert found.value.status == 3
    assert len(found.value.findings) == 1
    return sayable(found.value.findings[0])
