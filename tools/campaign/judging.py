"""What is said of records by means that share nothing with the solvers of the package.

Clauses for python-sat where a puzzle gives values to cells, plain searches elsewhere.
"""

from __future__ import annotations

import importlib
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from unriddle import Lexicon
from unriddle.puzzles import registry

from .variant import Variant

__all__ = ["JUDGES", "forms_of", "judged"]

Row = dict[str, Any]
ROOT = Path(__file__).resolve().parents[2]
TOGETHER = 4096
"""Sudokus whose forms are made at once."""
MOST_STATES = 200_000
"""States that a plain search takes up before it is given up: then nothing is said."""


def forms_of(variant: Variant, rows: Sequence[Row]) -> list[bytes]:
    """Return the canonical forms of records, made anew from their texts alone."""
    name = variant.name
    kind = registry.get(name)
    puzzles = [kind.from_record(row) for row in rows]
    if name == "ladder":
        return [" ".join(sorted(puzzle.text().split(" -> "))).encode() for puzzle in puzzles]
    if name == "sudoku":
        return _forms_of_sudokus(puzzles)
    return [_form_of(variant, puzzle, row["size"]) for puzzle, row in zip(puzzles, rows, strict=True)]


def _form_of(variant: Variant, puzzle: Any, size: str) -> bytes:
    factory = registry.factory(variant.name)
    maker = object.__new__(factory)  # its form asks for options and shape alone
    maker.options = {**{option.name: option.default for option in factory.OPTIONS}, **variant.options}
    shape = size.split("x")
    maker.__dict__["_shape"] = (int(shape[0]), int(shape[1])) if len(shape) == 2 else None
    form: bytes = maker.form(puzzle, None)
    return form


def _forms_of_sudokus(puzzles: Sequence[Any]) -> list[bytes]:
    """Return forms: puzzles that come one after another and keep to the same go together."""
    forms = importlib.import_module("unriddle.puzzles.sudoku.generate").forms
    found: list[bytes] = []
    for layout, alike in groupby(puzzles, key=lambda puzzle: puzzle.layout):
        while some := list(islice(alike, TOGETHER)):
            solved = np.stack([puzzle.solve().solution.array() for puzzle in some])
            clues = np.stack([puzzle.array() > 0 for puzzle in some])
            found += (bytes(form) for form in forms(solved, clues, layout))
    return found


# Uniqueness


def by_clauses(name: str, row: Row) -> str | None:
    """Return what is wrong with a record whose puzzle has other solutions than the one that it says."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    sat = importlib.import_module("benchmarks.sat")
    puzzle = registry.get(name).from_record(row)
    count = len(list(islice(sat.python_sat(sat.model_of(puzzle)), 2)))
    return None if count == 1 else f"{count} solutions by python-sat"


def by_slots(name: str, row: Row) -> str | None:
    """Return what is wrong with a fill-in: words are tried slot by slot, in plain Python."""
    puzzle = registry.get(name).from_record(row)
    rows = [list(line) for line in puzzle.board]
    slots = [slot.cells() for slot in puzzle.slots]
    count = len(list(islice(_fillings(rows, slots, [word.upper() for word in puzzle.words]), 2)))
    return None if count == 1 else f"{count} solutions by trying words"


def _fillings(rows: list[list[str]], slots: list[Any], words: list[str]) -> Iterator[None]:
    """Yield once for each way to fill slots with words, all different by what stands in them."""
    if not slots:
        yield None
        return

    def fits(slot: Any) -> list[str]:
        held = [rows[r][c].upper() for r, c in slot]
        return sorted(
            {
                word
                for word in words
                if len(word) == len(slot) and all(a in ("1", b) for a, b in zip(held, word, strict=True))
            }
        )

    options, slot = min(((fits(slot), slot) for slot in slots), key=lambda pair: len(pair[0]))
    rest = [other for other in slots if other is not slot]
    for word in options:
        kept = [rows[r][c] for r, c in slot]
        for (r, c), letter in zip(slot, word, strict=True):
            rows[r][c] = letter
        left = list(words)
        left.remove(word)
        yield from _fillings(rows, rest, left)
        for (r, c), letter in zip(slot, kept, strict=True):
            rows[r][c] = letter


# Shortest solutions


def by_breadth(name: str, row: Row) -> str | None:
    """Return what is wrong with a solution that is to be a shortest one, by a search state by state."""
    puzzle = registry.get(name).from_record(row)
    asked = next(row[key] for key in ("moves", "steps", "crossings") if key in row)
    seen, queue = {puzzle}, deque([(puzzle, 0)])
    while queue and len(seen) < MOST_STATES:
        state, depth = queue.popleft()
        if state.is_solved():
            return None if depth == asked else f"{asked} moves, {depth} by a plain search"
        for after in state.extensions():
            if after not in seen:
                seen.add(after)
                queue.append((after, depth + 1))
    return None if queue else "no solution by a plain search"


def by_jumping(name: str, row: Row) -> str | None:
    """Return what is wrong with a way that must lead to a solved state, state by state."""
    puzzle = registry.get(name).from_record(row)
    states = puzzle.followed(puzzle.read_answer(row["solution"]))
    for before, after in pairwise(states):
        if after not in before.extensions():
            return "a move that is none"
    return None if states[-1].is_solved() else "the solution does not end at the goal"


# Words on a board


@lru_cache(maxsize=1)
def _words() -> tuple[frozenset[str], frozenset[str]]:
    words = frozenset(Lexicon.load("english"))
    return words, frozenset(word[:k] for word in words for k in range(1, len(word)))


def by_walking(name: str, row: Row) -> str | None:
    """Return what is wrong with the words of a board: all paths are walked, in plain Python."""
    puzzle = registry.get(name).from_record(row)
    words, beginnings = _words()
    cells = range(puzzle.rows * puzzle.cols)
    near = [[int(b) for b in row if b < len(cells)] for row in puzzle.neighbours().tolist()]
    found = set()

    def walk(cell: int, text: str, used: frozenset[int]) -> None:
        text += puzzle.tile(cell).lower()
        if len(text) >= puzzle.board_rules.min_length and text in words:
            found.add(text)
        if text in beginnings:
            for other in near[cell]:
                if other not in used:
                    walk(other, text, used | {other})

    for cell in cells:
        walk(cell, "", frozenset([cell]))
    said = set(row["solution"].split())
    return None if said == found else f"{len(said ^ found)} words more or fewer by walking all paths"


JUDGES: dict[str, Callable[[str, Row], str | None]] = {
    **dict.fromkeys(("sudoku", "numbrix", "hidato", "gogen"), by_clauses),
    "placement": by_slots,
    **dict.fromkeys(("ladder", "river"), by_breadth),
    **dict.fromkeys(("peg", "sliding"), by_jumping),
    "boggle": by_walking,
}
"""Puzzle -> what judges a record of it; others are judged by their `check` alone."""


def judged(name: str, rows: Sequence[Row]) -> list[str]:
    """Return what is wrong with records, a line each."""
    wrong = []
    for row in rows:
        verdict = registry.get(name).from_record(row).judge(row["solution"])
        said = None if verdict else str(verdict)
        said = said or (JUDGES[name](name, row) if name in JUDGES else None)
        if said is not None:
            wrong.append(f"puzzle {row['number']}: {said}")
    return wrong
