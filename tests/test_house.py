"""How the program is built: imports run one way, the core is pure, a deal loads nothing heavy, files stay short."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import kingscore
from kingscore.model.codes import CODES
from tests.conftest import SLOW

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "kingscore"
SOURCES = sorted(PROGRAM.rglob("*.py"))
#: The last room of the core, in the order of the map.
CORE_ENDS = "statistics"
HEAVY = (
    "pydantic",
    "rich",
    "openpyxl",
    "python_calamine",
    "reportlab",
    "PIL",
    "asyncio",
    "importlib.metadata",
    "importlib.resources",
    "babel",
    "platformdirs",
    "logging",
)
#: Where points and money are added up; of these the modules of money divide, exactly, by fractions.
SCORING = ("model", "scoring", "checks")
MONEY = {PROGRAM / "scoring" / f"{name}.py" for name in ("money", "transfers", "settlement", "balances")}
#: What the core may take from the standard library: values and text, no outside world.
PURE = {
    *(
        "__future__",
        "collections",
        "collections.abc",
        "dataclasses",
        "enum",
        "fractions",
        "functools",
        "hashlib",
        "importlib",
    ),
    *("itertools", "json", "math", "operator", "re", "string", "textwrap", "types", "typing", "unicodedata"),
    *("datetime", "difflib", "heapq", "bisect"),
    "openskill.models",  # ratings alone, an extra: what it computes is pure
    *("pydantic", "pydantic_core"),  # reads documents, variants and templates, and only where one is read
}
#: Calls by which even a pure module would read the clock, ask, print or open.
IMPURE_CALLS = {"print", "open", "input", "now", "today", "utcnow", "exec", "eval", "breakpoint"}


@cache
def map_order() -> tuple[str, ...]:
    """The modules in the order of the map in the package's docstring."""
    return tuple(re.findall(r"^    (\w+) +\S", kingscore.__doc__ or "", re.MULTILINE))


def module_of(path: Path) -> str:
    """The module or package right under ``kingscore`` that a file belongs to."""
    return path.relative_to(PROGRAM).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the full name of everything that a file imports, at the top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are written in full"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def core() -> list[Path]:
    names = map_order()[: map_order().index(CORE_ENDS) + 1]
    return [path for path in SOURCES if module_of(path) in names]


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_the_map_names_every_module() -> None:
    there = {module_of(path) for path in SOURCES} - {"__init__", "__main__"}
    assert sorted(map_order()) == sorted(there)
    assert len(there) <= 15


def test_imports_run_one_way() -> None:
    """A module imports only what stands above it in the map."""
    order = (*map_order(), "__main__")
    against = [
        f"{named(path)}:{line} imports {other}"
        for path in SOURCES
        for line, name in imports(path)
        if name.startswith("kingscore.") and path != PROGRAM / "__init__.py"
        for other in [name.split(".")[1]]
        if other in order and other != module_of(path) and order.index(other) > order.index(module_of(path))
    ]
    assert against == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Not inside a package either, not by way of a third module, and not inside functions or for types alone."""
    files = {dotted(path): path for path in SOURCES}
    graph = {module: {whole(name, files) for _, name in imports(path)} - {""} for module, path in files.items()}
    assert len(graph) > 120
    assert circle(graph) == []


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def whole(name: str, files: dict[str, Path]) -> str:
    """The module of ours that an imported name stands in, nothing where it is not ours."""
    while name and name not in files:
        name = name.rpartition(".")[0]
    return name


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of one circle, none where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as fault:
        return list(fault.args[1])
    return []


def test_the_core_is_pure() -> None:
    """No file, clock, environment, randomness or printing, and none of the libraries that draw or read words."""
    assert [
        f"{named(path)}:{line} imports {name}" for path in core() for line, name in imports(path) if foreign(name)
    ] == []
    assert [
        f"{named(path)}:{line} calls {name}" for path in core() for line, name in calls(path) if name in IMPURE_CALLS
    ] == []


def foreign(name: str) -> bool:
    return name.split(".")[0] != "kingscore" and not {name, name.rpartition(".")[0]} & PURE


def calls(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the last name of every call in a file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            yield node.lineno, getattr(node.func, "id", getattr(node.func, "attr", ""))


def test_the_command_line_loads_nothing_heavy() -> None:
    code = "import sys, kingscore.cli; from kingscore.cli import commands; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {"kingscore.cli", "sys"} <= set(loaded.split())
    assert [name for name in HEAVY if name in loaded.split()] == []


def test_each_class_has_a_name_of_its_own() -> None:
    names = [
        node.name
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_every_file_opens_with_its_purpose() -> None:
    assert [named(path) for path in SOURCES if not ast.get_docstring(ast.parse(path.read_text("utf-8")))] == []


def test_every_measure_is_described() -> None:
    """``benchmarks/README.md`` tells how to run each, and of none that is not there."""
    told = (ROOT / "benchmarks" / "README.md").read_text("utf-8")
    there = {path.stem for path in (ROOT / "benchmarks").glob("*.py")} - {"__init__"}
    assert set(re.findall(r"^    python -m benchmarks\.(\w+)", told, re.MULTILINE)) == there


def test_no_file_is_longer_than_five_hundred_lines() -> None:
    lengths = {named(path): len(path.read_text("utf-8").splitlines()) for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > 500} == {}


def test_no_float_touches_a_score() -> None:
    """Whole numbers and fractions only; sheets alone measure paper."""
    found = [
        f"{named(path)}:{node.lineno}"
        for path in SOURCES
        if module_of(path) in SCORING and path.stem != "suggest"  # it measures how alike words are
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.expr) and (inexact(node) or (divides(node) and path not in MONEY))
    ]
    assert found == []


def inexact(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float)
    return isinstance(node, ast.Name) and node.id in ("float", "Decimal")


def divides(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)


def test_nothing_names_the_machine_it_was_made_on() -> None:
    """No path of a developer's machine and no address of an index in anything that is kept."""
    pattern = re.compile(rb"/(?:work|farm|root)/[a-z]|index[-_]url|files\.pythonhosted|pypi\.org")
    folders = ("kingscore", "variants", "templates", "tests", "examples", "benchmarks")
    kept = [*(p for folder in folders for p in (ROOT / folder).rglob("*")), *ROOT.glob("*.*"), ROOT / "Makefile"]
    read = [
        p for p in kept if p.is_file() and p.name != ".git" and p.suffix not in (".pyc", ".ttf") and p != Path(__file__)
    ]
    assert len(read) > 150
    assert [named(path) for path in read if pattern.search(path.read_bytes())] == []


