"""The rules of one table, made of a variant's content: every number that it states is compared with what comes out.

A content is a mapping; one is laid over another, of the variant that it builds on or of a case.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from kingscore.model.findings import Finding, Refused, Value
from kingscore.model.items import CARDS, Pips, card_worth
from kingscore.model.rules import RANKS, Contract, Deck, Item, Naming, Rules, Sale, Schedule, amount
from kingscore.model.suggest import suggest

TITLES = ("king", "prince", "soldier", "peasant")
#: What a contract has just as its table states it.
AS_STATED = (
    "prizes", "sweep", "doubles", "forms", "bid", "titles", "ceilings", "heart_lead", "throw_king", "early_end",
)  # fmt: skip
Options = tuple[tuple[str, str], ...]
Raw = Mapping[str, Any]
#: Tables that are replaced as a whole when a case or a variant gives them: half of an old price list is no list.
WHOLE = frozenset({"values", "quota", "then", "pips"})
#: Tables that a variant does not share with the one that it builds on, if it gives its own.
OWN = frozenset({"options", "game"})


def merged(base: Raw, over: Raw, whole: frozenset[str] = WHOLE) -> dict[str, Any]:
    """``over`` laid on ``base``: tables are merged but for those in ``whole``, everything else is replaced."""
    out = dict(base)
    for key, value in over.items():
        below = out.get(key)
        if isinstance(value, Mapping) and isinstance(below, Mapping) and key not in whole:
            out[key] = merged(below, value, whole)
        else:
            out[key] = value
    return out


def built_on(base: Raw, own: Raw) -> dict[str, Any]:
    """A variant's whole content: its own laid on that of the variant it builds on, whose cases stay in front.

    A case of the other variant that can never fit here, for want of its table or option, is left behind.
    """
    out = merged(base, own, WHOLE | OWN)
    cases = [*(case for case in _listed(base, "case") if _can_fit(case, out)), *_listed(own, "case")]
    out.pop("case", None)
    return {**out, "case": cases} if cases else out


def _listed(raw: Raw, key: str) -> list[Any]:
    listed = raw.get(key, [])
    return listed if isinstance(listed, list) else [listed]


def table_of(raw: Raw, key: str) -> Raw:
    """A table of the content, an empty one where there is none."""
    table = raw.get(key, {})
    return table if isinstance(table, Mapping) else {}


def _can_fit(case: object, content: Raw) -> bool:
    """True if each condition can meet one of its values: a number at the table, or a choice of an option."""
    when = table_of(case, "when") if isinstance(case, Mapping) else {}
    options = table_of(content, "options")
    offered = {key: _listed(table_of(options, key), "choices") for key in when}
    offered["players"] = _listed(content, "tables")
    return all(any(value in offered[key] for value in values) for key, values in when.items())


def cases_of(raw: Raw) -> list[Raw]:
    """The cases of a content, in its order."""
    return [case for case in _listed(raw, "case") if isinstance(case, Mapping)]


def as_text(raw: Raw) -> str:
    """A variant's whole content as JSON text. Its order stays: options and items stand in the order of the file."""
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":"))


def nameless(value: Any) -> Any:
    """A content without the names and notes in it: to correct one changes no game."""
    if isinstance(value, Mapping):
        return {key: nameless(part) for key, part in value.items() if key not in ("names", "notes")}
    return [nameless(part) for part in value] if isinstance(value, list) else value


def lineage(raw: Raw) -> tuple[str, ...]:
    """The id of a variant and those of the variants that it builds on, the nearest first."""
    return (str(raw.get("id", "")), *map(str, _listed(raw, "base")))


def key_fault(code: str, key: str, how: str = "", **values: Value) -> Finding:
    """A fault of a variant's content under one of its keys."""
    return Finding(code, "error", (("key", key), *values.items()), how)


def unknown_word(key: str, found: str, expected: Iterable[str]) -> Finding:
    """A word that is none of those expected (V307)."""
    words = tuple(expected)
    likely = suggest(found, words)
    return key_fault("V307", key, "near" if likely else "", found=found, near=likely, expected=words)


