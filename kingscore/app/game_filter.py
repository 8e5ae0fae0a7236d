"""Which games somebody asks for: a player, a variant, days, in the words that people use. It reads none of them."""

from __future__ import annotations

from kingscore.app.begin import day
from kingscore.app.resolve_variant import called
from kingscore.model.frozen import dataclass
from kingscore.storage import Store, Wanted


@dataclass(frozen=True, slots=True)
class GamesRequest:
    """The games that fit all that is said; ``player`` and ``variant`` by any of their names, days as people write
    them, both included; ``binned`` are those in the bin."""

    player: str = ""
    variant: str = ""
    since: str = ""
    until: str = ""
    binned: bool = False


def wanted(store: Store, request: GamesRequest) -> Wanted:
    """Refused, status 2: P101, P102 no such person, V301 no such variant, U811 no date."""
    # Who stands only in games of the bin is nobody otherwise.
    known = request.player and not request.binned
    player = store.roster().find(request.player).person.name if known else request.player
    days = day(request.since), day(request.until)
    return Wanted(player, variant_wanted(store, request.variant), *days, binned=request.binned)


def variant_wanted(store: Store, word: str) -> str:
    """The id of the variant that a word means, also of one that only games here still know. Refused as ``called``."""
    if not word or word in store.variants():
        return word
    return called(word).id
