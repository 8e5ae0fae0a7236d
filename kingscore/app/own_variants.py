"""The user's own variants: a file is begun from a shipped one, checked as a whole and shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from kingscore.model.findings import Finding, Refused, finding
from kingscore.model.rules import Contract
from kingscore.storage import resources, variant_files
from kingscore.variant import Variant, located

#: What an id is made of: it is the file's name too, on any system, and one word of a command.
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_ID = 60


def check_file(path: Path) -> tuple[Finding, ...]:
    """All that is wrong with a variant's file, each fault at its line; nothing if it serves. V314 alone stands for one
    that cannot be opened. It raises nothing."""
    from kingscore.variant.models import faults_of

    try:
        content = variant_files.whole_content(path)
    except Refused as refused:
        return refused.findings
    return located(faults_of(variant_files.from_raw(content)), path.read_text("utf-8"), path.name)


def file_text(variant_id: str) -> str:
    """A variant's file as it stands. Refused: V301 there is none, V302 and V314 it cannot be read."""
    path = variant_files.variant_path(variant_id)
    variant_files.variant(variant_id)
    return path.read_text("utf-8")


def begin(variant_id: str, base_id: str) -> Path:
    """A new file in the user's folder that builds on a variant and lists its prices, ready to be changed.

    Refused, status 2: V315 the id or the file is taken, V316 it cannot be an id, V301 there is no such base; status 3:
    V314 it cannot be written.
    """
    _free(variant_id)
    base = variant_files.variant(base_id)
    # A file is named by its place, and others cannot build on it: only what has an id serves.
    variant_files.variant_path(base.id)
    text = "\n".join(_lines(variant_id, base)) + "\n"
    path = variant_files.own_variants() / f"{variant_id}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Exclusive: a file that somebody else began in the meantime stays as it is.
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Refused(finding("V315", file=path.name), status=2) from None
    except OSError as fault:
        reason = resources.system_reason(fault)
        raise Refused(finding("V314", "writing", file=str(path), reason=reason), status=3) from None
    return path


def _free(variant_id: str) -> None:
    if not ID.fullmatch(variant_id) or len(variant_id) > LONGEST_ID:
        near = "-".join(re.findall(r"[a-z0-9]+", variant_id.casefold()))[:LONGEST_ID].strip("-") or "our-king"
        raise Refused(finding("V316", found=variant_id, near=near), status=2)
    if variant_id in variant_files.variant_ids():
        raise Refused(finding("V315", "shipped", found=variant_id), status=2)


def _lines(variant_id: str, base: Variant) -> Iterator[str]:
    """The file: base, id and names, then what the base says, as comments to be taken away where it should differ."""
    rules = base.rules()
    yield f"# Built on {base.id}: what is not said here is as there. Take the # away before a line to change it."
    yield "# `kingscore variants check FILE` says all that is wrong with the file at once."
    yield f'base = "{base.id}"'
    yield f'id = "{variant_id}"'
    yield ""
    yield "[names]"
    for language in resources.LANGUAGES:
        yield f'{language} = "{base.names.of(language)} ({variant_id})"'
    yield ""
    yield "# [game]"
    yield f"# deals = {rules.deals}" if rules.deals is not None else "# (no fixed number of deals)"
    yield f"# total = {rules.total}" if rules.total is not None else "# (no fixed total)"
    for contract in rules.contracts:
        yield ""
        yield from _contract(contract)


def _contract(contract: Contract) -> Iterator[str]:
    yield f"# [contracts.{contract.id}]"
    if contract.placement:
        yield f"# prizes = {list(contract.prizes)}"
    elif len(contract.items) == 1:
        yield f"# values = {{{contract.items[0].id} = {contract.items[0].value}}}"
    if len(contract.totals) == 1 and not contract.loose:
        yield f"# total = {contract.base_total}"
    yield f'# heart_lead = "{contract.heart_lead}"'
