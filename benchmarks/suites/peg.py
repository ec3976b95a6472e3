"""Peg solitaire: a first solution, positions in reach, solvable positions, all solutions, fewest moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from reference.search import peg as plain
from unriddle.base import Limits
from unriddle.puzzles.peg.puzzle import GridPegSolitairePuzzle
from unriddle.search import METHODS

from ..case import Case, by_method, visited

__all__ = ["cases", "counted", "fewest", "triangle"]

SMALL = ".***/****/****"
TINY = "****/.***/***."
CENTRE = {"english": (3, 3)}


def cases(quick: bool) -> list[Case]:
    """Return the cases."""
    made = []
    for name in ("triangle15",) if quick else ("triangle15", "english", "wiegleb"):
        made.append(_first(name))
        if name != "wiegleb":
            made.append(_first_textbook(name))
    made += [_positions("triangle15", None), _positions_twin("triangle15")]
    if not quick:
        made += [_positions("english", 100_000), _solvable("english")]
    made += [_solvable("triangle15"), _solvable_textbook("triangle15")]
    made += [counted("triangle15"), fewest("triangle15")]
    # G. Bell's numbers, https://oeis.org/A127500, from a vacancy that has them.
    for side, row, moves in [(4, 1, 5), (5, 2, 9)] if quick else [(4, 1, 5), (5, 2, 9), (6, 1, 9)]:
        start, name = partial(triangle, side, row), f"triangle of {side} rows"
        made.append(fewest(name, start, expect=[moves]))
        if side < 6:
            made.append(_fewest_textbook(name, start))
    made += [_counted_tiny(), _counted_tiny_twin()]
    for method in METHODS:
        made += by_method(
            method,
            partial(GridPegSolitairePuzzle, SMALL.split("/")),
            suite="peg",
            group=f"peg 3x4, {method}",
        )
        made += by_method(
            method,
            partial(GridPegSolitairePuzzle.random, "english", pegs=5 if quick else 9, seed=4, goal=(3, 3)),
            suite="peg",
            group=f"peg, few pegs left, {method}",
        )
    return made


def _puzzle(name: str) -> GridPegSolitairePuzzle:
    return GridPegSolitairePuzzle.named(name, goal=CENTRE.get(name))


def triangle(side: int, row: int) -> GridPegSolitairePuzzle:
    """Return a triangle of so many rows with the first hole of a row empty."""
    rows = ["*" * (r + 1) + "#" * (side - 1 - r) for r in range(side)]
    rows[row] = "." + rows[row][1:]
    return GridPegSolitairePuzzle(rows, jumps="triangular")


def _first(name: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = _puzzle(name)
        return lambda: (puzzle, puzzle.solve())

    return Case(
        suite="peg",
        group=f"peg {name}, a solution",
        name="kernel",
        role="kernel",
        item="puzzle",
        prepare=prepare,
        answer=lambda found: [found[0].check(found[1])],
        nodes=lambda found: found[1].stats.nodes,
        params={"board": name},
    )


def _depth_first(position: int, jumps: Collection[plain.Jump], goals: Collection[int]) -> tuple[bool, int]:
    """Return whether a goal can be reached, and the positions seen: depth-first with a set of positions."""
    seen = {position}

    def visit(here: int) -> bool:
        if here in goals:
            return True
        for _, other in plain.after(here, jumps):
            if other not in seen:
                seen.add(other)
                if visit(other):
                    return True
        return False

    return visit(position), len(seen)


def _first_textbook(name: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = _puzzle(name)
        goals = set(puzzle.targets)
        return lambda: _depth_first(puzzle.position, puzzle.board.jumps, goals)

    return Case(
        suite="peg",
        group=f"peg {name}, a solution",
        name="depth-first with a set",
        role="textbook",
        item="puzzle",
        prepare=prepare,
        answer=lambda found: [found[0]],
        nodes=lambda found: found[1],
        params={"board": name},
    )


def _positions(name: str, nodes: int | None) -> Case:
    group = f"peg {name}, positions" + (f" to {nodes:,}" if nodes else "")

    def prepare() -> Callable[[], Any]:
        puzzle, limits = _puzzle(name), Limits(nodes=nodes)
        return lambda: puzzle.count_positions(limits=limits)

    return Case(
        suite="peg",
        group=group,
        name="kernel",
        role="kernel",
        item="board",
        prepare=prepare,
        answer=lambda result: [list(result.counts)],
        nodes=visited,
        params={"board": name},
    )


def _positions_twin(name: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = _puzzle(name)
        return lambda: plain.layers(puzzle.position, puzzle.board.jumps, puzzle.board.symmetries)

    return Case(
        suite="peg",
        group=f"peg {name}, positions",
        name="twin",
        role="twin",
        item="board",
        prepare=prepare,
        answer=lambda layers: [list(map(len, layers))],
        nodes=lambda layers: sum(map(len, layers)),
        params={"board": name},
    )


def _solvable(name: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = _puzzle(name)
        return lambda: puzzle.solvable_positions()

    return Case(
        suite="peg",
        group=f"peg {name}, solvable positions",
        name="kernel",
        role="kernel",
        item="board",
        prepare=prepare,
        answer=lambda result: [result.total],
        nodes=visited,
        params={"board": name},
    )


def _forth_and_back(
    position: int,
    jumps: Collection[plain.Jump],
    goals: Collection[int],
    symmetries: Collection[Sequence[int]],
) -> int:
    """Return how many positions lie on the ways to the goals: sets by number of jumps, forth and back."""
    layers = plain.layers(position, jumps, symmetries)
    while layers and not any(goal in layers[-1] for goal in goals):
        layers.pop()
    kept = {goal for goal in goals if layers and goal in layers[-1]}
    found = len(kept)
    for layer in layers[-2::-1]:
        kept = {
            x for x in layer if any(plain.canonical(y, symmetries) in kept for _, y in plain.after(x, jumps))
        }
        found += len(kept)
    return found


def _solvable_textbook(name: str) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = _puzzle(name)
        board, goals = puzzle.board, puzzle.possible_goals()
        turns = board.keeping([puzzle.position], goals)
        least = {plain.canonical(goal, turns) for goal in goals}
        return lambda: _forth_and_back(puzzle.position, board.jumps, least, turns)

    return Case(
        suite="peg",
        group=f"peg {name}, solvable positions",
        name="sets, forth and back",
        role="textbook",
        item="board",
        prepare=prepare,
        answer=lambda total: [total],
        params={"board": name},
    )


def counted(name: str, **more: Any) -> Case:
    """Return the case that counts all solutions of a board."""

    def prepare() -> Callable[[], Any]:
        return _puzzle(name).count

    return Case(
        suite="peg",
        group=f"peg {name}, solutions counted",
        name="kernel",
        role="kernel",
        item="board",
        prepare=prepare,
        answer=lambda count: [str(count)],
        params={"board": name},
        **more,
    )


def fewest(
    name: str,
    start: Callable[[], GridPegSolitairePuzzle] | None = None,
    limits: Limits | None = None,
    **more: Any,
) -> Case:
    """Return the case that finds a solution in the fewest moves, several jumps of one peg being one.

    Parameters
    ----------
    name : str
        Of the board, and a named one where there is no `start`.
    start : callable, optional
        Makes the puzzle.
    limits : Limits, optional
        Where the search stops: what it has found by then is the answer.
    **more
        Of the case.
    """

    def prepare() -> Callable[[], Any]:
        puzzle = _puzzle(name) if start is None else start()
        return lambda: puzzle.fewest_moves(limits=limits)

    def wrong(result: Any) -> str:
        held = result.puzzle.check(result) and result.lower_bound <= result.moves
        return "" if held and result.optimal == (limits is None) else f"{result!r}"

    return Case(
        suite="peg",
        group=f"peg {name}, fewest moves" + (f" to {limits.nodes:,}" if limits else ""),
        name="kernel",
        role="kernel",
        item="board",
        prepare=prepare,
        answer=lambda result: [result.moves],
        check=wrong,
        nodes=visited,
        facts=lambda result: {"moves": result.moves, "lower_bound": result.lower_bound},
        params={"board": name},
        **more,
    )


def _fewest_moves(position: int, jumps: Collection[plain.Jump], goals: Collection[int]) -> tuple[int, int]:
    """Return the fewest moves, and the states seen: breadth-first, going on with the same peg at no cost."""
    least, queue = {(position, -1): 0}, deque([(0, position, -1)])
    while queue:
        moves, here, last = queue.popleft()
        if here in goals:
            return moves, len(least)
        if moves > least[here, last]:
            continue
        for (a, _, c), other in plain.after(here, jumps):
            cost = moves + (a != last)
            if cost < least.get((other, c), 1 << 30):
                least[other, c] = cost
                (queue.append if a != last else queue.appendleft)((cost, other, c))
    raise AssertionError("no solution")


def _fewest_textbook(name: str, start: Callable[[], GridPegSolitairePuzzle]) -> Case:
    def prepare() -> Callable[[], Any]:
        puzzle = start()
        goals = set(puzzle.targets)
        return lambda: _fewest_moves(puzzle.position, puzzle.board.jumps, goals)

    return Case(
        suite="peg",
        group=f"peg {name}, fewest moves",
        name="breadth-first, moves as steps",
        role="textbook",
        item="board",
        prepare=prepare,
        answer=lambda found: [found[0]],
        nodes=lambda found: found[1],
        params={"board": name},
    )


def _tiny() -> dict[str, Any]:
    return {"suite": "peg", "group": "peg 3x4, solutions counted", "item": "board"}


def _counted_tiny() -> Case:
    def prepare() -> Callable[[], int]:
        puzzle = GridPegSolitairePuzzle(TINY.split("/"))
        return lambda: int(puzzle.count())

    return Case(name="kernel", role="kernel", prepare=prepare, answer=lambda count: [count], **_tiny())


def _counted_tiny_twin() -> Case:
    def prepare() -> Callable[[], int]:
        puzzle = GridPegSolitairePuzzle(TINY.split("/"))
        goals, jumps = set(puzzle.targets), puzzle.board.jumps
        return lambda: len(plain.solutions(puzzle.position, goals, jumps))

    return Case(name="twin", role="twin", prepare=prepare, answer=lambda count: [count], **_tiny())
