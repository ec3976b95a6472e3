"""What the package knows of a puzzle, as names that are imported when they are needed."""

import dataclasses
import subprocess
import sys

import pytest

from unriddle.puzzles import registry
from unriddle.puzzles.framework import spec as module
from unriddle.puzzles.framework.spec import Spec, lazy

HOME = "unriddle.puzzles.framework"


def test_a_place_is_a_module_or_a_name_in_one():
    spec = Spec(name="x", home=HOME, summary="an example")
    assert spec.load("spec") is module
    assert spec.load("spec:Spec") is Spec
    assert spec.load(":spec") is module  # a name of the home itself
    with pytest.raises(AttributeError):
        spec.load("spec:Nothing")
    with pytest.raises(ModuleNotFoundError):
        spec.load("nothing:Spec")


def test_a_spec_cannot_be_changed():
    spec = registry.built_in()[0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        spec.name = "other"


@pytest.mark.parametrize("spec", registry.built_in(), ids=lambda spec: spec.name)
def test_every_place_that_a_spec_names_is_there(spec):
    """Half of them are loaded only by a command or a tool."""
    for place in (spec.puzzle, spec.records, spec.command, spec.pictures):
        assert not place or spec.load(place) is not None
    for command in spec.commands.values():
        found = spec.load(command.module)
        assert callable(found.configure) and callable(found.run)


def test_names_of_a_package_are_imported_when_they_are_used():
    find, names = lazy(HOME, {"Step": "steps", "Count": "count"})
    assert names() == ["Count", "Step"]
    assert find("Step").__name__ == "Step"
    assert sys.modules[HOME].__dict__["Step"] is find("Step")  # found without this function from then on
    with pytest.raises(AttributeError, match=r"^module 'unriddle\.framework' has no attribute 'Nothing'$"):
        find("Nothing")


def test_a_spec_imports_none_of_its_parts():
    code = "import sys; from unriddle.puzzles import registry; registry.built_in(); print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    parts = (".puzzle", ".command", ".records", ".draw")
    assert [
        name for name in found.stdout.split() if name.startswith("unriddle") and name.endswith(parts)
    ] == []
