"""How a person would solve a Sudoku: rules from singles to chains, easiest first, and where they end."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ...base import PuzzleError, Status
from ...core.assign.sudoku_steps import Reasoner
from ..framework.steps import Difficulty, Step
from .candidates import Candidates, bits
from .chains import forcing_chain, x_chain, xy_chain
from .techniques import colours, fish, w_wing, xy_wing, xyz_wing

if TYPE_CHECKING:
    from .layout import Layout
    from .puzzle import SudokuPuzzle

__all__ = ["LEVELS", "PATTERNS", "RULES", "Board", "explained", "first_mistake", "next_step"]

NAKED_SINGLE, HIDDEN_SINGLE = "naked single", "hidden single"
LOCKED_CANDIDATES = "locked candidates"
MARK = "mark"  # what stands between two cells of a variant leaves nothing that would fit
NAKED_PAIR, HIDDEN_PAIR = "naked pair", "hidden pair"
NAKED_TRIPLE, HIDDEN_TRIPLE = "naked triple", "hidden triple"
X_WING, SWORDFISH, JELLYFISH = "X-wing", "swordfish", "jellyfish"
XY_WING, XYZ_WING, W_WING = "XY-wing", "XYZ-wing", "W-wing"
COLOURING, X_CHAIN, XY_CHAIN, FORCING_CHAIN = "simple colouring", "X-chain", "XY-chain", "forcing chain"
GUESS = "guess"  # none of these rules applies; the value is taken from a solution
CONTRADICTION = "contradiction"  # a cell or a unit has nothing left: the grid has no solution

LEVELS = {
    NAKED_SINGLE: Difficulty.EASY,
    HIDDEN_SINGLE: Difficulty.EASY,
    MARK: Difficulty.EASY,
    LOCKED_CANDIDATES: Difficulty.MEDIUM,
    NAKED_PAIR: Difficulty.MEDIUM,
    HIDDEN_PAIR: Difficulty.MEDIUM,
    NAKED_TRIPLE: Difficulty.MEDIUM,
    HIDDEN_TRIPLE: Difficulty.MEDIUM,
    X_WING: Difficulty.HARD,
    SWORDFISH: Difficulty.HARD,
    JELLYFISH: Difficulty.HARD,
    XY_WING: Difficulty.HARD,
    XYZ_WING: Difficulty.HARD,
    W_WING: Difficulty.HARD,
    COLOURING: Difficulty.HARD,
    X_CHAIN: Difficulty.HARD,
    XY_CHAIN: Difficulty.HARD,
    FORCING_CHAIN: Difficulty.EXPERT,
    GUESS: Difficulty.EXPERT,
    CONTRADICTION: Difficulty.EXPERT,
}
"""Kinds of step, easiest first, and how hard they are; see https://www.sudokuwiki.org/ for pictures."""


def _name(at: tuple[int, int]) -> str:
    return f"row {at[0] + 1}, column {at[1] + 1}"


