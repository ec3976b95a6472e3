"""No class of the core crashes the interpreter where its constructor never ran: found by import, none listed.

What constructors do with nonsense is in `search/test_bare_objects.py`.
"""

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

ATTACK = """
import faulthandler, gc, importlib, sys
import numpy as np
faulthandler.enable()
module = importlib.import_module(sys.argv[1])
kinds = (np.uint8, np.uint32, np.int64, np.uint64)
for name in sys.argv[2:]:
    kind = getattr(module, name)
    print(name, flush=True)
    try:
        bare = kind.__new__(kind)
    except TypeError:
        continue
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


@pytest.mark.parametrize("module", [name for name, kinds in CLASSES.items() if kinds])
def test_a_bare_object_does_not_crash(module):
    run = subprocess.run(
        [sys.executable, "-c", ATTACK, module, *CLASSES[module]], capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, f"{run.stdout.split()[-1:]}: {run.stderr[-2000:]}"
    assert run.stdout.split() == CLASSES[module]
