"""The floors of the house: each folder knows only those below it."""

import ast
import importlib
import re
from pathlib import Path

import pytest

import unriddle
from unriddle.puzzles import registry

SOURCE = Path(unriddle.__file__).parent
FLOORS = [
    {"core"},
    {"base"},
    {"running", "textio"},
    {"console"},
    {"lexicon", "search"},
    {"puzzles"},
    {"batch", "report"},
    {"cli"},
    {"__main__"},
]
LEVEL = {name: level for level, floor in enumerate(FLOORS) for name in floor}


def part_of(path):
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports_of(path):
    """Yield the parts of the package that a module imports, with the module's name in it."""
    home = ["unriddle", *path.relative_to(SOURCE).with_suffix("").parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = home[: len(home) - node.level] if node.level else []
            module = [*base, *(node.module or "").split(".")] if node.module else base
            names = [[*module, alias.name] for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        else:
            continue
        for name in names:
            if name[0] == "unriddle" and len(name) > 1:
                yield name[1:]


MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if path != SOURCE / "__init__.py"]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_from_its_floor_or_below(path):
    here = part_of(path)
    assert here in LEVEL, f"{here} stands on no floor"
    for name in imports_of(path):
        if name[0] in LEVEL:
            assert LEVEL[name[0]] <= LEVEL[here], f"{here} imports {'.'.join(name)}"
            if name[0] != here:
                assert LEVEL[name[0]] < LEVEL[here], f"{here} imports its neighbour {name[0]}"


def test_the_core_imports_nothing_of_the_package():
    for path in sorted((SOURCE / "core").rglob("*.py")):
        assert all(name[0] == "core" for name in imports_of(path)), path
    for path in [*(SOURCE / "core").rglob("*.pyx"), *(SOURCE / "core").rglob("*.pxd")]:
        text = path.read_text(encoding="utf-8")
        depth = len(path.relative_to(SOURCE / "core").parts)
        assert not re.search(
            rf"^\s*(from|cimport|import)\s+(\.{{{depth + 1},}}|unriddle)", text, re.MULTILINE
        ), path


def test_kernels_set_no_directives_in_their_heads():
    for path in (SOURCE / "core").rglob("*.pyx"):
        assert not re.search(r"^#\s*cython:", path.read_text(encoding="utf-8"), re.MULTILINE), path


def test_every_kernel_has_a_stub():
    for path in (SOURCE / "core").rglob("*.pyx"):
        assert path.with_suffix(".pyi").exists(), path


def test_puzzles_do_not_know_each_other():
    home = SOURCE / "puzzles"
    folders = {path.name for path in home.iterdir() if (path / "__init__.py").exists()} - {"common"}
    assert len(folders) > 5
    for path in sorted(home.rglob("*.py")):
        here = path.relative_to(home).parts[0]
        for name in imports_of(path):
            if name[0] == "puzzles" and len(name) > 1 and name[1] in folders:
                assert name[1] == here, f"{path.relative_to(home)} imports {'.'.join(name)}"


def test_no_public_name_is_called_like_a_module_of_its_folder():
    for folder in registry.folders():
        home = SOURCE / "puzzles" / folder
        modules = {path.stem for path in home.glob("*.py")} | {path.name for path in home.iterdir()}
        assert not modules & set(importlib.import_module(f"unriddle.puzzles.{folder}").__all__)
