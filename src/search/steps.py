"""The solvers as generators that stop after each node."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final, Literal

from ..base import Puzzle, PuzzleError

__all__ = ["METHODS", "Cycles", "Steps"]

METHODS: Final = ("dfs", "bfs", "bidirectional", "astar", "ida")
"""Names of the methods that `find_path` knows."""

Cycles = Literal["path", "parent"]


def _cost(puzzle: Puzzle, other: Puzzle) -> float:
    cost = puzzle.step_cost(other)
    if not cost >= 0:
        raise PuzzleError(f"step_cost returned {cost!r}, expected a number from 0 up")
    return cost


def _bound(puzzle: Puzzle) -> float:
    bound = puzzle.heuristic()
    if not bound >= 0:
        raise PuzzleError(f"heuristic returned {bound!r}, expected a number from 0 up")
    return bound


class Steps:
    """Counters of one run, and the solvers as generators that yield after each node visited.

    A generator ends when it has set `found` or when nothing is left to visit. Between two nodes
    the driver looks at the limits, so a limit in nodes is exact.
    """

    def __init__(self, root: Puzzle) -> None:
        type(root).make_hashable()
        self.root = root
        self.nodes = self.generated = self.pruned = self.depth = 0
        self.kept = 1  # configurations held in memory
        self.found: list[Puzzle] | None = None

    def deepest(self, depth: int) -> None:
        """Remember a depth if none was greater."""
        if depth > self.depth:
            self.depth = depth

    def dfs(self) -> Iterator[None]:
        """Search depth-first."""
        seen = {self.root}
        self.nodes = 1
        if self.root.is_solved():
            self.found = [self.root]
            return
        yield
        if self.root.fail_fast():
            self.pruned = 1
            return
        path, branches = [self.root], [iter(self.root.extensions())]
        while branches:
            for puzzle in branches[-1]:
                self.generated += 1
                if puzzle in seen:
                    continue
                seen.add(puzzle)
                self.kept += 1
                self.nodes += 1
                self.deepest(len(path))
                if puzzle.is_solved():
                    self.found = [*path, puzzle]
                    return
                if puzzle.fail_fast():
                    self.pruned += 1
                else:
                    path.append(puzzle)
                    branches.append(iter(puzzle.extensions()))
                yield
                break
            else:
                branches.pop()
                path.pop()

    def bfs(self) -> Iterator[None]:
        """Search breadth-first."""
        parents: dict[Puzzle, Puzzle | None] = {self.root: None}
        queue = deque([(self.root, 0)])
        solved = self.root if self.root.is_solved() else None
        if solved is None and self.root.fail_fast():
            queue.clear()
            self.pruned = self.nodes = 1
        while queue and solved is None:
            puzzle, depth = queue.popleft()
            self.nodes += 1
            for other in puzzle.extensions():
                self.generated += 1
                if other in parents:
                    continue
                if other.is_solved():
                    parents[other] = puzzle
                    solved = other
                    self.deepest(depth + 1)
                    break
                if other.fail_fast():
                    self.pruned += 1
                    continue
                parents[other] = puzzle
                self.kept += 1
                queue.append((other, depth + 1))
                self.deepest(depth + 1)
            else:
                yield
        if solved is not None:
            self.nodes = max(self.nodes, 1)
            self.found = _back(parents, solved)[::-1]

    def bidirectional(self, goals: list[Puzzle]) -> Iterator[None]:
        """Search breadth-first from both ends."""
        self.nodes = 1
        if self.root.is_solved():
            self.found = [self.root]
            return
        if self.root.fail_fast():
            self.pruned = 1
            return
        self.nodes = 0
        ahead: dict[Puzzle, Puzzle | None] = {self.root: None}
        behind: dict[Puzzle, Puzzle | None] = dict.fromkeys(goals)
        self.kept = 1 + len(behind)
        level, back_level, depth = [self.root], list(behind), 0
        while level and back_level:
            # The smaller frontier goes first; the first meeting is on a shortest path, because
            # every path shorter than the two depths together has been ruled out.
            forward = len(level) <= len(back_level)
            mine, theirs = (ahead, behind) if forward else (behind, ahead)
            next_level: list[Puzzle] = []
            depth += 1
            for puzzle in level if forward else back_level:
                self.nodes += 1
                for other in puzzle.extensions() if forward else puzzle.predecessors():
                    self.generated += 1
                    if other in mine:
                        continue
                    if other in theirs:
                        mine[other] = puzzle
                        self.deepest(depth)
                        self.found = [*_back(ahead, other)[::-1], *_back(behind, other)[1:]]
                        return
                    if other.fail_fast():
                        self.pruned += 1
                        continue
                    mine[other] = puzzle
                    self.kept += 1
                    next_level.append(other)
                    self.deepest(depth)
                yield
            if forward:
                level = next_level
            else:
                back_level = next_level

    def astar(self) -> Iterator[None]:
        """Search by A*."""
        best: dict[Puzzle, float] = {self.root: 0}
        parents: dict[Puzzle, tuple[Puzzle | None, int]] = {self.root: (None, 0)}
        # Ties: least estimate first, then the newest.
        order = count(0, -1)
        estimate = _bound(self.root)
        heap = [(estimate, estimate, next(order), 0.0, self.root)]
        if not self.root.is_solved() and self.root.fail_fast():
            heap.clear()
            self.pruned = self.nodes = 1
        while heap:
            _, _, _, cost, puzzle = heappop(heap)
            if cost > best[puzzle]:
                continue  # a cheaper way was found since
            self.nodes += 1
            depth = parents[puzzle][1] + 1
            if puzzle.is_solved():
                self.found = [puzzle]
                while (step := parents[self.found[-1]][0]) is not None:
                    self.found.append(step)
                self.found.reverse()
                return
            for other in puzzle.extensions():
                self.generated += 1
                reached = cost + _cost(puzzle, other)
                known = best.get(other)
                if known is not None and known <= reached:
                    continue
                if known is None:
                    if not other.is_solved() and other.fail_fast():
                        self.pruned += 1
                        continue
                    self.kept += 1
                estimate = _bound(other)
                best[other] = reached
                parents[other] = (puzzle, depth)
                self.deepest(depth)
                heappush(heap, (reached + estimate, estimate, next(order), reached, other))
            yield

    def ida(self, cycles: Cycles) -> Iterator[None]:  # noqa: C901 (one loop over an explicit stack)
        """Search by iterative deepening A*."""
        bound = _bound(self.root)
        if not self.root.is_solved() and self.root.fail_fast():
            self.pruned = self.nodes = 1
            bound = float("inf")
        while bound < float("inf"):
            exceeded = float("inf")
            if self.nodes == 0:
                self.nodes = 1
                if self.root.is_solved():
                    self.found = [self.root]
                    return
                yield
            path, costs = [self.root], [0.0]
            on_path = {self.root}
            branches = [iter(self.root.extensions())]
            while branches:
                puzzle = path[-1]
                for other in branches[-1]:
                    self.generated += 1
                    if cycles == "path":
                        if other in on_path:
                            continue
                    elif len(path) > 1 and other == path[-2]:
                        continue
                    self.nodes += 1
                    reached = costs[-1] + _cost(puzzle, other)
                    estimate = reached + _bound(other)
                    if estimate > bound:
                        exceeded = min(exceeded, estimate)
                        yield
                        continue
                    solved = other.is_solved()
                    if not solved and other.fail_fast():
                        self.pruned += 1
                        yield
                        continue
                    self.deepest(len(path))
                    path.append(other)
                    if solved:
                        self.found = path
                        return
                    self.kept = len(path)
                    costs.append(reached)
                    if cycles == "path":
                        on_path.add(other)
                    branches.append(iter(other.extensions()))
                    yield
                    break
                else:
                    branches.pop()
                    costs.pop()
                    on_path.discard(path.pop())
            bound = exceeded

    def all_paths(self) -> Iterator[list[Puzzle] | None]:
        """Yield None after each node, and each solution path once; a path repeats no configuration."""
        self.nodes = 1
        if self.root.is_solved():
            yield [self.root]
            return
        yield None
        if self.root.fail_fast():
            return
        path, on_path = [self.root], {self.root}
        branches = [iter(dict.fromkeys(self.root.extensions()))]
        while branches:
            for puzzle in branches[-1]:
                self.generated += 1
                if puzzle in on_path:
                    continue
                self.nodes += 1
                self.deepest(len(path))
                if puzzle.is_solved():
                    yield [*path, puzzle]
                    continue
                if puzzle.fail_fast():
                    self.pruned += 1
                    yield None
                    continue
                path.append(puzzle)
                on_path.add(puzzle)
                branches.append(iter(dict.fromkeys(puzzle.extensions())))
                self.kept = len(path)
                yield None
                break
            else:
                branches.pop()
                on_path.discard(path.pop())


def _back(parents: dict[Puzzle, Puzzle | None], puzzle: Puzzle) -> list[Puzzle]:
    """Return the configurations from `puzzle` back along `parents`."""
    path = [puzzle]
    while (parent := parents[path[-1]]) is not None:
        path.append(parent)
    return path
