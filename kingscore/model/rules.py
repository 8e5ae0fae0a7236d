"""A variant as values, for one table: deck, items, contracts, schedule. Rules that do not add up cannot exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Literal

from kingscore.model.items import ITEM_KINDS, JOKER, SUIT_LETTERS, Pips
from kingscore.model.language import Names

SUITS = ("spades", "hearts", "diamonds", "clubs")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
#: How a trump deal may be played; ``rospis`` is written down without play, in equal shares.
FORMS = ("suit", "by-last", "no-trump", "misere", "rospis")
TRUMPS = (*SUITS, "none", "misere")


class DoesNotAddUp(ValueError):
    """Numbers of a variant contradict each other: what (a key of the variant file), stated, found."""

    def __init__(self, key: str, stated: int, found: int) -> None:
        super().__init__(f"{key}: {stated} is stated, {found} comes out")
        self.key, self.stated, self.found = key, stated, found


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards in use: ``ranks`` low to high in each suit, less ``removed`` (``"SA"``, ``"D2"``), plus jokers."""

    ranks: tuple[str, ...]
    removed: tuple[str, ...] = ()
    jokers: int = 0

    def cards(self) -> Iterator[str]:
        """Each card but the jokers, as suit letter and rank: ``"H10"``."""
        return (s + r for s in SUIT_LETTERS for r in self.ranks if s + r not in self.removed)

    def with_jokers(self) -> tuple[str, ...]:
        """Each card and each joker."""
        return (*self.cards(), *(JOKER,) * self.jokers)

    @property
    def size(self) -> int:
        return len(SUIT_LETTERS) * len(self.ranks) - len(self.removed) + self.jokers

    def of_suit(self, suit: str) -> int:
        """How many cards of a suit (``"hearts"``) there are."""
        return sum(SUIT_LETTERS[card[0]] == suit for card in self.cards())

    def has(self, card: str) -> bool:
        return card in self.cards()


@dataclass(frozen=True, slots=True)
class Item:
    """A thing that a contract counts; ``amount`` is how many of it a deal holds, ``value`` the points of each."""

    id: str
    names: Names
    amount: int
    value: int

    @property
    def single(self) -> bool:
        """True where a deal holds so few that takers can be named in place of counts."""
        return ITEM_KINDS[self.id].single and self.amount <= 2


@dataclass(frozen=True, slots=True)
class Sale:
    """The right of a trump deal may be sold: in ``tricks`` or ``points``, in multiples of ``step``."""

    unit: Literal["tricks", "points"]
    step: int


