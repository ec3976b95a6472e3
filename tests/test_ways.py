"""The ways of the data through the house: followed call by call, they never climb."""

import re
import sys
import threading
from pathlib import Path

import pytest

import unriddle
from unriddle.cli import main

SOURCE = Path(unriddle.__file__).resolve().parent
PAGE = Path(__file__).resolve().parents[1] / "docs" / "architecture.md"
FLOORS = re.findall(
    r"^\| (`\w+`(?:, `\w+`)*) \|", PAGE.read_text(encoding="utf-8").partition("## ")[0], re.MULTILINE
)
LEVEL = {name: -row for row, names in enumerate(FLOORS) for name in re.findall(r"\w+", names)}
"""Floor by name; the table of the page has the highest first."""


def room_of(code):
    """Return the folder that a function stands in, or the module where it is in none; "" for others."""
    path = Path(code.co_filename)
    if not path.is_absolute() or "importlib" in code.co_filename:
        return ""
    path = path.resolve()
    if not path.is_relative_to(SOURCE):
        return ""
    parts = path.relative_to(SOURCE).parts
    return "/".join(parts[:-1]) or parts[0].removesuffix(".py")


def crossings(work):
    """Return the calls from one room into another while `work` runs.

    Left out are imports, and what is handed down to be called: lambdas and functions within functions.
    """
    known, found = {}, set()

    def room(frame):
        code = frame.f_code
        if code not in known:
            known[code] = "" if code.co_name == "<module>" else room_of(code)
        return known[code]

    def watch(frame, event, argument):
        if event == "call" and "<locals>" not in frame.f_code.co_qualname and (here := room(frame)):
            caller = frame.f_back
            while caller is not None and not room(caller):
                if caller.f_code.co_name == "<module>":
                    return
                caller = caller.f_back
            if caller is not None and room(caller) != here:
                found.add((room(caller), here, frame.f_code.co_name))

    threading.setprofile(watch)
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return found


def floor(room):
    return LEVEL[room.partition("/")[0]]


class Countdown(unriddle.Puzzle):
    """A puzzle of a user: down to nothing."""

    def __init__(self, n):
        self.n = n

    def is_solved(self):
        return self.n == 0

    def extensions(self):
        return [Countdown(self.n - 1)]

    def heuristic(self):
        return self.n


def boggle(folder):
    assert main(["boggle", "perslatgsineters"]) == 0


def batch(folder):
    (folder / "in.txt").write_text(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
    )
    assert main(["batch", "sudoku", str(folder / "in.txt"), "-o", str(folder / "out"), "--threads", "1"]) == 0


def own(folder):
    assert unriddle.astar_solve(Countdown(3)) is not None


WAYS = {boggle: 8, batch: 10, own: 4}
"""A way, and the most rooms that it may cross."""


@pytest.mark.parametrize(("way", "rooms"), WAYS.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_a_way_crosses_few_rooms_and_never_climbs(way, rooms, tmp_path, capsys):
    found = crossings(lambda: way(tmp_path))
    assert not {call for call in found if floor(call[1]) > floor(call[0])}
    passed = {call[0] for call in found} | {call[1] for call in found}
    assert 1 <= len(passed) <= rooms, passed
