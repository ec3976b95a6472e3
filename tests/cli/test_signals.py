"""SIGTERM and SIGHUP do what Ctrl-C does."""

import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no signals between processes")
LONG = {
    "best": ("best", "5x5", "--target", "1000", "--lexicon", "{words}"),
    "prove": ("prove", "3x3", "--min-score", "1", "--lexicon", "{words}"),
    "survey": ("survey", "--boards", "1000000000", "--lexicon", "{words}"),
    "stream": ("stream", "--random", "--size", "300000x3000", "--lexicon", "{words}"),
    "count": ("sudoku", "." * 81, "--count"),
    "generate": ("sudoku", "--generate", "1000", "--size", "16"),
}
CODE = (
    "import sys; from unriddle.cli import main; print('ready', file=sys.stderr, flush=True); sys.exit(main())"
)


@pytest.fixture
def started():
    """Start commands, each until it has begun its work; what still runs at the end of the test is killed."""
    children = []

    def start(arguments, before=()):
        command = [*before, sys.executable, "-c", CODE, *arguments]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        children.append(child)
        assert child.stderr.readline() == "ready\n"
        time.sleep(0.5)
        return child

    yield start
    for child in children:
        with child:
            child.kill()


@pytest.mark.parametrize(
    ("name", "sign"), [*((name, signal.SIGTERM) for name in LONG), ("count", signal.SIGHUP)]
)
def test_what_is_found_is_printed(name, sign, started, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("tea\neat\nate\neta\nseat\nteas\nquizzicalnesses\n")
    child = started([word.format(words=words) for word in LONG[name]])
    child.send_signal(sign)
    out, errors = child.communicate(timeout=60)
    assert child.returncode == 128 + sign
    assert "Traceback" not in errors and "Error" not in errors
    assert out or "interrupted" in errors


def test_a_batch_keeps_its_parts(started, tmp_path):
    puzzles, out = tmp_path / "puzzles.txt", tmp_path / "out"
    puzzles.write_text(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" * 10**6
    )
    child = started(["batch", "sudoku", str(puzzles), "-o", str(out), "--part-size", "1000"])
    while not list(out.glob(".parts/????????.json")):
        assert child.poll() is None
    child.send_signal(signal.SIGTERM)
    _, errors = child.communicate(timeout=60)
    assert child.returncode == 143
    assert "resume with: unriddle batch sudoku" in errors
    assert list(out.glob("part-*"))


def test_a_signal_that_the_caller_ignores_is_ignored(started):
    child = started(["sudoku", "." * 81, "--count", "--max-seconds", "1.5"], ["nohup"])
    child.send_signal(signal.SIGHUP)
    _, errors = child.communicate(timeout=60)
    assert child.returncode == 1, errors


@pytest.mark.parametrize(
    "where",
    [
        "type('Late', (), {'__del__': lambda self: signal.raise_signal(15)})()\n    time.sleep(60)",
        "exec('signal.raise_signal(15)')",
    ],
    ids=["in a destructor, where exceptions are lost", "in exec, as dataclasses use it"],
)
def test_no_place_loses_a_signal(where, tmp_path):
    (tmp_path / "late.py").write_text(
        "import signal, sys, time\nfrom unriddle import signals\nsignals.handle_signals()\n"
        f"try:\n    {where}\n"
        "except KeyboardInterrupt:\n    sys.exit(signals.exit_code_of_interrupt())\n"
    )
    command = [sys.executable, "-m", "late"]
    child = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=30)
    assert (child.returncode, child.stderr) == (143, "")
