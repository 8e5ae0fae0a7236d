"""Rules made of a variant's content for one table: every number that it states is compared with what comes out."""

from __future__ import annotations

from collections.abc import Mapping

from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.frozen import dataclass
from kingscore.model.items import CARDS, ITEMS, Pips, card_worth
from kingscore.model.rules import FORMS, RANKS, Contract, Deck, Item, Naming, Rules, Sale, Schedule, amount
from kingscore.variant.content import Raw, Reader, is_list, lineage, table_of
from kingscore.variant.play_facts import TOLD

TITLES = ("king", "prince", "soldier", "peasant")
#: Keys that only the words of the rules use; they have no part in scoring.
TOLD_ONLY = ("play", "sources", "readings", "notes")


def build(raw: Raw, naming: Naming, table: int, options: tuple[tuple[str, str], ...], digest: str) -> Rules:
    """Rules from a variant's content for one table. Refused with every fault found in it."""
    faults: list[Finding] = []
    top = Reader(raw, "", faults)
    deck = _deck(top.table("deck"))
    playing = top.count("playing", table)
    hand, talon, stock = _dealt(top, deck, playing)
    pips = tuple((rank, n) for rank, n in top.table("pips").raw.items() if type(n) is int)
    replaced = _replaced(top.table("replace"))
    schedule = _schedule(top.table("schedule"), replaced, dict(options).get("order") == "free")
    reading = _Contracts(top.table("contracts"), replaced, lineage(raw), naming, deck, hand, stock, pips)
    contracts = reading.of(schedule, playing)
    game = top.table("game")
    total, ties = game.whole("total", None), game.word("ties", ("shared", "lower-title"), "shared")
    game.done("deals")
    layout = top.word("layout", ("grid", "triangle", "personal"), "grid")
    top.done("id", "names", "tables", "options", "case", "replace", "base", "pips", *TOLD_ONLY)
    _game_adds_up(game, schedule, contracts, table)
    if faults:
        raise Refused(*faults)
    return Rules(
        variant=str(raw.get("id", "")),
        names=naming.names(lineage(raw), table_of(raw, "names"), str(raw.get("id", ""))),
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
        lineage=lineage(raw),
        digest=digest,
    )


def _replaced(reader: Reader) -> dict[str, str]:
    """Which contract stands for which under the options chosen."""
    return {contract: reader.text(contract) for contract in reader.raw}


def _dealt(top: Reader, deck: Deck, playing: int) -> tuple[int, int, int]:
    """How many cards go to each hand, to the talon and to the stock; together they have to be the deck."""
    deal = top.table("deal")
    talon, stock = deal.count("talon", 0), deal.count("stock", 0)
    # With a hand that cannot be read the sums go by the one that the deck suggests, so that only real faults are told.
    hand = deal.count("hand") or (deck.size - talon - stock) // max(playing, 1)
    deal.done("packets")
    dealt = playing * hand + talon + stock
    if "deck" in top.raw and "deal" in top.raw and deck.size != dealt:
        top.fault("V306", "deck", "deck", stated=deck.size, found=dealt)
    return hand, talon, stock


def _deck(reader: Reader) -> Deck:
    ranks = reader.each("ranks", str)
    if not ranks:
        reader.fault("V305", "ranks")
    removed, jokers = reader.each("removed", str), reader.count("jokers", 0)
    for rank in ranks:
        reader.known("ranks", rank, RANKS)
    # A rank that is not known still counts as one, so that the sums tell only what is wrong with themselves.
    deck = Deck((*(r for r in RANKS if r in ranks), *(r for r in ranks if r not in RANKS)), removed, jokers)
    whole = tuple(Deck(deck.ranks).cards())
    for card in removed:
        reader.known("removed", card, whole)
    reader.done("removed_choice")
    return deck


def _schedule(reader: Reader, replaced: Mapping[str, str], free: bool) -> Schedule:
    """The order is that of ``order``, then each contract of ``then`` so many times."""
    kind = reader.word("kind", ("fixed", "open", "chosen", "declared"), "fixed")
    order = [replaced.get(c, c) for c in reader.each("order", str)]
    then = reader.table("then")
    for contract in then.raw:
        order += [replaced.get(contract, contract)] * then.count(contract)
    quota = reader.table("quota")
    times = tuple((replaced.get(c, c), quota.count(c)) for c in quota.raw)
    limit = reader.whole("limit", None)
    declarer = reader.word("declarer", ("forehand", "dealers-right", "bidder"), "forehand")
    free = reader.flag("free", True) and free
    reader.done()
    wanted = "quota" if kind in ("chosen", "declared") else "order"
    if not (times if wanted == "quota" else order):
        reader.fault("V305", wanted)
    return Schedule(kind, tuple(order), times, limit, declarer, free)


