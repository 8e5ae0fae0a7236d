"""Games as documents for machines (JSON), read strictly: exact findings with their paths, all at once.

What can be represented but cannot be (a row of the wrong length, an impossible count) is left to the checks.
"""

from __future__ import annotations

import json
import re
from datetime import date

from kingscore.model.codes import JUDGED, codes_of, unknown_codes
from kingscore.model.findings import Place, Refused, finding
from kingscore.model.frozen import replace
from kingscore.model.game import Bid, Deal, Finished, Game, Row, Stake, Written, declarer_in_turn, equal_share, playing
from kingscore.model.items import ITEMS
from kingscore.model.rules import FORMS, SUITS, TRUMPS, Contract, Rules
from kingscore.notation.jsontext import Json, Table, TooDeep, flaws, parse, text_of, what
from kingscore.notation.names import names_refused
from kingscore.notation.read_game import MOST_DEALS, MOST_OPTIONS, OpenRules, Reading, unreadable
from kingscore.notation.tables import Extra, Faults, Reader, placed, under

FORMAT = "kingscore-game/1"
Counts = tuple[tuple[str, Row], ...]
FINISHED: dict[str, Finished] = {"yes": "yes", "early": "early"}


def read_document(text: str, file: str, open_rules: OpenRules) -> Reading:
    """The game that a document holds, with everything that is wrong in its form."""
    wrong = unreadable(text, file)
    if wrong is not None:
        return Reading(None, (wrong,))
    faults = Faults(file)
    raw = _parsed(text.removeprefix("\ufeff"), faults)
    if raw is None:
        return Reading(None, tuple(faults.found))
    game = _game(Reader(raw, "", faults), open_rules)
    whole = not any(one.is_a("too-many-deals") for one in faults.found) and isinstance(raw.get("deals"), list)
    return Reading(game, tuple(faults.found), whole=whole)


def _parsed(text: str, faults: Faults) -> Table | None:
    try:
        raw = parse(text)
    except json.JSONDecodeError as fault:
        place = Place(faults.file, fault.lineno, fault.colno - 1, fault.colno, _excerpt(text, fault))
        faults.found.append(finding("F216", line=fault.lineno, column=fault.colno, place=place))
        return None
    except TooDeep:
        faults.add("F218", "")
        return None
    if not isinstance(raw, Table):
        faults.add("F219", "", "object", found=what(raw))
        return None
    return raw


def _excerpt(text: str, fault: json.JSONDecodeError) -> str:
    start = text.rfind("\n", 0, fault.pos) + 1
    end = text.find("\n", fault.pos)
    line = text[start : end if end >= 0 else len(text)]
    return line if len(line) <= 400 else ""


def _game(reader: Reader, open_rules: OpenRules) -> Game | None:
    faults = reader.faults
    _check_format(reader)
    players = reader.texts("players", needed=True)
    for refused in names_refused(players or ()):
        faults.found.append(refused.at(Place(file=faults.file)))
    rules = _rules(reader, players, open_rules)
    dealer = reader.seat("dealer", players or (), needed=True) if players is not None else None
    head = _head(reader)
    deals = reader.value("deals", "list", needed=True)
    extra = _extra(reader)
    if rules is None or players is None:
        return None
    game = Game(rules, players, dealer or 0, extra=extra, **head)
    return replace(game, deals=_deals(deals or [], game, faults))


def _check_format(reader: Reader) -> None:
    found = reader.text("format", needed=True)
    if found is not None and found != FORMAT:
        reader.faults.add("F222", "format", found=found[:60], expected=FORMAT)


def _rules(reader: Reader, players: tuple[str, ...] | None, open_rules: OpenRules) -> Rules | None:
    """The rules of the variant named for so many players; what speaks against them is noted."""
    variant = reader.text("variant", needed=True)
    options = _options(reader)
    if variant is None or players is None or options is None:
        return None
    content = _content(reader)
    if content is None:
        return None
    try:
        return open_rules(variant, len(players), options, content)
    except Refused as refused:
        reader.faults.found += [one.at(Place(file=reader.faults.file)) for one in refused.findings]
        return None


def _content(reader: Reader) -> str | None:
    """The variant that the document brings along, as JSON text: nothing where it brings none, None where it is
    faulty."""
    found = reader.value("rules", "object")
    if found is None:
        return None if reader.table.get("rules") is not None else ""
    wrong = flaws(found, "rules")
    for code, path, what_found in wrong:
        reader.faults.add(code, path, found=what_found, key=what_found)
    return None if wrong else text_of(found)


def _options(reader: Reader) -> dict[str, str] | None:
    child = reader.child("options")
    if child is None:
        return None if reader.table.get("options") is not None else {}
    before = reader.faults.errors
    out = {key: child.text(key, needed=True) or "" for key in list(child.table)[:MOST_OPTIONS]}
    return out if reader.faults.errors == before else None


def _head(reader: Reader) -> dict[str, Json]:
    """What a game has beside players and deals."""
    return {
        "date": _date(reader),
        "stake": _stake(reader),
        "id": reader.text("id") or "",
        "finished": FINISHED.get(reader.word("finished", tuple(FINISHED)) or "", ""),
        "written": _written(reader),
        "note": reader.text("note", lines=True) or "",
        "ignore": _ignore(reader),
    }


def _ignore(reader: Reader) -> tuple[str, ...]:
    """The codes that are turned off in this game; what is none is noted."""
    words = reader.texts("ignore") or ()
    for word in unknown_codes(words):
        reader.faults.add("F212", "ignore", found=word[:60], expected=JUDGED)
    return codes_of(words)


