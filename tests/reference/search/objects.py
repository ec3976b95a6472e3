"""Twin of `unriddle.core.search.objects`: the methods as generators that stop after each state."""

from __future__ import annotations

import math
import operator
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final

__all__ = ["ALL_PATHS", "ASTAR", "BFS", "BIDIRECTIONAL", "DFS", "IDA", "Kind", "Refused", "Search"]

DFS: Final = 0
BFS: Final = 1
BIDIRECTIONAL: Final = 2
ASTAR: Final = 3
IDA: Final = 4
ALL_PATHS: Final = 5
ALIKE: Final = 1 + 2.0**-40


class Refused(Exception):
    """What a puzzle gave cannot be searched: one line that says what was expected."""


class Kind:
    """How a search treats the states of one type: the functions of the kernel's `Kind`, defaults put in."""

    def __init__(  # noqa: PLR0913 (those of the kernel)
        self,
        expand: Callable[[Any], Iterable[Any]],
        solved: Callable[[Any], object],
        dead: Callable[[Any], object] | None = None,
        estimate: Callable[[Any], float] | None = None,
        cost: Callable[[Any, Any], float] | None = None,
        retract: Callable[[Any], Iterable[Any]] | None = None,
        key: Callable[[Any], Any] | str | None = None,
        slots: tuple[str, ...] | None = None,  # the kernel's short cut to what `key` returns
        freeze: Callable[[Any, str], Any] | None = None,
        learn: Callable[[Any], tuple[str, ...] | None] | None = None,  # as `slots`
        called: tuple[str, str] = ("expand", "retract"),
    ) -> None:
        self.expand, self.solved = expand, solved
        self.dead = dead or (lambda state: False)
        self.estimate = estimate or (lambda state: 0)
        self.cost = cost or (lambda state, other: 1)
        self.retract = retract or expand
        self.called = called
        self.key = operator.attrgetter(key) if isinstance(key, str) else key


def _number(value: Any, what: str) -> float:
    try:
        number = -1 if isinstance(value, str) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = -1
    if not number >= 0:
        raise Refused(f"{what} returned {value!r}, expected a number from 0 up")
    return number


