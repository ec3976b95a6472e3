"""Any other program, by lines: ones that keep to the protocol, lie, hang, die and babble."""

import sys
import time

import pytest

from benchmarks.peers import protocol
from benchmarks.peers.protocol import Program, ProgramError, programs

STUB = """
import sys
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
def start(tmp_path, request):
    def started(text=STUB):
        path = tmp_path / "program.py"
        path.write_text(text)
        program = Program(f"{sys.executable} {path}", "sudoku 9", ["1", "2", "3"])
        request.addfinalizer(program.close)
        return program

    return started


def test_boards_are_solved_and_answered(start):
    program = start()
    program.run(2)
    assert program.name == "stub 1.0" and program.answers() == [1, 1, 1]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"ready stub 1.0"', '"error no Sudoku here"', "'error no Sudoku here' to 'work', expected 'ready'"),
        ('"done"', '"\\x1b[2J"', "to 'run', expected 'done'"),
        ('["1"]', '["x"]', "answers 'x' to board 1, expected a whole number"),
        ('["1"]', '["-1"]', "answers '-1' to board 1"),
        (
            'if word != "end":',
            'if word == "run":\n        sys.exit()\n    if True:',
            "ended without an answer",
        ),
        ("import sys", "import sys\nsys.exit(3)", "ended without an answer"),
        ('["1"] * len(boards)', '["1"]', "did not answer within"),
        ("import sys", "import sys, time\ntime.sleep(60)", "did not answer within"),
    ],
)
def test_what_does_not_keep_to_the_protocol(start, monkeypatch, old, new, told):
    monkeypatch.setattr(protocol, "PATIENCE", 1.5)
    assert old in STUB
    began = time.monotonic()
    with pytest.raises(ProgramError) as caught:
        program = start(STUB.replace(old, new))
        program.run()
        program.answers()
    assert told in str(caught.value) and "\x1b" not in str(caught.value) and time.monotonic() - began < 20


def test_the_programs_of_the_environment(monkeypatch):
    monkeypatch.delenv(protocol.VARIABLE, raising=False)
    assert programs() == {}
    monkeypatch.setenv(protocol.VARIABLE, "mine=./mine --fast\n\nother = python peer.py a=b")
    assert programs() == {"mine": "./mine --fast", "other": "python peer.py a=b"}
    for wrong in ("mine", "=./mine", "mine="):
        monkeypatch.setenv(protocol.VARIABLE, wrong)
        with pytest.raises(ValueError, match="expected NAME=COMMAND"):
            programs()