class Board:
    """Values and candidates; bit k of a mask is the k-th symbol.

    What changes it forgets `candidates`, which the techniques beyond subsets look at.
    """

    def __init__(self, cells: Sequence[int], layout: Layout, alphabet: Sequence[str]) -> None:
        self.layout = layout
        self.n = layout.n
        self.alphabet = alphabet
        self.units = layout.units
        self.peers = layout.peers
        self.open = list(layout.allowed)
        """Candidates; 0 where the cell is filled."""
        self.filled = [False] * (self.n * self.n)
        self._candidates: Candidates | None = None
        for cell, value in enumerate(cells):
            if value:
                self.place(cell, value - 1)

    @property
    def candidates(self) -> Candidates:
        """The candidates as sets of cells."""
        if self._candidates is None:
            self._candidates = Candidates(self.layout, self.open)
        return self._candidates

    def place(self, cell: int, value: int) -> None:
        """Fill a cell."""
        self._candidates = None
        self.filled[cell] = True
        self.open[cell] = 0
        for peer in self.peers[cell]:
            self.open[peer] &= ~(1 << value)
        for other, kept in self.layout.beside[cell]:
            self.open[other] &= kept[value]

    def at(self, cell: int) -> tuple[int, int]:
        """Return row and column."""
        return divmod(cell, self.n)

    def name(self, cell: int) -> str:
        """Return what a cell is called."""
        return _name(self.at(cell))

    def names(self, cells: Sequence[int]) -> str:
        """Return what cells are called, one after another."""
        return "; ".join(self.name(cell) for cell in cells)

    def unit_name(self, unit: int) -> str:
        """Return what a unit is called, by its number."""
        return self.layout.names[unit]

    def places(self, unit: Sequence[int], value: int) -> list[int]:
        """Return the cells of a unit where a value may stand."""
        return [cell for cell in unit if self.open[cell] >> value & 1]

    def missing(self, unit: Sequence[int]) -> int:
        """Return the candidates of some cells together."""
        mask = 0
        for cell in unit:
            mask |= self.open[cell]
        return mask

    def symbols(self, mask: int) -> str:
        """Return the symbols of some candidates."""
        return " ".join(self.alphabet[value] for value in bits(mask))

    def put(self, rule: str, cell: int, value: int, why: str) -> Step:
        """Fill a cell; return the step."""
        self.place(cell, value)
        symbol = self.alphabet[value]
        at = self.at(cell)
        return Step(kind=rule, text=f"{_name(at)} is {symbol} ({why})", cell=at, value=symbol, cells=(at,))

    def reduce(self, reasoner: Reasoner, most: int) -> int:
        """Do all that simple rules find at once; return what `Reasoner.reduce` does."""
        candidates = np.array(self.open, dtype=np.uint64)
        filled = np.array(self.filled, dtype=np.uint8)
        found = reasoner.reduce(candidates, filled, most)
        self.open[:], self.filled[:] = candidates.tolist(), filled.astype(bool).tolist()
        self._candidates = None
        return found

    def strike(self, rule: str, losses: dict[int, int], cells: Sequence[int], why: str) -> Step | None:
        """Take candidates away; None where none of them was there."""
        found = {cell: self.open[cell] & mask for cell, mask in losses.items() if self.open[cell] & mask}
        if not found:
            return None
        self._candidates = None
        for cell, mask in found.items():
            self.open[cell] &= ~mask
        gone = "; ".join(f"{self.name(cell)} loses {self.symbols(mask)}" for cell, mask in found.items())
        return Step(
            kind=rule,
            text=f"{why}: {gone}",
            removed=tuple(
                (self.at(cell), self.alphabet[v]) for cell, mask in found.items() for v in bits(mask)
            ),
            cells=tuple(map(self.at, cells)),
        )


def _contradiction(board: Board) -> Step | None:
    for cell, filled in enumerate(board.filled):
        if not filled and not board.open[cell]:
            return Step(
                kind=CONTRADICTION, text=f"{board.name(cell)} has no symbol left", cells=(board.at(cell),)
            )
    for number, unit in enumerate(board.units):
        empty = [cell for cell in unit if not board.filled[cell]]
        if board.missing(unit).bit_count() < len(empty):
            return Step(
                kind=CONTRADICTION,
                text=f"{board.unit_name(number)} has {len(empty)} empty cells and fewer symbols for them",
                cells=tuple(map(board.at, empty)),
            )
    return None


def _naked_single(board: Board) -> Step | None:
    for cell, mask in enumerate(board.open):
        if mask and not mask & (mask - 1):
            return board.put(NAKED_SINGLE, cell, mask.bit_length() - 1, "no other symbol is left there")
    return None


