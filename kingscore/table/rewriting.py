"""A game file written anew with its mends: a line that was not mended stays as it stands, also one that nobody could
read. It mends nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kingscore import library
from kingscore.frozen import dataclass
from kingscore.game import Game
from kingscore.notation import read_king, write_deal
from kingscore.notation.headtext import without_comment
from kingscore.notation.king_head import Head, head_lines
from kingscore.notation.king_write import head_of
from kingscore.notation.reading import lines_of


@dataclass(frozen=True, slots=True)
class Lines:
    """The text of a file with the line of each deal as it is now (from 1; None: put in), and which of these lines were
    mended. ``glued`` is the first deal's line where no empty line stood before it; ``parted``: one is put in."""

    text: str
    deals: tuple[int | None, ...]
    changed: frozenset[int] = frozenset()
    glued: int = 0
    parted: bool = False


def rewritten(own: Lines, before: Game, after: Game) -> list[str]:
    """The lines of the file, which held the game ``before``, with the game ``after``."""
    source = lines_of(own.text)
    first = own.glued - 1 if own.glued else head_lines(source, Head(""))
    out = [*_head(source[:first], before, after)]
    if not own.glued:
        # The empty line that ends the head stands before every deal, also before one that is put in.
        out += source[first : first + 1] or [""] * bool(own.deals)
        first += 1
    elif own.parted:
        out.append("")
    held = set(read_king(own.text, "", library.open_rules, library.words()).lines)
    here = first + 1
    for number, (line, deal) in enumerate(zip(own.deals, after.deals, strict=True), 1):
        if line is not None:
            out += [source[n - 1] for n in range(here, line) if n not in held]
            here = line + 1
        old = source[line - 1] if line is not None else ""
        stays = old and line not in own.changed
        out.append(old if stays else _in_place_of(old, write_deal(deal, after, number)))
    return [*out, *(source[n - 1] for n in range(here, len(source) + 1) if n not in held)]


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
