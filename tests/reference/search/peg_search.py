"""Twin of `unriddle.core.search.peg_search`: positions layer by layer, and the way back through them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .engine import Successors, Words
from .peg import Pagodas, PegBoard, PegSet, after, before, images
from .slices import Sliced

__all__ = ["OUT_OF_MEMORY", "RUNNING", "PegLayers", "PegRules"]

RUNNING, OUT_OF_MEMORY = range(2)


class PegRules(Successors):
    """Peg solitaire for the engine of all step-by-step puzzles; a state is one word.

    Examples
    --------
    >>> rules = PegRules(PegBoard(3, [(0, 1, 2), (2, 1, 0)], [(0, 1, 2)]), [0b100])
    >>> rules.expand((0b011,)), rules.heuristic((0b011,)), rules.is_goal((0b100,))
    ([((4,), 1)], 1, True)
    """

    n_words = 1

    def __init__(self, board: PegBoard, goals: Iterable[int], pagodas: Pagodas | None = None) -> None:
        self.board, self.goals, self.pagodas = board, [int(goal) for goal in goals], pagodas
        self.pegs = self.goals[0].bit_count()
        self.max_successors = max(1, board.n_jumps)

    def expand(self, state: Words) -> list[tuple[Words, int]]:
        """Return the positions one jump away."""
        return [((other,), 1) for _, other in after(state[0], self.board.jumps)]

    def retract(self, state: Words) -> list[tuple[Words, int]]:
        """Return the positions one jump before."""
        return [((other,), 1) for other in before(state[0], self.board.jumps)]

    def is_goal(self, state: Words) -> bool:
        """Say whether a position is one of the goals."""
        return state[0] in self.goals

    def dead(self, state: Words) -> bool:
        """Say whether too few pegs are left, or a pagoda function forbids the goals."""
        if state[0].bit_count() < self.pegs:
            return True
        return self.pagodas is not None and self.pagodas.is_dead(state[0])

    def heuristic(self, state: Words) -> int:
        """Return the jumps still to come."""
        return max(0, state[0].bit_count() - self.pegs)


class PegLayers:
    """The positions that can be reached, up to symmetry, by number of jumps.

    Examples
    --------
    >>> line = PegBoard(4, [(0, 1, 2), (2, 1, 0), (1, 2, 3), (3, 2, 1)], [(0, 1, 2, 3)])
    >>> layers = PegLayers(line, [0b1011])
    >>> layers.run(10), layers.last(), layers.run(10), layers.last()
    (False, [12], False, [2])
    """

    def __init__(
        self,
        board: PegBoard,
        starts: Iterable[int],
        pagodas: Pagodas | None = None,
        keep: bool = False,
        most_bytes: int = 1 << 31,
        width: int = 0,
        weights: Sequence[int] | None = None,
    ) -> None:
        self.board, self.pagodas, self.keep = board, pagodas, keep
        self.width, self.weights = width, weights
        self.layers = [PegSet(board.canonicals(starts))]
        self.kept: list[PegSet] = []
        self.status = RUNNING
        self.trimmed = False
        self.nodes = self.generated = self.pruned = 0
        self._begin()

    def _begin(self) -> None:
        self._next = PegSet()
        self._layer, self._way_back = Sliced(), Sliced()
        self._layer._work = self._expand()

    @property
    def n_layers(self) -> int:
        """Number of whole layers so far."""
        return len(self.layers)

    def last(self) -> list[int]:
        """Return the last whole layer, in order of arrival."""
        return list(self.layers[-1])

    def sample(self, count: int) -> list[int]:
        """Return `count` positions of the last whole layer or a few more, evenly from its order."""
        return self.last()[:: max(1, self.size() // max(1, count))]

    def size(self) -> int:
        """Return the number of positions of the last whole layer."""
        return len(self.layers[-1])

    def orbits(self) -> int:
        """Return how many positions the last whole layer stands for when symmetric ones are distinguished."""
        return sum(len(set(images(position, self.board.symmetries))) for position in self.layers[-1])

    def run(self, budget: int) -> bool:
        """Expand at most `budget` positions of the last layer; return whether some of it remain."""
        if self._layer.run(budget):
            return True
        if 0 < self.width < len(self._next):
            self.trimmed = True
            lightest = sorted(self._next, key=self._weight)[: self.width]  # the first found among equals
            self._next = PegSet(position for position in self._next if position in lightest)
        self.layers.append(self._next)
        self._begin()
        return False

    def _weight(self, position: int) -> int:
        assert self.weights is not None
        return sum(int(weight) for hole, weight in enumerate(self.weights) if position >> hole & 1)

    def _expand(self) -> Iterator[None]:
        for number, position in enumerate(self.layers[-1]):
            if number:
                yield
            self.nodes += 1
            if not self._lives(position):
                continue
            for _, other in after(position, self.board.by_shape):
                self.generated += 1
                if self.pagodas is not None and self.pagodas.is_dead(other):
                    self.pruned += 1
                else:
                    self._next[self.board.canonical(other)] = None

    def among(self, layer: int, positions: Iterable[int]) -> list[bool]:
        """Return which positions or images of them are in a layer."""
        return [self.board.canonical(position) in self.layers[layer] for position in positions]

    def path_to(self, position: int, start: int) -> list[int] | None:
        """Return positions from `start` to an image of a position of the last layer, one jump apart."""
        if self.board.canonical(position) not in self.layers[-1]:
            return None
        path = [position]
        for layer in self.layers[-2::-1]:
            earlier = before(path[-1], self.board.jumps)
            path.append(next(other for other in earlier if self.board.canonical(other) in layer))
        # The walk back ends in an image of the start: turn the whole path.
        turn = images(path[-1], self.board.symmetries).index(start)
        return [images(other, self.board.symmetries)[turn] for other in reversed(path)]

    def meet(self, other: PegLayers, layer: int) -> None:
        """Begin to look for what lies on a way to the other's start.

        `other` begins at the complement of the goals: a jump back is a jump on the complement. `layer` is the
        layer of `other` one jump away from the last layer of this one.
        """
        self.kept = []
        self._met: list[int] = []
        self._meeting = Sliced()
        self._meeting._work = self._bridge(other.layers[layer])

    def meeting(self, budget: int) -> bool:
        """Look at at most `budget` positions of the last layer; return whether some remain."""
        if self._meeting.run(budget):
            return True
        self.meet_set(self._met)
        return False

    @property
    def met(self) -> int:
        """Number of positions that were met."""
        return len(self._met)

    def _lives(self, position: int) -> bool:
        """Say whether a position of the last layer is followed at all."""
        return True

    def _bridge(self, ahead: PegSet) -> Iterator[None]:
        for position in self.layers[-1]:
            if self._lives(position) and any(
                self.board.canonical(self.board.whole ^ further) in ahead
                for _, further in after(position, self.board.jumps)
            ):
                self._met.append(position)
            yield

    def meet_set(self, positions: Iterable[int]) -> int:
        """Begin the way back from these positions, in their canonical form, of the last layer."""
        self.kept = [PegSet(x for x in positions if int(x) in self.layers[-1])]
        self._way_back = Sliced()
        self._way_back._work = self._retract()
        return len(self.kept[0])

    def back(self, budget: int) -> bool:
        """Take up at most `budget` positions on the way back; return whether some remain."""
        if not self.kept:
            raise ValueError("back needs a meet")
        return self._way_back.run(budget)

    def _retract(self) -> Iterator[None]:
        for layer in self.layers[-2::-1]:
            chosen = PegSet()
            for position in self.kept[-1]:
                self.nodes += 1
                for earlier in before(position, self.board.by_shape):
                    if self.board.canonical(earlier) in layer:
                        chosen[self.board.canonical(earlier)] = None
                yield
            self.kept.append(chosen)

    def kept_sizes(self) -> list[int]:
        """Return the numbers of positions that `back` kept, layer 0 first."""
        return [len(positions) for positions in reversed(self.kept)]

    def kept_layers(self) -> list[list[int]]:
        """Return the positions that `back` kept, layer 0 first."""
        return [list(positions) for positions in reversed(self.kept)]