def _hidden_single(board: Board) -> Step | None:
    for number, unit in enumerate(board.units):
        once = twice = 0
        for cell in unit:
            twice |= once & board.open[cell]
            once |= board.open[cell]
        for value in bits(once & ~twice):
            cell = board.places(unit, value)[0]
            return board.put(
                HIDDEN_SINGLE, cell, value, f"the only place for it in {board.unit_name(number)}"
            )
    return None


def _mark(board: Board) -> Step | None:
    for first, second, kept in board.layout.between:
        if not board.open[first] or not board.open[second]:
            continue
        lost = sum(1 << value for value in bits(board.open[first]) if not kept[value] & board.open[second])
        step = board.strike(
            MARK, {first: lost}, (first, second), f"nothing in {board.name(second)} would go with it"
        )
        if step is not None:
            return step
    return None


def _locked_candidates(board: Board) -> Step | None:
    for number, unit in enumerate(board.units):
        others = board.layout.crossing[number]
        for value in bits(board.missing(unit)):
            places = board.places(unit, value)
            for other in others:
                if set(places) <= set(board.units[other]):
                    there = board.unit_name(other)
                    losses = {cell: 1 << value for cell in board.units[other] if cell not in unit}
                    step = board.strike(
                        LOCKED_CANDIDATES,
                        losses,
                        places,
                        f"{board.alphabet[value]} of {board.unit_name(number)} is in {there}",
                    )
                    if step is not None:
                        return step
    return None


def _naked_set(board: Board, size: int, rule: str) -> Step | None:
    for number, unit in enumerate(board.units):
        small = [cell for cell in unit if board.open[cell] and board.open[cell].bit_count() <= size]
        for cells in combinations(small, size):
            mask = board.missing(cells)
            if mask.bit_count() == size:
                losses = {cell: mask for cell in unit if cell not in cells}
                why = f"{board.names(cells)} hold {board.symbols(mask)} of {board.unit_name(number)}"
                step = board.strike(rule, losses, cells, why)
                if step is not None:
                    return step
    return None


def _hidden_set(board: Board, size: int, rule: str) -> Step | None:
    for number, unit in enumerate(board.units):
        where = {value: board.places(unit, value) for value in bits(board.missing(unit))}
        rare = [value for value, places in where.items() if len(places) <= size]
        for values in combinations(rare, size):
            cells = sorted({cell for value in values for cell in where[value]})
            if len(cells) == size:
                mask = sum(1 << value for value in values)
                losses = dict.fromkeys(cells, ~mask & ((1 << board.n) - 1))
                why = f"{board.symbols(mask)} of {board.unit_name(number)} need {board.names(cells)}"
                step = board.strike(rule, losses, cells, why)
                if step is not None:
                    return step
    return None


SIMPLE: tuple[Callable[[Board], Step | None], ...] = (
    _contradiction,
    _naked_single,
    _hidden_single,
    _mark,
    _locked_candidates,
    lambda board: _naked_set(board, 2, NAKED_PAIR),
    lambda board: _hidden_set(board, 2, HIDDEN_PAIR),
    lambda board: _naked_set(board, 3, NAKED_TRIPLE),
    lambda board: _hidden_set(board, 3, HIDDEN_TRIPLE),
)
"""What `core.assign.sudoku_steps` does at once, where nothing stands between cells."""
PATTERNS: tuple[Callable[[Board], Step | None], ...] = (
    lambda board: fish(board, 2, X_WING),
    lambda board: fish(board, 3, SWORDFISH),
    lambda board: fish(board, 4, JELLYFISH),
    lambda board: xy_wing(board, XY_WING),
    lambda board: xyz_wing(board, XYZ_WING),
    lambda board: w_wing(board, W_WING),
    lambda board: colours(board, COLOURING),
    lambda board: x_chain(board, X_CHAIN),
    lambda board: xy_chain(board, XY_CHAIN),
    lambda board: forcing_chain(board, FORCING_CHAIN),
)
RULES = (*SIMPLE, *PATTERNS)