class Search:
    """One search from a state. A method ends when it has set `found`, or when nothing is left to take up."""

    def __init__(
        self,
        root: Any,
        kinds: Kind | Callable[[type], Kind],
        method: int,
        goals: Sequence[Any] = (),
        parent_only: bool = False,
    ) -> None:
        self.root, self.kinds, self.goals, self.parent_only = root, kinds, goals, parent_only
        self.nodes = self.generated = self.pruned = self.depth = 0
        self.kept = 1
        self.found: list[Any] | None = None
        self._known: dict[type, Kind] = {}
        names = ("_dfs", "_bfs", "_bidirectional", "_astar", "_ida", "_all_paths")
        self._steps: Iterator[None] = getattr(self, names[method])()

    def run(self, budget: int, seconds: float = math.inf, most_kept: float = math.inf) -> bool:
        """Take up at most `budget` states, for about `seconds`; return whether work remains."""
        last, deadline = self.nodes + budget, time.perf_counter() + seconds
        while self.nodes < last:
            if next(self._steps, "end") == "end":
                return False
            if self.found or self.kept > most_kept or time.perf_counter() >= deadline:
                break
        return True

    def take(self) -> list[Any] | None:
        """Return the path found, and let go of it."""
        found, self.found = self.found, None
        return found

    def _kind(self, state: Any) -> Kind:
        if isinstance(self.kinds, Kind):
            return self.kinds
        if type(state) not in self._known:
            self._known[type(state)] = self.kinds(type(state))
        return self._known[type(state)]

    def _key(self, state: Any) -> Any:
        kind = self._kind(state)
        key = state if kind.key is None else (type(state), kind.key(state))
        try:
            hash(key)
        except TypeError as error:
            if str(error).startswith("unhashable"):
                key = state if kind.key is None else kind.key(state)
                raise Refused(
                    f"{key!r:.60} tells states apart, {error}, expected tuples or the like"
                ) from None
            raise
        except RecursionError:
            raise Refused(
                "what tells states apart holds what holds what … too deep to follow, such as the states "
                "before, expected a method configuration() that returns less"
            ) from None
        return key

    def _solved(self, state: Any) -> bool:
        return bool(self._kind(state).solved(state))

    def _dead(self, state: Any) -> bool:
        dead = bool(self._kind(state).dead(state))
        self.pruned += dead
        return dead

    def _cost(self, state: Any, other: Any) -> float:
        return _number(self._kind(state).cost(state, other), "step_cost")

    def _estimate(self, state: Any) -> float:
        return _number(self._kind(state).estimate(state), "heuristic")

    def _expanded(self, state: Any, back: bool = False) -> Iterator[tuple[Any, Any]]:
        """Yield the states one step on, or one step before, each after its key."""
        kind = self._kind(state)
        for other in self._iterable(kind, state, back):
            self.generated += 1
            yield self._key(other), other

    @staticmethod
    def _iterable(kind: Kind, state: Any, back: bool) -> Iterator[Any]:
        found = kind.retract(state) if back else kind.expand(state)
        try:
            return iter(found)
        except TypeError:
            raise Refused(
                f"{kind.called[back]} returned {found!r:.40}, expected a list of what lies one step away"
            ) from None

    def _ends_at_root(self) -> bool:
        self.nodes = 1
        if self._solved(self.root):
            self.found = [self.root]
        return self.found is not None or self._dead(self.root)

    def _dfs(self) -> Iterator[None]:
        seen = {self._key(self.root)}
        if self._ends_at_root():
            return
        path, branches = [self.root], [self._expanded(self.root)]
        yield
        while branches:
            for key, state in branches[-1]:
                if key in seen:
                    continue
                seen.add(key)
                self.kept += 1
                self.nodes += 1
                self.depth = max(self.depth, len(path))
                if self._solved(state):
                    self.found = [*path, state]
                    return
                if not self._dead(state):
                    path.append(state)
                    branches.append(self._expanded(state))
                yield
                break
            else:
                branches.pop()
                path.pop()

    def _bfs(self) -> Iterator[None]:
        parents: dict[Any, Any] = {self._key(self.root): None}
        if self._ends_at_root():
            return
        self.nodes = 0
        queue = deque([(self.root, None, 0)])  # a state, the entry that it came from, its depth
        while queue:
            entry = queue.popleft()
            self.nodes += 1
            for key, other in self._expanded(entry[0]):
                if key in parents:
                    continue
                new: Any = (other, entry, entry[2] + 1)
                if self._solved(other):
                    self.depth = max(self.depth, new[2])
                    self.found = _back(new)[::-1]
                    return
                if self._dead(other):
                    continue
                parents[key] = new
                self.kept += 1
                queue.append(new)
                self.depth = max(self.depth, new[2])
            yield

    def _bidirectional(self) -> Iterator[None]:
        if self._ends_at_root():
            return
        self.nodes = depth = 0
        ahead: dict[Any, Any] = {self._key(self.root): (self.root, None)}
        behind: dict[Any, Any] = {}
        for goal in self.goals:
            behind.setdefault(self._key(goal), (goal, None))
        self.kept = 1 + len(behind)
        levels = [list(ahead.values()), list(behind.values())]
        while levels[0] and levels[1]:
            # The smaller frontier goes first; the first meeting is on a shortest path, because
            # every path shorter than the two depths together has been ruled out.
            back = len(levels[0]) > len(levels[1])
            mine, theirs = (behind, ahead) if back else (ahead, behind)
            level, levels[back] = levels[back], []
            depth += 1
            for entry in level:
                self.nodes += 1
                for key, other in self._expanded(entry[0], back):
                    if key in mine:
                        continue
                    if key in theirs:
                        self.depth = max(self.depth, depth)
                        mine[key] = (other, entry)
                        self.found = [*_back(ahead[key])[::-1], *_back(behind[key])[1:]]
                        return
                    if self._dead(other):
                        continue
                    mine[key] = (other, entry)
                    self.kept += 1
                    levels[back].append(mine[key])
                    self.depth = max(self.depth, depth)
                yield

    def _astar(self) -> Iterator[None]:
        estimate = self._estimate(self.root)
        best = {self._key(self.root): 0.0}
        if self._ends_at_root():
            return
        self.nodes = 0
        # Ties: least estimate first, then the newest.
        order = count(0, -1)
        start: Any = (self.root, None, 0)
        heap: list[Any] = [(estimate, estimate, next(order), 0.0, self._key(self.root), start)]
        while heap:
            *_, cost, key, entry = heappop(heap)
            if cost > best[key]:
                continue  # a cheaper way was found since
            self.nodes += 1
            if self._solved(entry[0]):
                self.found = _back(entry)[::-1]
                return
            depth = entry[2] + 1
            for key, other in self._expanded(entry[0]):
                reached = cost + self._cost(entry[0], other)
                if key in best and best[key] <= reached * ALIKE:
                    continue
                if key not in best:
                    if not self._solved(other) and self._dead(other):
                        continue
                    self.kept += 1
                estimate = self._estimate(other)
                best[key] = reached
                self.depth = max(self.depth, depth)
                new = (other, entry, depth)
                heappush(heap, (reached + estimate, estimate, next(order), reached, key, new))
            yield

    def _ida(self) -> Iterator[None]:
        bound = self._estimate(self.root)
        if self._ends_at_root():
            return
        yield
        while bound < math.inf:
            exceeded = math.inf
            path, costs, keys = [self.root], [0.0], [self._key(self.root)]
            branches = [self._expanded(self.root)]
            while branches:
                for key, other in branches[-1]:
                    if key in (keys[-2:-1] if self.parent_only else keys):
                        continue
                    self.nodes += 1
                    reached = costs[-1] + self._cost(path[-1], other)
                    estimate = reached + self._estimate(other)
                    if estimate > bound * ALIKE:
                        exceeded = min(exceeded, estimate)
                        yield
                        continue
                    if self._solved(other):
                        self.depth = max(self.depth, len(path))
                        self.found = [*path, other]
                        return
                    if self._dead(other):
                        yield
                        continue
                    self.depth = max(self.depth, len(path))
                    path.append(other)
                    self.kept = len(path)
                    costs.append(reached)
                    keys.append(key)
                    branches.append(self._expanded(other))
                    yield
                    break
                else:
                    for stack in (path, costs, keys, branches):
                        stack.pop()
            bound = exceeded

    def _once(self, state: Any) -> Iterator[tuple[Any, Any]]:
        """Yield the states one step on, each once."""
        others: dict[Any, Any] = {}
        for other in self._iterable(self._kind(state), state, False):
            others.setdefault(self._key(other), other)
        for key, other in others.items():
            self.generated += 1
            yield key, other

    def _all_paths(self) -> Iterator[None]:
        if self._ends_at_root():
            if self.found:
                yield
            return
        path, keys, branches = [self.root], [self._key(self.root)], [self._once(self.root)]
        yield
        while branches:
            for key, other in branches[-1]:
                if key in keys:
                    continue
                self.nodes += 1
                self.depth = max(self.depth, len(path))
                if self._solved(other):
                    self.found = [*path, other]
                    yield
                    continue
                if self._dead(other):
                    yield
                    continue
                path.append(other)
                keys.append(key)
                branches.append(self._once(other))
                self.kept = len(path)
                yield
                break
            else:
                for stack in (path, keys, branches):
                    stack.pop()


def _back(entry: Any) -> list[Any]:
    """Return the states from an entry back to where it came from."""
    path = []
    while entry is not None:
        path.append(entry[0])
        entry = entry[1]
    return path
