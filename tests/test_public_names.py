"""The public names: all there, one list, and imported only when they are used."""

import subprocess
import sys

import pytest

import unriddle
from unriddle import _HOMES
from unriddle.cli import COMMANDS, make_parser
from unriddle.puzzles import registry


def test_one_list_of_names():
    assert sorted(unriddle.__all__) == sorted(_HOMES)
    assert set(unriddle.__all__) <= set(dir(unriddle))


@pytest.mark.parametrize("name", unriddle.__all__)
def test_a_public_name_is_there_and_says_what_it_does(name):
    assert getattr(unriddle, name).__doc__


def test_other_names_are_not():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = unriddle.nonsense


def test_a_start_imports_little():
    code = "import sys, unriddle; print(*[name for name in sys.modules if name.startswith('unriddle.')])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_the_registry_holds_puzzles(name):
    assert registry.get(name).__doc__
    assert name in registry.names()


def test_an_unknown_puzzle():
    with pytest.raises(unriddle.PuzzleError, match="no puzzle is called 'x', expected one of"):
        registry.get("x")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_subcommand_has_its_help(name, capsys):
    parser = make_parser(name)
    with pytest.raises(SystemExit):
        parser.parse_args([name, "--help"])
    assert f"usage: unriddle {name}" in capsys.readouterr().out
