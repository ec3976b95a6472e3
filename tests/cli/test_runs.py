"""What batches and generation share: progress, how they end, how to go on."""

import io
import sys

from unriddle.batch import Interrupted, Progress, Summary
from unriddle.cli.runs import Bar, carried
from unriddle.console import display


class Terminal(io.StringIO):
    def isatty(self):
        return True


def done(**other):
    facts = {"records": 5, "answered": 5, "rejected": 0, "fresh": 5, "parts": 1, "kept": 0}
    return Summary(**facts | {"complete": True, "seconds": 0.5} | other)


def test_what_a_run_ends_with(capsys):
    assert carried("x", "puzzle", ["generate", "x"], False, lambda progress: done()) == 0
    assert capsys.readouterr().err == "x: 5 puzzles in 0.5 s, 10/s\n"
    rejected = done(rejected=2, complete=False)
    assert carried("x", "record", ["batch", "x"], False, lambda progress: rejected) == 1
    assert capsys.readouterr().err == "x: 5 records in 0.5 s, 10/s; 2 rejected; other shards are not done\n"


def test_how_to_go_on_after_ctrl_c(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["unriddle"])

    def stopped(progress):
        raise Interrupted(3, True)

    assert carried("x", "puzzles", ["generate", "x", "-o", "a b"], False, stopped) == 130
    said = "interrupted: 3 parts saved; resume with: unriddle generate x -o 'a b' --resume\n"
    assert capsys.readouterr().err == said


def test_a_bar_shows_how_far_a_run_is(monkeypatch):
    drawn = Terminal()
    monkeypatch.setattr(sys, "stderr", drawn)
    with display() as line:
        bar = Bar("x", line)
        bar.show(Progress("read", 3_000_000, None, 0))
        bar.show(Progress("solve", 5, 10, 5))
    assert "reading, 3 MB" in drawn.getvalue() and "5 of 10 (50 %)" in drawn.getvalue()
