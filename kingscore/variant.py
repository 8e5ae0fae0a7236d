"""A variant file as a value: what it offers (tables, options), and the rules it gives for one table.

It takes the file's content as a mapping (already laid on that of its base); it never opens a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from kingscore.findings import Finding, Refused, finding
from kingscore.language import LANGUAGES, Names
from kingscore.rules import FORMS, ITEMS, RANKS, Contract, Deck, Item, Rules, Sale, Schedule, amount
from kingscore.variantfile import Raw, Reader, built_on, located, merged, names_of

__all__ = ["Option", "Play", "Raw", "Terms", "Variant", "built_on", "faults_of", "located", "merged", "names_of"]

ORDER_CHOICES = ("fixed", "free")
#: The names of contracts and items where a variant gives none of its own: ``{"contract": {id: Names}, "item": …}``.
Terms = Mapping[str, Mapping[str, Names]]

#: Facts of play that the score does not depend on: each with the words it can take, the usual one first.
FACTS: dict[str, tuple[str, ...]] = {
    "first_dealer": ("unsaid", "lot", "random-forehand", "ace-leads"),
    "seats": ("unsaid", "lot"),
    "cut": ("unsaid", "left"),
    "follow": ("suit", "draw"),
    "naming": ("unsaid", "first-three", "whole-hand", "last-card", "after-talon"),
    "trump_lead": ("anyone", "declarer"),
    "trump_lead_option": ("anyone", "declarer"),
    "declaring": ("unsaid", "hand-seen", "before-talon"),
    "discard": ("unsaid", "no-counting-cards"),
    "writing": ("signed", "penalties-without-sign", "crossed-out-sums"),
}
FLAGS = ("must_trump", "talon_shown", "talon_inner", "discard_foul", "king_held_back")
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
class Option:
    """A house rule to agree on: its key, the values it can take at a table, the one taken unless said."""

    key: str
    choices: tuple[str, ...]
    default: str


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


@dataclass(frozen=True)
class Variant:
    """A variant file: ``raw`` is its whole content (base merged in), ``terms`` the common names, ``digest`` its name
    by content."""

    raw: Raw
    terms: Terms
    digest: str = ""

    @property
    def id(self) -> str:
        return str(self.raw.get("id", ""))

    @property
    def names(self) -> Names:
        return names_of(self.raw.get("names", {}), None, self.id)

    @property
    def tables(self) -> tuple[int, ...]:
        """How many can sit at the table; the usual number first."""
        tables = self.raw.get("tables", ())
        return tuple(n for n in tables if type(n) is int) if isinstance(tables, list | tuple) else ()

    def options(self, table: int, chosen: Mapping[str, str] | None = None) -> tuple[Option, ...]:
        """The options at a table, in the file's order; what one offers may depend on those before it."""
        chosen = chosen or {}
        taken: dict[str, str] = {}
        out: list[Option] = []
        for key in _table(self.raw, "options"):
            here = _table(_table(self._with_cases(table, taken), "options"), key)
            option = Option(key, tuple(map(str, here.get("choices", ()))), str(here.get("default", "")))
            out.append(option)
            taken[key] = chosen.get(key, option.default)
        if _table(self.raw, "schedule").get("kind") != "open":
            out.append(Option("order", ORDER_CHOICES, "fixed"))
        return tuple(out)

    def choices(self, table: int) -> Iterator[dict[str, str]]:
        """Every way to choose the file's own options at a table."""
        keys = list(_table(self.raw, "options"))
        every = {o.key: o.choices for o in self.options(table)}
        for values in product(*(every[key] for key in keys)):
            chosen = dict(zip(keys, values, strict=True))
            if all(chosen[o.key] in o.choices for o in self.options(table, chosen) if o.key in chosen):
                yield chosen

    def resolved(self, table: int, chosen: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """All options with the values they have when these were chosen. Refused: V308 and V309, all at once."""
        options = self.options(table, chosen)
        known = {option.key: option for option in options}
        faults = [
            finding("V308", key=key, expected=tuple(known) or ("—",), variant=self.names)
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
            raise Refused(finding("V310", found=table, expected=expected, variant=self.names))
        return table

    def rules(self, table: int | None = None, chosen: Mapping[str, str] | None = None) -> Rules:
        """The rules for so many at the table (the usual number unless said) with these options.

        Refused: V310 a number of players the variant has no rules for; V308, V309 options; V30x a fault of the file.
        """
        seats = self.seated(table)
        options = self.resolved(seats, chosen or {})
        return build(self._with_cases(seats, dict(options)), self.terms, seats, options, self.digest)

    def play(self, table: int | None = None, chosen: Mapping[str, str] | None = None) -> Play:
        """The facts of play at the same table. Refused as ``rules``."""
        seats = self.seated(table)
        content = self._with_cases(seats, dict(self.resolved(seats, chosen or {})))
        faults: list[Finding] = []
        play = _play(content, faults)
        if faults:
            raise Refused(*faults)
        return play

    def _with_cases(self, table: int, options: Mapping[str, str]) -> dict[str, Any]:
        """The content with every case laid on that is meant for this table and these options."""
        out = dict(self.raw)
        facts: dict[str, Any] = {"players": table, **options}
        for case in _cases(self.raw):
            if all(facts.get(key) in values for key, values in _table(case, "when").items() if _is_list(values)):
                out = merged(out, {key: value for key, value in case.items() if key != "when"})
        return out


def _table(raw: Raw, key: str) -> Raw:
    found = raw.get(key, {})
    return found if isinstance(found, Mapping) else {}


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _cases(raw: Raw) -> list[Raw]:
    cases = raw.get("case", ())
    return [case for case in cases if isinstance(case, Mapping)] if _is_list(cases) else []


#: Keys that only the words of the rules use; they have no part in scoring.
TOLD_ONLY = ("play", "sources", "readings", "notes")


def build(raw: Raw, terms: Terms, table: int, options: tuple[tuple[str, str], ...], digest: str) -> Rules:
    """Rules from a variant's content for one table. Refused with every fault found in it."""
    faults: list[Finding] = []
    top = Reader(raw, "", faults)
    deck = _deck(top.table("deck"))
    deal = top.table("deal")
    hand, talon, stock = deal.whole("hand"), deal.whole("talon", 0), deal.whole("stock", 0)
    deal.done("packets")
    playing = top.whole("playing", table)
    pips = tuple((rank, n) for rank, n in top.table("pips").raw.items() if type(n) is int)
    replaced = top.table("replace").raw
    schedule = _schedule(top.table("schedule"), replaced, dict(options).get("order") == "free")
    reading = _Contracts(top.table("contracts"), replaced, terms, deck, hand, stock, pips)
    contracts = reading.of(schedule, playing)
    game = top.table("game")
    total, ties = game.whole("total", None), game.word("ties", ("shared", "lower-title"), "shared")
    game.done("deals")
    layout = top.word("layout", ("grid", "triangle", "personal"), "grid")
    top.done("id", "names", "tables", "options", "case", "replace", "base", "pips", *TOLD_ONLY)
    if "deck" in raw and "deal" in raw and deck.size != playing * hand + talon + stock:
        top.fault("V306", "deck", "deck", stated=deck.size, found=playing * hand + talon + stock)
    _game_adds_up(game, schedule, contracts, table)
    if faults:
        raise Refused(*faults)
    return Rules(
        variant=str(raw.get("id", "")),
        names=names_of(raw.get("names", {}), None, str(raw.get("id", ""))),
        options=options,
        table=table,
        playing=playing,
        deck=deck,
        hand=hand,
        talon=talon,
        stock=stock,
        contracts=contracts,
        schedule=schedule,
        total=total,
        pips=pips,
        lower_title_wins_ties=ties == "lower-title",
        layout=layout,
        digest=digest,
    )


def _deck(reader: Reader) -> Deck:
    ranks = reader.each("ranks", str)
    if not ranks:
        reader.fault("V305", "ranks")
    removed, jokers = reader.each("removed", str), reader.whole("jokers", 0)
    for rank in ranks:
        reader.known("ranks", rank, RANKS)
    deck = Deck(tuple(r for r in RANKS if r in ranks), removed, jokers)
    whole = tuple(Deck(deck.ranks).cards())
    for card in removed:
        reader.known("removed", card, whole)
    reader.done("removed_choice")
    return deck


def _schedule(reader: Reader, replaced: Raw, free: bool) -> Schedule:
    """The order is that of ``order``, then each contract of ``then`` so many times."""
    kind = reader.word("kind", ("fixed", "open", "chosen", "declared"), "fixed")
    order = [replaced.get(c, c) for c in reader.each("order", str)]
    then = reader.table("then")
    for contract in then.raw:
        order += [replaced.get(contract, contract)] * then.whole(contract)
    quota = reader.table("quota")
    times = tuple((replaced.get(c, c), quota.whole(c)) for c in quota.raw)
    limit = reader.whole("limit", None)
    declarer = reader.word("declarer", ("forehand", "dealers-right", "bidder"), "forehand")
    reader.done()
    wanted = "quota" if kind in ("chosen", "declared") else "order"
    if not (times if wanted == "quota" else order):
        reader.fault("V305", wanted)
    return Schedule(kind, tuple(order), times, limit, declarer, free)


@dataclass(frozen=True)
class _Contracts:
    """Reads the contracts of a variant at one table: what the deck holds and which contract stands for which."""

    reader: Reader
    replaced: Raw
    terms: Terms
    deck: Deck
    hand: int
    stock: int
    pips: tuple[tuple[str, int], ...]

    def of(self, schedule: Schedule, playing: int) -> tuple[Contract, ...]:
        """The contracts of the schedule, in its order."""
        everyone = schedule.kind in ("declared", "chosen")
        out = []
        for contract_id in schedule.contracts:
            if contract_id in self.reader.raw:
                out.append(self._contract(contract_id, everyone, playing))
            else:
                self.reader.fault("V305", contract_id, "contract", found=contract_id)
        return tuple(out)

    def _contract(self, contract_id: str, everyone: bool, playing: int) -> Contract:
        reader = self.reader.table(contract_id)
        declared, sale = reader.flag("declared"), reader.table("sale")
        span = reader.each("tricks_range", int)
        loose = bool(span) or reader.flag("loose")
        contract = Contract(
            id=contract_id,
            names=names_of(reader.table("names").raw, self.terms["contract"].get(contract_id), contract_id),
            items=self._items(reader, self._values(reader), span),
            prizes=reader.each("prizes", int),
            sweep=reader.whole("sweep", None),
            doubles=reader.flag("doubles"),
            forms=reader.words("forms", FORMS),
            sale=_sale(sale) if sale.raw else None,
            bid=reader.flag("bid"),
            titles=reader.each("titles", str),
            ceilings=reader.each("ceilings", int),
            declared=everyone or declared,
            loose=loose,
            tricks_range=(span[0], span[1]) if len(span) == 2 else None,
            heart_lead=reader.word("heart_lead", ("free", "banned"), "free"),
            throw_king=reader.flag("throw_king"),
            early_end=reader.word("early_end", ("no", "items-out", "king-out"), "no"),
        )
        reader.words("told", TOLD)
        self._adds_up(contract, reader, playing)
        reader.done("loose", "total", "totals", "range")
        return contract

    def _values(self, reader: Reader) -> dict[str, int]:
        """The value of each item; of a combined deal those of the deals it combines, in their order."""
        table, sign = reader.table("values"), reader.whole("sign", 1)
        if "combines" not in reader.raw:
            return {item: table.whole(item) for item in table.raw if table.known(item, item, ITEMS)}
        out: dict[str, int] = {}
        for other in (self.replaced.get(c, c) for c in reader.each("combines", str)):
            if reader.known("combines", other, self.reader.raw):
                part = self.reader.raw[other]
                values = _table(part, "values") if isinstance(part, Mapping) else {}
                out |= {item: sign * value for item, value in values.items() if type(value) is int and item in ITEMS}
        return out

    def _items(self, reader: Reader, values: Mapping[str, int], span: tuple[int, ...]) -> tuple[Item, ...]:
        """The items with how many of each a deal holds; where cards may stay in the stock, the most it can hold."""
        amounts = {item: amount(item, self.deck, self.hand, self.pips) for item in values}
        if "tricks" in amounts and span:
            amounts["tricks"] = span[-1]
        for item, held in amounts.items():
            if not held:
                reader.fault("V312", f"values.{item}", found=item)
        return tuple(Item(item, self.terms["item"][item], amounts[item], value) for item, value in values.items())

    def _adds_up(self, contract: Contract, reader: Reader, playing: int) -> None:
        """The totals that the file states are those that its values and the deck give."""
        if contract.placement and len(contract.prizes) != playing:
            reader.fault("V306", "prizes", "prizes", stated=len(contract.prizes), found=playing)
        if not contract.items and not contract.prizes:
            reader.fault("V305", "values")
        elif contract.loose:
            least, most = span_of(contract, self.deck, self.stock)
            self._stated(reader, "range", (min(least, most), max(least, most)))
        elif len(contract.totals) > 1 or "totals" in reader.raw:
            self._stated(reader, "totals", contract.totals)
        else:
            stated = reader.whole("total")
            if "total" in reader.raw and stated != contract.base_total:
                reader.fault("V306", "total", stated=stated, found=contract.base_total)

    @staticmethod
    def _stated(reader: Reader, key: str, found: tuple[int, ...]) -> None:
        stated = reader.each(key, int)
        if not stated:
            reader.fault("V305", key)
        elif stated != found:
            reader.fault("V306", key, stated=", ".join(map(str, stated)), found=", ".join(map(str, found)))


def _sale(reader: Reader) -> Sale:
    unit, step = reader.word("unit", ("tricks", "points"), "tricks"), reader.whole("step", 1)
    reader.done()
    return Sale(unit, step)


#: Which cards an item counts: the ranks of any suit, or the hearts.
_CARDS = {"jacks": "J", "queens": "Q", "jacks-and-kings": "JK", "king-of-hearts": "", "hearts": ""}


def span_of(contract: Contract, deck: Deck, stock: int) -> tuple[int, int]:
    """What a deal comes to at the least and at the most if up to ``stock`` cards stay out of play, by amount.

    The dearest cards may all lie in the stock or none; the tricks then lie in the contract's range.
    """
    worth = {item.id: item.value for item in contract.items}
    cards = sorted((_card_worth(card, worth) for card in deck.cards()), key=abs, reverse=True)
    last = 2 * worth.get("last-two", 0)
    fewest, most = contract.tricks_range or (0, 0)
    tricks = worth.get("tricks", 0)
    return sum(cards[stock:]) + last + fewest * tricks, sum(cards) + last + most * tricks


def _card_worth(card: str, worth: Mapping[str, int]) -> int:
    """What a card costs by itself in a deal where several items count."""
    total = worth.get("hearts", 0) if card[0] == "H" else 0
    total += worth.get("king-of-hearts", 0) if card == "HK" else 0
    return total + sum(worth.get(item, 0) for item, ranks in _CARDS.items() if card[1:] in (*ranks,))


def _game_adds_up(reader: Reader, schedule: Schedule, contracts: tuple[Contract, ...], table: int) -> None:
    """The game's stated number of deals and total are those of its schedule."""
    times = schedule.times(table)
    if times is None:
        return
    stated_deals, stated_total = reader.raw.get("deals"), reader.raw.get("total")
    deals = sum(times.values())
    if stated_deals is None:
        reader.fault("V305", "deals")
    elif stated_deals != deals:
        reader.fault("V306", "deals", stated=str(stated_deals), found=deals)
    fixed = schedule.limit is None and all(len(c.totals) == 1 and not c.bid and not c.loose for c in contracts)
    found = sum(times[contract.id] * contract.base_total for contract in contracts)
    if fixed and len(contracts) == len(times) and stated_total != found:
        reader.fault("V306", "total", stated="—" if stated_total is None else str(stated_total), found=found)
    if not fixed and stated_total is not None:
        reader.fault("V313", "total", stated=str(stated_total))


def _play(raw: Raw, faults: list[Finding]) -> Play:
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
        notes=names_of(raw["notes"], None, "") if "notes" in raw else None,
    )
    reader.done()
    return play


def _told(contracts: Reader) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = ((key, contracts.table(key).words("told", TOLD)) for key in contracts.raw)
    return tuple((contract, told) for contract, told in found if told)


def _sources(top: Reader) -> tuple[tuple[str, str], ...]:
    readers = [Reader(source, "sources", top.faults) for source in top.each("sources", dict)]
    return tuple((reader.text("document"), reader.text("part", "")) for reader in readers)


def faults_of(variant: Variant) -> tuple[Finding, ...]:
    """Everything that is wrong with a variant, at every table and with all options; each fault once."""
    faults: list[Finding] = []
    _whole_file(Reader(variant.raw, "", faults))
    for table in variant.tables:
        for chosen in variant.choices(table):
            for made in (variant.rules, variant.play):
                try:
                    made(table, chosen)
                except Refused as refused:
                    faults += refused.findings
    return tuple(dict.fromkeys(faults))


def _whole_file(top: Reader) -> None:
    """What can be said of a file before a table is chosen: its id, names, tables, options and cases."""
    top.text("id")
    names = top.table("names")
    for language in LANGUAGES:
        if not names.raw.get(language):
            names.fault("V305", language)
    names.done(*LANGUAGES)
    if not top.each("tables", int):
        top.fault("V305", "tables")
    options = top.table("options")
    for key in options.raw:
        _option(options.table(key))
    for case in _cases(top.raw):
        _case(Reader(case, "case", top.faults), options)
    top.done(*top.raw)


def _option(reader: Reader) -> None:
    choices = reader.each("choices", str)
    default = reader.text("default")
    if not choices:
        reader.fault("V305", "choices")
    elif "default" in reader.raw:
        reader.known("default", default, choices)
    reader.done("names")


def _case(reader: Reader, options: Reader) -> None:
    when = reader.table("when")
    if not when.raw:
        reader.fault("V305", "when")
    for key in when.raw:
        if key == "players":
            when.each(key, int)
        elif when.known(key, key, ("players", *options.raw)):
            for value in when.each(key, str):
                when.known(key, value, _every_choice(options, key))


def _every_choice(options: Reader, key: str) -> tuple[str, ...]:
    return tuple(map(str, _table(options.raw, key).get("choices", ())))
