"""Twin of `unriddle.core.search.engine`: what each search finds by sets, and the searches step by step.

`levels`, `shortest` and `cheapest` say what is true of any rules. `Search` takes the same steps as the
kernel, with states as tuples of words in dicts; it knows no limit of memory.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from .slices import Sliced

__all__ = [
    "ASTAR", "BFS", "BIDIRECTIONAL", "DFS", "EXHAUSTED", "IDA", "OUT_OF_MEMORY", "RUNNING", "SOLVED", "Graph",
    "Search", "StateStore", "Successors", "cheapest", "levels", "shortest",
]  # fmt: skip

DFS, BFS, BIDIRECTIONAL, ASTAR, IDA = range(5)
RUNNING, SOLVED, EXHAUSTED, OUT_OF_MEMORY = range(4)
NO_WAY = 0x3FFFFFFF

State = TypeVar("State")
Words = tuple[int, ...]
"""A state: its words."""


def levels(expand: Callable[[State], Iterable[State]], root: State) -> list[set[State]]:
    """Return the states in reach by distance: the root, those one step away, and so on.

    Examples
    --------
    >>> levels(lambda n: [n - 1, n + 1] if 0 < n < 3 else [], 1)
    [{1}, {0, 2}, {3}]
    """
    found = [{root}]
    seen = {root}
    while found[-1]:
        found.append({other for state in found[-1] for other in expand(state)} - seen)
        seen |= found[-1]
    return found[:-1]


def shortest(
    expand: Callable[[State], Iterable[State]], is_goal: Callable[[State], bool], root: State
) -> int | None:
    """Return the fewest steps from the root to a goal, None if none is in reach.

    Examples
    --------
    >>> shortest(lambda n: [n + 1, 2 * n] if n < 10 else [], lambda n: n == 10, 1)
    4
    """
    for steps, level in enumerate(levels(expand, root)):
        if any(is_goal(state) for state in level):
            return steps
    return None


def cheapest(
    expand: Callable[[State], Iterable[tuple[State, int]]], is_goal: Callable[[State], bool], root: State
) -> int | None:
    """Return the least cost of a path from the root to a goal: relax every step until nothing changes.

    Examples
    --------
    >>> cheapest(lambda n: [(n + 1, 5), (n + 2, 7)] if n < 4 else [], lambda n: n == 4, 0)
    14
    """
    cost = {root: 0}
    changed = True
    while changed:
        changed = False
        for state in list(cost):
            for other, step in expand(state):
                if other not in cost or cost[state] + step < cost[other]:
                    cost[other] = cost[state] + step
                    changed = True
    return min((cost[state] for state in cost if is_goal(state)), default=None)


class Successors:
    """The rules of a puzzle: what lies one step away, what is a goal. Subclassed by the puzzles."""

    n_words = 0
    max_successors = 0

    def expand(self, state: Words) -> list[tuple[Words, int]]:
        """Return the states one step away, each with the cost of the step."""
        return []

    def retract(self, state: Words) -> list[tuple[Words, int]]:
        """Return the states one step before; by default steps can be undone."""
        return self.expand(state)

    def is_goal(self, state: Words) -> bool:
        """Say whether a state is a goal."""
        return False

    def dead(self, state: Words) -> bool:
        """Say whether it is clear that no goal can be reached."""
        return False

    def heuristic(self, state: Words) -> int:
        """Return a lower bound of the cost to a goal."""
        return 0


class Graph(Successors):
    """A directed graph given as arrays; a state is the number of a vertex.

    ``ends[starts[v]:starts[v + 1]]`` are the successors of v; `weights` are the costs of the arcs, 1 by
    default.

    Examples
    --------
    >>> Graph([0, 2, 2, 2], [1, 2], [0, 0, 1]).expand((0,))
    [((1,), 1), ((2,), 1)]
    """

    n_words = 1

    def __init__(
        self,
        starts: Sequence[int],
        ends: Sequence[int],
        goals: Sequence[int],
        weights: Sequence[int] | None = None,
        estimates: Sequence[int] | None = None,
        barred: Sequence[int] | None = None,
    ) -> None:
        self.starts, self.ends, self.goals = starts, ends, goals
        self.weights, self.estimates, self.barred = weights, estimates, barred
        self.max_successors = max([1, *(int(starts[v + 1] - starts[v]) for v in range(len(goals)))])

    def expand(self, state: Words) -> list[tuple[Words, int]]:
        """Return the ends of the arcs of a vertex."""
        arcs = range(self.starts[state[0]], self.starts[state[0] + 1])
        return [((int(self.ends[k]),), 1 if self.weights is None else int(self.weights[k])) for k in arcs]

    def is_goal(self, state: Words) -> bool:
        """Say whether a vertex is a goal."""
        return bool(self.goals[state[0]])

    def dead(self, state: Words) -> bool:
        """Say whether a vertex is known to lead to no goal."""
        return self.barred is not None and bool(self.barred[state[0]])

    def heuristic(self, state: Words) -> int:
        """Return the estimate of a vertex."""
        return 0 if self.estimates is None else int(self.estimates[state[0]])


class StateStore(dict[Words, tuple[Words | None, int]]):
    """States in order of arrival, each once: state -> the one it came from (None: the root), its depth.

    Examples
    --------
    >>> StateStore({(7,): (None, 0), (8,): ((7,), 1)}).path((8,))
    [(7,), (8,)]
    """

    def path(self, state: Words) -> list[Words]:
        """Return the states from the root to a state."""
        before, _ = self[state]
        return [state] if before is None else [*self.path(before), state]


class Search(Sliced):
    """One search, run in slices; arguments and counts of the kernel.

    Examples
    --------
    >>> search = Search(Graph([0, 2, 3, 3], [1, 2, 2], [0, 0, 1]), [0], BFS)
    >>> search.run(100), search.status == SOLVED, search.path(), search.nodes
    (False, True, [(0,), (2,)], 1)
    """

    def __init__(
        self,
        rules: Successors,
        root: Sequence[int],
        method: int = BFS,
        goals: Sequence[Sequence[int]] | None = None,
        most_bytes: int = 1 << 31,
        exhaust: bool = False,
        parent_only: bool = False,
    ) -> None:
        self.rules, self.method = rules, method
        self.root: Words = tuple(map(int, root))
        self.goals = [tuple(map(int, goal)) for goal in (() if goals is None else goals)]
        self.exhaust, self.parent_only = exhaust, parent_only
        self.status = RUNNING
        self.nodes = self.generated = self.pruned = self.depth = self.cost = 0
        self.store = StateStore({self.root: (None, 0)})
        self.back_store = StateStore()
        self._path: list[Words] = []
        self._work = (self._dfs, self._bfs, self._bidirectional, self._astar, self._ida)[method]()

    def run(self, budget: int) -> bool:
        """Take up at most `budget` states; return whether work remains."""
        super().run(budget)
        if self._over and self.status == RUNNING:
            self.status = EXHAUSTED
        return self.status == RUNNING

    @property
    def n_states(self) -> int:
        """States kept, those of the second half of a bidirectional search included."""
        return len(self.store) + len(self.back_store)

    @property
    def path_length(self) -> int:
        """Steps from the root to the goal; 0 before a solution."""
        return max(0, len(self._path) - 1)

    def path(self) -> list[Words]:
        """Return the states from the root to the goal; empty if none."""
        return self._path

    def states(self) -> list[Words]:
        """Return all states kept, in order of arrival. Not for IDA."""
        return list(self.store)

    def depths(self) -> list[int]:
        """Return the depth of each state of `states`."""
        return [depth for _, depth in self.store.values()]

    def _solved(self, path: list[Words], cost: int) -> None:
        self._path, self.cost, self.status, self._over = path, cost, SOLVED, True

    def _root_decides(self, goal_counts: bool = True) -> bool:
        """Say whether the root is a goal or dead, and note it."""
        if goal_counts and self.rules.is_goal(self.root):
            self._solved([self.root], 0)
        elif self.rules.dead(self.root) and (self.exhaust or not self.rules.is_goal(self.root)):
            self.pruned = 1
        else:
            return False
        self.nodes = 1
        return True

    def _dfs(self) -> Iterator[None]:
        self.store.clear()
        stack: list[tuple[Words, Words | None]] = [(self.root, None)]
        while stack:
            state, before = stack.pop()
            self.generated += before is not None
            if state in self.store:
                continue
            depth = 0 if before is None else self.store[before][1] + 1
            self.store[state] = before, depth
            self.depth = max(self.depth, depth)
            self.nodes += 1
            if self.rules.is_goal(state):
                return self._solved(self.store.path(state), depth)
            if self.rules.dead(state):
                self.pruned += 1
            else:  # the first successor comes off the stack first
                stack += [(other, state) for other, _ in reversed(self.rules.expand(state))]
            yield
        return None

    def _bfs(self) -> Iterator[None]:
        if self._root_decides(not self.exhaust):
            return None
        queue = [self.root]
        for state in queue:
            self.nodes += 1
            depth = self.store[state][1] + 1
            for other, _ in self.rules.expand(state):
                self.generated += 1
                if other in self.store:
                    continue
                if not self.exhaust and self.rules.is_goal(other):
                    self.store[other], self.depth = (state, depth), depth
                    return self._solved(self.store.path(other), depth)
                if self.rules.dead(other):
                    self.pruned += 1
                    continue
                self.store[other], self.depth = (state, depth), depth
                queue.append(other)
            yield
        return None

    def _bidirectional(self) -> Iterator[None]:
        """Level by level, always the smaller frontier; the first meeting is on a shortest path."""
        for goal in self.goals:
            self.back_store[goal] = None, 0
        if self._root_decides():
            return None
        stores = self.store, self.back_store
        frontiers = [self.root], list(self.back_store)
        while frontiers[0] and frontiers[1]:
            side = len(frontiers[0]) > len(frontiers[1])
            mine, theirs = stores[side], stores[not side]
            level = frontiers[side][:]
            frontiers[side].clear()
            for state in level:
                self.nodes += 1
                depth = mine[state][1] + 1
                for other, _ in self.rules.retract(state) if side else self.rules.expand(state):
                    self.generated += 1
                    if other in mine:
                        continue
                    if other in theirs:
                        mine[other] = state, depth
                        self.depth = max(self.depth, depth)
                        ahead, back = self.store.path(other), self.back_store.path(other)
                        return self._solved(ahead + back[-2::-1], depth + theirs[other][1])
                    if self.rules.dead(other):
                        self.pruned += 1
                        continue
                    mine[other] = state, depth
                    self.depth = max(self.depth, depth)
                    frontiers[side].append(other)
                yield
        return None

    def _astar(self) -> Iterator[None]:
        """Expand the least cost so far plus heuristic, then the least heuristic, then the newest."""
        if self._root_decides(False):
            return None
        cost = {self.root: 0}
        heap: list[tuple[int, int, int, int, Words]] = []

        def push(state: Words, reached: int) -> None:
            estimate = self.rules.heuristic(state)
            if estimate < NO_WAY:
                heapq.heappush(heap, (reached + estimate, estimate, -self.arrivals, reached, state))
                self.arrivals += 1

        self.arrivals = 0
        push(self.root, 0)
        while heap:
            _, _, _, paid, state = heapq.heappop(heap)
            if paid > cost[state]:
                continue  # a cheaper way was found since
            self.nodes += 1
            if self.rules.is_goal(state):
                return self._solved(self.store.path(state), paid)
            depth = self.store[state][1] + 1
            for other, step in self.rules.expand(state):
                self.generated += 1
                if other not in cost and self.rules.dead(other) and not self.rules.is_goal(other):
                    self.pruned += 1
                elif other not in cost or paid + step < cost[other]:
                    cost[other], self.store[other] = paid + step, (state, depth)
                    self.depth = max(self.depth, depth)
                    push(other, paid + step)
            yield
        return None

    def _ida(self) -> Iterator[None]:
        """Depth-first within a bound, which grows to the least total that exceeded it."""
        if self._root_decides(False):
            return
        bound = self.rules.heuristic(self.root)
        if bound >= NO_WAY:
            return
        self.nodes = 1
        if self.rules.is_goal(self.root):
            return self._solved([self.root], 0)
        yield
        while bound < NO_WAY and not self._over:
            self.exceeded = 1 << 62
            yield from self._deeper([self.root], 0, bound)
            bound = self.exceeded

    def _deeper(self, path: list[Words], paid: int, bound: int) -> Iterator[None]:
        for other, step in self.rules.expand(path[-1]):
            self.generated += 1
            if other in (path[-2:-1] if self.parent_only else path):
                continue
            self.nodes += 1
            total = paid + step + self.rules.heuristic(other)
            if total > bound:
                self.exceeded = min(self.exceeded, total)
            elif self.rules.is_goal(other):
                self.depth = max(self.depth, len(path))
                return self._solved([*path, other], paid + step)
            elif self.rules.dead(other):
                self.pruned += 1
            else:
                self.depth = max(self.depth, len(path))
                yield
                yield from self._deeper([*path, other], paid + step, bound)
                if self._over:
                    return None
                continue
            yield
        return None
