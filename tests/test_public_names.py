"""The public names: all there, one list, and imported only when they are used."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import unriddle
from unriddle.cli import make_parser
from unriddle.cli.subcommands import subcommands
from unriddle.puzzles import registry
from unriddle.puzzles.framework.spec import RENAMED


def test_public_names_alone():
    assert set(dir(unriddle)) == {*unriddle.__all__, "__version__"}
    assert unriddle.__version__.count(".") == 2


def test_type_checkers_see_the_same_names():
    tree = ast.parse(Path(unriddle.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    assert sorted(alias.name for node in block.body for alias in node.names) == sorted(unriddle.__all__)


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


@pytest.mark.parametrize("name", subcommands())
def test_every_subcommand_has_its_help(name, capsys):
    parser = make_parser(name)
    with pytest.raises(SystemExit):
        parser.parse_args([name, "--help"])
    assert f"usage: unriddle {name}" in capsys.readouterr().out


@pytest.mark.parametrize("old, new", RENAMED.items())
def test_the_name_of_the_release_before_warns_and_is_the_new_one(old, new):
    homes = [home for home in registry.folders() if new in dir(getattr(unriddle, home))]
    assert homes
    for home in homes:
        folder = getattr(unriddle, home)
        with pytest.warns(DeprecationWarning, match=f"{old} is called {new}"):
            assert getattr(folder, old) is getattr(folder, new)
