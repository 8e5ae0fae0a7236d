"""Which commands there are, in groups, and where each is written. It imports nothing, so that help is quick."""

from __future__ import annotations

#: The commands by group, in the order of the help, with the module of this package in which each is written.
GROUPS: dict[str, dict[str, str]] = {
    "table": {
        "new": "opening",
        "deal": "recording",
        "play": "guided",
        "undo": "recording",
        "redo": "recording",
        "amend": "recording",
        "finish": "recording",
        "show": "looking",
        "log": "looking",
    },
    "rules": {
        "variants": "reference",
        "rules": "reference",
        "compare": "likeness",
        "identify": "likeness",
        "explain": "checking",
    },
    "checking": {"check": "checking"},
    "paper": {"sheet": "paper", "export": "paper"},
    "money": {"settle": "money"},
    "history": {"games": "opening", "use": "opening", "import": "paper"},
}
ROOMS = {name: room for group in GROUPS.values() for name, room in group.items()}
