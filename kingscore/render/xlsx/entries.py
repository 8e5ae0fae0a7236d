"""What a workbook lets people write into its entry cells, and the words that say so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kingscore.model.language import Language
from kingscore.render.xlsx import formulas
from kingscore.render.xlsx.formulas import Places, letters
from kingscore.sheets.cells import Block, Cell, EntryRule


def allow(page: Any, block: Block, number: int, places: Places, language: Language) -> None:
    """A rule for every run of entry cells down a column that take the same."""
    for cells in _runs(block):
        first, last = cells[0], cells[-1]
        assert first.entry is not None, "only entry cells are in a run"
        top = places.address(first.row, first.column, number)
        bottom = places.address(last.row, last.column, number)
        rule = _rule(first.entry, block, first, top, language)
        if rule is not None:
            rule.add(top if top == bottom else f"{top}:{bottom}")
            page.add_data_validation(rule)


def _runs(block: Block) -> Iterable[list[Cell]]:
    """Entry cells that stand below each other without a gap and take the same."""
    run: list[Cell] = []
    entries = [cell for cell in block.cells if cell.entry is not None]
    for cell in sorted(entries, key=lambda c: (c.column, c.row)):
        if run and (cell.column, cell.row, cell.entry) != (run[-1].column, run[-1].row + 1, run[-1].entry):
            yield run
            run = []
        run.append(cell)
    if run:
        yield run


def _rule(entry: EntryRule, block: Block, cell: Cell, top: str, language: Language) -> Any:
    holds = block.columns[cell.column].holds
    if entry.kind == "text":
        return _validation("textLength", language, "text", formula1="0", formula2="60", operator="between")
    if entry.kind == "amount":
        return _validation("decimal", language, "amount", formula1="0", operator="greaterThan")
    if entry.kind == "currency":
        return _validation("textLength", language, "currency", formula1="1", formula2="20", operator="between")
    if entry.kind == "choice":
        return _choice(entry, holds, language)
    if entry.choices:
        listed = '"' + ",".join(entry.choices) + '"'
        return _validation("list", language, "prizes", {"prizes": " / ".join(entry.choices)}, formula1=listed)
    named = _named(block, cell) if holds == "points" else ""
    if named:
        return _validation("custom", language, "contract-first", formula1=_by_contract(top, named))
    words: dict[str, object] = {"low": entry.low, "high": entry.high, "step": entry.step}
    if entry.step == 1:
        low, high = str(entry.low), str(entry.high)
        return _validation("whole", language, "whole", words, formula1=low, formula2=high, operator="between")
    condition = f"AND(ISNUMBER({top}),{top}>={entry.low},{top}<={entry.high},MOD({top},{entry.step})=0)"
    return _validation("custom", language, "steps", words, formula1=condition)


def _choice(entry: EntryRule, holds: str, language: Language) -> Any:
    """A list to pick from: players and contracts from the hidden page, so that written names count; others as they are.

    Where a template has no columns for sales and bids they are written beside the trump, which is then only hinted at.
    """
    if holds == "contract":
        return _validation("list", language, holds, formula1=formulas.CONTRACTS)
    if holds in ("dealer", "declarer", "buyer"):
        return _validation("list", language, holds, formula1=formulas.PLAYERS)
    rule = _validation("list", language, holds, formula1='"' + ",".join(entry.choices) + '"')
    if entry.free:
        rule.errorStyle = "information"
    return rule


def _named(block: Block, cell: Cell) -> str:
    """Where the row's contract is chosen, as ``$C`` and the row; empty where it is fixed."""
    for at, column in enumerate(block.columns):
        beside = block.at(cell.row, at)
        if column.holds == "contract" and beside is not None and beside.entry is not None:
            return f"${letters(at)}"
    return ""


def _by_contract(top: str, column: str) -> str:
    row = f"MATCH({column}{top.lstrip('ABCDEFGHIJKLMNOPQRSTUVWXYZ')},{formulas.CONTRACTS},0)"
    span = f"{top}>=INDEX({formulas.LEAST},{row}),{top}<=INDEX({formulas.GREATEST},{row})"
    return f"AND(ISNUMBER({top}),{span},MOD({top},INDEX({formulas.STEP},{row}))=0)"


def _validation(kind: str, language: Language, key: str, words: dict[str, object] | None = None, **how: str) -> Any:
    """A rule with its prompt and refusal, within the lengths that spreadsheets allow."""
    from openpyxl.worksheet.datavalidation import DataValidation

    title = language.say(f"sheets.prompt.{key}.title")[:32]
    text = language.say(f"sheets.prompt.{key}", **(words or {}))[:225]
    validation: Any = DataValidation
    rule = validation(type=kind, **how)
    rule.allow_blank, rule.showErrorMessage, rule.showInputMessage = True, True, True
    rule.promptTitle = rule.errorTitle = title
    rule.prompt = rule.error = text
    return rule
