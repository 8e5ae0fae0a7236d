"""Game files (``.king``) read: a head of ``key: value`` lines, an empty line, a line a deal; all faults at once.

A line that cannot be read is a finding with its number; the lines after it are read all the same and keep their
numbers. It opens no file and judges no deal.
"""

from __future__ import annotations

from collections.abc import Sequence

from kingscore.model.findings import Place, Refused, finding
from kingscore.model.frozen import replace
from kingscore.model.game import Deal, Game
from kingscore.notation.headtext import without_comment
from kingscore.notation.king_head import Head, game_of, head_lines
from kingscore.notation.lines import read_with
from kingscore.notation.read_game import MOST_DEALS, OpenRules, Reading, lines_of, unreadable
from kingscore.notation.vocabulary import Vocabulary
from kingscore.notation.words import Words


def read_king(text: str, file: str, open_rules: OpenRules, words: Words) -> Reading:
    """The game of a file, with everything that is wrong in its form."""
    wrong = unreadable(text, file)
    if wrong is not None:
        return Reading(None, (wrong,))
    lines = lines_of(text)
    head = Head(file)
    after = head_lines(lines, head)
    game = game_of(head, open_rules)
    if game is None:
        return Reading(None, tuple(head.found))
    glued = _first_deal(lines, after, game, words, head)
    if glued:
        return _glued(lines, glued, words, (file, open_rules))
    deals, places = _deals(lines, after, game, words, head)
    return Reading(replace(game, deals=deals), tuple(head.found), places, _whole(head))


def _whole(head: Head) -> bool:
    """True if no line was passed over that may be a deal's: one in the head that is no key, one after too many."""
    return not any(one.is_a("not-a-head-line", "too-many-deals") and not one.how for one in head.found)


def _first_deal(lines: list[str], after: int, game: Game, words: Words, head: Head) -> int:
    """The line, from 1, that begins the deals although no empty line stands before it: a line of the head that is no
    key with a value, reads as a deal, and has no known key below it. 0 where there is none."""
    last = max(said.line for said in head.said.values())
    odd = [one.place.line or 0 for one in head.found if one.is_a("not-a-head-line") and one.place is not None]
    vocabulary = Vocabulary.of(game.rules, words) if odd else None
    for line in (line for line in odd if last < line <= after):
        try:
            if vocabulary is not None:
                read_with(without_comment(lines[line - 1]).rstrip(), game, 1, vocabulary, ())
                return line
        except Refused:
            continue
    return 0


def _glued(lines: list[str], first: int, words: Words, opened: tuple[str, OpenRules]) -> Reading:
    """The game of a file whose deals begin at line ``first`` without an empty line before it."""
    file, open_rules = opened
    head = Head(file)
    head_lines(lines[: first - 1], head)
    game = game_of(head, open_rules)
    if game is None:
        return Reading(None, tuple(head.found))
    bare = without_comment(lines[first - 1]).rstrip()
    place = Place(file, first, len(bare) - len(bare.lstrip()), len(bare), lines[first - 1])
    head.found.append(finding("F205", "glued", found=bare.strip()[:60], place=place))
    deals, places = _deals(lines, first - 1, game, words, head)
    return Reading(replace(game, deals=deals), tuple(head.found), places, _whole(head), first)


def _deals(
    lines: list[str], after: int, game: Game, words: Words, head: Head
) -> tuple[tuple[Deal, ...], tuple[int, ...]]:
    """The deals with the lines on which they stand; one that could not be read keeps its place as unread."""
    vocabulary = Vocabulary.of(game.rules, words)
    deals: list[Deal] = []
    places: list[int] = []
    for index in range(after, len(lines)):
        line = without_comment(lines[index]).rstrip()
        if not line.strip():
            continue
        if len(deals) >= MOST_DEALS:
            head.found.append(finding("F225", most=MOST_DEALS, place=Place(head.file, index + 1)))
            break
        places.append(index + 1)
        deals.append(_deal(line, index + 1, game, deals, (vocabulary, head)))
    return tuple(deals), tuple(places)


def _deal(line: str, at: int, game: Game, deals: Sequence[Deal], known: tuple[Vocabulary, Head]) -> Deal:
    """The deal of line ``at``, after those before it."""
    vocabulary, head = known
    number = len(deals) + 1
    try:
        return read_with(line, game, number, vocabulary, deals)
    except Refused as refused:
        for one in refused.findings:
            place = replace(one.place or Place(text=line), file=head.file, line=at)
            head.found.append(replace(one, place=place, deal=number))
        return Deal("", unread=True)
