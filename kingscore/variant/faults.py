"""Everything that is wrong with a variant, at every table and with every option, told at once."""

from __future__ import annotations

from kingscore.model.findings import Finding, Refused
from kingscore.model.frozen import replace
from kingscore.variant.content import Reader, cases_of, is_list, lineage, table_of
from kingscore.variant.offer import Variant


def faults_of(variant: Variant) -> tuple[Finding, ...]:
    """Everything that is wrong with a variant, at every table and with all options; each fault once."""
    faults: list[Finding] = []
    _whole_file(Reader(variant.raw, "", faults), variant)
    every: list[Setting] = []
    found: dict[Finding, list[Setting]] = {}
    for table in variant.tables:
        for chosen in variant.choices(table):
            every.append(frozenset({"players": str(table), **chosen}.items()))
            for made in (variant.rules, variant.play):
                try:
                    made(table, chosen)
                except Refused as refused:
                    for fault in refused.findings:
                        found.setdefault(fault, []).append(every[-1])
    faults += (_where(fault, settings, every) for fault, settings in found.items())
    return tuple(dict.fromkeys(faults))


#: A number of players and a choice of all options, as ``(key, value)`` pairs.
Setting = frozenset[tuple[str, str]]


def _where(fault: Finding, settings: list[Setting], every: list[Setting]) -> Finding:
    """The fault, saying with which players and options it comes where it does not always come."""
    told = sorted(frozenset.intersection(*settings) - frozenset.intersection(*every))
    if not fault.is_a("does-not-add-up") or fault.how or not told:
        return fault
    where = tuple(f"{key} = {value}" for key, value in told)
    return replace(fault, how="where", values=(*fault.values, ("where", where)))


def _whole_file(top: Reader, variant: Variant) -> None:
    """What can be said of a file before a table is chosen: its id, names, tables, options and cases."""
    top.text("id")
    if is_list(top.raw.get("base")):
        top.each("base", str)
    else:
        top.text("base", "")
    own = top.names("names", variant.naming.variants)
    if not any(own.values()) and not any(
        key in kept for kept in variant.naming.variants.values() for key in lineage(top.raw)
    ):
        top.fault("V305", "names")
    if not top.each("tables", int):
        top.fault("V305", "tables")
    options = top.table("options")
    for key in options.raw:
        _option(options.table(key))
    for case in cases_of(top.raw):
        _case(Reader(case, "case", top.faults), options)
    top.done(*top.raw)


def _option(reader: Reader) -> None:
    choices = reader.each("choices", str)
    default = reader.text("default")
    if not choices:
        reader.fault("V305", "choices")
    elif "default" in reader.raw:
        reader.known("default", default, choices)
    reader.done("names")


def _case(reader: Reader, options: Reader) -> None:
    when = reader.table("when")
    if not when.raw:
        reader.fault("V305", "when")
    for key in when.raw:
        if key == "players":
            when.each(key, int)
        elif when.known(key, key, ("players", *options.raw)):
            for value in when.each(key, str):
                when.known(key, value, _every_choice(options, key))


def _every_choice(options: Reader, key: str) -> tuple[str, ...]:
    choices = table_of(options.raw, key).get("choices", ())
    return tuple(map(str, choices)) if is_list(choices) else ()