def explained(
    cells: Sequence[int], layout: Layout, alphabet: Sequence[str], solution: Sequence[int] | None = None
) -> Iterator[tuple[Step, list[int]]]:
    """Solve with the rules of `LEVELS`, the easiest that applies first: yield each step and what it leaves.

    That is a mask of candidates for each cell, 0 where it is filled; the list is the same one each time.

    Parameters
    ----------
    cells : sequence of n * n int
        1 to n, 0 is empty.
    layout : Layout
        What the grid has to keep to.
    alphabet : sequence of str
        The symbols of 1 to n.
    solution : sequence of n * n int, optional
        Where the guesses are taken from, in the cell with the fewest candidates; without one the steps end
        at the first guess.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> grid = [1, 2, 3, 0, 3, 4, 0, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    >>> step, masks = next(explained(grid, boxed((2, 2)), "1234"))
    >>> [bin(mask) for mask in masks[:8]]
    ['0b0', '0b0', '0b0', '0b0', '0b0', '0b0', '0b1', '0b0']
    """
    board = Board(cells, layout, alphabet)
    while not all(board.filled):
        step = next_step(board, RULES, solution)
        yield step, board.open
        if step.kind == CONTRADICTION or (step.kind == GUESS and step.cell is None):
            break


def next_step(
    board: Board, rules: Sequence[Callable[[Board], Step | None]], solution: Sequence[int] | None
) -> Step:
    """Take the step of the first rule that finds one, else guess."""
    for rule in rules:
        step = rule(board)
        if step is not None:
            return step
    return _guess(board, solution)


def _guess(board: Board, solution: Sequence[int] | None) -> Step:
    cell = min((c for c, mask in enumerate(board.open) if mask), key=lambda c: board.open[c].bit_count())
    choice = board.symbols(board.open[cell])
    if solution is None:
        return Step(
            kind=GUESS,
            text=f"no rule of the list applies; {board.name(cell)} is one of {choice}",
            cells=(board.at(cell),),
        )
    return board.put(GUESS, cell, solution[cell] - 1, f"no rule of the list applies; it was one of {choice}")


def first_mistake(puzzle: SudokuPuzzle, state: SudokuPuzzle) -> Step | None:
    """Return the first value of `state` that no solution of `puzzle` has; see `SudokuPuzzle.mistake`.

    Where there are several solutions, that is the value with which, beside those before it, none is left.
    """
    grid = puzzle._grid
    if getattr(state, "_grid", None) is None or state._grid[:3] != grid[:3]:
        raise PuzzleError(f"{state!r:.60} as a state, expected a grid of the same size, rules and symbols")

    def wrong(cell: int, text: str) -> Step:
        at, value = divmod(cell, grid.n), now[cell]
        shown = grid.alphabet[value - 1] if value else None
        text = f"{_name(at)} is {shown or 'empty'}, {text}"
        return Step(kind="mistake", text=text, cell=at, value=shown, cells=(at,))

    given, now = grid.cells, state._grid.cells
    for cell, value in enumerate(given):
        if value and now[cell] != value:
            return wrong(cell, f"given {grid.alphabet[value - 1]}")
    added = [cell for cell, value in enumerate(now) if value and not given[cell]]

    def dead(cells: Sequence[int]) -> bool:
        """Say whether there is no solution with these cells of the state."""
        filled = bytearray(given)
        for cell in cells:
            filled[cell] = now[cell]
        result = type(puzzle)._of(grid._replace(cells=bytes(filled))).solve(limit=1)
        if result.interrupted:
            raise KeyboardInterrupt
        return result.status is Status.NO_SOLUTION

    if not added or dead(()) or not dead(added):
        return None
    last = added[bisect_left(range(len(added)), True, key=lambda k: dead(added[: k + 1]))]
    return wrong(last, "which no solution has" + ("" if dead((last,)) else " beside the values before it"))
