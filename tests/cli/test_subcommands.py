"""Which subcommands there are, and what is imported to know."""

import subprocess
import sys

import pytest

from unriddle.cli.subcommands import OWN, find, subcommands, unknown
from unriddle.puzzles import registry


def test_puzzles_come_first_and_all_can_be_loaded():
    found = subcommands()
    assert list(found)[-len(OWN) :] == list(OWN)
    assert set(registry.names()) < set(found)
    for name, command in found.items():
        loaded = command.load()
        assert command.name == name and command.summary and "\n" not in command.summary
        assert callable(loaded.configure) and callable(loaded.run)


@pytest.mark.parametrize("name", [*subcommands(), "wodrs", ""])
def test_one_is_found_as_all_of_them_are(name):
    one, every = find(name), subcommands().get(name)
    assert (one is None) == (every is None)
    assert one is None or (one.name, one.summary, type(one.load())) == (
        every.name,
        every.summary,
        type(every.load()),
    )


def test_what_to_say_of_a_name_that_is_none():
    assert unknown("sudko") == "there is no subcommand 'sudko'; did you mean sudoku?"
    assert unknown("?") == f"there is no subcommand '?'; the subcommands are {', '.join(subcommands())}"
    assert "\n" not in unknown("a\nb") and len(unknown("y" * 999)) < 999


def test_a_subcommand_imports_no_other_puzzle():
    code = "import sys; from unriddle.cli.subcommands import find; find('peg').load(); print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    folders = {name.split(".")[2] for name in found.stdout.split() if name.startswith("unriddle.puzzles.")}
    assert folders & set(registry.folders()) == {"peg"}
