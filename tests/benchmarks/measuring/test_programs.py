"""Any other program, by lines: the one of the documentation, and ones that lie, hang, die and babble."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.measuring import programs
from benchmarks.measuring.pairs import Plan
from benchmarks.measuring.programs import beside, works
from unriddle import PuzzleError

ROOT = Path(__file__).parents[3]
SHORT = Plan(starts=2, pairs=3, round_seconds=0.0001, case_seconds=0.01)
SUDOKU = """
import sys
count = 0
for line in sys.stdin:
    word, *rest = line.split()
    if word == "boards":
        boards = [sys.stdin.readline() for _ in range(int(rest[0]))]
    answer = {"work": "ready stub 1.0", "boards": "ok", "run": "done"}.get(word)
    if word == "answers":
        answer = "\\n".join(["1"] * len(boards))
    if word != "end":
        print(answer, flush=True)
"""


@pytest.fixture
def program(tmp_path):
    """Make a program of a text and return its command."""

    def make(text=SUDOKU, **replaced):
        for old, new in replaced.items():
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "program.py"
        path.write_text(text)
        return f"{sys.executable} {path}"

    return make


def sudoku():
    return [work for work in works(quick=True) if work.name.startswith("sudoku")]


def compared(command):
    (found,), notes, interrupted, _ = beside("stub", command, sudoku(), plan=SHORT)
    assert not interrupted
    return found, notes


def test_the_program_of_the_documentation_agrees(program):
    page = ROOT / "docs" / "benchmarking.md"
    if not page.exists():
        pytest.skip("docs/ is not here")
    (text,) = re.findall(r"```python\n(# peer\.py\n.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    found, notes, _, _ = beside("mine", program(text), works(["boggle 4x4 dice"], quick=True), plan=SHORT)
    assert [each.verdict for each in found] == ["faster"] and found[0].ratio < 0.5 and found[0].pairs == 6
    assert notes[0].startswith("boggle 4x4 dice: prefix set ")


def test_right_answers_are_timed(program):
    found, notes = compared(program())
    assert found.verdict in ("slower", "faster", "same", "not judged") and found.pairs == 6
    assert "stub 1.0" in notes[0]


def test_a_wrong_answer_is_named_with_its_board(program):
    text = SUDOKU.replace('["1"] * len(boards)', '["1"] * (len(boards) - 1) + ["2"]')
    found, _ = compared(program(text))
    assert found.verdict == "wrong" and "puzzle 20, " in found.note and "stub answers 2, we 1" in found.note


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"ready stub 1.0"', '"error no Sudoku here"', "'error no Sudoku here' to 'work', expected 'ready'"),
        ('"done"', '"\\x1b[2J"', "to 'run', expected 'done'"),
        ('["1"]', '["x"]', "answers 'x' to puzzle 1, expected a whole number"),
        ('["1"]', '["-1"]', "answers '-1' to puzzle 1"),
        (
            'if word != "end":',
            'if word == "run":\n        sys.exit()\n    if True:',
            "has ended without an answer",
        ),
        ("import sys", "import sys\nsys.exit(3)", "has ended without an answer"),
        ('["1"] * len(boards)', '["1"]', "did not answer within"),
        ("count = 0", "import time\ntime.sleep(60)", "did not answer within"),
    ],
)
def test_what_does_not_keep_to_the_protocol(program, monkeypatch, old, new, told):
    monkeypatch.setattr(programs, "PATIENCE", 1.5)
    assert old in SUDOKU
    found, _ = compared(program(SUDOKU.replace(old, new)))
    assert found.verdict == "absent" and told in found.note and "\x1b" not in found.note


def test_what_cannot_be_started(tmp_path):
    for command in (str(tmp_path / "none"), "'", str(tmp_path)):
        with pytest.raises(PuzzleError, match="the program mine cannot be started"):
            beside("mine", command, sudoku(), plan=SHORT)


def test_boards_of_a_file(tmp_path, program):
    path = tmp_path / "mine.txt"
    path.write_text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n")
    (work,) = works(file=str(path))
    assert (work.name, work.item, work.kernel()()) == (str(path), "puzzle", [1])
    path.write_text("catsdogsbirdfish\n\nABCDEFGHIJKLMNOP\n")
    (work,) = works(file=str(path))
    assert (work.header("F"), len(work.kernel()())) == ("boggle 4 4 F", 2) and work.boards[
        1
    ] == "abcdefghijklmnop"


@pytest.mark.parametrize(
    ("content", "told"),
    [(" \n", "holds no board"), ("abc\n", "1: 'abc', expected the letters a to z of a square board"),
     ("abcd\nabcde\n", "2: 'abcde'"), ("1" * 80, "expected 81 digits or dots"),
     ("?!", "no boards of a kind that is known"),
     ("éééé", "expected the letters a to z")],
)  # fmt: skip
def test_files_that_hold_no_boards(tmp_path, content, told):
    path = tmp_path / "mine.txt"
    path.write_text(content)
    with pytest.raises(PuzzleError) as caught:
        works(file=str(path))
    assert told in str(caught.value)


def test_on_the_command_line(program, capsys, tmp_path):
    path = tmp_path / "out.json"
    code = main(["sudoku", "--quick", "--peer", f"stub={program()}", "--json", str(path)])
    out = capsys.readouterr().out
    assert out.startswith("time / time of stub\n") and "sudoku 9x9: stub 1.0 " in out
    told = json.loads(path.read_text())
    assert told["against"] == {"kind": "program", "name": "stub"} and len(told["differences"]) == 1
    assert code == {"slower": 1, "not judged": 3}.get(told["verdict"], 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--peer", "stub"], "'stub', expected NAME=COMMAND"),
        (["--peer", "=x"], "expected NAME=COMMAND"),
        (["--boards", "x"], "--boards alone, expected --peer with it"),
        (
            ["river", "--peer", "a=b"],
            "no work for a program is called 'river', expected one of boggle, sudoku",
        ),
        (["--peer", "a=b", "--against", "x"], "expected one of them"),
        (["--peer", "a=b", "--save"], "expected a run to measure"),
    ],
)
def test_bad_usage(arguments, message, capsys):
    assert main(["--quick", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_boards_of_ones_own_take_the_place_of_the_works(tmp_path, capsys):
    path = tmp_path / "boards.txt"
    path.write_text("perslatgsineters\n")
    arguments = ["boggle 4x4 dice", "--peer", "a=b", "--boards", str(path)]
    assert main(["--quick", *arguments]) == 2
    error = capsys.readouterr().err
    assert "'boggle 4x4 dice' and --boards, which replaces the works, expected boggle" in error


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_leaves_no_program_behind(program, tmp_path):
    mark = tmp_path / "pid"
    text = f"import os, time\nopen({str(mark)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)\n"
    command = [sys.executable, "-m", "benchmarks", "sudoku", "--quick", "--peer", f"a={program(text)}"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 60
    while not (mark.exists() and mark.read_text()) and time.monotonic() < end:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in error
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)
