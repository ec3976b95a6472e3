"""Searches of the signature: peg solitaire."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

__all__ = ["KERNELS", "PARTS"]


def peg() -> Iterator[int]:
    """Peg solitaire: solutions by every method, their number, the fewest moves."""
    from unriddle.base import Limits
    from unriddle.puzzles.peg.puzzle import GridPegSolitairePuzzle

    for name in ("english", "wiegleb", "triangle15"):
        result = GridPegSolitairePuzzle.named(name).solve(limits=Limits(nodes=20_000))
        yield from (result.stats.nodes, result.stats.generated, result.moves, *map(ord, str(result)))
    small = GridPegSolitairePuzzle.random("english", pegs=9, seed=4, goal=(3, 3))
    for method in ("dfs", "bfs", "bidirectional", "astar", "ida"):
        result = small.solve(method=method)
        yield from (result.stats.nodes, result.length)
    triangle = GridPegSolitairePuzzle.named("triangle15")
    yield from (
        int(triangle.count()),
        triangle.fewest_moves().moves,
        triangle.fewest_moves().stats.nodes,
    )


def peg_layers() -> Iterator[int]:
    """Peg solitaire: positions by layer, kept as positions and as numbers."""
    from unriddle.base import Limits
    from unriddle.puzzles.peg.puzzle import GridPegSolitairePuzzle

    english = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    yield from english.count_positions(limits=Limits(nodes=20_000)).counts
    middle = GridPegSolitairePuzzle.random("english", pegs=15, seed=2, goal=(3, 3))
    for memory in (1 << 31, 1 << 22):
        found = middle.solvable_positions(limits=Limits(memory=memory))
        yield from (found.stats.nodes, *found.counts)


def peg_winning() -> Iterator[int]:
    """Peg solitaire: what can still be won."""
    from unriddle.puzzles.peg.puzzle import GridPegSolitairePuzzle

    for seed in range(4):
        puzzle = GridPegSolitairePuzzle.random("english", pegs=16, seed=seed)
        after = puzzle.extensions()[0]
        yield from (len(puzzle.winning_jumps().jumps), bool(after.is_winnable()))


PARTS: dict[str, Callable[[], Iterable[int]]] = {
    "peg": peg,
    "peg_layers": peg_layers,
    "peg_winning": peg_winning,
}
"""Name of a part -> function that yields the counts of its searches."""

KERNELS = {
    "search.peg": "peg",
    "search.peg_numbered": "peg_layers",
    "search.peg_move_beam": "peg",
    "search.peg_plans": "peg",
    "search.peg_search": "peg",
}
"""Kernel -> a part that runs it."""
