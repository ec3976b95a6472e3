"""No class of the core crashes the interpreter where its constructor never ran, or got nonsense."""

import importlib
import inspect
import pkgutil
import subprocess
import sys

import pytest

from unriddle import core
from unriddle.core import dispatch

NOT_HERE = tuple(f"_{path}" for path in dispatch.PATHS[dispatch.PATHS.index(dispatch.best()) + 1 :])
"""How modules end that are compiled for more than this processor has: to import one may end the process."""


def kernels():
    """Yield the names of the compiled modules of the core that this processor can import."""
    for module in pkgutil.walk_packages(core.__path__, f"{core.__name__}."):
        if not module.ispkg and not module.name.endswith(NOT_HERE):
            yield module.name


CLASSES = {
    name: [
        kind.__name__
        for kind in vars(importlib.import_module(name)).values()
        if inspect.isclass(kind) and kind.__module__ == name and not issubclass(kind, Exception)
    ]
    for name in kernels()
}
"""The extension classes of each compiled module."""

WITHOUT_ARGUMENTS = {"Successors", "PegSet", "Numbers"}
"""Classes of the searches of which an empty one is whole; the others refuse to be made of nothing."""

ATTACK = """
import faulthandler, gc, importlib, itertools, sys
import numpy as np
faulthandler.enable()
kinds = (np.uint8, np.uint32, np.int64, np.uint64)
nonsense = [None, 1, [], [np.ones(2, np.uint64)], *(np.ones(3, kind) for kind in kinds)]
for name in sys.argv[1:]:
    kind = getattr(importlib.import_module(name.rpartition(".")[0]), name.rpartition(".")[2])
    print(name, end=" ", flush=True)
    for length in range(4):
        for arguments in itertools.product(nonsense, repeat=length):
            try:
                kind(*arguments)
            except (TypeError, ValueError, IndexError, OverflowError):
                pass
    try:
        bare = kind.__new__(kind)
    except TypeError:
        print("refused")
        continue
    print("survived")
    values = [None, 1, -1, [], bare, *(np.ones(3, kind) for kind in kinds), np.ones((2, 3), np.uint8)]
    for member in dir(bare):
        if member.startswith("__") and member not in ("__len__", "__iter__", "__getitem__", "__repr__"):
            continue
        try:
            member = getattr(bare, member)
        except Exception:
            continue
        if not callable(member):
            continue
        calls = [[], *([a] for a in values), *([a, b] for a in values for b in values)]
        calls += [[value] * length for value in values for length in range(3, 9)]
        for arguments in calls:
            try:
                member(*arguments)
            except Exception:
                pass
    del bare
    gc.collect()
"""


def test_every_part_of_the_core_is_found():
    parts = {name.split(".")[2] for name in CLASSES}
    assert parts >= {"walk", "assign", "search", "trie", "pool", "topology"}
    assert sum(map(len, CLASSES.values())) > 60
    assert (
        CLASSES["unriddle.core.trie"] == ["Trie"]
        and "SmallWalk" in CLASSES["unriddle.core.walk.boggle_small"]
    )


@pytest.mark.parametrize("part", ["", "assign", "search", "walk"])
def test_no_object_crashes(part):
    own = [name for name in CLASSES if part == (name.split(".")[2] if name.count(".") > 2 else "")]
    names = [f"{name}.{kind}" for name in own for kind in CLASSES[name]]
    command = [sys.executable, "-c", ATTACK, *names]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, f"{run.stdout.split()[-1:]}: {run.stderr[-2000:]}"
    said = dict(line.split() for line in run.stdout.splitlines())
    assert list(said) == names
    if part == "search":
        empty = {name.rpartition(".")[2] for name, outcome in said.items() if outcome == "survived"}
        assert empty == WITHOUT_ARGUMENTS
