"""The fields of a game's head, of a deal and of their parts: one table for documents, game files, journal and log."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from kingscore.model.game import Game
from kingscore.model.rules import FORMS, SUITS, TRUMPS

Several = Literal["row", "rows", "counts", "names", "codes", "options", "extra"]
Part = Literal["bid", "stake", "written", "seated", "variant", "content"]
#: What a field holds; each form that a game is written in has a way of reading and writing each kind.
Kind = Literal["text", "lines", "word", "date", "flag", "number", "seat"] | Several | Part
#: The trump that a form names by itself.
IMPLIED_TRUMP = {"misere": "misere", "no-trump": "none"}
#: What a document says that it is.
FORMAT = "kingscore-game/1"


class Field(NamedTuple):
    """A field: its name in ``model/game.py``, in a document and in the journal, what it holds, and its default.

    One that is ``needed`` must be given. ``words`` are those that it may hold; ``keys`` its names in a game's file and
    in ``amend head``, where they are others than its own. One that is not ``public`` stands in the journal alone; one
    that is ``amended`` can be changed in a game that is kept, and the log calls it ``log.part.<name>``.
    """

    name: str
    kind: Kind
    default: Any = None
    needed: bool = False
    words: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    public: bool = True
    amended: bool = True


#: What a game has beside its deals, in the order in which it is written.
HEAD = (
    Field("variant", "variant", needed=True),
    Field("options", "options", ()),
    Field("players", "names", needed=True),
    Field("dealer", "seat", needed=True),
    Field("date", "date", ""),
    Field("stake", "stake"),
    Field("id", "text", "", amended=False),
    Field("finished", "word", "", words=("yes", "early"), amended=False),
    Field("written", "written", keys=("written", "running")),
    Field("note", "lines", ""),
    Field("ignore", "codes", ()),
    Field("seated", "seated", ()),
    Field("rules", "content", "", amended=False),
    Field("extra", "extra", (), public=False, amended=False),
)
#: The keys of a game's file.
KEYS = tuple(key for field in HEAD if field.public for key in field.keys or (field.name,))
DEAL = (
    Field("contract", "text", needed=True),
    Field("declarer", "seat"),
    Field("form", "word", words=FORMS),
    Field("trump", "word", words=TRUMPS),
    Field("titles", "names"),
    Field("counts", "counts"),
    Field("points", "row"),
    Field("places", "row"),
    Field("bid", "bid"),
    Field("foul", "seat"),
    Field("note", "lines", ""),
    Field("agreed", "lines", ""),
    Field("extra", "extra", (), public=False),
    Field("unread", "flag", False, public=False),
)
BID = (
    Field("seller", "seat"),
    Field("buyer", "seat"),
    Field("bidder", "seat"),
    Field("tricks", "number"),
    Field("points", "number"),
    Field("suit", "word", words=SUITS),
)
STAKE = (Field("per_point", "text", needed=True), Field("currency", "text", needed=True))
WRITTEN = (Field("totals", "row"), Field("running", "rows"))
#: Who sat down later: from which deal on, on which seat (from 0).
SEATED = (
    Field("from", "number", needed=True),
    Field("seat", "number", needed=True),
    Field("player", "text", needed=True),
)
#: The fields of what is a part of a game or of a deal.
PARTS: dict[str, tuple[Field, ...]] = {"bid": BID, "stake": STAKE, "written": WRITTEN}
#: Fields of the head that a game has in its rules; all others are its own.
OF_RULES = ("variant", "options", "content")


def head_value(game: Game, field: Field) -> Any:
    """What a game holds in a field of its head."""
    return getattr(game.rules, field.kind) if field.kind in OF_RULES else getattr(game, field.name)