def test_what_a_finding_is_about_is_not_read_off_its_code() -> None:
    """``finding.scope`` and ``finding.is_a`` say it; the letters and digits of codes are told in ``model/codes.py``."""
    found = [
        f"{named(path)}:{node.lineno}"
        for path in SOURCES
        if path != PROGRAM / "model" / "codes.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.expr | ast.Match) and reads_a_code(node)
    ]
    assert found == []


def reads_a_code(node: ast.AST) -> bool:
    """True where a finding's code is taken apart, compared with codes, or chosen by."""
    match node:
        case ast.Subscript(value=ast.Attribute(attr="code")) | ast.Match(subject=ast.Attribute(attr="code")):
            return True
        case ast.Match(subject=ast.Tuple(elts=parts)):
            return any(isinstance(part, ast.Attribute) and part.attr == "code" for part in parts)
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="code"), attr="startswith")):
            return True
        case ast.Compare(left=left, comparators=others):
            sides = [part for side in (left, *others) for part in (side, *getattr(side, "elts", ()))]
            texts = [side.value for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, str)]
            return any(re.fullmatch(r"[A-Z]\d{3}", text) for text in texts)
    return False


def test_faults_are_asked_for_by_names_that_there_are() -> None:
    slugs = {code.slug for code in CODES.values()}
    asked = [
        (named(path), slug)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for slug in slugs_in(node)
    ]
    assert len(asked) > 40
    assert [(place, slug) for place, slug in asked if slug not in slugs] == []


def slugs_in(node: ast.AST) -> Iterator[str]:
    """The names of faults that a call of ``is_a`` or a ``match`` on slugs has."""
    match node:
        case ast.Call(func=ast.Attribute(attr="is_a"), args=args):
            values: list[ast.AST] = list(args)
        case ast.Match(subject=ast.Attribute(attr="slug"), cases=cases):
            values = [inner for case in cases for inner in ast.walk(case.pattern)]
        case ast.Match(subject=ast.Tuple(elts=[ast.Attribute(attr="slug"), *_]), cases=cases):
            patterns = [case.pattern for case in cases]
            first = [one.patterns[0] if isinstance(one, ast.MatchSequence) else one for one in patterns]
            values = [inner for one in first for inner in ast.walk(one)]
        case _:
            return
    for value in values:
        # A slug has a hyphen; a reader of documents that asks for the type of a value uses the same word.
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and "-" in value.value:
            yield value.value


def test_what_is_left_out_of_the_quick_run_is_there() -> None:
    assert [name for name in SLOW if not (ROOT / "tests" / f"test_{name}.py").is_file()] == []
