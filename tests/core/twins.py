"""Kernels and their plain-Python twins in `tests/reference`, paired by name.

A kernel is named by its place under `unriddle.core`: ``"trie"``, ``"walk.boggle_small"``. ``pair(name)`` has
both modules, ``module("twin", name)`` one; the fixture `side` runs a test once with each. The public names of
a kernel are those of its stub.
"""

from __future__ import annotations

import ast
import importlib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import unriddle

CORE = Path(unriddle.__file__).parent / "core"
WITHOUT = {"build_info", "dispatch", "pool"}
"""What computes nothing: how the kernels were built, which path they take, who owns their buffers."""
SIDES = ("kernel", "twin")


class Pair(NamedTuple):
    """The two modules of a name."""

    kernel: ModuleType
    twin: ModuleType


def names(*families: str) -> list[str]:
    """Return the names of all kernels, or of those in some folders of the core ("" for the core itself)."""
    found = []
    for path in sorted(CORE.rglob("*.pyi")):
        *family, name = path.relative_to(CORE).with_suffix("").parts
        if name not in WITHOUT and (not families or ".".join(family) in families):
            found.append(".".join([*family, name]))
    return found


def module(side: str, name: str) -> ModuleType:
    """Import the kernel of a name, or its twin."""
    return importlib.import_module(f"{'reference' if side == 'twin' else 'unriddle.core'}.{name}")


@dataclass(frozen=True)
class Side:
    """One side of every pair: called with a name, it gives the module."""

    name: str

    def __call__(self, name: str) -> ModuleType:
        """Import the module of a name."""
        return module(self.name, name)


def pair(name: str) -> Pair:
    """Import both modules of a name."""
    return Pair(*(module(side, name) for side in SIDES))


def _stub(name: str) -> list[ast.stmt]:
    return ast.parse((CORE / Path(*name.split("."))).with_suffix(".pyi").read_text(encoding="utf-8")).body


def public_names(name: str) -> list[str]:
    """Return what the stub of a kernel declares."""
    found = []
    for node in _stub(name):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found.append(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.append(node.target.id)
    return [public for public in found if not public.startswith("_")]


def parameters(name: str) -> dict[str, list[str]]:
    """Return the parameters of a kernel's functions, constructors and methods, by dotted name.

    Properties are left out: how many nodes were taken up, or how much memory, is the kernel's own.
    """
    found = {}
    for node in _stub(name):
        if isinstance(node, ast.FunctionDef):
            found[node.name] = [argument.arg for argument in node.args.args]
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if not isinstance(method, ast.FunctionDef):
                    continue
                kinds = {
                    decorator.id for decorator in method.decorator_list if isinstance(decorator, ast.Name)
                }
                if "property" in kinds or (method.name.startswith("_") and method.name != "__new__"):
                    continue
                given = [argument.arg for argument in method.args.args]
                own = given if "staticmethod" in kinds else given[1:]
                found[node.name if method.name == "__new__" else f"{node.name}.{method.name}"] = own
    return found
