"""A deal as somebody says it: the words of a shell as one line, the deal in it, and what a refused line meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kingscore.checks import check_deal
from kingscore.model.findings import Finding, Refused, has_errors
from kingscore.model.folding import exact
from kingscore.model.game import Deal, Game, as_of
from kingscore.model.repairs import Edit, RecordDeal, Repair, ReplaceDeal, Sentence
from kingscore.model.suggest import suggest
from kingscore.notation import Said, Words, read_said
from kingscore.notation.grammar import Ambiguous

#: The clauses after which a text follows, and those after which a name does.
NOTES, NAMING = ("note", "agreed"), ("by", "sold-to", "foul")
MEANT = (Sentence("lines.meant"),)
#: So many lines that may have been meant are shown.
MOST_MEANT = 3
#: Lines that are longer are no slip of the pen.
LONGEST_MEANT = 300
#: Signs that people put between numbers in place of a blank.
_BETWEEN = re.compile(r"(?<=\d)\s*[;/|]\s*(?=[-+−]?\d)|(?<=\d)-(?=\d)")
_UNSIGNED = re.compile(r"(?<![\w+−-])(?=\d)")
#: The keys of a keyboard as they stand, whatever alphabet is on them.
QWERTY = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"


def line_of(words: Sequence[str], players: Sequence[str], grammar: Words) -> str:
    """The words that a shell hands over as one line of a deal.

    A shell takes quotation marks away: a word that is a player's whole name with a space, a comma or the like in it
    gets them back, and so does the text after ``note`` (in any language), unless that word stands after one such as
    ``by``, where a name belongs. Any other word stays as it is, so that a whole line in quotation marks is that line.
    """
    known = {exact(name) for name in players}
    meaning = [grammar.clauses.get(exact(word)) for word in words]
    out: list[str] = []
    for at, word in enumerate(words):
        after_note = at > 0 and meaning[at - 1] in NOTES and (at == 1 or meaning[at - 2] not in NAMING)
        parted = any(sign.isspace() or sign in ',:"#' for sign in word)
        out.append(quoted(word) if after_note or (parted and exact(word) in known) else word)
    return " ".join(out)


def quoted(word: str) -> str:
    """A word between quotation marks; one that is so already stays as it is."""
    if len(word) > 1 and word.startswith('"') and word.endswith('"'):
        return word
    return '"' + word.replace('"', '""') + '"'


def said(
    words: Sequence[str],
    game: Game,
    number: int,
    grammar: Words,
    edit: Callable[[int, Deal], Edit] = RecordDeal,
    *,
    fill: bool = False,
) -> tuple[str, Said]:
    """The line that the words make and the deal in it. Refused: L codes, with the players of the game and what was
    probably meant, as an ``edit`` of the game."""
    players = as_of(game, number).players
    line = line_of(words, players, grammar)
    try:
        return line, read_said(line, game, number, grammar, fill=fill)
    except Refused as refused:
        first, *others = refused.findings
        deals = meant(refused, line, game, number, grammar)
        repairs = tuple(Repair(game, (edit(number, deal),), MEANT) for deal in deals)
        found = replace(first, repairs=(*first.repairs, *repairs))
        raise Refused(found, *others, status=refused.status, players=players) from None


def with_meant(found: Finding, game: Game, grammar: Words) -> Finding:
    """A finding about the line of a deal in a file, with what was probably meant."""
    if found.deal is None or found.place is None or found.scope != "line" or found.repairs:
        return found
    before = replace(game, deals=game.deals[: found.deal - 1])
    try:
        read_said(found.place.text, before, found.deal, grammar)
        return found
    except Refused as refused:
        deals = meant(refused, found.place.text, before, found.deal, grammar)
    return replace(found, repairs=tuple(Repair(game, (ReplaceDeal(found.deal, deal),), MEANT) for deal in deals))


def meant(refused: Refused, line: str, game: Game, number: int, grammar: Words) -> tuple[Deal, ...]:
    """The deals that a refused line probably meant, the likeliest first: those that it may mean as it stands, else
    those that it means with one slip taken out."""
    if isinstance(refused, Ambiguous):
        return refused.deals[:MOST_MEANT]
    found: dict[Deal, None] = {}
    for other in _rewritten(refused.findings[0], line, game, grammar) if len(line) <= LONGEST_MEANT else ():
        try:
            deal = read_said(other, game, number, grammar).deal
        except Refused:
            continue
        if not has_errors(check_deal(game.with_deal_before(number, deal), number)):
            found[deal] = None
        if len(found) == MOST_MEANT:
            break
    return tuple(found)


def _rewritten(found: Finding, line: str, game: Game, grammar: Words) -> Iterator[str]:
    """The line without a slip that people make: the rest left out, other signs between numbers, points without their
    signs, the wrong keyboard, Latin letters, a word that only looks like one that is known."""
    if found.is_a("wrong-number-of-entries"):
        yield f"{line} _"
    if _BETWEEN.search(line):
        yield _BETWEEN.sub(" ", line)
    yield from (_UNSIGNED.sub(sign, line) for sign in "-+")
    for keys in grammar.keyboards:
        for there, here in ((QWERTY, keys), (keys, QWERTY)):
            yield line.casefold().translate(str.maketrans(there, here))
    if found.place is None or not (marked := found.place.marked):
        return
    start, end = found.place.start or 0, found.place.end or 0
    several = dict(found.values).get("players") if found.is_a("player-not-clear") else ()
    for name in several if isinstance(several, tuple) else ():
        yield f"{line[:start]}{quoted(str(name))}{line[end:]}"
    known = {name: name for name in game.players}
    for name in grammar.spoken_names(game.rules):
        known.setdefault(name, name)
        known.setdefault(grammar.romanised(name), name)
    words = marked.split()
    for n in range(len(line[end:].split()) + 1 if len(words) == 1 else 1):  # a name may have more words than the mark
        stretch = " ".join([marked, *line[end:].split()[:n]])
        for near in suggest(stretch, known, MOST_MEANT):
            yield f"{line[:start]}{known[near]} {' '.join(line[end:].split()[n:])}"
        if n == 2:
            break
