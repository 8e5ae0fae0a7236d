"""What is written where an output's encoding lacks a character: letters for suits, a hyphen for a minus. It never
fails and never writes a control character of its own."""

from __future__ import annotations

import codecs
import unicodedata
from typing import TextIO

#: The name under which the replacement is known to codecs.
NAME = "kingscore.letters"
SIGNS = {
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
    "−": "-",
    "–": "-",
    "—": "-",
    "…": "...",
    "·": "-",
    "×": "x",
    "→": "->",
    "⚑": "!",
    "№": "No.",
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("─━│┃┌┐└┘├┤┬┴┼", "-"),
    **dict.fromkeys("│┃", "|"),
}
CYRILLIC = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
        "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya yo".replace("_", "").split(" "),
        strict=True,
    )
)


def written(character: str) -> str:
    """A character in ASCII: its sign, its letter without accents, its Latin spelling, else ``?``."""
    if character in SIGNS:
        return SIGNS[character]
    plain = "".join(c for c in unicodedata.normalize("NFKD", character) if c.isascii() and c.isprintable())
    if plain:
        return plain
    if character.lower() in CYRILLIC:
        latin = CYRILLIC[character.lower()]
        return latin if character.islower() else latin.capitalize()
    return "" if unicodedata.category(character) in ("Mn", "Cf") else "?"


def _replacement(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    return "".join(map(written, fault.object[fault.start : fault.end])), fault.end


def tolerant(stream: TextIO) -> None:
    """Make an output stream write letters where its encoding lacks a character."""
    codecs.register_error(NAME, _replacement)
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors=NAME)
