"""The API reference has every public name of the package and of the modules that it documents."""

import importlib
import inspect
import re
from pathlib import Path

import pytest

import unriddle

PAGES = sorted((Path(__file__).parent.parent / "docs" / "api").glob("*.md"))
ENTRY = re.compile(
    r"^\.\. (module|currentmodule|auto(?!summary)\w+):: (\S+)$"
    r"|^\.\. autosummary::\n   :toctree: generated\n   :nosignatures:\n\n((?:   \S+\n)+)",
    re.MULTILINE,
)
"""A module, a function, or the classes that have a page each."""


def resolve(name):
    """Return what a dotted name stands for, a module or a member of one; None where there is none."""
    found = unriddle
    for part in name.split(".")[1:]:
        try:
            found = getattr(found, part)
        except AttributeError:
            try:
                found = importlib.import_module(f"{found.__name__}.{part}")
            except ImportError:
                return None
    return found


def entries():
    """Return every documented name, in full, with the number of times that it has an entry."""
    found = {}
    for page in PAGES:
        module = "unriddle"
        for kind, name, classes in ENTRY.findall(page.read_text(encoding="utf-8")):
            if kind in ("module", "currentmodule"):
                module = name
            names = [name] if kind == "module" else [f"{module}.{one}" for one in (classes or name).split()]
            for full in names if kind != "currentmodule" else ():
                found[full] = found.get(full, 0) + 1
    return found


ENTRIES = entries()
MODULES = [name for name in ENTRIES if inspect.ismodule(resolve(name))]


def test_each_has_one_entry_and_exists():
    assert len(ENTRIES) > 100 and len(MODULES) > 15
    for name, times in ENTRIES.items():
        assert times == 1, name
        assert resolve(name) is not None, f"{name} does not exist"


@pytest.mark.parametrize("name", unriddle.__all__)
def test_every_public_name_has_an_entry(name):
    assert f"unriddle.{name}" in ENTRIES
    assert re.search(
        rf"^   {name}$", PAGES[[page.stem for page in PAGES].index("index")].read_text("utf-8"), re.M
    )


@pytest.mark.parametrize("module", MODULES)
def test_every_name_of_a_documented_module_has_an_entry(module):
    documented = [value for name in ENTRIES if callable(value := resolve(name))]
    home = resolve(module)
    for name in home.__all__:
        known = f"{module}.{name}" in ENTRIES or any(getattr(home, name) is value for value in documented)
        assert known, f"{module}.{name}"


def test_no_entry_leads_into_the_core():
    for name in ENTRIES:
        home = getattr(resolve(name), "__module__", "")
        assert not str(home).startswith("unriddle.core"), name
