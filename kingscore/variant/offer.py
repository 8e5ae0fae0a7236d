"""A variant: what it offers (tables, options), and the rules and the facts of play that it gives for one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import product
from typing import Any

from kingscore.model.findings import Refused, finding
from kingscore.model.language import Names
from kingscore.model.rules import Naming, Rules
from kingscore.variant.resolve import Raw, Resolver, as_text, cases_of, lineage, merged, nameless, table_of

ORDER_CHOICES = ("fixed", "free")

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
class PlayFacts:
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


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule to agree on: its key, the values it can take at a table, the one taken unless said."""

    key: str
    choices: tuple[str, ...]
    default: str


@dataclass(frozen=True)
class Variant:
    """A variant file: ``raw`` is its whole content (base merged in), ``naming`` what things are called in every
    language. ``broken`` are keys that were taken out of it, since they were faulty."""

    raw: Raw
    naming: Naming
    broken: frozenset[str] = frozenset()

    @cached_property
    def digest(self) -> str:
        """The name of the variant by its content: a hash of it, the names aside, in the order of the file."""
        return sha256(as_text(nameless(self.raw)).encode()).hexdigest()[:16]

    @property
    def id(self) -> str:
        return str(self.raw.get("id", ""))

    @property
    def names(self) -> Names:
        return self.naming.names(lineage(self.raw), table_of(self.raw, "names"), self.id)

    @property
    def tables(self) -> tuple[int, ...]:
        """How many can sit at the table; the usual number first."""
        return tuple(self.raw.get("tables", ()))

    def options(self, table: int, chosen: Mapping[str, str] | None = None) -> tuple[Option, ...]:
        """The options at a table, in the file's order; what one offers may depend on those before it."""
        chosen = chosen or {}
        taken: dict[str, str] = {}
        out: list[Option] = []
        for key in table_of(self.raw, "options"):
            here = table_of(table_of(self._content(table, taken), "options"), key)
            option = Option(key, tuple(here.get("choices", ())), here.get("default", ""))
            out.append(option)
            taken[key] = chosen.get(key, option.default)
        schedule = table_of(self.raw, "schedule")
        # Not where the end is open, nor where one deal follows from another.
        if schedule.get("kind") != "open" and schedule.get("free", True) is not False:
            out.append(Option("order", ORDER_CHOICES, "fixed"))
        return tuple(out)

    def choices(self, table: int) -> Iterator[dict[str, str]]:
        """Every way to choose the file's own options at a table."""
        keys = list(table_of(self.raw, "options"))
        every = {o.key: o.choices for o in self.options(table)}
        for values in product(*(every[key] for key in keys)):
            chosen = dict(zip(keys, values, strict=True))
            if all(chosen[o.key] in o.choices for o in self.options(table, chosen) if o.key in chosen):
                yield chosen

    def resolved(self, table: int, chosen: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """All options with the values they have when these were chosen. Refused: V308 and V309, all at once."""
        options = self.options(table, chosen)
        known = {option.key: option for option in options}
        is_open = table_of(self.raw, "schedule").get("kind") == "open"
        if "order" not in known and chosen.get("order") == "fixed" and not is_open:
            chosen = {key: value for key, value in chosen.items() if key != "order"}
        faults = [
            finding("V308", "" if known else "none", key=key, expected=tuple(known), variant=self.names)
            for key in chosen
            if key not in known
        ]
        faults += [
            finding("V309", key=key, found=value, expected=known[key].choices, variant=self.names)
            for key, value in chosen.items()
            if key in known and value not in known[key].choices
        ]
        if faults:
            raise Refused(*faults)
        return tuple((o.key, chosen.get(o.key, o.default)) for o in options)

    def seated(self, table: int | None) -> int:
        """The number at the table, the usual one unless said. Refused: V310 if there are no rules for it."""
        table = self.tables[0] if table is None and self.tables else table or 0
        if table not in self.tables:
            expected = tuple(str(n) for n in sorted(self.tables))
            raise Refused(finding("V310", n=table, expected=expected, variant=self.names))
        return table

    def rules(self, table: int | None = None, chosen: Mapping[str, str] | None = None) -> Rules:
        """The rules for so many at the table (the usual number unless said) with these options.

        Refused: V310 a number of players the variant has no rules for; V308, V309 options; V30x a fault of the file.
        """
        seats = self.seated(table)
        options = self.resolved(seats, chosen or {})
        content = self._content(seats, dict(options))
        return Resolver(content, self.naming, seats, self.broken).rules(options)

    def renamed(self, rules: Rules) -> Rules:
        """Rules of this variant with the names that its file brings along."""
        content = self._content(rules.table, dict(rules.options))
        given = table_of(content, "contracts")
        contracts = []
        for contract in rules.contracts:
            items, own = [item.id for item in contract.items], table_of(table_of(given, contract.id), "names")
            names = self.naming.contract(rules.lineage, contract.id, items, own)
            contracts.append(replace(contract, names=names))
        names = self.naming.names(rules.lineage, table_of(content, "names"), self.id)
        return replace(rules, names=names, contracts=tuple(contracts))

    def play(self, table: int | None = None, chosen: Mapping[str, str] | None = None) -> PlayFacts:
        """The facts of play at the same table. Refused as ``rules``."""
        seats = self.seated(table)
        content = self._content(seats, dict(self.resolved(seats, chosen or {})))
        play, deal, deck = (table_of(content, key) for key in ("play", "deal", "deck"))
        told = ((key, tuple(contract.get("told", ()))) for key, contract in table_of(content, "contracts").items())
        noted = [f"{variant}.notes" for variant in lineage(content)]
        notes = self.naming.names(noted, table_of(content, "notes"), "")
        return PlayFacts(
            facts=tuple((key, play.get(key, words[0])) for key, words in FACTS.items()),
            flags=tuple(flag for flag in FLAGS if play.get(flag, False)),
            may_ask=tuple(play.get("may_ask", ())),
            packets=tuple(deal.get("packets", ())),
            naming_packets=tuple(play.get("naming_packets", ())),
            trump_talon=play.get("trump_talon", 0),
            removed_choice=deck.get("removed_choice", REMOVALS[0]),
            told=tuple(pair for pair in told if pair[1]),
            sources=tuple((source["document"], source.get("part", "")) for source in content.get("sources", ())),
            readings=tuple(content.get("readings", ())),
            notes=notes if any(notes.all) else None,
        )

    def _content(self, table: int, options: Mapping[str, str]) -> dict[str, Any]:
        """The content with every case laid on that is meant for this table and these options."""
        out = dict(self.raw)
        facts: dict[str, Any] = {"players": table, **options}
        for case in cases_of(self.raw):
            if all(facts.get(key) in values for key, values in table_of(case, "when").items()):
                out = merged(out, {key: value for key, value in case.items() if key != "when"})
        return out
