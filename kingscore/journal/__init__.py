"""The journal of a game: every change as one event, and the game that the events come to.

``events`` makes the events, ``written`` is their text, ``fold`` replays them.
"""

from kingscore.journal.events import (
    HEAD_KEYS,
    Event,
    HeadValue,
    Kind,
    begun,
    binned,
    dealt,
    finished,
    headed,
    inserted,
    redone,
    removed,
    renamed,
    replaced,
    restored,
    undone,
)
from kingscore.journal.replay import LogEntry, OpenRules, State, fold, step

__all__ = [
    "HEAD_KEYS",
    "Event",
    "HeadValue",
    "Kind",
    "LogEntry",
    "OpenRules",
    "State",
    "begun",
    "binned",
    "dealt",
    "finished",
    "fold",
    "headed",
    "inserted",
    "redone",
    "removed",
    "renamed",
    "replaced",
    "restored",
    "step",
    "undone",
]