class Resolver:
    """Makes the rules of one table from a content of the right form; what does not add up is noted under its key, so
    that all comes at once. Of ``broken`` keys nothing is said, since they were faulty and taken out."""

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

    def note(self, found: Finding) -> None:
        """Notes a fault; nothing is said where something under its key was faulty already."""
        self.sound = False
        key = str(found.values[0][1])
        if not any(key == other or key.startswith(f"{other}.") or other.startswith(f"{key}.") for other in self.broken):
            self.faults.append(found)

    def rules(self, options: Options) -> Rules:
        """The rules with these options. Refused with every fault found."""
        schedule = self._schedule(dict(options).get("order") == "free")
        for contract in schedule.contracts:
            if contract not in self.given:
                self.note(key_fault("V305", "schedule", "contract", found=contract))
        everyone = schedule.kind in ("declared", "chosen")
        contracts = tuple(self._contract(key, everyone) for key in schedule.contracts if key in self.given)
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
            self.note(key_fault("V305", "deck.ranks"))
        # A rank that is not known still counts as one, so that the sums tell only what is wrong with themselves.
        ordered = (*(rank for rank in RANKS if rank in ranks), *(rank for rank in ranks if rank not in RANKS))
        deck = Deck(ordered, tuple(raw.get("removed", ())), raw.get("jokers", 0))
        cards = tuple(Deck(deck.ranks).cards())
        for card in deck.removed:
            if card not in cards:
                self.note(unknown_word("deck.removed", card, cards))
        return deck

    def _dealt(self) -> tuple[int, int, int]:
        """How many cards go to each hand, to the talon and to the stock; together they have to be the deck."""
        deal = table_of(self.content, "deal")
        talon, stock = deal.get("talon", 0), deal.get("stock", 0)
        if "hand" not in deal:
            self.note(key_fault("V305", "deal.hand"))
        # Without a hand the sums go by the one that the deck suggests, so that only real faults are reported.
        hand = deal.get("hand") or (self.deck.size - talon - stock) // max(self.playing, 1)
        dealt = self.playing * hand + talon + stock
        if "deck" in self.content and "deal" in self.content and self.deck.size != dealt:
            self.note(key_fault("V306", "deck", "deck", stated=self.deck.size, found=dealt))
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
            self.note(key_fault("V305", f"schedule.{needed}"))
        free = free and raw.get("free", True)
        return Schedule(kind, tuple(order), quota, raw.get("limit"), raw.get("declarer", "forehand"), free)

    def _meant(self, contract: str) -> str:
        return str(self.replaced.get(contract, contract))

    def _contract(self, contract_id: str, everyone: bool) -> Contract:
        """A contract; ``everyone`` declares where it is chosen."""
        raw: Raw = self.given[contract_id]
        span, sale = tuple(raw.get("tricks_range", ())), table_of(raw, "sale")
        items = self._items(contract_id, raw, span)
        own = table_of(raw, "names")
        as_stated: dict[str, Any] = {
            key: tuple(raw[key]) if isinstance(raw[key], list) else raw[key] for key in AS_STATED if key in raw
        }
        contract = Contract(
            id=contract_id,
            names=self.naming.contract(self.lineage, contract_id, [item.id for item in items], own),
            items=items,
            sale=Sale(sale.get("unit", "tricks"), sale.get("step", 1)) if sale else None,
            declared=everyone or raw.get("declared", False),
            loose=bool(span) or raw.get("loose", False),
            tricks_range=(span[0], span[1]) if len(span) == 2 else None,
            **as_stated,
        )
        self._adds_up(contract, raw)
        return contract

    def _items(self, contract_id: str, raw: Raw, span: tuple[int, ...]) -> tuple[Item, ...]:
        """The items with how many of each a deal holds; where cards may stay in the stock, the most it can hold.

        Those of a combined deal are those of the deals it combines, in their order.
        """
        values: dict[str, int] = {} if "combines" in raw else dict(table_of(raw, "values"))
        for other in map(self._meant, raw.get("combines", ())):
            if other in self.given:
                combined = table_of(self.given[other], "values")
                values |= {item: raw.get("sign", 1) * value for item, value in combined.items()}
            else:
                self.note(unknown_word(f"contracts.{contract_id}.combines", other, self.given))
        amounts = {item: amount(item, self.deck, self.hand, self.pips) for item in values}
        if "tricks" in amounts and span:
            amounts["tricks"] = span[-1]
        for item, held in amounts.items():
            if not held and "deck.ranks" not in self.broken:
                self.note(key_fault("V312", f"contracts.{contract_id}.values.{item}", found=item))
        names = self.naming.common["item"]
        return tuple(Item(item, names[item], amounts[item], value) for item, value in values.items())

    def _adds_up(self, contract: Contract, raw: Raw) -> None:
        """The totals that the file states are those that its values and the deck give."""
        key = f"contracts.{contract.id}"
        if contract.placement and len(contract.prizes) != self.playing:
            self.note(key_fault("V306", f"{key}.prizes", "prizes", stated=len(contract.prizes), found=self.playing))
        if not contract.prizes and not raw.get("combines", raw.get("values")):
            self.note(key_fault("V305", f"{key}.values"))
        elif not self._all_known(contract, raw):
            return
        elif contract.loose:
            least, most = span_of(contract, self.deck, self.stock, self.pips)
            self._compare(f"{key}.range", raw, (min(least, most), max(least, most)))
        elif len(contract.totals) > 1 or "totals" in raw:
            self._compare(f"{key}.totals", raw, contract.totals)
        else:
            self._compare(f"{key}.total", raw, contract.base_total)

    def _compare(self, key: str, raw: Raw, found: int | tuple[int, ...]) -> None:
        """What a table states under the last part of a key is what comes out."""
        stated = raw.get(key.rpartition(".")[2])
        stated = tuple(stated) if isinstance(stated, list) else stated
        if stated in (None, ()):
            self.note(key_fault("V305", key, "sum", found=found) if isinstance(found, int) else key_fault("V305", key))
        elif stated != found:
            self.note(key_fault("V306", key, stated=stated, found=found))

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
        game = table_of(self.content, "game")
        self._compare("game.deals", game, sum(times.values()))
        fixed = schedule.limit is None and all(len(c.totals) == 1 and not c.bid and not c.loose for c in contracts)
        if not fixed and "total" in game:
            self.note(key_fault("V313", "game.total", stated=str(game["total"])))
        elif fixed and not self.faults and not self.broken:
            self._compare("game.total", game, sum(times.get(c.id, 0) * c.base_total for c in contracts))


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
