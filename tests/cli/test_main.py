"""What the command line does before any subcommand."""

import shutil
import subprocess
import sys

import pytest

from unriddle.cli import SHELLS, main
from unriddle.cli.subcommands import subcommands


@pytest.mark.parametrize("shell", SHELLS)
def test_completions_name_every_subcommand(shell, capsys):
    pytest.importorskip("shtab")
    assert main(["--completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(name in script for name in subcommands())


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_completes(capsys):
    pytest.importorskip("shtab")
    main(["--completion", "bash"])
    script = capsys.readouterr().out
    asked = 'COMP_WORDS=(unriddle sud); COMP_CWORD=1; _shtab_unriddle; echo "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, check=True)
    assert done.stdout == "sudoku\n"


def test_without_the_extra_one_line_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["--completion", "bash"]) == 2
    assert capsys.readouterr().err == "completions need shtab: pip install 'unriddle[cli]'\n"


def test_an_unknown_shell_is_refused(capsys):
    assert main(["--completion", "fish"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_alone_it_shows_what_there_is_on_one_screen(capsys):
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 23 and max(map(len, lines)) <= 80, "24 lines, one of them for the prompt"
    assert [line.split()[0] for line in lines[: len(subcommands())]] == list(subcommands())
    for command in subcommands().values():
        assert any(line.endswith(f" {command.summary}") for line in lines), f"{command.name}: too long a line"


def test_every_line_of_help_says_what_the_subcommand_does():
    for name, command in subcommands().items():
        first = command.summary.split()[0].strip(",")
        assert first.islower() and first not in ("the", "a", "every", "each", "how"), f"{name}: {first}"


def test_a_board_that_begins_with_a_dash_needs_two_before_it(capsys):
    assert main(["sudoku", "----/-2--/----/---1"]) == 2
    assert "; put -- before a board that begins with -" in capsys.readouterr().err
    assert main(["sudoku", "--", "----/-2--/----/---1"]) == 0
