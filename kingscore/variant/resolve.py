"""Rules made of a variant's content for one table: every number that it states is compared with what comes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kingscore.model.findings import Finding, Refused, Value
from kingscore.model.items import CARDS, Pips, card_worth
from kingscore.model.rules import RANKS, Contract, Deck, Item, Naming, Rules, Sale, Schedule, amount
from kingscore.variant.content import Raw, lineage, table_of

TITLES = ("king", "prince", "soldier", "peasant")
Options = tuple[tuple[str, str], ...]


def build(content: Raw, naming: Naming, table: int, options: Options, broken: frozenset[str] = frozenset()) -> Rules:
    """Rules from a content of the right form, for one table. Refused with every fault found in it; of ``broken`` keys
    nothing is said, since they were faulty and taken out."""
    return _Resolver(content, naming, table, broken).rules(options)


class _Resolver:
    """Makes the rules of one table; what does not add up is noted under its key, so that all comes at once."""

    def __init__(self, content: Raw, naming: Naming, table: int, broken: frozenset[str]) -> None:
        self.content, self.naming, self.table, self.broken = content, naming, table, broken
        self.lineage = lineage(content)
        self.faults: list[Finding] = []
        self.sound = True
        self.playing: int = content.get("playing", table)
        self.pips: Pips = tuple(table_of(content, "pips").items())
        self.given = table_of(content, "contracts")
        #: Which contract stands for which under the options chosen.
        self.replaced = table_of(content, "replace")
        self.deck = self._deck()
        self.hand, self.talon, self.stock = self._dealt()

    def fault(self, code: str, key: str, how: str = "", **values: Value) -> None:
        """Notes a fault; nothing is said where something under its key was faulty already."""
        self.sound = False
        if not any(key == other or key.startswith(f"{other}.") or other.startswith(f"{key}.") for other in self.broken):
            self.faults.append(Finding(code, "error", (("key", key), *values.items()), how))

    def unknown(self, key: str, word: str, known: Iterable[str]) -> None:
        from kingscore.model.suggest import suggest

        expected = tuple(known)
        likely = suggest(word, expected)
        self.fault("V307", key, "near" if likely else "", found=word, near=likely, expected=expected)

    def rules(self, options: Options) -> Rules:
        schedule = self._schedule(dict(options).get("order") == "free")
        contracts = self._contracts(schedule)
        self._game_adds_up(schedule, contracts)
        if not self.sound:
            raise Refused(*self.faults)
        game = table_of(self.content, "game")
        return Rules(
            variant=self.lineage[0],
            names=self.naming.names(self.lineage, table_of(self.content, "names"), self.lineage[0]),
            options=options,
            table=self.table,
            playing=self.playing,
            deck=self.deck,
            hand=self.hand,
            talon=self.talon,
            stock=self.stock,
            contracts=contracts,
            schedule=schedule,
            total=game.get("total"),
            pips=self.pips,
            lower_title_wins_ties=game.get("ties") == "lower-title",
            layout=self.content.get("layout", "grid"),
            lineage=self.lineage,
        )

    def _deck(self) -> Deck:
        raw = table_of(self.content, "deck")
        ranks: list[str] = raw.get("ranks", [])
        if not ranks:
            self.fault("V305", "deck.ranks")
        # A rank that is not known still counts as one, so that the sums tell only what is wrong with themselves.
        ordered = (*(rank for rank in RANKS if rank in ranks), *(rank for rank in ranks if rank not in RANKS))
        deck = Deck(ordered, tuple(raw.get("removed", ())), raw.get("jokers", 0))
        cards = tuple(Deck(deck.ranks).cards())
        for card in deck.removed:
            if card not in cards:
                self.unknown("deck.removed", card, cards)
        return deck

    def _dealt(self) -> tuple[int, int, int]:
        """How many cards go to each hand, to the talon and to the stock; together they have to be the deck."""
        deal = table_of(self.content, "deal")
        talon, stock = deal.get("talon", 0), deal.get("stock", 0)
        if "hand" not in deal:
            self.fault("V305", "deal.hand")
        # Without a hand the sums go by the one that the deck suggests, so that only real faults are reported.
        hand = deal.get("hand") or (self.deck.size - talon - stock) // max(self.playing, 1)
        dealt = self.playing * hand + talon + stock
        if "deck" in self.content and "deal" in self.content and self.deck.size != dealt:
            self.fault("V306", "deck", "deck", stated=self.deck.size, found=dealt)
        return hand, talon, stock

    def _schedule(self, free: bool) -> Schedule:
        """The order is that of ``order``, then each contract of ``then`` so many times."""
        raw = table_of(self.content, "schedule")
        kind = raw.get("kind", "fixed")
        order = [self._meant(contract) for contract in raw.get("order", ())]
        for contract, times in table_of(raw, "then").items():
            order += [self._meant(contract)] * times
        quota = tuple((self._meant(contract), times) for contract, times in table_of(raw, "quota").items())
        needed = "quota" if kind in ("chosen", "declared") else "order"
        if not (quota if needed == "quota" else order):
            self.fault("V305", f"schedule.{needed}")
        free = free and raw.get("free", True)
        return Schedule(kind, tuple(order), quota, raw.get("limit"), raw.get("declarer", "forehand"), free)

    def _meant(self, contract: str) -> str:
        return str(self.replaced.get(contract, contract))

    def _contracts(self, schedule: Schedule) -> tuple[Contract, ...]:
        """The contracts of the schedule, in its order."""
        everyone = schedule.kind in ("declared", "chosen")
        for contract in schedule.contracts:
            if contract not in self.given:
                self.fault("V305", "schedule", "contract", found=contract)
        return tuple(self._contract(contract, everyone) for contract in schedule.contracts if contract in self.given)

    def _contract(self, contract_id: str, everyone: bool) -> Contract:
        raw: Raw = self.given[contract_id]
        span, sale = tuple(raw.get("tricks_range", ())), table_of(raw, "sale")
        items = self._items(contract_id, self._values(contract_id), span)
        own = table_of(raw, "names")
        contract = Contract(
            id=contract_id,
            names=self.naming.contract(self.lineage, contract_id, [item.id for item in items], own),
            items=items,
            prizes=tuple(raw.get("prizes", ())),
            sweep=raw.get("sweep"),
            doubles=raw.get("doubles", False),
            forms=tuple(raw.get("forms", ())),
            sale=Sale(sale.get("unit", "tricks"), sale.get("step", 1)) if sale else None,
            bid=raw.get("bid", False),
            titles=tuple(raw.get("titles", ())),
            ceilings=tuple(raw.get("ceilings", ())),
            declared=everyone or raw.get("declared", False),
            loose=bool(span) or raw.get("loose", False),
            tricks_range=(span[0], span[1]) if len(span) == 2 else None,
            heart_lead=raw.get("heart_lead", "free"),
            throw_king=raw.get("throw_king", False),
            early_end=raw.get("early_end", "no"),
        )
        self._adds_up(contract, raw)
        return contract

    def _values(self, contract_id: str) -> Mapping[str, int]:
        """The value of each item; of a combined deal those of the deals it combines, in their order."""
        raw: Raw = self.given[contract_id]
        if "combines" not in raw:
            return table_of(raw, "values")
        out: dict[str, int] = {}
        for other in map(self._meant, raw["combines"]):
            if other in self.given:
                values = table_of(self.given[other], "values")
                out |= {item: raw.get("sign", 1) * value for item, value in values.items()}
            else:
                self.unknown(f"contracts.{contract_id}.combines", other, self.given)
        return out

    def _items(self, contract_id: str, values: Mapping[str, int], span: tuple[int, ...]) -> tuple[Item, ...]:
        """The items with how many of each a deal holds; where cards may stay in the stock, the most it can hold."""
        amounts = {item: amount(item, self.deck, self.hand, self.pips) for item in values}
        if "tricks" in amounts and span:
            amounts["tricks"] = span[-1]
        for item, held in amounts.items():
            if not held:
                self.fault("V312", f"contracts.{contract_id}.values.{item}", found=item)
        names = self.naming.common["item"]
        return tuple(Item(item, names[item], amounts[item], value) for item, value in values.items())

    def _adds_up(self, contract: Contract, raw: Raw) -> None:
        """The totals that the file states are those that its values and the deck give."""
        key = f"contracts.{contract.id}"
        if contract.placement and len(contract.prizes) != self.playing:
            self.fault("V306", f"{key}.prizes", "prizes", stated=len(contract.prizes), found=self.playing)
        if not contract.prizes and not raw.get("combines", raw.get("values")):
            self.fault("V305", f"{key}.values")
        elif not self._all_known(contract, raw):
            return
        elif contract.loose:
            least, most = span_of(contract, self.deck, self.stock, self.pips)
            self._stated(f"{key}.range", raw.get("range"), (min(least, most), max(least, most)))
        elif len(contract.totals) > 1 or "totals" in raw:
            self._stated(f"{key}.totals", raw.get("totals"), contract.totals)
        elif "total" not in raw:
            self.fault("V305", f"{key}.total", "sum", found=contract.base_total)
        elif raw["total"] != contract.base_total:
            self.fault("V306", f"{key}.total", stated=raw["total"], found=contract.base_total)

    def _stated(self, key: str, stated: list[int] | None, found: tuple[int, ...]) -> None:
        if not stated:
            self.fault("V305", key)
        elif tuple(stated) != found:
            self.fault("V306", key, stated=tuple(stated), found=found)

    def _all_known(self, contract: Contract, raw: Raw) -> bool:
        """False where a value is faulty or a part unknown: the sum would be wrong for that reason alone."""
        parts = [self._meant(part) for part in raw.get("combines", ())]
        places = [f"contracts.{part}." for part in (contract.id, *parts)]
        if contract.item("heart-pips"):
            places.append("pips.")
        faulty = (key for key in self.broken if key.startswith(tuple(places)))
        return all(part in self.given for part in parts) and all(i.amount for i in contract.items) and not any(faulty)

    def _game_adds_up(self, schedule: Schedule, contracts: tuple[Contract, ...]) -> None:
        """The game's stated number of deals and total are those of its schedule."""
        times = schedule.times(self.table)
        if times is None:
            return
        game, deals = table_of(self.content, "game"), sum(times.values())
        if "deals" not in game:
            self.fault("V305", "game.deals", "sum", found=deals)
        elif game["deals"] != deals:
            self.fault("V306", "game.deals", stated=game["deals"], found=deals)
        fixed = schedule.limit is None and all(len(c.totals) == 1 and not c.bid and not c.loose for c in contracts)
        total = sum(times.get(contract.id, 0) * contract.base_total for contract in contracts)
        if not fixed and "total" in game:
            self.fault("V313", "game.total", stated=str(game["total"]))
        elif not fixed or self.faults or self.broken:
            return
        elif "total" not in game:
            self.fault("V305", "game.total", "sum", found=total)
        elif game["total"] != total:
            self.fault("V306", "game.total", stated=game["total"], found=total)


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