@dataclass(frozen=True, slots=True)
class Contract:
    """What a deal is about.

    ``items`` are empty in a placement deal, whose ``prizes`` go to the places. ``sweep``: the points of a seat that
    took all of every item (the others then have 0). ``doubles``: all points double when a seat took none. ``forms``
    are given where a trump can stand. ``bid``: a bidder names the suit and pays his bid. ``titles``: the deal's
    titles, highest first; ``ceilings`` the most tricks of each. ``loose``: cards may stay in the stock, so that
    counts may fall short; the tricks then lie in ``tricks_range``.
    """

    id: str
    names: Names
    items: tuple[Item, ...] = ()
    prizes: tuple[int, ...] = ()
    sweep: int | None = None
    doubles: bool = False
    forms: tuple[str, ...] = ()
    sale: Sale | None = None
    bid: bool = False
    titles: tuple[str, ...] = ()
    ceilings: tuple[int, ...] = ()
    declared: bool = False
    loose: bool = False
    tricks_range: tuple[int, int] | None = None
    heart_lead: Literal["free", "banned"] = "free"
    throw_king: bool = False
    early_end: Literal["no", "items-out", "king-out"] = "no"

    def __hash__(self) -> int:
        return hash(self.id)  # quick, since what is made of a contract is kept by it

    @property
    def placement(self) -> bool:
        return bool(self.prizes)

    @property
    def base_total(self) -> int:
        """What the deal comes to without sweep, doubling and bid."""
        return sum(self.prizes) + sum(item.amount * item.value for item in self.items)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every total that the deal may come to (without a bid), the usual one first."""
        doubled = (2 * self.base_total,) if self.doubles else ()
        swept = (self.sweep,) if self.sweep is not None else ()
        return tuple(dict.fromkeys((self.base_total, *doubled, *swept)))

    @property
    def penalty(self) -> bool:
        """True where the points are written as penalties."""
        return self.base_total < 0

    def item(self, item_id: str) -> Item | None:
        return next((item for item in self.items if item.id == item_id), None)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Which contracts come when.

    ``fixed``: the deals of ``order`` one after the other. ``open``: ``order`` over and over. ``chosen``: declarers in
    turn choose, each contract ``quota`` times in the game. ``declared``: likewise, ``quota`` times for each player.
    ``limit``: the game ends after a deal in which somebody stands at it or lower. ``free``: the players agreed that
    neither the order nor the declarer's turn matters.
    """

    kind: Literal["fixed", "open", "chosen", "declared"]
    order: tuple[str, ...] = ()
    quota: tuple[tuple[str, int], ...] = ()
    limit: int | None = None
    declarer: Literal["forehand", "dealers-right", "bidder"] = "forehand"
    free: bool = False

    @property
    def contracts(self) -> tuple[str, ...]:
        """The ids of all contracts that can come, in order."""
        return tuple(dict.fromkeys((*self.order, *(contract for contract, _ in self.quota))))

    def times(self, seats: int) -> dict[str, int] | None:
        """How often each contract comes in a complete game of so many seats; None where the end is open."""
        if self.kind == "open":
            return None
        if self.kind == "fixed":
            return dict(Counter(self.order))
        return {contract: n * (seats if self.kind == "declared" else 1) for contract, n in self.quota}


@dataclass(frozen=True, slots=True)
class Rules:
    """A variant for one table: so many at the table, these options, everything resolved.

    ``table`` seats sit there, ``playing`` of them take part in a deal. ``total`` is what a complete game comes to,
    None where it is not fixed. ``lineage`` are the ids of the variant and of those that it builds on, whose names its
    contracts bear. ``content`` is the content of the variant's file as JSON text where a game's file has to bring it
    along, since nobody else may have it.
    """

    variant: str
    names: Names
    options: tuple[tuple[str, str], ...]
    table: int
    playing: int
    deck: Deck
    hand: int
    talon: int
    stock: int
    contracts: tuple[Contract, ...]
    schedule: Schedule
    total: int | None
    pips: tuple[tuple[str, int], ...] = ()
    lower_title_wins_ties: bool = False
    layout: str = "grid"
    lineage: tuple[str, ...] = ()
    content: str = ""

    def __hash__(self) -> int:
        return hash((self.variant, self.table, self.options))  # quick, since what is made of rules is kept by them

    def __post_init__(self) -> None:
        dealt = self.playing * self.hand + self.talon + self.stock
        if dealt != self.deck.size:
            raise DoesNotAddUp("deck", self.deck.size, dealt)
        for contract in self.contracts:
            if contract.placement and len(contract.prizes) != self.playing:
                raise DoesNotAddUp(f"contracts.{contract.id}.prizes", len(contract.prizes), self.playing)

    @property
    def tricks(self) -> int:
        """How many tricks a deal has."""
        return self.hand

    @property
    def deals(self) -> int | None:
        """The number of deals of a complete game; None where the end is open."""
        times = self.schedule.times(self.table)
        return None if times is None else sum(times.values())

    def contract(self, contract_id: str) -> Contract | None:
        """The contract of that id, None if this game has none."""
        for contract in self.contracts:
            if contract.id == contract_id:
                return contract
        return None

    def held(self, item: Item, suit: str | None) -> int:
        """How many of an item a deal holds; of a suit that was bid, the cards that the deck has of it."""
        return self.deck.of_suit(suit) if item.id == "suit-cards" and suit in SUITS else item.amount

    def option(self, key: str) -> str | None:
        return dict(self.options).get(key)


