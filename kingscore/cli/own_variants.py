"""What ``variants`` does with one file: shows it, checks it, or begins one of the user's own."""

from __future__ import annotations

import sys
from pathlib import Path

from kingscore.app import own_variants
from kingscore.cli.columns import shown
from kingscore.cli.context import Context
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


def own_variant(context: Context, asked: Asked) -> int:
    """The exit status. Refused, status 2: U803, V301, V315, V316; status 3: V314."""
    if asked.check:
        return _checked(context, asked.check)
    try:
        return _begun(context, asked) if asked.new or asked.base else _shown(context, asked.show)
    except Refused as refused:
        raise Refused(*refused.findings, status=max(2, refused.status)) from None


def _checked(context: Context, file: str) -> int:
    found = own_variants.check_file(Path(file))
    context.report(found, to=sys.stdout)
    if not found:
        context.write(f"{shown(file)}: {context.say('check.good')}")
    context.document(context.findings(found))
    return 3 if any(one.is_a("variant-file-not-opened") for one in found) else int(has_errors(found))


def _begun(context: Context, asked: Asked) -> int:
    if not asked.new:
        raise missing("variants", "new")
    path = own_variants.begin(asked.new, asked.base or "lithuanian")
    context.tell("told.written", file=path)
    context.document({"ok": True, "file": str(path)})
    return 0


def _shown(context: Context, variant: str) -> int:
    text = own_variants.file_text(variant)
    context.write(text.rstrip())
    context.document({"variant": variant, "content": text})
    return 0
