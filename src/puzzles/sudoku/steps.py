"""How a person would solve a Sudoku: the rules of the newspapers, easiest first, and where they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from .text import peers_of, units_of

__all__ = ["Difficulty", "Rule", "Step", "explain", "rate"]


class Rule(StrEnum):
    """Kinds of step, easiest first; see https://www.sudokuwiki.org/ for pictures of each."""

    NAKED_SINGLE = "naked single"
    HIDDEN_SINGLE = "hidden single"
    LOCKED_CANDIDATES = "locked candidates"
    NAKED_PAIR = "naked pair"
    HIDDEN_PAIR = "hidden pair"
    NAKED_TRIPLE = "naked triple"
    HIDDEN_TRIPLE = "hidden triple"
    X_WING = "X-wing"
    GUESS = "guess"
    """None of these rules applies; the value is taken from a solution."""
    CONTRADICTION = "contradiction"
    """A cell or a unit has nothing left: the grid has no solution."""


class Difficulty(StrEnum):
    """What the hardest step of a puzzle is."""

    EASY = "easy"
    """Naked and hidden singles."""
    MEDIUM = "medium"
    """Locked candidates."""
    HARD = "hard"
    """Pairs, triples or an X-wing."""
    EXPERT = "expert"
    """More than the rules of this list: a guess, for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: a value placed, or candidates taken away."""

    rule: Rule
    text: str
    """The step and its reason in words."""
    placed: tuple[int, str] | None = None
    """Cell (row-major, from 0) and its symbol."""
    removed: tuple[tuple[int, str], ...] = ()
    """Cells and the symbols that they lose."""
    cells: tuple[int, ...] = ()
    """The cells that show why."""

    def __str__(self) -> str:
        return f"{self.rule.value}: {self.text}"


