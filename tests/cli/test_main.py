"""What the command line does before any subcommand."""

import re
import shutil
import subprocess
import sys

import pytest

from unriddle.cli import SHELLS, main
from unriddle.cli.subcommands import subcommands
from unriddle.options import OLD_FLAGS


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
    assert capsys.readouterr().err == "completions need shtab: pip install shtab\n"


def test_an_unknown_shell_is_refused(capsys):
    assert main(["--completion", "fish"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_alone_it_shows_what_there_is_on_one_screen(capsys):
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 23 and max(map(len, lines)) <= 80, "24 lines, one of them for the prompt"
    named = [name for name in subcommands() if name != "formats"]
    assert [line.split()[0] for line in lines[:-1]] == named and ", unriddle formats. " in lines[-1]
    for command in map(subcommands().get, named):
        assert any(line.endswith(f" {command.summary}") for line in lines), f"{command.name}: too long a line"


def test_every_line_of_help_says_what_the_subcommand_does():
    for name, command in subcommands().items():
        first = command.summary.split()[0].strip(",")
        assert first.islower() and first not in ("the", "a", "every", "each", "how"), f"{name}: {first}"


def test_a_board_that_begins_with_a_dash_needs_two_before_it(capsys):
    assert main(["sudoku", "----/-2--/----/---1"]) == 2
    assert "; put -- before a board that begins with -" in capsys.readouterr().err
    assert main(["sudoku", "--", "----/-2--/----/---1"]) == 0


RENAMED = [
    ("placement AB,BA,CC;11/11 --spare --reuse", "placement AB,BA,CC;11/11 --allow-unused --allow-repeats"),
    ("peg --board diamond --vacancy d3 --fewest", "peg --board diamond --empty-hole d3 --min-moves"),
    ("words find pa?nt --clean --fold", "words find pa?nt --no-profanity --strip-accents"),
    ("prove 1x2 --least 0", "prove 1x2 --min-score 0"),
    ("ladder --eccentric --level 35 --letters 3", "ladder --diameter --level 35 --letters 3"),
    ("gogen AB/C.:ADC --shape=2x2", "gogen AB/C.:ADC --size=2x2"),
    ("boggle --random 2x3 --seed 1 --count", "boggle --random --size 2x3 --seed 1 --count"),
    ("batch boggle missing.txt --out out --shape 2x2", "batch boggle missing.txt --out out --size 2x2"),
    ("sliding 12/03 --boards", "sliding 12/03 --trace"),
    ("placement fill .. --scored missing.txt", "placement fill .. --scored-lexicon missing.txt"),
    ("placement layout tea,eat --seed 1 --unique", "placement layout tea,eat --seed 1 --make-unique"),
    ("stream missing.txt -o found.json", "stream missing.txt --checkpoint found.json"),
    ("generate river -n 0 --out out --capacity 2", "generate river -n 0 --out out --boat 2"),
]
"""Command line with deprecated flags, and as it is written now."""


@pytest.mark.parametrize(("old", "new"), RENAMED)
def test_deprecated_flags_work_and_warn(old, new, capsys):
    answers = [(main(words.split()), *capsys.readouterr()) for words in (old, new)]
    (code, out, err), expected = answers
    assert (code, out) == expected[:2]
    deprecated = sum(flag in OLD_FLAGS or flag == "--random" for flag in re.split("[ =]", old))
    warned = [line for line in err.splitlines() if "is deprecated; use --" in line]
    assert len(warned) == deprecated
    assert len(err.splitlines()) == len(warned) + expected[2].count("\n")


def test_every_deprecated_flag_is_tried():
    tried = {word for old, _ in RENAMED for word in re.split("[ =]", old)}
    assert tried >= {"--random", *OLD_FLAGS}


@pytest.mark.parametrize(
    ("words", "without"),
    [
        (["--version"], {"numpy", "argparse", "dataclasses", "unriddle.base", "importlib.metadata"}),
        (["--help"], {"numpy", "unriddle.base", "unriddle.console", "importlib.metadata"}),
        ([], {"numpy", "unriddle.base", "argparse", "importlib.metadata"}),
        (
            ["boggle", "perslatgsineters"],
            {
                "unriddle.batch",
                "unriddle.puzzles.framework.html",
                "unriddle.puzzles.framework.generator",
                "unriddle.puzzles.sudoku",
                "unriddle.search.solvers",
                "importlib.metadata",
            },
        ),
    ],
)
def test_a_start_imports_what_it_needs(words, without):
    code = f"import sys; from unriddle.cli import main; main({words!r}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not without & set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "words",
    [
        "boggle {} --html {}",
        "stream {} --parquet ./{}",
        "stream {} --html {} --overwrite --checkpoint c",
        "batch boggle {} -o {} --overwrite --format csv",
        "batch boggle {} . -o {} --overwrite --format csv",
        "stream {} --checkpoint {} --overwrite",
    ],
)
def test_an_input_is_not_written_over(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b.csv").write_text("teas\nrate\n")
    assert main([word.format("b.csv") for word in words.split()]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and ("names an input" in err or "is not a checkpoint" in err)
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {"b.csv": "teas\nrate\n"}


def test_a_batch_of_a_folder_is_not_written_over_a_file_of_it(tmp_path, capsys):
    (tmp_path / "b.csv").write_text("board\nteas\n")
    assert main(["batch", "boggle", str(tmp_path), "-o", str(tmp_path / "b.csv"), "--overwrite"]) == 2
    assert "b.csv: is an input, expected another file for the output" in capsys.readouterr().err
    assert (tmp_path / "b.csv").read_text() == "board\nteas\n"
