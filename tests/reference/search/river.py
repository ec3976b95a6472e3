"""Twin of `unriddle.core.search.river`: who can cross, said plainly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from .slices import Sliced

__all__ = [
    "Bank",
    "FleetState",
    "RiverGraph",
    "State",
    "crossings",
    "fleet_crossings",
    "fleet_graph",
    "state_graph",
]

Bank = tuple[int, ...]
"""How many of each kind stand there."""
State = tuple[Bank, int]
"""The left bank, and the side of the boat: 0 left, 1 right."""
FleetState = tuple[tuple[Bank, ...], tuple[tuple[int, int], ...]]
"""Who is at each of two or three places; of each boat its kind and its place, in rising order."""


def crossings(
    state: State, most: Bank, loads: Sequence[Bank], safe: Callable[[Bank], bool]
) -> list[tuple[State, int]]:
    """Return the states one crossing away, each with the number of its load, in order of loads.

    Examples
    --------
    >>> crossings(((1,), 0), (1,), [(1,)], lambda bank: True)
    [(((0,), 1), 0)]
    """
    left, side = state
    right = tuple(m - n for m, n in zip(most, left, strict=True))
    found = []
    for number, load in enumerate(loads):
        if any(n > here for n, here in zip(load, right if side else left, strict=True)):
            continue
        sign = 1 if side else -1
        after = tuple(n + sign * moved for n, moved in zip(left, load, strict=True))
        if safe(after) and safe(tuple(m - n for m, n in zip(most, after, strict=True))):
            found.append(((after, 1 - side), number))
    return found


def state_graph(
    most: Bank, loads: Sequence[Bank], safe: Callable[[Bank], bool]
) -> dict[State, list[tuple[State, int]]]:
    """Return every state that can be reached with everyone on the left at first, and its crossings.

    Examples
    --------
    >>> len(state_graph((1,), [(1,)], lambda bank: True))
    2
    """
    graph: dict[State, list[tuple[State, int]]] = {}
    queue: list[State] = [(most, 0)]
    for state in queue:
        if state not in graph:
            graph[state] = crossings(state, most, loads, safe)
            queue += [other for other, _ in graph[state]]
    return graph


def fleet_crossings(
    state: FleetState, loads: Sequence[tuple[int, Bank]], safe: Callable[[Bank], bool], between: bool = False
) -> list[tuple[FleetState, int]]:
    """Return the states one crossing away, each with the number of its load, by loads and then by places.

    A load is the kind of boat that carries it, and who is in it. `between` says that no crossing leads from
    the first place to the third.

    Examples
    --------
    >>> fleet_crossings((((1,), (0,)), ((0, 0), (1, 0))), [(1, (1,))], lambda bank: True)
    [((((0,), (1,)), ((0, 0), (1, 1))), 0)]
    """
    places, boats = state
    found = []
    for (number, (kind, load)), (here, there) in product(
        enumerate(loads), product(range(len(places)), repeat=2)
    ):
        if (kind, here) not in boats or here == there or (between and abs(there - here) == 2):
            continue
        after = list(places)
        after[here] = tuple(n - moved for n, moved in zip(places[here], load, strict=True))
        after[there] = tuple(n + moved for n, moved in zip(places[there], load, strict=True))
        if min(after[here]) >= 0 and all(map(safe, after)):
            fleet = list(boats)
            fleet[fleet.index((kind, here))] = (kind, there)
            found.append(((tuple(after), tuple(sorted(fleet))), number))
    return found


def fleet_graph(
    start: FleetState, loads: Sequence[tuple[int, Bank]], safe: Callable[[Bank], bool], between: bool = False
) -> dict[FleetState, list[tuple[FleetState, int]]]:
    """Return every state that can be reached from the first, and its crossings, with any boats and places.

    Examples
    --------
    Two boats for one:

    >>> len(fleet_graph((((2,), (0,)), ((0, 0), (0, 0))), [(0, (1,))], lambda bank: True))
    3
    """
    graph: dict[FleetState, list[tuple[FleetState, int]]] = {}
    queue: list[FleetState] = [start]
    for state in queue:
        if state not in graph:
            graph[state] = fleet_crossings(state, loads, safe, between)
            queue += [other for other, _ in graph[state]]
    return graph


class RiverGraph(Sliced):
    """The graph of all states that can be reached from "everyone on the left", in the kernel's tables.

    The index of a bank is the number with its counts as digits, the first the lowest: kind k has digits 0 to
    most[k]. A state is numbered 2 * index of the left bank + side of the boat.

    Examples
    --------
    >>> graph = RiverGraph([1], [[1]], [1, 1])
    >>> graph.run(10), graph.n_states, graph.tables()
    (False, 2, ([0, 1, 2], [1, 0], [0, 0], [2, 1]))
    """

    def __init__(
        self,
        most: Sequence[int],
        loads: Sequence[Sequence[int]],
        safe: Sequence[int],
        max_edges: int = 1 << 27,
    ) -> None:
        self.most: Bank = tuple(map(int, most))
        self.loads = [tuple(map(int, load)) for load in loads]
        self.safe, self.max_edges = safe, max_edges
        self.states: list[State] = [(self.most, 0)]
        self.edges: list[list[tuple[State, int]]] = []
        self.overflow = False
        self._work = self._expand()

    @property
    def nodes(self) -> int:
        """States expanded."""
        return len(self.edges)

    @property
    def n_states(self) -> int:
        """States found."""
        return len(self.states)

    @property
    def n_edges(self) -> int:
        """Crossings found."""
        return sum(map(len, self.edges))

    def index(self, bank: Bank) -> int:
        """Return the index of a bank."""
        number = 0
        for count, most in reversed(list(zip(bank, self.most, strict=True))):
            number = number * (most + 1) + count
        return number

    def _expand(self) -> Iterator[None]:
        for state in self.states:
            further = crossings(state, self.most, self.loads, lambda bank: bool(self.safe[self.index(bank)]))
            self.edges.append(further)
            self.states += dict.fromkeys(other for other, _ in further if other not in self.states)
            self.overflow = self.n_edges > self.max_edges
            if self.overflow:
                return
            yield

    def tables(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Return indptr, indices (in order of arrival), the load of each edge, the number of each state."""
        sizes = [*map(len, self.edges), *[0] * (len(self.states) - len(self.edges))]
        crossed = [edge for row in self.edges for edge in row]
        return (
            [sum(sizes[:k]) for k in range(len(sizes) + 1)],
            [self.states.index(other) for other, _ in crossed],
            [load for _, load in crossed],
            [2 * self.index(left) + side for left, side in self.states],
        )
