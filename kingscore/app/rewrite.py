"""A game file or a document written anew with its mends: what was not mended stays as it stands, also a line that
nobody could read. It mends nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kingscore.model.findings import Refused
from kingscore.model.frozen import dataclass
from kingscore.model.game import Deal, Game
from kingscore.notation import read_deal, read_document, read_king, write_deal, write_document
from kingscore.notation.document import read_braces
from kingscore.notation.document_write import Parts, braces, deal_parts, head_parts, text_of_parts
from kingscore.notation.head_text import without_comment
from kingscore.notation.king import head_of, read_head
from kingscore.notation.read_game import lines_of
from kingscore.notation.respelling import in_list, members, respelled
from kingscore.storage import resources


@dataclass(frozen=True, slots=True)
class Own:
    """The text of a file with the line of each deal as it is now (from 1; None: put in; of a document the place in its
    list), and which of these were mended. ``glued`` is the first deal's line where no empty line stood before it;
    ``parted``: one is put in."""

    text: str
    deals: tuple[int | None, ...]
    changed: frozenset[int] = frozenset()
    glued: int = 0
    parted: bool = False


def deals_said(text: str, lines: Sequence[int | None], document: bool) -> list[str]:
    """What the file says of each deal, by its line or its place in the document; nothing of one that was put in."""
    if document:
        raw = _list(text)
        every = [raw[one.start : one.end] for one in members(raw)]
    else:
        every = [without_comment(line).rstrip() for line in lines_of(text)]
    return [every[line - 1] if line is not None else "" for line in lines]


def said_there(text: str, game: Game, number: int) -> Deal | None:
    """The deal that a text of a file says as deal ``number`` of a game; None where it says none there."""
    try:
        if text.startswith("{"):
            return read_braces(text, game, number)
        return read_deal(text, game, number, resources.words())
    except Refused:
        return None


def _list(text: str) -> str:
    """The list of the deals in a document."""
    return next(text[one.start : one.end] for one in members(text) if one.key == "deals")


def document_anew(own: Own, before: Game, after: Game) -> str:
    """A document, which held the game ``before``, with the game ``after``; keys and layout stay where nothing was
    mended."""
    raw = _list(own.text)
    deals: list[tuple[int | None, str]] = []
    said = deals_said(own.text, own.deals, document=True)
    for number, (place, text) in enumerate(zip(own.deals, said, strict=True), 1):
        was = deal_parts(before, place, before.deals[place - 1]) if place is not None else None
        deals.append((place - 1 if place is not None else None, _deal_anew(text, was, after, number)))
    text = own.text.replace(raw, in_list(raw, deals), 1)
    text = respelled(text, head_parts(before), head_parts(after), text_of_parts)
    reading = read_document(text, "", resources.open_rules)
    # Whatever the layout was: what is written is the game that was mended.
    return text if reading.ok and reading.game == after else write_document(after)


def _deal_anew(text: str, was: Parts | None, after: Game, number: int) -> str:
    """A deal as it stood, where it stood, with the values that are others now; on one line where it is new or would
    read otherwise there."""
    deal = after.deals[number - 1]
    if was is not None and said_there(text, after, number) != deal:
        text = respelled(text, was, deal_parts(after, number, deal), text_of_parts)
    return text if text and said_there(text, after, number) == deal else braces(after, number, deal)


def lines_anew(own: Own, before: Game, after: Game) -> str:
    """A game file, which held the game ``before``, with the game ``after``; its lines end as they ended."""
    return ("\r\n" if "\r\n" in own.text else "\n").join(_lines(own, before, after))


def _lines(own: Own, before: Game, after: Game) -> list[str]:
    source = lines_of(own.text)
    first = own.glued - 1 if own.glued else read_head(source).after
    out = [*_head(source[:first], before, after)]
    if not own.glued:
        # The empty line that ends the head stands before every deal, also before one that is put in.
        out += source[first : first + 1] or [""] * bool(own.deals)
        first += 1
    elif own.parted:
        out.append("")
    held = set(read_king(own.text, "", resources.open_rules, resources.words()).lines)
    here = first + 1
    for number, (line, deal) in enumerate(zip(own.deals, after.deals, strict=True), 1):
        if line is not None:
            out += [source[n - 1] for n in range(here, line) if n not in held]
            here = line + 1
        old = source[line - 1] if line is not None else ""
        # It would not stay if it said another deal there, as who is in turn may be another.
        stays = old and line not in own.changed and _says(old, after, number)
        out.append(old if stays else _in_place_of(old, write_deal(deal, after, number)))
    return [*out, *(source[n - 1] for n in range(here, len(source) + 1) if n not in held)]


def _says(line: str, after: Game, number: int) -> bool:
    """False for a line that says another deal there."""
    return said_there(without_comment(line).rstrip(), after, number) in (None, after.deals[number - 1])


def _head(source: Sequence[str], before: Game, after: Game) -> Iterator[str]:
    """The lines of the head: a key whose value was mended in its place, one that is new below them."""
    was, now = dict(head_of(before)), dict(head_of(after))
    mended = {key for key in (*was, *now) if was.get(key) != now.get(key)}
    done: set[str] = set()
    for line in source:
        key = without_comment(line).partition(":")[0].strip()
        known = key if key in mended else key.casefold()
        if known not in mended or known in done:
            yield line
            continue
        done.add(known)
        if known in now:
            yield _in_place_of(line, f"{known}: {now[known]}")
    yield from (f"{key}: {value}" for key, value in now.items() if key in mended - done)


def _in_place_of(old: str, new: str) -> str:
    """A mended line; the comment behind the old one stays."""
    bare = without_comment(old)
    return new + old[len(bare.rstrip()) :] if len(bare) < len(old) else new
