"""Sudokus by the million: 9 × 9 hundreds side by side in the lanes of the kernel, other sizes one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError, Status
from ...core.assign import sudoku9
from ...options import with_changes
from ..framework.assignment_puzzle import ALL
from ..framework.batch_records import Column, Option, declared
from ..framework.generator import Chance, Factory, Made, whole
from ..framework.steps import Difficulty
from .generate import (
    TURNS,
    check_wanted,
    forms,
    make,
    orbit_table,
    places_of,
    scrambled,
)
from .layout import (
    RANDOM,
    SIZE,
    GenerateOptions,
    Layout,
    boxed,
    layout_of,
    rules_of,
    variant_of,
)
from .parse import EMPTY, Grid, default_alphabet
from .puzzle import SudokuPuzzle
from .steps import graded, rated_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

NINE, CELLS = 9, 81
AT_ONCE = 256
"""Puzzles that are graded before a stop is looked for."""


class SudokuFactory(Factory):
    """Sudokus with exactly one solution, without a clue too many unless their number is given."""

    KIND = SudokuPuzzle
    OWN = (
        Option("size", SIZE, NINE, metavar="RxC"),
        *(option for option in declared(GenerateOptions) if option.name != "tries"),
    )
    MEASURES = (Column("clues", "int"), Column("guesses", "int"))
    CHUNK, PART = 256, 8192

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        given = self.options
        self._n = whole("size", given["size"], 2, 36)
        variant = variant_of(given)
        self._varied = "regions" if variant.regions == RANDOM else "cages" if variant.cages == RANDOM else ""
        """What each puzzle has of its own."""
        if variant.regions == variant.cages == RANDOM:
            raise PuzzleError("random regions cannot be combined with random cages")
        if self._varied == "regions" and given["box"] is not None:
            raise PuzzleError("box cannot be combined with regions")
        if self._varied == "regions":
            self._layout = boxed((1, self._n))
        else:
            fixed = with_changes(variant, {"cages": None}) if self._varied else variant
            self._layout = layout_of(self._n, given["box"], fixed)
        whole_numbers: dict[str, Any] = {
            name: None if given[name] is None else whole(name, given[name], least)
            for name, least in (("clues", 0), ("effort", 1))
        }
        self._chosen = GenerateOptions(
            **rules_of(variant),
            **whole_numbers,
            box=given["box"],
            symmetry=given["symmetry"],
            minimal=bool(given["minimal"]),
            mask=given["mask"],
            tries=1,
        )
        check_wanted(self._chosen, self._layout)
        self._places = None if given["mask"] is None else places_of(given["mask"], self._n)
        usual = EMPTY[0] + "".join(default_alphabet(self._n))
        self._symbols = bytes.maketrans(bytes(range(len(usual))), usual.encode())
        self._values = bytes.maketrans(usual.encode(), bytes(range(len(usual))))
        self._asked = self.wanted is not None or bool(given["steps"])
        """Whether each puzzle is asked for its reasoning."""
        self._empty = Grid(self._n, self._layout, default_alphabet(self._n), bytes(self._n**2))
        self._most = ALL if self.limits is None else self.limits.nodes or ALL
        self._rules = SudokuPuzzle._of(self._empty).rules()

    def many(self, seeds: Sequence[int]) -> list[Made | None]:
        """Return the puzzles of some seeds, each as if it were made alone."""
        if self._varied:
            return [self._varied_one(seed) for seed in seeds]
        nine = self._layout.plain and self._layout.nine and self._chosen.effort is None
        made = self._lanes(seeds) if nine else [self._single(seed)[0] for seed in seeds]
        there = [one for one in made if one is not None]
        if not there:
            return [None] * len(seeds)
        side = self._n
        given = np.frombuffer(b"".join([one[0] for one in there]), np.uint8).reshape(-1, side, side)
        solved = np.frombuffer(b"".join([one[1] for one in there]), np.uint8).reshape(-1, side, side)
        canonical = iter(forms(solved, given > 0, self._layout))
        return [None if one is None else self._made(*one, next(canonical)) for one in made]

    def grade(self, puzzle: SudokuPuzzle) -> Difficulty | None:
        """Return how hard a puzzle is, None where it is harder than wanted: reasoning ends there."""
        return graded(puzzle._grid, self.wanted or Difficulty.EXPERT)

    def reasons(self, made: Sequence[Made]) -> Sequence[Sequence[Any] | None]:
        """Return the columns of reasoning: of grades alone those of many puzzles at once."""
        if self._asked or not self.graded or self._varied or not made:
            return super().reasons(made)
        found: list[tuple[str, str, int]] = []
        for start in range(0, len(made), AT_ONCE):
            if self.stop():
                raise KeyboardInterrupt
            some = made[start : start + AT_ONCE]
            cells, solved = (
                np.frombuffer("".join(texts).encode().translate(self._values), np.uint8)
                for texts in ([one.text for one in some], [one.solution for one in some])
            )
            shape = len(some), self._n**2
            ratings = rated_all(cells.reshape(shape), self._layout, solved.reshape(shape))
            if ratings is None:  # what the kernel does not take
                return super().reasons(made)
            found += ratings
        return found

    def _varied_one(self, seed: int) -> Made | None:
        """Return a puzzle with a layout of its own."""
        one, layout = self._single(seed)
        if one is None or layout is None:
            return None
        shape = (1, self._n, self._n)
        given, solved = (np.frombuffer(cells, np.uint8).reshape(shape) for cells in one[:2])
        (form,) = forms(solved, given > 0, layout, f"random {self._varied}")
        return self._made(*one, form, layout.rules())

    def _made(
        self,
        cells: bytes,
        solved: bytes,
        guesses: int,
        nodes: int,
        form: bytes,
        rules: Mapping[str, Any] | None = None,
    ) -> Made:
        """Return a puzzle as it is recorded."""
        return Made(
            text=cells.translate(self._symbols).decode(),
            solution=solved.translate(self._symbols).decode(),
            size=f"{self._n}x{self._n}",
            status=Status.UNIQUE,
            nodes=nodes,
            form=form,
            measures=(len(cells) - cells.count(0), guesses),
            rules=self._rules if rules is None else rules,
            puzzle=SudokuPuzzle._of(self._empty._replace(cells=cells))
            if rules is None and self._asked
            else None,
        )

    def _single(self, seed: int) -> tuple[tuple[bytes, bytes, int, int] | None, Layout | None]:
        """Return cells, solution, guesses and nodes of a puzzle of any size, and its layout; None is none."""
        if self.stop():
            raise KeyboardInterrupt
        try:
            grid = make(self._n, seed, self._chosen)
        except PuzzleError:
            return None, None
        result = SudokuPuzzle._of(grid).solve(limits=self.limits)
        if result.interrupted:
            raise KeyboardInterrupt
        if result.status is not Status.UNIQUE or result.solution is None:
            return None, None
        found = grid.cells, result.solution._grid.cells, result.stats.guesses, result.stats.nodes
        return found, grid.layout

    # 9 × 9, side by side

    def _lanes(self, seeds: Sequence[int]) -> list[tuple[bytes, bytes, int, int] | None]:
        """Return cells, solutions, guesses and nodes of 9 × 9 puzzles."""
        chosen = self._chosen
        together = orbit_table(NINE, chosen.symmetry) if self._places is None else np.zeros((0, 1), np.uint8)
        made = sudoku9.Making(np.array(seeds, dtype=np.uint64), together, chosen.clues or 0, self._most)
        self._run(made)
        cells, solved, guesses = made.puzzles, made.solutions, made.guesses
        right = np.ones(len(seeds), dtype=np.bool_)
        if self._places is not None:
            cells, right = self._at(solved, self._places, Chance(made.random))
            guesses = self._searched(cells).guesses
        elif chosen.clues is not None:
            right = (cells > 0).sum(axis=1) == chosen.clues
            for orbit in together if chosen.minimal else ():
                taken = np.broadcast_to(orbit.astype(np.intp), (len(cells), len(orbit)))
                right &= ~self._without(cells.copy(), taken, right & (cells[:, orbit[0]] > 0))
        return [
            (puzzle.tobytes(), grid.tobytes(), guess, 1 + 2 * guess) if good else None
            for puzzle, grid, guess, good in zip(cells, solved, guesses.tolist(), right.tolist(), strict=True)
        ]

    def _run(self, search: sudoku9.Lanes | sudoku9.Making) -> None:
        """Run a search to its end."""
        while search.run(1 << 14):
            if self.stop():
                raise KeyboardInterrupt

    def _searched(self, cells: NDArray[np.uint8], most: int = ALL) -> sudoku9.Lanes:
        """Return the searches of grids that are over: none, one or two solutions of each, or its limit."""
        search = sudoku9.Lanes(cells, 2, most)
        self._run(search)
        return search

    def _at(
        self, solved: NDArray[np.uint8], places: NDArray[np.bool_], chance: Chance
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """Return the clues at some places, and for which grids they are enough, turned about for it."""
        cells, right = solved * places, np.zeros(len(solved), dtype=np.bool_)
        for _ in range(TURNS):
            left = np.flatnonzero(~right)
            if not left.size:
                break
            turned = scrambled(solved[left].reshape(-1, NINE, NINE), (3, 3), chance, left).reshape(-1, CELLS)
            found = self._searched(turned * places, self._most).counts == 1
            solved[left[found]] = turned[found]
            cells[left[found]] = turned[found] * places
            right[left[found]] = True
        for cell in np.flatnonzero(places).tolist() if self._chosen.minimal else ():
            right &= ~self._without(cells.copy(), np.full((len(cells), 1), cell), right)
        return cells, right

    def _without(
        self, cells: NDArray[np.uint8], taken: NDArray[np.intp], rows: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Empty cells of some rows where the solution stays the only one; say in which it did."""
        gone = np.zeros(len(cells), dtype=np.bool_)
        tried = np.flatnonzero(rows)
        if not tried.size:
            return gone
        less = cells[tried]
        np.put_along_axis(less, taken[tried], 0, axis=1)
        counts = self._searched(less, self._most).counts
        cells[tried[counts == 1]] = less[counts == 1]
        gone[tried[counts == 1]] = True
        return gone
