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
    asked = 'COMP_WORDS=(unriddle su); COMP_CWORD=1; _shtab_unriddle; echo "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, check=True)
    assert done.stdout == "sudoku\n"


def test_without_the_extra_one_line_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["--completion", "bash"]) == 2
    assert capsys.readouterr().err == "completions need shtab: pip install 'unriddle[cli]'\n"


def test_an_unknown_shell_is_refused(capsys):
    assert main(["--completion", "fish"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
