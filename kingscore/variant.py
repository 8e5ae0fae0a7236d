"""A variant file as a value: what it offers (tables, options), and the rules it gives for one table.

It takes the file's content as a mapping (already merged with its base); it never opens a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kingscore.findings import Finding, Refused, finding
from kingscore.language import LANGUAGES, Names
from kingscore.rules import (
    FORMS,
    ITEMS,
    RANKS,
    Contract,
    Deck,
    DoesNotAddUp,
    Item,
    Rules,
    Sale,
    Schedule,
    amount,
)

Raw = Mapping[str, Any]
ORDER_CHOICES = ("fixed", "free")
#: The names of contracts and items where a variant gives none of its own: ``{"contract": {id: Names}, "item": …}``.
Terms = Mapping[str, Mapping[str, Names]]


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule to agree on: its key, the values it can take at a table, the one taken unless said."""

    key: str
    choices: tuple[str, ...]
    default: str


class Reader:
    """Takes typed values out of a mapping and notes every fault under its key, so that all are told at once."""

    def __init__(self, raw: Raw, path: str, faults: list[Finding]) -> None:
        self.raw, self.path, self.faults = raw, path, faults
        self.seen: set[str] = set()

    def key(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def fault(self, code: str, key: str, **values: str | int) -> None:
        self.faults.append(finding(code, key=self.key(key), **values))

    def _take(self, key: str, kind: type, default: Any) -> Any:
        self.seen.add(key)
        if key not in self.raw:
            if default is REQUIRED:
                self.fault("V305", key)
                return kind()
            return default
        value = self.raw[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.fault("V304", key, found=str(value), expected=kind.__name__)
            return kind() if default is REQUIRED else default
        return value

    def int(self, key: str, default: Any = ...) -> Any:
        return self._take(key, int, REQUIRED if default is ... else default)

    def flag(self, key: str) -> bool:
        return bool(self._take(key, bool, False))

    def str(self, key: str, default: Any = ...) -> Any:
        return self._take(key, str, REQUIRED if default is ... else default)

    def word(self, key: str, words: tuple[str, ...], default: str) -> Any:
        """A string that must be one of some words."""
        value = self._take(key, str, default)
        if value not in words:
            self.fault("V307", key, found=value, expected=", ".join(words))
            return default
        return value

    def list(self, key: str, of: type, default: Any = ()) -> tuple[Any, ...]:
        """A list whose members are all of a type."""
        values = self._take(key, list, list(default) if default is not ... else REQUIRED)
        wrong = [v for v in values if not isinstance(v, of) or isinstance(v, bool)]
        if wrong:
            self.fault("V304", key, found=str(wrong[0]), expected=of.__name__)
        return tuple(v for v in values if v not in wrong)

    def table(self, key: str) -> Reader:
        return Reader(self._take(key, dict, {}), self.key(key), self.faults)

    def done(self, *also: str) -> None:
        """Every key that nobody asked for is a fault: it would be a rule that does nothing."""
        for key in self.raw:
            if key not in self.seen and key not in also:
                self.fault("V303", key)


REQUIRED: Any = object()


def merged(base: Raw, over: Raw) -> dict[str, Any]:
    """``over`` laid on ``base``: tables are merged, everything else is replaced."""
    out = dict(base)
    for key, value in over.items():
        below = out.get(key)
        out[key] = merged(below, value) if isinstance(value, Mapping) and isinstance(below, Mapping) else value
    return out


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
        return tuple(n for n in self.raw.get("tables", ()) if isinstance(n, int))

    def options(self, table: int, chosen: Mapping[str, str] | None = None) -> tuple[Option, ...]:
        """The options at a table, in the file's order; what one offers may depend on those before it."""
        chosen = chosen or {}
        taken: dict[str, str] = {}
        out: list[Option] = []
        for key in self.raw.get("options", {}):
            here = self._with_cases(table, taken)["options"][key]
            option = Option(key, tuple(here.get("choices", ())), str(here.get("default", "")))
            out.append(option)
            taken[key] = chosen.get(key, option.default)
        if self.raw.get("schedule", {}).get("kind") != "open":
            out.append(Option("order", ORDER_CHOICES, "fixed"))
        return tuple(out)

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

    def rules(self, table: int | None = None, chosen: Mapping[str, str] | None = None) -> Rules:
        """The rules for so many at the table (the usual number unless said) with these options.

        Refused: V310 a number of players the variant has no rules for; V308, V309 options; V30x a fault of the file.
        """
        table = self.tables[0] if table is None and self.tables else table or 0
        if table not in self.tables:
            expected = tuple(str(n) for n in sorted(self.tables))
            raise Refused(finding("V310", found=table, expected=expected, variant=self.names))
        options = self.resolved(table, chosen or {})
        return build(self._with_cases(table, dict(options)), self.terms, table, options, self.digest)

    def _with_cases(self, table: int, options: Mapping[str, str]) -> dict[str, Any]:
        """The content with every case laid on that is meant for this table and these options."""
        out = dict(self.raw)
        facts: dict[str, Any] = {"players": table, **options}
        for case in self.raw.get("case", ()):
            if all(facts.get(key) in values for key, values in case.get("when", {}).items()):
                out = merged(out, {key: value for key, value in case.items() if key != "when"})
        return out


def names_of(raw: Raw, common: Names | None, fallback: str) -> Names:
    """Names as a file gives them (a text or a list of texts a language), the common ones after them."""
    by_language = []
    for language in LANGUAGES:
        own = raw.get(language, [])
        mine = [own] if isinstance(own, str) else [name for name in own if isinstance(name, str)]
        shared = dict(common.by_language).get(language, ()) if common else ()
        names = tuple(dict.fromkeys((*mine, *shared)))
        by_language.append((language, names or (fallback,)))
    return Names(tuple(by_language))


#: Keys that only the words of the rules use; they have no part in scoring and are read where the rules are told.
TOLD_ONLY = ("play", "sources", "readings", "notes", "aliases", "settled")


def build(raw: Raw, terms: Terms, table: int, options: tuple[tuple[str, str], ...], digest: str) -> Rules:
    """Rules from a variant's content for one table. Refused with every fault found in it."""
    faults: list[Finding] = []
    top = Reader(raw, "", faults)
    deck = _deck(top.table("deck"))
    deal = top.table("deal")
    hand, talon, stock = deal.int("hand"), deal.int("talon", 0), deal.int("stock", 0)
    deal.done("packets", "cards_by", "first")
    playing = top.int("playing", table)
    pips = tuple((k, v) for k, v in top.table("pips").raw.items() if isinstance(v, int))
    schedule = _schedule(top.table("schedule"), raw.get("replace", {}), dict(options).get("order") == "free")
    contracts = _contracts(top.table("contracts"), raw.get("replace", {}), schedule, terms, deck, hand, pips)
    game = top.table("game")
    total, deals = game.int("total", None), game.int("deals", None)
    ties = game.word("ties", ("shared", "lower-title"), "shared")
    game.done()
    layout = top.word("layout", ("grid", "triangle", "personal"), "grid")
    for key in ("id", "names", "tables", "options", "case", "replace", "base", *TOLD_ONLY):
        top.seen.add(key)
    top.done()
    if faults:
        raise Refused(*faults)
    try:
        rules = Rules(
            variant=str(raw["id"]),
            names=names_of(raw.get("names", {}), None, str(raw["id"])),
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
        _game_adds_up(rules, deals)
    except DoesNotAddUp as fault:
        raise Refused(finding("V306", key=fault.key, stated=fault.stated, found=fault.found)) from None
    return rules


def _deck(reader: Reader) -> Deck:
    ranks = reader.list("ranks", str, ...)
    removed, jokers = reader.list("removed", str), reader.int("jokers", 0)
    for rank in ranks:
        if rank not in RANKS:
            reader.fault("V307", "ranks", found=rank, expected=", ".join(RANKS))
    reader.done("removed_choice")
    return Deck(tuple(r for r in RANKS if r in ranks), removed, jokers)


def _schedule(reader: Reader, replace: Raw, free: bool) -> Schedule:
    kind = reader.word("kind", ("fixed", "open", "chosen", "declared"), "fixed")
    order = tuple(replace.get(c, c) for c in reader.list("order", str))
    quota = reader.table("quota")
    times = tuple((replace.get(c, c), quota.int(c)) for c in quota.raw)
    limit = reader.int("limit", None)
    declarer = reader.word("declarer", ("forehand", "dealers-right", "bidder"), "forehand")
    reader.done()
    if not order and not times:
        reader.fault("V305", "order")
    return Schedule(kind, order, times, limit, declarer, free)


def _contracts(
    reader: Reader, replace: Raw, schedule: Schedule, terms: Terms, deck: Deck, hand: int, pips: tuple[tuple[str, int], ...]
) -> tuple[Contract, ...]:
    """The contracts of the schedule, in its order. A combined deal takes its values from the contracts it combines."""
    readers = {key: reader.table(key) for key in reader.raw}
    values = {key: _values(r, {k: v for k, v in readers.items()}, replace) for key, r in readers.items()}
    out = []
    for contract_id in schedule.contracts:
        if contract_id not in readers:
            reader.fault("V305", contract_id)
            continue
        everyone = schedule.kind in ("declared", "chosen")
        out.append(_contract(contract_id, readers[contract_id], values[contract_id], terms, deck, hand, pips, everyone))
    return tuple(out)


def _values(reader: Reader, others: Mapping[str, Reader], replace: Raw) -> dict[str, int]:
    """The value of each item; of a combined deal those of the deals it combines, in their order."""
    if "combines" in reader.raw:
        out: dict[str, int] = {}
        sign = reader.int("sign", 1)
        for other in reader.list("combines", str):
            other = replace.get(other, other)
            if other not in others:
                reader.fault("V307", "combines", found=other, expected=", ".join(others))
                continue
            for item, value in others[other].raw.get("values", {}).items():
                out[item] = sign * value
        return out
    table = reader.table("values")
    for item in table.raw:
        if item not in ITEMS:
            table.fault("V307", item, found=item, expected=", ".join(ITEMS))
    return {item: table.int(item) for item in table.raw if item in ITEMS}


def _contract(
    contract_id: str,
    reader: Reader,
    values: Mapping[str, int],
    terms: Terms,
    deck: Deck,
    hand: int,
    pips: tuple[tuple[str, int], ...],
    everyone_declares: bool,
) -> Contract:
    items = tuple(
        Item(item, terms["item"][item], amount(item, deck, hand, pips), value) for item, value in values.items()
    )
    forms = reader.list("forms", str)
    for form in forms:
        if form not in FORMS:
            reader.fault("V307", "forms", found=form, expected=", ".join(FORMS))
    sale = reader.table("sale")
    contract = Contract(
        id=contract_id,
        names=names_of(reader.table("names").raw, terms["contract"].get(contract_id), contract_id),
        items=items,
        prizes=reader.list("prizes", int),
        sweep=reader.int("sweep", None),
        doubles=reader.flag("doubles"),
        forms=forms,
        sale=Sale(sale.word("unit", ("tricks", "points"), "tricks"), sale.int("step", 1)) if sale.raw else None,
        bid=reader.flag("bid"),
        titles=reader.list("titles", str),
        ceilings=reader.list("ceilings", int),
        declared=everyone_declares or reader.flag("declared"),
        loose="tricks_range" in reader.raw or reader.flag("loose"),
        tricks_range=_pair(reader.list("tricks_range", int)),
        heart_lead=reader.word("heart_lead", ("free", "banned"), "free"),
        throw_king=reader.flag("throw_king"),
        early_end=reader.word("early_end", ("no", "items-out", "king-out"), "no"),
    )
    reader.seen.add("declared")
    _total_adds_up(contract, reader)
    reader.done("told", "leads", "notes")
    return contract


def _pair(values: tuple[int, ...]) -> tuple[int, int] | None:
    return (values[0], values[1]) if len(values) == 2 else None


def _total_adds_up(contract: Contract, reader: Reader) -> None:
    """The total that the file states is the one its values and the deck give."""
    stated = reader.int("total")
    if "total" in reader.raw and stated != contract.base_total:
        reader.fault("V306", "total", stated=stated, found=contract.base_total)


def _game_adds_up(rules: Rules, stated_deals: int | None) -> None:
    """The game's stated number of deals and total are those of its schedule."""
    times = rules.schedule.times(rules.table)
    if times is None:
        return
    deals = sum(times.values())
    if stated_deals is not None and deals != stated_deals:
        raise DoesNotAddUp("game.deals", stated_deals, deals)
    fixed = rules.schedule.limit is None and all(len(c.totals) == 1 and not c.bid for c in rules.contracts)
    found = sum(n * contract.base_total for contract in rules.contracts for n in (times[contract.id],))
    if fixed and rules.total != found:
        raise DoesNotAddUp("game.total", rules.total if rules.total is not None else 0, found)