def is_date(text: str) -> bool:
    """True for a day that there is, as ``2026-11-29``."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _date(reader: Reader) -> str:
    found = reader.text("date")
    if found and not is_date(found):
        reader.faults.add("F210", "date", found=found[:60])
        return ""
    return found or ""


def _stake(reader: Reader) -> Stake | None:
    child = reader.child("stake")
    if child is None:
        return None
    per_point, currency = child.text("per_point", needed=True), child.text("currency", needed=True)
    if per_point is None or currency is None:
        return None
    from kingscore.scoring.money import stake_of

    try:
        return stake_of(per_point, currency)
    except Refused as refused:
        reader.faults.found += [one.at(Place(file=reader.faults.file)) for one in refused.findings]
        return None


def _written(reader: Reader) -> Written | None:
    child = reader.child("written")
    return Written(child.row("totals"), child.rows("running")) if child is not None else None


def _extra(reader: Reader) -> Extra:
    """Unknown keys of the game, those inside its stake and its written totals under their names."""
    out = reader.extra()
    for key, known in (("stake", ("per_point", "currency")), ("written", ("totals", "running"))):
        inner = reader.table.get(key)
        if isinstance(inner, Table):
            child = Reader(Table(inner), reader.at(key), reader.faults)
            child.seen.update(known)
            out += under(key, child.extra())
    return out


def _deals(raw: list[Json], game: Game, faults: Faults) -> tuple[Deal, ...]:
    """The deals; one that could not be read keeps its place as unread."""
    out: list[Deal] = []
    for index, value in enumerate(raw[:MOST_DEALS]):
        faults.deal = index + 1
        path = f"deals[{index}]"
        before = faults.errors
        deal = Deal("")
        if not isinstance(value, Table):
            faults.add("F219", path, "object", found=what(value))
        else:
            deal = read_one(Reader(value, path, faults), game, index + 1)
        out.append(deal if faults.errors == before else Deal(deal.contract, deal.declarer, unread=True))
    faults.deal = None
    if len(raw) > MOST_DEALS:
        faults.add("F225", "deals", most=MOST_DEALS)
    return tuple(out)


def read_braces(line: str, game: Game, number: int) -> Deal:
    """A deal as it stands in a document, on a line of its own. Refused with F codes that quote the line."""
    start = len(line) - len(line.lstrip())
    place = Place(start=start, end=len(line.rstrip()), text=line)
    try:
        raw = parse(line)
    except json.JSONDecodeError as fault:
        at = Place(start=fault.pos, end=min(fault.pos + 1, len(line)), text=line)
        raise Refused(finding("F216", line=1, column=fault.pos + 1, place=at)) from None
    except TooDeep:
        raise Refused(finding("F218", path="$", place=place)) from None
    faults = Faults("")
    deal = read_one(Reader(raw, "", faults), game, number)
    if faults.errors:
        raise Refused(*placed([one for one in faults.found if one.severity == "error"], place))
    return deal


def read_one(reader: Reader, game: Game, number: int) -> Deal:
    """A deal of a document; what is left out is filled in as in a line, and an explicit null leaves it open."""
    players = game.players
    contract_id = reader.text("contract", needed=True) or ""
    contract = game.rules.contract(contract_id)
    form = reader.word("form", FORMS)
    trump = reader.word("trump", TRUMPS)
    if not reader.has("trump"):
        trump = {"misere": "misere", "no-trump": "none"}.get(form or "")
    bid, inner = _bid(reader, players)
    declarer = reader.seat("declarer", players)
    if not reader.has("declarer"):
        declarer = _declarer(bid, contract, game, number)
    counts = in_order(_counts(reader), contract)
    points, places = reader.row("points"), reader.row("places")
    if form == "rospis" and contract is not None and contract.items and points is None and not reader.has("counts"):
        counts = ((contract.items[0].id, equal_share(game, playing(game, number))),)
    titles, foul = reader.texts("titles"), reader.seat("foul", players)
    note, agreed = reader.text("note", lines=True), reader.text("agreed", lines=True)
    extra = (*reader.extra(), *inner)
    return Deal(
        contract_id, declarer, form, trump, counts, points, places, bid, titles, foul, note or "", agreed or "", extra
    )


def _declarer(bid: Bid | None, contract: Contract | None, game: Game, number: int) -> int | None:
    """Who declares where nobody is named: who sold or bid, else who is in turn."""
    if bid is not None and (bid.seller is not None or bid.bidder is not None):
        return bid.seller if bid.seller is not None else bid.bidder
    return declarer_in_turn(game, number) if contract is not None and contract.declared else None


def _counts(reader: Reader) -> Counts | None:
    child = reader.child("counts")
    if child is None:
        return None
    out: list[tuple[str, Row]] = []
    for item in child.table:
        if item not in ITEMS:
            child.faults.add("F221", child.at(item), found=what(item), expected=ITEMS)
            continue
        row = child.row(item)
        if child.table[item] is None:
            child.faults.add("F219", child.at(item), "list", found="null")
        out.append((item, row or ()))
    return tuple(out)


def in_order(counts: Counts | None, contract: Contract | None) -> Counts | None:
    """The rows in the order of the contract's items (an object has none of its own), others after them."""
    if counts is None or contract is None:
        return counts
    order = [item.id for item in contract.items]
    return tuple(sorted(counts, key=lambda pair: order.index(pair[0]) if pair[0] in order else len(order)))


def _bid(reader: Reader, players: tuple[str, ...]) -> tuple[Bid | None, Extra]:
    child = reader.child("bid")
    if child is None:
        return None, ()
    bid = Bid(
        child.seat("seller", players),
        child.seat("buyer", players),
        child.seat("bidder", players),
        child.number("tricks"),
        child.number("points"),
        child.word("suit", SUITS),
    )
    return bid, under("bid", child.extra())
