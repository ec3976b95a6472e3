"""The states on the way to the solution of a Gogen, of the kernel and of the general solvers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...base import Limits, SearchStats, Status
from ...core.assign import gogen as kernel
from ...search import find_path
from ...search.run_loop import finish
from .puzzle import Gogen


@dataclass(frozen=True, slots=True)
class State:
    """A state on the way to the solution, and what had been visited when it was reached."""

    grid: tuple[str, ...]
    length: int
    """Steps from the givens to this state."""
    nodes: int
    """Nodes visited when it was taken up."""

    @property
    def efficiency(self) -> float:
        """Steps / nodes visited, as `SearchStats` has it for a whole search."""
        return SearchStats(nodes=self.nodes, path_length=self.length).efficiency


def kernel_way(puzzle: Gogen, choices: Iterable[tuple[str, int]]) -> list[State]:
    """Return the states of the compiled search: the givens, what follows from them and from each guess.

    Its nodes are the root and one for each guess, the wrong ones included. The kernel continues from a state
    as from a puzzle with that state as givens, so what it had visited is what it needs less what is left.
    """
    states = [State(puzzle.grid, 0, 1)]
    made = list(choices)
    givens, links = puzzle.arrays()
    givens, left = givens.copy(), []
    for letter, cell in [("", -1), *made]:
        if letter:
            givens[puzzle.alphabet.index(letter)] = cell
        search = kernel.GogenSearch(puzzle.rows, puzzle.cols, givens, links, 1)
        finish(search.run, nodes=lambda search=search: search.nodes)  # type: ignore[misc]
        left.append(search.nodes)
    for k in range(len(made) + 1):
        grid = puzzle.trace(made[:k])[-1]
        if grid != states[-1].grid:
            states.append(State(grid, k + 1, left[0] - left[k] + 1))
    return states


def way_of(
    puzzle: Gogen, method: str, limits: Limits | None = None, progress: Callable[[int], None] | None = None
) -> list[State]:
    """Return the states from the givens to the first solution, by ``dfs`` or ``bfs``.

    A state is dropped at once where a word can be traced no more. Empty where there is no solution or a
    limit came first.
    """
    taken: dict[tuple[str, ...], int] = {}
    looked = 0

    def is_goal(state: Gogen) -> bool:
        # Depth-first search looks at each state that it takes up, once.
        nonlocal looked
        looked += 1
        if method == "dfs":
            taken[state.grid] = looked
        return state.is_solved()

    def successors(state: Gogen) -> list[Gogen]:
        # Breadth-first search takes up a state when it asks for what lies one step on.
        taken.setdefault(state.grid, len(taken) + 1)
        return state.extensions()

    rules = {
        "start": puzzle,
        "successors": successors,
        "is_goal": is_goal,
        "fail_fast": lambda state: state.fail_fast(),
    }
    result = find_path(rules, method, limits=limits, progress=progress)
    if result.status is not Status.SOLVED:
        return []
    nodes = [taken.get(state.grid, result.stats.nodes) for state in result.path]
    nodes[-1] = result.stats.nodes
    return [
        State(state.grid, k, seen) for k, (state, seen) in enumerate(zip(result.path, nodes, strict=True))
    ]
