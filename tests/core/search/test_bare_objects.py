"""No class of the kernels crashes the interpreter where its constructor never ran or got nonsense."""

import importlib
import inspect
import pkgutil
import subprocess
import sys

import pytest

from unriddle.core import search

KERNELS = [module.name for module in pkgutil.iter_modules(search.__path__)]
CLASSES = [
    (name, cls.__name__)
    for name in KERNELS
    for cls in vars(importlib.import_module(f"{search.__name__}.{name}")).values()
    if inspect.isclass(cls)
    and cls.__module__ == f"{search.__name__}.{name}"
    and not issubclass(cls, Exception)
]
WITHOUT_ARGUMENTS = {"Successors", "PegSet", "Numbers"}  # an empty one is whole

ATTACK = """
import faulthandler, importlib, itertools, sys
import numpy as np
faulthandler.enable()
cls = getattr(importlib.import_module(sys.argv[1]), sys.argv[2])
kinds = (np.uint8, np.int32, np.int64, np.uint64)
values = [None, 1, [], [np.ones(2, np.uint64)], *(np.ones(3, kind) for kind in kinds)]
for length in range(4):
    for arguments in itertools.product(values, repeat=length):
        try:
            cls(*arguments)
        except (TypeError, ValueError, IndexError, OverflowError):
            pass
try:
    bare = cls.__new__(cls)
except TypeError:
    print("refused")
    sys.exit()
for name in dir(bare):
    if name.startswith("__"):
        continue
    try:
        member = getattr(bare, name)
    except Exception:
        continue
    for length in range(4 if callable(member) else 0):
        for arguments in itertools.product([*values, bare], repeat=length):
            try:
                member(*arguments)
            except Exception:
                pass
print("survived")
"""


def test_there_are_classes():
    assert len(CLASSES) >= 20
    assert {name for _, name in CLASSES} > WITHOUT_ARGUMENTS


@pytest.mark.parametrize(("module", "name"), CLASSES)
def test_a_bare_object_does_not_crash(module, name):
    run = subprocess.run(
        [sys.executable, "-c", ATTACK, f"{search.__name__}.{module}", name],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == ("survived" if name in WITHOUT_ARGUMENTS else "refused")
