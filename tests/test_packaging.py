"""The program is whole in every form that it is installed in: a wheel, an editable install, a checkout."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import kingscore

ROOT = Path(__file__).parents[1]
VERSION = kingscore.__version__
#: Where each folder of the checkout lies in the wheel.
INTO = {"kingscore": "kingscore", "variants": "kingscore/variants", "templates": "kingscore/templates"}
#: Libraries that are imported by another name than they are installed by.
IMPORTED_AS = {"pillow": "PIL", "python-calamine": "python_calamine"}
FORMS = ("wheel", "editable", "checkout")
#: What the installed program is asked: it must find its texts, variants, templates and fonts wherever they lie.
LIBRARY = """
from kingscore.storage import resources as library, variant_files
from kingscore.variant import Variant
rules = [variant_files.variant(v).rules() for v in variant_files.variant_ids()]
print(len(rules), library.language("lt").code, [p.name for p in sorted(library.shipped("templates").rglob("*.ttf"))])
"""


def run(*words: str | Path, cwd: Path, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """A command with nothing of this process's settings that could lend it the checkout."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "KINGSCORE", "PIP_"))}
    return subprocess.run([str(w) for w in words], cwd=cwd, env={**clean, **environ}, capture_output=True, check=True)


def files_of(folder: str) -> set[str]:
    """The files under a folder of the checkout, without what Python compiles."""
    return {p.relative_to(ROOT).as_posix() for p in (ROOT / folder).rglob("*") if p.is_file() and p.suffix != ".pyc"}


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, and the wheel that is built from it."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    return out


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[list[str | Path], Path]]:
    """Each form as the start of its command line and the folder to run it in."""
    made: dict[str, tuple[list[str | Path], Path]] = {"checkout": ([sys.executable, "-m", "kingscore"], ROOT)}

    def form(name: str) -> tuple[list[str | Path], Path]:
        if name not in made:
            where = tmp_path_factory.mktemp(name)
            target = next(dist.glob("*.whl")) if name == "wheel" else ROOT
            made[name] = ([environment(where, target, editable=name == "editable") / "kingscore"], where)
        return made[name]

    return form


def environment(where: Path, target: Path, *, editable: bool) -> Path:
    """A new virtual environment with the program alone; the libraries are lent by the one that runs the tests."""
    run(sys.executable, "-m", "venv", "--without-pip", where / "venv", cwd=where)
    bin_folder = where / "venv" / ("Scripts" if os.name == "nt" else "bin")
    python = bin_folder / "python"
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run(python, "-c", code, cwd=where).stdout.decode().strip())
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    flags = ["--no-deps", "--no-index", "--no-build-isolation", "--quiet", *(["--editable"] if editable else [])]
    run(sys.executable, "-m", "pip", "--python", python, "install", *flags, target, cwd=where)
    return bin_folder


def test_the_wheel_holds_the_program_and_its_data_and_nothing_else(dist: Path) -> None:
    with zipfile.ZipFile(next(dist.glob("*.whl"))) as wheel:
        found = set(wheel.namelist())
    program = {into + name.removeprefix(folder) for folder, into in INTO.items() for name in files_of(folder)}
    about = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}
    assert found == program | {f"kingscore-{VERSION}.dist-info/{name}" for name in about}
    assert {
        "kingscore/variants/lithuanian.toml",
        "kingscore/languages/lt/money.json",
        "kingscore/cli/__init__.py",
    } <= found
    assert any(name.startswith("kingscore/templates/fonts/") and name.endswith(".ttf") for name in found)


def test_the_source_archive_is_a_checkout(dist: Path) -> None:
    """It holds what is needed to build, to test and to read; nobody's environment, nobody's games."""
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        found = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("kingscore", "variants", "templates", "tests", "examples", "docs"):
        assert files_of(folder) <= found
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"} <= found
    assert {"Makefile", "constraints.txt", "pyproject.toml"} <= found
    assert [name for name in found if re.search(r"\.venv|\.pyc$|\.db$|demo-out", name)] == []


def test_the_libraries_that_are_imported_are_those_that_are_declared() -> None:
    """None is missing on a machine with nothing else installed, and none is asked for in vain."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {*project["dependencies"], *(d for extra in project["optional-dependencies"].values() for d in extra)}
    named = {re.split(r"[^\w-]", text)[0] for text in declared}
    imported = {
        name.split(".")[0]
        for path in (ROOT / "kingscore").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in ([a.name for a in node.names] if isinstance(node, ast.Import) else [getattr(node, "module", "")])
        if name
    }
    # The custom errors of pydantic are public in the library that it is built on, which always comes with it.
    foreign = imported - set(sys.stdlib_module_names) - {"kingscore", "pydantic_core"}
    assert {IMPORTED_AS.get(name, name) for name in named} == foreign


@pytest.mark.parametrize("form", FORMS)
def test_every_form_finds_its_data(form: str, installed: Callable[[str], tuple[list[str | Path], Path]]) -> None:
    command, where = installed(form)
    python = command[0] if form == "checkout" else Path(command[0]).with_name("python")
    said = run(python, "-c", LIBRARY, cwd=where).stdout.decode()
    here = run(sys.executable, "-c", LIBRARY, cwd=ROOT).stdout.decode()
    assert said == here
    assert re.match(r"2\d lt \['DejaVu", said)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_keeps_a_game_and_prints_a_sheet(
    form: str, installed: Callable[[str], tuple[list[str | Path], Path]], tmp_path: Path
) -> None:
    """The same commands, the same words, the same bytes on paper."""
    command, where = installed(form)
    settings = {"KINGSCORE_DB": str(tmp_path / "games.db"), "KINGSCORE_LANG": "lt", "PYTHONIOENCODING": "utf-8"}
    run(*command, "new", "lithuanian", "Ona", "Jonas", "Rasa", "Vytas", "--date", "2026-11-27", cwd=where, **settings)
    said = run(*command, "deal", "no-tricks", "2", "1", "1", "4", cwd=where, **settings).stdout.decode()
    assert "Neimti kirčių" in said
    assert "−8" in said
    run(*command, "sheet", "lithuanian", "--to", "pdf", "-o", tmp_path / "blank.pdf", cwd=where, **settings)
    plain: list[str | Path] = [
        sys.executable,
        "-m",
        "kingscore",
        "sheet",
        "lithuanian",
        "--to",
        "pdf",
        "-o",
        tmp_path / "here.pdf",
    ]
    run(*plain, cwd=ROOT, **settings)
    assert (tmp_path / "blank.pdf").read_bytes() == (tmp_path / "here.pdf").read_bytes()


def test_the_module_and_the_command_are_one(installed: Callable[[str], tuple[list[str | Path], Path]]) -> None:
    command, where = installed("wheel")
    settings = {"KINGSCORE_LANG": "en", "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}
    module: list[str | Path] = [Path(command[0]).with_name("python"), "-m", "kingscore"]
    assert run(*command, "--help", cwd=where, **settings).stdout == run(*module, "--help", cwd=where, **settings).stdout