@dataclass(frozen=True)
class Naming:
    """What variants, their contracts and items are called in every language.

    ``variants`` are names by language and key: ``lithuanian``, ``lithuanian.trumps``, and ``polish.no-last.last-two``
    where that contract counts this item alone. ``common`` are those of contracts and items in all variants.
    """

    variants: Mapping[str, Mapping[str, Sequence[str]]]
    common: Mapping[str, Mapping[str, Names]]

    def names(self, keys: Sequence[str], own: Mapping[str, Any], fallback: str, common: Names | None = None) -> Names:
        """The names that a file gives itself (a text or a list of texts a language), else those of the first key that
        has any, then the common ones; the fallback where nothing has a name."""
        shared = dict(common.by_language) if common else {}
        names = []
        for language, kept in self.variants.items():
            nearest = own.get(language) or next((kept[key] for key in keys if key in kept), ())
            listed = nearest if isinstance(nearest, list | tuple) else [nearest]
            texts = [name for name in listed if isinstance(name, str) and name.strip()]
            names.append((language, tuple(dict.fromkeys((*texts, *shared.get(language, ()))))))
        return Names(tuple(pair for pair in names if pair[1]) or (("en", (fallback,)),))

    def contract(self, lineage: Sequence[str], contract: str, items: Sequence[str], own: Mapping[str, Any]) -> Names:
        """The names of a contract that counts these items; ``lineage`` is the id of its variant and those of the
        variants that it builds on."""
        single = items[0] if len(items) == 1 else ""
        keys = [key for variant in lineage for key in (f"{variant}.{contract}.{single}", f"{variant}.{contract}")]
        return self.names(keys, own, contract, self.common["contract"].get(contract))


def rules_to_raw(rules: Rules) -> dict[str, Any]:
    """Rules as JSON can hold them, without names: those are read from the languages as they are spoken now."""
    left_out = ("names", "content")
    return asdict(rules, dict_factory=lambda pairs: {key: value for key, value in pairs if key not in left_out})


def rules_from_raw(raw: Mapping[str, Any], naming: Naming) -> Rules:
    """The rules that ``rules_to_raw`` wrote, with the names that the languages have for them."""
    lineage, contracts = raw["lineage"], []
    for contract in raw["contracts"]:
        items = [item["id"] for item in contract["items"]]
        parts = _parts(contract)
        parts["names"] = naming.contract(lineage, contract["id"], items, {})
        parts["items"] = tuple([Item(names=naming.common["item"][item["id"]], **item) for item in contract["items"]])
        parts["sale"] = Sale(**contract["sale"]) if contract["sale"] else None
        contracts.append(Contract(**parts))
    deck, schedule = Deck(**_parts(raw["deck"])), Schedule(**_parts(raw["schedule"]))
    names = naming.names(lineage, {}, lineage[0])
    parts = {**_parts(raw), "names": names, "deck": deck, "schedule": schedule, "contracts": tuple(contracts)}
    return Rules(**parts)


def _parts(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a value, with tuples for lists and for lists in them."""
    return {
        key: tuple([tuple(part) if isinstance(part, list) else part for part in value])
        if isinstance(value, list)
        else value
        for key, value in raw.items()
    }


@lru_cache(maxsize=2048)
def amount(item: str, deck: Deck, hand: int, pips: Pips) -> int:
    """How many of an item a deal holds, from the deck alone; of the suit that will be bid as many as one can have."""
    kind = ITEM_KINDS[item]
    if kind.every_trick:
        return hand
    if kind.worth is None:
        return len(kind.places) or 1
    return max(sum(kind.worth(card, pips, suit) for card in deck.with_jokers()) for suit in SUITS)
