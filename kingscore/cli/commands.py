"""Which commands there are, in groups, and where each is written. It imports none of them, so that help is quick."""

from __future__ import annotations

from kingscore.model.findings import Finding, finding

#: The commands by group, in the order of the help, with the module of this package in which each is written.
GROUPS: dict[str, dict[str, str]] = {
    "table": {
        "new": "begin",
        "deal": "recording",
        "play": "play_command",
        "undo": "recording",
        "redo": "recording",
        "amend": "recording",
        "finish": "recording",
        "show": "show",
        "log": "show",
        "chances": "standings",
    },
    "rules": {
        "variants": "rules",
        "rules": "rules",
        "compare": "compare",
        "identify": "compare",
        "explain": "checking",
    },
    "checking": {"check": "checking"},
    "paper": {"sheet": "paper", "export": "paper"},
    "money": {"settle": "money", "pay": "money"},
    "history": {"games": "library", "use": "begin", "players": "people", "stats": "standings", "import": "paper"},
}
ROOMS = {name: room for group in GROUPS.values() for name, room in group.items()}


def unknown_command(word: str) -> Finding:
    """U801 or, for a word that starts with a hyphen, U802."""
    import difflib

    if word.startswith("-"):
        return finding("U802", option=word, command="", near=())
    near = tuple(difflib.get_close_matches(word.casefold(), ROOMS, n=3))
    return finding("U801", "near" if near else "", found=word, near=near)
