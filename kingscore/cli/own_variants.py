"""What ``variants`` does with one file: shows it, checks it, or begins one of the user's own."""

from __future__ import annotations

import sys
from pathlib import Path

from kingscore.app import own_variants
from kingscore.cli.columns import shown
from kingscore.cli.context import Desk
from kingscore.cli.numbers import missing
from kingscore.model.findings import Refused, has_errors
from kingscore.model.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """A variant to show, a file to check, or the name of a new variant with the one that it builds on."""

    show: str = ""
    check: str = ""
    new: str = ""
    base: str = ""


def own_variant(desk: Desk, asked: Asked) -> int:
    """The exit status. Refused, status 2: U803, V301, V315, V316; status 3: V314."""
    if asked.check:
        return _checked(desk, asked.check)
    try:
        return _begun(desk, asked) if asked.new or asked.base else _shown(desk, asked.show)
    except Refused as refused:
        raise Refused(*refused.findings, status=max(2, refused.status)) from None


def _checked(desk: Desk, file: str) -> int:
    found = own_variants.check_file(Path(file))
    desk.report(found, to=sys.stdout)
    if not found:
        desk.write(f"{shown(file)}: {desk.say('check.good')}")
    desk.document(desk.findings(found))
    return 3 if any(one.code == "V314" for one in found) else int(has_errors(found))


def _begun(desk: Desk, asked: Asked) -> int:
    if not asked.new:
        raise missing("variants", "new")
    path = own_variants.begin(asked.new, asked.base or "lithuanian")
    desk.tell("told.written", file=path)
    desk.document({"ok": True, "file": str(path)})
    return 0


def _shown(desk: Desk, variant: str) -> int:
    text = own_variants.file_text(variant)
    desk.write(text.rstrip())
    desk.document({"variant": variant, "content": text})
    return 0