def bits(mask: int) -> Iterator[int]:
    """Yield the values of a set of candidates in rising order.

    Examples
    --------
    >>> list(bits(0b1001))
    [0, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class _Board:
    """Values and candidates; bit k of a mask is the k-th symbol."""

    def __init__(self, cells: Sequence[int], box: tuple[int, int], alphabet: Sequence[str]) -> None:
        self.box = box
        self.n = box[0] * box[1]
        self.alphabet = alphabet
        self.units = units_of(box)
        self.peers = peers_of(box)
        self.open = [(1 << self.n) - 1] * (self.n * self.n)
        """Candidates; 0 where the cell is filled."""
        self.filled = [False] * (self.n * self.n)
        for cell, value in enumerate(cells):
            if value:
                self.place(cell, value - 1)

    def place(self, cell: int, value: int) -> None:
        self.filled[cell] = True
        self.open[cell] = 0
        for peer in self.peers[cell]:
            self.open[peer] &= ~(1 << value)

    def name(self, cell: int) -> str:
        return f"row {cell // self.n + 1}, column {cell % self.n + 1}"

    def names(self, cells: Sequence[int]) -> str:
        return "; ".join(self.name(cell) for cell in cells)

    def unit_name(self, unit: int) -> str:
        return f"{('row', 'column', 'box')[unit // self.n]} {unit % self.n + 1}"

    def places(self, unit: Sequence[int], value: int) -> list[int]:
        return [cell for cell in unit if self.open[cell] >> value & 1]

    def missing(self, unit: Sequence[int]) -> int:
        mask = 0
        for cell in unit:
            mask |= self.open[cell]
        return mask

    def symbols(self, mask: int) -> str:
        return " ".join(self.alphabet[value] for value in bits(mask))

    def put(self, rule: Rule, cell: int, value: int, why: str) -> Step:
        self.place(cell, value)
        symbol = self.alphabet[value]
        return Step(
            rule=rule, text=f"{self.name(cell)} is {symbol} ({why})", placed=(cell, symbol), cells=(cell,)
        )

    def strike(self, rule: Rule, losses: dict[int, int], cells: Sequence[int], why: str) -> Step | None:
        """Take candidates away; None where none of them was there."""
        found = {cell: self.open[cell] & mask for cell, mask in losses.items() if self.open[cell] & mask}
        if not found:
            return None
        for cell, mask in found.items():
            self.open[cell] &= ~mask
        gone = "; ".join(f"{self.name(cell)} loses {self.symbols(mask)}" for cell, mask in found.items())
        return Step(
            rule=rule,
            text=f"{why}: {gone}",
            removed=tuple((cell, self.alphabet[v]) for cell, mask in found.items() for v in bits(mask)),
            cells=tuple(cells),
        )


def _contradiction(board: _Board) -> Step | None:
    for cell, filled in enumerate(board.filled):
        if not filled and not board.open[cell]:
            return Step(rule=Rule.CONTRADICTION, text=f"{board.name(cell)} has no symbol left", cells=(cell,))
    for number, unit in enumerate(board.units):
        empty = [cell for cell in unit if not board.filled[cell]]
        if board.missing(unit).bit_count() < len(empty):
            return Step(
                rule=Rule.CONTRADICTION,
                text=f"{board.unit_name(number)} has {len(empty)} empty cells and fewer symbols for them",
                cells=tuple(empty),
            )
    return None


def _naked_single(board: _Board) -> Step | None:
    for cell, mask in enumerate(board.open):
        if mask and not mask & (mask - 1):
            return board.put(Rule.NAKED_SINGLE, cell, mask.bit_length() - 1, "no other symbol is left there")
    return None


def _hidden_single(board: _Board) -> Step | None:
    for number, unit in enumerate(board.units):
        once = twice = 0
        for cell in unit:
            twice |= once & board.open[cell]
            once |= board.open[cell]
        for value in bits(once & ~twice):
            cell = board.places(unit, value)[0]
            return board.put(
                Rule.HIDDEN_SINGLE, cell, value, f"the only place for it in {board.unit_name(number)}"
            )
    return None


def _locked_candidates(board: _Board) -> Step | None:
    n = board.n
    for number, unit in enumerate(board.units):
        others = range(2 * n, 3 * n) if number < 2 * n else range(2 * n)
        for value in bits(board.missing(unit)):
            places = board.places(unit, value)
            for other in others:
                if set(places) <= set(board.units[other]):
                    there = board.unit_name(other)
                    losses = {cell: 1 << value for cell in board.units[other] if cell not in unit}
                    step = board.strike(
                        Rule.LOCKED_CANDIDATES,
                        losses,
                        places,
                        f"{board.alphabet[value]} of {board.unit_name(number)} is in {there}",
                    )
                    if step is not None:
                        return step
    return None


def _naked_set(board: _Board, size: int, rule: Rule) -> Step | None:
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


def _hidden_set(board: _Board, size: int, rule: Rule) -> Step | None:
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


def _x_wing(board: _Board) -> Step | None:
    n = board.n
    for value in range(n):
        for first, across in ((0, n), (n, 0)):
            lines = range(first, first + n)
            pairs = [
                (line, {_crossing(cell, n, across) for cell in places})
                for line in lines
                if len(places := board.places(board.units[line], value)) == 2
            ]
            for (one, crossings), (two, others) in combinations(pairs, 2):
                if crossings != others:
                    continue
                cells = [cell for line in (one, two) for cell in board.places(board.units[line], value)]
                losses = {
                    cell: 1 << value
                    for line in crossings
                    for cell in board.units[across + line]
                    if cell not in cells
                }
                names = " and ".join(board.unit_name(across + line) for line in sorted(crossings))
                both = f"{board.unit_name(one)} and {board.unit_name(two)}"
                why = f"{board.alphabet[value]} of {both} is in {names}"
                step = board.strike(Rule.X_WING, losses, cells, why)
                if step is not None:
                    return step
    return None


def _crossing(cell: int, n: int, across: int) -> int:
    return cell % n if across else cell // n


RULES: tuple[Callable[[_Board], Step | None], ...] = (
    _contradiction,
    _naked_single,
    _hidden_single,
    _locked_candidates,
    lambda board: _naked_set(board, 2, Rule.NAKED_PAIR),
    lambda board: _hidden_set(board, 2, Rule.HIDDEN_PAIR),
    lambda board: _naked_set(board, 3, Rule.NAKED_TRIPLE),
    lambda board: _hidden_set(board, 3, Rule.HIDDEN_TRIPLE),
    _x_wing,
)


def explain(
    cells: Sequence[int], box: tuple[int, int], alphabet: Sequence[str], solution: Sequence[int] | None = None
) -> list[Step]:
    """Solve step by step with the rules of `Rule`, the easiest that applies first.

    Parameters
    ----------
    cells : sequence of n * n int
        1 to n, 0 is empty.
    box : (int, int)
        Rows and columns of a box.
    alphabet : sequence of str
        The symbols of 1 to n.
    solution : sequence of n * n int, optional
        Where the guesses are taken from, in the cell with the fewest candidates; without one the steps end
        at the first guess.

    Examples
    --------
    >>> [str(step) for step in explain([1, 2, 3, 0, 3, 4, 0, 2, 2, 1, 4, 3, 4, 3, 2, 1], (2, 2), "1234")][0]
    'naked single: row 1, column 4 is 4 (no other symbol is left there)'
    """
    board = _Board(cells, box, alphabet)
    steps: list[Step] = []
    while not all(board.filled):
        for rule in RULES:
            step = rule(board)
            if step is not None:
                break
        else:
            step = _guess(board, solution)
        steps.append(step)
        if step.rule is Rule.CONTRADICTION or (step.rule is Rule.GUESS and step.placed is None):
            break
    return steps


def _guess(board: _Board, solution: Sequence[int] | None) -> Step:
    cell = min((c for c, mask in enumerate(board.open) if mask), key=lambda c: board.open[c].bit_count())
    choice = board.symbols(board.open[cell])
    if solution is None:
        return Step(
            rule=Rule.GUESS,
            text=f"no rule of the list applies; {board.name(cell)} is one of {choice}",
            cells=(cell,),
        )
    return board.put(
        Rule.GUESS, cell, solution[cell] - 1, f"no rule of the list applies; it was one of {choice}"
    )


def rate(steps: Sequence[Step]) -> Difficulty:
    """Return the difficulty of a puzzle by its steps.

    Examples
    --------
    >>> rate([]).value
    'easy'
    """
    used = {step.rule for step in steps}
    if used & {Rule.GUESS, Rule.CONTRADICTION}:
        return Difficulty.EXPERT
    if used - {Rule.NAKED_SINGLE, Rule.HIDDEN_SINGLE, Rule.LOCKED_CANDIDATES}:
        return Difficulty.HARD
    return Difficulty.MEDIUM if Rule.LOCKED_CANDIDATES in used else Difficulty.EASY
