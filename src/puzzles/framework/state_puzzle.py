"""Base class of a puzzle that is solved step by step in plain Python, for users and other packages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Self

from ...answers import PuzzleResult
from ...base import Limits, Puzzle, PuzzleError, Status, record
from ...search import METHODS, find_path
from ...search.adapters import States
from ...search.run_loop import LONGEST
from ...svg import Drawing
from .arguments import check_limits, check_method
from .move_puzzle import Moving
from .solutions import CollectedSolutions, Solutions
from .steps import Step

__all__ = ["StepPuzzle", "StepResult"]

Progress = Callable[[int], None]
Path = tuple[str, ...]


@record
class StepResult(PuzzleResult):
    """The result of `StepPuzzle.solve`."""

    ANSWER: ClassVar[str] = "path"
    KEYS: ClassVar[tuple[str, ...]] = ("path",)
    puzzle: StepPuzzle
    solution: Path | None
    """The texts of the configurations from the first to the solved one; None without a solution."""

    @property
    def path(self) -> Path:
        """The same as `solution`; empty without one."""
        return self.solution or ()

    @property
    def length(self) -> int:
        """Steps of the solution; 0 without one."""
        return max(0, len(self.solution or ()) - 1)

    def __str__(self) -> str:
        return str(self.status) if self.solution is None else self.puzzle.format(self.solution)


class _AllPaths(CollectedSolutions[Path]):
    """A `AnswerSource` of all paths that repeat no configuration."""

    def run(self, budget: int) -> bool:
        """Take up at most `budget` configurations, or as many as 20 ms allow; return whether work remains."""
        remains = self.search.run(budget, LONGEST)
        if path := self.search.take():
            self.ready.append(tuple(state.text() for state in path))
        return bool(remains)


class StepPuzzle(Moving, Puzzle):
    """A puzzle with the whole contract from five methods of its own.

    A subclass writes `parse`, `text`, `is_solved` and `extensions`, and `configuration`, by which its
    configurations are compared (by default the text); `fail_fast`, `heuristic`, `goals` and `step_cost` are
    optional. An answer is the tuple of the texts from the first configuration to the solved one.

    Examples
    --------
    >>> class Count(StepPuzzle):
    ...     def __init__(self, n): self.n = n
    ...     @classmethod
    ...     def parse(cls, text, *, file=None): return cls(int(text))
    ...     def text(self): return str(self.n)
    ...     def is_solved(self): return self.n == 10
    ...     def extensions(self): return [Count(self.n + 1), Count(self.n * 2)]
    ...     def fail_fast(self): return self.n > 10
    >>> puzzle = Count(4)
    >>> puzzle.solve().solution, puzzle.count() == 3, puzzle.check(("4", "8", "9", "10"))
    (('4', '5', '10'), True, True)
    """

    METHODS: ClassVar[tuple[str, ...]] = METHODS
    """Those of `unriddle.search.find_path`, bidirectional where `goals` are known."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.goals is Puzzle.goals:
            cls.METHODS = tuple(method for method in METHODS if method != "bidirectional")
        elif super(cls, cls).goals is Puzzle.goals and "METHODS" not in vars(cls):
            cls.METHODS = tuple(m for m in METHODS if m == "bidirectional" or m in cls.METHODS)

    def text(self) -> str:
        """Return the text that `parse` reads back."""
        raise NotImplementedError(
            f"{type(self).__name__}.text is missing, expected the text that parse reads"
        )

    def configuration(self) -> Any:
        """Return the text, by which configurations are compared."""
        return self.text()

    def solve(
        self, *, limits: Limits | None = None, method: str | None = None, progress: Progress | None = None
    ) -> StepResult:
        """Find a path to a solved configuration.

        Parameters
        ----------
        limits : Limits, optional
            Bounds of the search.
        method : str, optional
            One of `METHODS`; by default ``astar`` where there is a `heuristic`, else ``bfs``: both find a
            shortest path.
        progress : callable, optional
            Called with the configurations taken up.
        """
        check_limits(limits)
        usual = "bfs" if type(self).heuristic is Puzzle.heuristic else "astar"
        chosen = check_method(method, self.METHODS) or usual
        found = find_path(self, chosen, limits=limits, progress=progress)
        path: Any = found.path
        return StepResult(
            status=found.status,
            stats=found.stats,
            interrupted=found.interrupted,
            puzzle=self,
            solution=tuple(state.text() for state in path) if found.status is Status.SOLVED else None,
        )

    def solutions(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Solutions[Path]:
        """Return an iterator over all paths to a solved configuration that repeat none, depth-first."""
        source = _AllPaths(States.of(self).every_path())
        return Solutions(source, limit, limits, progress)

    def check(self, solution: Any) -> bool:
        """Return whether texts are a path from here, by legal steps, to a solved configuration."""
        if isinstance(solution, StepResult):
            solution = solution.solution
        if not isinstance(solution, (tuple, list)) or not solution or solution[0] != self.text():
            return False
        here: Any = self
        for text in solution[1:]:
            here = next((state for state in here.extensions() if state.text() == text), None)
            if here is None:
                return False
        return bool(here.is_solved())

    MOVE: ClassVar[str] = "step"
    REFUSED: ClassVar[str] = "is no step from the configuration before"

    def read_answer(self, answer: Any) -> Any:
        """Return the texts of an answer: from a list, or a text with one per line, or with ``/`` between."""
        answer = getattr(answer, "solution", answer)
        if isinstance(answer, str):
            answer = answer.strip("\n").split("\n" if "\n" in answer.strip("\n") else "/")
        if not isinstance(answer, (tuple, list)) or not all(isinstance(text, str) for text in answer):
            raise PuzzleError(f"{answer!r:.40}, expected the texts of configurations")
        return tuple(answer)

    def followed(self, moves: Sequence[Any]) -> Sequence[Self]:
        """Return the configurations that texts name, after this one."""
        found: list[Any] = [self]
        for text in moves:
            near = [self] if len(found) == 1 else found[-1].extensions()
            here = next((state for state in near if state.text() == text), None)
            if here is None:
                break
            found.append(here)
        return found

    def move_step(self, result: Any) -> Step | None:
        """Return the configuration after this one on a path to a solved one."""
        path = result.solution
        return None if len(path) < 2 else self.step_of(path[1], len(path) - 1, value=path[1])

    def is_same(self, state: Self) -> bool:
        """Return whether a state is of the same class: a configuration does not know its origin."""
        return type(state) is type(self)

    def replay(self, solution: Any) -> list[Self]:
        """Return the configurations of an answer."""
        return [self.parse(text) for text in solution]

    def format(self, solution: Any = None) -> str:
        """Return the puzzle, or an answer with one configuration per line, as text."""
        return self.text() if solution is None else "\n".join(solution)

    def to_svg(self, solution: Any = None) -> str:
        """Return a picture of the text, or of the texts of an answer."""
        lines = self.format(solution).split("\n")
        size, pad = 18, 10
        width = 2 * pad + 0.62 * size * max(map(len, lines))
        picture = Drawing(width, 2 * pad + 1.4 * size * len(lines), type(self).__name__)
        for k, line in enumerate(lines):
            picture.text(width / 2, pad + 1.4 * size * (k + 0.5), line, size, font_family="monospace")
        return str(picture)
