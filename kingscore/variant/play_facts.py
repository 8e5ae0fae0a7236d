"""Facts of play at a table that the score does not depend on, as a variant file gives them. It phrases nothing."""

from __future__ import annotations

from kingscore.model.findings import Finding
from kingscore.model.frozen import dataclass
from kingscore.model.language import Names
from kingscore.model.rules import Naming
from kingscore.variant.content import Raw, Reader, lineage, table_of

#: Facts of play that the score does not depend on: each with the words it can take, the usual one first.
FACTS: dict[str, tuple[str, ...]] = {
    "first_dealer": ("unsaid", "lot", "random-forehand", "ace-leads"),
    "seats": ("unsaid", "lot"),
    "cut": ("unsaid", "left"),
    "deal_passes": ("left", "peasant"),
    "follow": ("suit", "draw"),
    "trumping": ("unsaid", "must", "free"),
    "hearts": ("unsaid", "free"),
    "naming": ("unsaid", "first-three", "three-and-one-aside", "whole-hand", "last-card", "after-talon"),
    "trump_lead": ("anyone", "declarer"),
    "trump_lead_option": ("anyone", "declarer"),
    "declaring": ("unsaid", "hand-seen", "before-talon"),
    "talon_shown": ("unsaid", "yes", "no"),
    "discard": ("unsaid", "no-counting-cards"),
    "settling": ("unsaid", "winner-less-losers"),
    "writing": ("signed", "penalties-without-sign", "crossed-out-sums"),
}
FLAGS = ("talon_inner", "discard_foul", "king_held_back", "king_kept_when_hearts_led", "buyer_leads")
ASKING = ("suit", "highest")
#: Passages on contracts that have a course of their own; each has a text in every language.
TOLD = (
    "layout-from-nine-of-clubs",
    "layout-from-jacks",
    "layout-from-eights",
    "layout-may-pass",
    "layout-all-jacks",
    "running-sum",
    "spades-may-be-led",
    "joker-rank",
    "titles-given",
    "reign-order",
    "reign-exchange",
)
REMOVALS = ("as-listed", "two-aces-but-hearts")


@dataclass(frozen=True, slots=True)
class Play:
    """Facts of play at one table that the score does not depend on.

    ``facts`` pairs of key and word (``FACTS``), ``flags`` those that hold (``FLAGS``), ``packets`` how many cards at a
    time, ``naming_packets`` likewise in a trump deal after its first three, ``trump_talon`` the cards laid open in a
    trump deal, ``told`` pairs of contract and its passages, ``sources`` pairs of document and heading, ``readings``
    the ids of unclear passages, ``notes`` a note of the file's own for each language.
    """

    facts: tuple[tuple[str, str], ...]
    flags: tuple[str, ...]
    may_ask: tuple[str, ...]
    packets: tuple[int, ...]
    naming_packets: tuple[int, ...]
    trump_talon: int
    removed_choice: str
    told: tuple[tuple[str, tuple[str, ...]], ...]
    sources: tuple[tuple[str, str], ...]
    readings: tuple[str, ...]
    notes: Names | None

    def fact(self, key: str) -> str:
        return dict(self.facts)[key]

    def holds(self, flag: str) -> bool:
        return flag in self.flags


def play_of(raw: Raw, naming: Naming, faults: list[Finding]) -> Play:
    """The facts of play of a content; what is wrong with them is added to ``faults``."""
    noted = [f"{variant}.notes" for variant in lineage(raw)]
    notes = naming.names(noted, table_of(raw, "notes"), "")
    top = Reader(raw, "", faults)
    reader, deal, deck = top.table("play"), top.table("deal"), top.table("deck")
    facts = tuple((key, reader.word(key, words, words[0])) for key, words in FACTS.items())
    flags = tuple(flag for flag in FLAGS if reader.flag(flag))
    play = Play(
        facts=facts,
        flags=flags,
        may_ask=reader.words("may_ask", ASKING),
        packets=deal.each("packets", int),
        naming_packets=reader.each("naming_packets", int),
        trump_talon=reader.whole("trump_talon", 0),
        removed_choice=deck.word("removed_choice", REMOVALS, REMOVALS[0]),
        told=_told(top.table("contracts")),
        sources=_sources(top),
        readings=top.each("readings", str),
        notes=notes if any(notes.all) else None,
    )
    reader.done()
    return play


def _told(contracts: Reader) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = ((key, contracts.table(key).words("told", TOLD)) for key in contracts.raw)
    return tuple((contract, told) for contract, told in found if told)


def _sources(top: Reader) -> tuple[tuple[str, str], ...]:
    readers = [Reader(source, "sources", top.faults) for source in top.each("sources", dict)]
    return tuple((reader.text("document"), reader.text("part", "")) for reader in readers)