@dataclass(frozen=True)
class _Contracts:
    """Reads the contracts of a variant at one table: what the deck holds and which contract stands for which."""

    reader: Reader
    replaced: Mapping[str, str]
    lineage: tuple[str, ...]
    naming: Naming
    deck: Deck
    hand: int
    stock: int
    pips: Pips

    def of(self, schedule: Schedule, playing: int) -> tuple[Contract, ...]:
        """The contracts of the schedule, in its order."""
        everyone = schedule.kind in ("declared", "chosen")
        out = []
        for contract_id in schedule.contracts:
            if contract_id in self.reader.raw:
                out.append(self._contract(contract_id, everyone, playing))
            else:
                self.reader.faults.append(finding("V305", "contract", key="schedule", found=contract_id))
        return tuple(out)

    def _contract(self, contract_id: str, everyone: bool, playing: int) -> Contract:
        reader = self.reader.table(contract_id)
        declared, sale = reader.flag("declared"), reader.table("sale")
        span = reader.each("tricks_range", int)
        loose = bool(span) or reader.flag("loose")
        items = self._items(reader, self._values(reader), span)
        own = reader.names("names", self.naming.variants)
        contract = Contract(
            id=contract_id,
            names=self.naming.contract(self.lineage, contract_id, [item.id for item in items], own),
            items=items,
            prizes=reader.each("prizes", int),
            sweep=reader.whole("sweep", None),
            doubles=reader.flag("doubles"),
            forms=reader.words("forms", FORMS),
            sale=_sale(sale) if sale.raw else None,
            bid=reader.flag("bid"),
            titles=reader.words("titles", TITLES),
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
                values = table_of(part, "values") if isinstance(part, Mapping) else {}
                out |= {item: sign * value for item, value in values.items() if type(value) is int and item in ITEMS}
        return out

    def _items(self, reader: Reader, values: Mapping[str, int], span: tuple[int, ...]) -> tuple[Item, ...]:
        """The items with how many of each a deal holds; where cards may stay in the stock, the most it can hold."""
        amounts = {item: self._held(item) for item in values}
        if "tricks" in amounts and span:
            amounts["tricks"] = span[-1]
        for item, held in amounts.items():
            if not held:
                reader.fault("V312", f"values.{item}", found=item)
        return tuple(
            Item(item, self.naming.common["item"][item], amounts[item], value) for item, value in values.items()
        )

    def _held(self, item: str) -> int:
        return amount(item, self.deck, self.hand, self.pips)

    def _adds_up(self, contract: Contract, reader: Reader, playing: int) -> None:
        """The totals that the file states are those that its values and the deck give."""
        if contract.placement and len(contract.prizes) != playing:
            reader.fault("V306", "prizes", "prizes", stated=len(contract.prizes), found=playing)
        stated = "combines" if "combines" in reader.raw else "values"
        if not contract.prizes and not reader.raw.get(stated):
            reader.fault("V305", "values")
        elif not self._all_known(reader, stated):
            return
        elif contract.loose:
            least, most = span_of(contract, self.deck, self.stock, self.pips)
            self._stated(reader, "range", (min(least, most), max(least, most)))
        elif len(contract.totals) > 1 or "totals" in reader.raw:
            self._stated(reader, "totals", contract.totals)
        else:
            self._one_total(reader, contract.base_total)

    @staticmethod
    def _one_total(reader: Reader, found: int) -> None:
        if "total" not in reader.raw:
            reader.fault("V305", "total", "sum", found=found)
        elif reader.whole("total") != found and type(reader.raw["total"]) is int:
            reader.fault("V306", "total", stated=reader.raw["total"], found=found)

    def _all_known(self, reader: Reader, key: str) -> bool:
        """False where an item or a combined deal is unknown: its sum would be wrong for that reason alone."""
        parts = reader.raw.get(key, ())
        if key == "combines":
            listed = parts if is_list(parts) else (None,)
            return all(isinstance(c, str) and self.replaced.get(c, c) in self.reader.raw for c in listed)
        return isinstance(parts, Mapping) and all(part in ITEMS and self._held(part) for part in parts)

    @staticmethod
    def _stated(reader: Reader, key: str, found: tuple[int, ...]) -> None:
        stated = reader.each(key, int)
        if not stated:
            reader.fault("V305", key)
        elif stated != found:
            reader.fault("V306", key, stated=tuple(stated), found=found)


def _sale(reader: Reader) -> Sale:
    unit, step = reader.word("unit", ("tricks", "points"), "tricks"), reader.whole("step", 1)
    reader.done()
    return Sale(unit, step)


def span_of(contract: Contract, deck: Deck, stock: int, pips: Pips) -> tuple[int, int]:
    """What a deal comes to at the least and at the most if up to ``stock`` cards stay out of play, by amount.

    The dearest cards may all lie in the stock or none; the tricks then lie in the contract's range.
    """
    items = contract.items
    worth = (sum(i.value * card_worth(card, i.id, pips, "hearts") for i in items) for card in deck.with_jokers())
    cards = sorted(worth, key=abs, reverse=True)
    tricks = next((item.value for item in items if item.id == "tricks"), 0)
    always = sum(item.amount * item.value for item in items if item.id not in (*CARDS, "tricks"))
    fewest, most = contract.tricks_range or (0, 0)
    return sum(cards[stock:]) + always + fewest * tricks, sum(cards) + always + most * tricks


def _game_adds_up(reader: Reader, schedule: Schedule, contracts: tuple[Contract, ...], table: int) -> None:
    """The game's stated number of deals and total are those of its schedule."""
    times = schedule.times(table)
    if times is None:
        return
    stated_deals, stated_total = reader.raw.get("deals"), reader.raw.get("total")
    deals = sum(times.values())
    if stated_deals is None:
        reader.fault("V305", "deals", "sum", found=deals)
    elif stated_deals != deals and type(stated_deals) is int:
        reader.fault("V306", "deals", stated=stated_deals, found=deals)
    fixed = schedule.limit is None and all(len(c.totals) == 1 and not c.bid and not c.loose for c in contracts)
    found = sum(times.get(contract.id, 0) * contract.base_total for contract in contracts)
    if fixed and not reader.faults and stated_total is None:
        reader.fault("V305", "total", "sum", found=found)
    elif fixed and not reader.faults and stated_total != found:
        shown = stated_total if type(stated_total) is int else str(stated_total)
        reader.fault("V306", "total", stated=shown, found=found)
    if not fixed and stated_total is not None:
        reader.fault("V313", "total", stated=str(stated_total))
