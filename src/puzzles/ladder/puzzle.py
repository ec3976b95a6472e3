"""Word ladders: from one word to another, a letter a step, each step a word of the list."""

from __future__ import annotations

import itertools
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np

from ...base import Limits, Puzzle, PuzzleError, SearchStats, Status
from ...io.grid_text import Symbols
from ...io.text import pluralize, printable
from ...lexicon.arguments import lexicon_of, of_lengths
from ...search.adapters import METHODS
from ...search.costs import total
from ...search.run_loop import Outcome, drive
from ..framework.arguments import check_bool, check_limit, check_limits, check_method, check_seed
from ..framework.html import answer_of
from ..framework.move_puzzle import Moving, shortest
from ..framework.result_sequence import ResultMany, solve_each
from ..framework.solutions import BestPaths, Count, SearchAfterBuild, Solutions
from ..framework.steps import Step
from .draw import ladder_svg
from .graph import LadderGraphBuilder, WordGraph, build, english
from .parse import SYMBOLS, read_ends, said, written
from .search import Ends, LadderResult, Ladders, best_paths, by_engine, from_both_ends

if TYPE_CHECKING:
    from ..framework.html import View

Ladder = tuple[str, ...]
Progress = Callable[[int], None]


class WordLadderPuzzle(Moving, Puzzle):
    """From one word to another by changing one letter at a time.

    Parameters
    ----------
    from_word, to_word : str or collection of str
        The ends. Several words are any of them. One argument may be both: a text or a file as `parse` and
        `load` read it, ``"cost save"``, or a pair. A word that is not in the list as it is written is looked
        up in lower case. The first word need not be in the list; all others of a ladder are.
    words : iterable of str or WordGraph, optional
        The words allowed; by default the embedded English list. A `WordGraph` is built once for any number of
        puzzles.
    insert_delete : bool
        A step may also put a letter in or take one out; a WordGraph may say so itself.
    anagrams : bool
        A step may also put the letters of a word into another order; a WordGraph says so itself.
    costs : mapping from str to number, optional
        What it costs to step onto a word; the cheapest ladder is then the best. Not with a WordGraph.

    Raises
    ------
    PuzzleError
        A last word that is not in the list; words of different lengths, which no ladder joins.

    Notes
    -----
    Breadth-first from both ends, O(words + edges) at worst and usually far less; Dijkstra's algorithm
    with costs. As a `Puzzle`, it is solved where `from_word` is `to_word`.

    Examples
    --------
    >>> puzzle = WordLadderPuzzle("cost", "save", {"cost", "cast", "case", "cave", "save", "core"})
    >>> print(puzzle.solve())
    cost -> cast -> case -> cave -> save
    >>> puzzle.count() == 1, [extension.from_word for extension in puzzle.extensions()]
    (True, ['cast'])
    >>> WordLadderPuzzle("cost", "save").solve().length
    4
    """

    METHODS: ClassVar[tuple[str, ...]] = METHODS
    SYMBOLS: ClassVar[Symbols] = SYMBOLS
    UNSAID = ("words",)
    MOVE: ClassVar[str] = "word"
    REFUSED: ClassVar[str] = "is not a first word of the puzzle"

    def __init__(
        self,
        from_word: str | os.PathLike[str] | Collection[str],
        to_word: str | Collection[str] | None = None,
        words: Iterable[str] | WordGraph | None = None,
        *,
        insert_delete: bool = False,
        anagrams: bool = False,
        costs: Mapping[str, float] | None = None,
    ) -> None:
        steps = LadderSteps(check_bool("insert_delete", insert_delete), check_bool("anagrams", anagrams))
        if to_word is None and isinstance(from_word, (str, os.PathLike)):
            self._take(from_word, words=words, **steps._asdict(), costs=costs)
            return
        if to_word is None:
            if not isinstance(from_word, (list, tuple)) or len(from_word) != 2:
                raise PuzzleError(f"{from_word!r:.40}, expected two words such as 'cost save'")
            from_word, to_word = from_word
        ends = [[end] if isinstance(end, str) else _end(end) for end in (from_word, to_word)]
        if not isinstance(words, WordGraph):
            words = _graph(words, *ends, steps=steps, costs=costs)
        elif costs is not None:
            raise PuzzleError("costs are said where the WordGraph is made")
        elif steps.anagrams and not words.anagrams:
            raise PuzzleError("anagrams are said where the WordGraph is made")
        elif steps.insert_delete:
            words = words.with_insert_delete()
        self.graph = words
        """The list, and which of its words are one step apart."""
        starts = list(dict.fromkeys(_first(word, words) for word in ends[0]))
        self.sources = [words.numbers[word] for word in starts if word in words]
        self.targets = list(dict.fromkeys(map(words.number, ends[1])))
        """Places of the last words in `graph`; `sources` are those of the first words that are in it."""
        self.unlisted = {word: words.near(word) for word in starts if word not in words}
        """First words that are not in the list, with the places of the words one step away."""
        if not starts or not self.targets:
            raise PuzzleError(f"no {'last' if starts else 'first'} word")
        listed = words.words
        first, last = starts, [listed[place] for place in self.targets]
        self.from_word = first[0] if len(first) == 1 else frozenset(first)
        self.to_word = last[0] if len(last) == 1 else frozenset(last)
        if not words.insert_delete:
            _check_lengths(first, last)

    @classmethod
    def parse(
        cls,
        text: str,
        words: Iterable[str] | WordGraph | None = None,
        *,
        file: str | None = None,
        insert_delete: bool = False,
        anagrams: bool = False,
        costs: Mapping[str, float] | None = None,
    ) -> WordLadderPuzzle:
        """Read the two words from text: ``cost save`` or ``cost -> save``; ``a,b`` is any of several.

        Parameters
        ----------
        text : str
        words, insert_delete, anagrams, costs
            As for the class.
        file : str, optional
            Named in errors.

        Raises
        ------
        PuzzleError
            Not two words, or as for the class.

        Examples
        --------
        >>> print(WordLadderPuzzle.parse("cat -> cot", ["cat", "cot"]))
        cat -> cot
        """
        try:
            ends = read_ends(text)
            return cls(*ends, words, insert_delete=insert_delete, anagrams=anagrams, costs=costs)
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=file, line=None if file is None else 1) from None

    @classmethod
    def random(
        cls, words: Iterable[str] | WordGraph | None = None, *, seed: int | None = None
    ) -> WordLadderPuzzle:
        """Return a puzzle between two random words that a ladder joins.

        Parameters
        ----------
        words : iterable of str or WordGraph, optional
            The list; by default the embedded English one.
        seed : int, optional
            The same seed gives the same puzzle.

        Raises
        ------
        PuzzleError
            No two words are one step apart.
        """
        import random

        rng = random.Random(check_seed(seed))
        graph = english() if words is None else words if isinstance(words, WordGraph) else WordGraph(words)
        labels = graph.components()
        joined = np.flatnonzero(np.bincount(labels)[labels] > 1) if len(graph) else labels
        if not len(joined):
            raise PuzzleError("the word list has no two words that are one step apart")
        first = int(joined[rng.randrange(len(joined))])
        others = np.flatnonzero(labels == labels[first])
        others = others[others != first]
        last = int(others[rng.randrange(len(others))])
        return cls(graph.words[first], graph.words[last], None if words is None else graph)

    # Reading and writing

    def rules(self) -> dict[str, Any]:
        """Return what `parse` takes besides the words at the ends: nothing for the embedded list."""
        graph = self.graph
        found: dict[str, Any] = {} if graph.embedded else {"words": list(graph.words)}
        if graph.insert_delete:
            found["insert_delete"] = True
        if graph.anagrams:
            found["anagrams"] = True
        if (costs := graph.costs()) is not None:
            found["costs"] = costs
        return found

    def text(self) -> str:
        """Return the words at the ends, which `parse` reads back.

        Raises
        ------
        PuzzleError
            A word with a blank, a comma or an arrow in it.
        """
        return written(self.from_word, self.to_word)

    def format(self, solution: Any = None) -> str:
        """Return the words at the ends, or those of a ladder, as text.

        Examples
        --------
        >>> puzzle = WordLadderPuzzle("cat", "cog", ["cat", "cot", "cog"])
        >>> puzzle.format(), puzzle.format(puzzle.solve().solution)
        ('cat -> cog', 'cat -> cot -> cog')
        """
        if solution is None:
            return f"{said(self.from_word)} -> {said(self.to_word)}"
        return " -> ".join(map(str, _answer(solution)))

    def to_svg(self, solution: Any = None) -> str:
        """Return a picture of the words at the ends, or of a ladder, as SVG text."""
        ends = said(self.from_word), said(self.to_word)
        return ladder_svg(ends if solution is None else [str(word) for word in _answer(solution)])

    def view(self, answer: Any = None) -> View:
        """Return what the page of an answer shows: the ladder, rung by rung."""
        from .draw import view

        solution = answer_of(answer)
        path = None if solution is None else [str(word) for word in solution]
        return view(self.format(), answer, path)

    def __repr__(self) -> str:
        return f"WordLadderPuzzle({said(self.from_word)!r}, {said(self.to_word)!r}, {self.graph!r})"

    # The puzzle, a step at a time

    def configuration(self) -> tuple[object, ...]:
        """Return the words at the ends, and the list."""
        return (self.from_word, self.to_word, self.graph)

    def is_solved(self) -> bool:
        """Return whether the first word is (one of) the last."""
        return not _some(self.from_word).isdisjoint(_some(self.to_word))

    def fail_fast(self) -> bool:
        """Return whether no ladder joins the words: they lie in different components."""
        labels = self.graph.components()
        begun = itertools.chain(self.sources, *self.unlisted.values())
        return {int(labels[v]) for v in begun}.isdisjoint(int(labels[v]) for v in self.targets)

    def extensions(self) -> list[WordLadderPuzzle]:
        """Return the puzzles whose first word is one step away, in alphabetical order."""
        words, listed = self.graph.words, [self.graph.words[place] for place in self.sources]
        near = {word for first in listed for word in self.graph.neighbours(first)}
        near |= {words[place] for places in self.unlisted.values() for place in places}
        return [self._from(word) for word in sorted(near)]

    predecessors = extensions

    def goals(self) -> list[WordLadderPuzzle]:
        """Return the solved configurations."""
        return [self._from(word) for word in sorted(_some(self.to_word))]

    def heuristic(self) -> float:
        """Return the fewest letters that must change, at the least cost of a word."""
        pairs = [(a, b) for a in _some(self.from_word) for b in _some(self.to_word)]
        graph = self.graph
        steps = min(_fewest_steps(a, b, graph.insert_delete or graph.anagrams) for a, b in pairs)
        return steps * self.graph.least_cost()

    def step_cost(self, other: Puzzle) -> float:
        """Return the cost of the first word of `other`."""
        assert isinstance(other, WordLadderPuzzle)
        return min(self.graph.word_cost(word) for word in _some(other.from_word))

    def _from(self, word: str) -> Self:
        other = object.__new__(type(self))
        other.from_word, other.to_word, other.graph = word, self.to_word, self.graph
        known = word in self.graph
        other.sources, other.targets = [self.graph.numbers[word]] if known else [], self.targets
        other.unlisted = {} if known else {word: self.graph.near(word)}
        return other

    # Answers

    def solve(
        self,
        *,
        limits: Limits | None = None,
        method: str | None = None,
        progress: Progress | None = None,
    ) -> LadderResult:
        """Find a ladder.

        Parameters
        ----------
        limits : Limits, optional
            `seconds` and `memory` hold while the graph of the list is built as well, once; `nodes` counts
            the words visited after that.
        method : str, optional
            One of `METHODS`, to search with the engine of all step-by-step puzzles. By default the quickest
            way to a shortest (with costs: cheapest) ladder.
        progress : callable, optional
            Called with the words visited from time to time.

        Returns
        -------
        LadderResult
            SOLVED, NO_SOLUTION or LIMIT. Only a depth-first ladder need not be a best one; with costs, those
            of ``bfs`` and ``bidirectional`` have the fewest steps.

        Raises
        ------
        PuzzleError
            No method has that name; costs that are too large, or have too many decimals, where one is named.
        """
        if limits is not None:
            check_limits(limits)
        method = check_method(method, METHODS)
        start = time.perf_counter()
        graph = self.graph
        if limits is not None or graph.tables is None:
            outcome, limits = build(graph, limits)
            if outcome is not Outcome.FINISHED:
                return self._result(None, outcome, None, start)
        if method is not None:
            run, path = by_engine(self._ends, method, limits, progress, start)
            cost, interrupted = self.cost_of(path), run.interrupted
            return LadderResult(
                status=run.status, interrupted=interrupted, stats=run.stats, puzzle=self, path=path, cost=cost
            )
        if self._is_plain(graph):
            found, outcome, finder = from_both_ends(self._ends, limits, progress)
            return self._result(found, outcome, finder, start)
        search = best_paths(self._ends)
        outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
        found = search.next_path() if outcome is Outcome.FINISHED else None
        return self._result(found, outcome, search, start)

    @property
    def _ends(self) -> Ends:
        return Ends(self.graph, self.sources, self.targets, self.unlisted)

    @classmethod
    def _solve_all(cls, puzzles: Sequence[Any], **search: Any) -> ResultMany:
        """Return the ladders of puzzles: those of one list by calls of the kernel for many."""
        plain = search["limits"] is None and bool(puzzles)
        if plain and all(puzzle._is_plain(puzzles[0].graph) for puzzle in puzzles):
            return ResultMany(puzzles, Ladders(puzzles, search["threads"], search["progress"]))
        return solve_each(puzzles, **search)

    def _is_plain(self, graph: WordGraph) -> bool:
        """Return whether two words of a list are to be joined by as few steps as possible."""
        ends = len(self.sources) == len(self.targets) == 1
        return ends and self.graph is graph and not (self.unlisted or graph.priced)

    def through(
        self, *links: str, limits: Limits | None = None, progress: Progress | None = None
    ) -> LadderResult:
        """Find a ladder by way of link words, in this order; it is best between each two of them.

        Parameters
        ----------
        *links : str
            Words of the list.
        limits, progress
            As for `solve`, of all parts together.

        Returns
        -------
        LadderResult
            NO_SOLUTION or LIMIT where that is the status of a part. `check` takes the ladder as any other.

        Raises
        ------
        PuzzleError
            No link word; one that is not in the list.

        Examples
        --------
        >>> words = ["cost", "cast", "case", "cose", "cove", "cave", "save"]
        >>> print(WordLadderPuzzle("cost", "save", words).through("cove"))
        cost -> cose -> cove -> cave -> save
        """
        if not links:
            raise PuzzleError("no link word; solve finds a ladder without one")
        start, nodes, path = time.perf_counter(), 0, list[str]()
        ends = [*(self.graph.words[self.graph.number(link)] for link in links), self.to_word]
        begin: Any = self.from_word
        for end in ends:
            part = type(self)(begin, end, self.graph)
            result = part.solve(limits=_left(limits, start, nodes), progress=progress)
            nodes += result.stats.nodes
            path = [*path[:-1], *result.path]
            if result.solution is None:
                path = []
                break
            begin = path[-1]
        seconds = time.perf_counter() - start
        length = max(len(path) - 1, 0)
        return LadderResult(
            status=result.status,
            interrupted=result.interrupted,
            stats=SearchStats(nodes=nodes, depth=length, path_length=length, seconds=seconds),
            puzzle=self,
            path=tuple(path),
            cost=self.cost_of(tuple(path)),
        )

    def _result(
        self, found: Sequence[int] | None, outcome: Outcome, search: Any, start: float
    ) -> LadderResult:
        """Return the result of a search for one ladder, given by the places of its words."""
        path = () if found is None else self._ends.words(found)
        status = Status.SOLVED
        if found is None:
            status = Status.NO_SOLUTION if outcome is Outcome.FINISHED else Status.LIMIT
        length = max(len(path) - 1, 0)
        stats = SearchStats(
            nodes=0 if search is None else search.nodes,
            generated=0 if search is None else search.generated,
            depth=length,
            path_length=length,
            seconds=time.perf_counter() - start,
        )
        return LadderResult(
            status=status,
            interrupted=outcome is Outcome.INTERRUPTED,
            stats=stats,
            puzzle=self,
            path=path,
            cost=self.cost_of(path),
        )

    def solutions(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Solutions[Ladder]:
        """Return an iterator over all best ladders (shortest, or cheapest with costs), in alphabetical order.

        Parameters
        ----------
        limit : int, optional
            Most ladders.
        limits : Limits, optional
            Bounds of the search.
        progress : callable, optional
            Called with the words visited from time to time.

        Examples
        --------
        >>> list(WordLadderPuzzle("at", "to", ["at", "ao", "to", "tt"]).solutions())
        [('at', 'ao', 'to'), ('at', 'tt', 'to')]
        """
        check_limit(limit)
        check_limits(limits)
        words = (*self.graph.words, *self.unlisted)

        def made() -> BestPaths[Ladder]:
            return BestPaths(best_paths(self._ends), lambda path: tuple([words[v] for v in path]))

        return Solutions(self._after_build(made, limits), limit, limits, progress)

    def _after_build(self, make: Callable[[], Any], limits: Limits | None) -> SearchAfterBuild:
        """Return what builds the graph of the list where it is missing, then runs a search in it."""
        built = self.graph.tables is not None and (limits is None or limits.memory is None)
        return SearchAfterBuild(None if built else LadderGraphBuilder(self.graph, limits), make)

    def count(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Count:
        """Return the number of best ladders, at most `limit`, without listing them.

        Examples
        --------
        >>> print(WordLadderPuzzle("at", "to", ["at", "ao", "to", "tt"]).count())
        2
        """
        check_limit(limit)
        check_limits(limits)
        source = self._after_build(lambda: best_paths(self._ends), limits)
        return source.count_best(limit, limits, progress)

    def check(self, solution: Any) -> bool:
        """Return whether words are a ladder of this puzzle, best or not: both ends, a step each, all listed.

        The first word need not be listed.

        Examples
        --------
        >>> puzzle = WordLadderPuzzle("cat", "dog", ["cat", "cot", "cog", "dog"])
        >>> puzzle.check(("cat", "cot", "cog", "dog")), puzzle.check(("cat", "cog", "dog"))
        (True, False)
        """
        answer = solution.solution if isinstance(solution, LadderResult) else solution
        if not isinstance(answer, (list, tuple)) or not all(isinstance(word, str) for word in answer):
            return False
        if not answer or answer[0] not in _some(self.from_word) or answer[-1] not in _some(self.to_word):
            return False
        if any(word not in self.graph for word in answer[1:]):
            return False
        graph = self.graph
        return all(
            one_step(a, b, graph.insert_delete, anagrams=graph.anagrams)
            for a, b in itertools.pairwise(answer)
        )

    def replay(self, solution: Any) -> list[Self]:
        """Return the puzzles on the way of a ladder: from each of its words to the last.

        Raises
        ------
        PuzzleError
            No ladder of this puzzle.

        Examples
        --------
        >>> puzzle = WordLadderPuzzle("cat", "cog", ["cat", "cot", "cog"])
        >>> [str(step) for step in puzzle.replay(("cat", "cot", "cog"))]
        ['cat -> cog', 'cot -> cog', 'cog -> cog']
        """
        if not self.check(solution):
            raise PuzzleError(f"{solution!r:.60}, expected a ladder of this puzzle")
        return [self._from(word) for word in _answer(solution)]

    def cost_of(self, ladder: Ladder) -> float:
        """Return the sum of the costs of the words after the first; the steps where each costs 1."""
        if not self.graph.priced:
            return max(len(ladder), 1) - 1
        return float(total(map(self.graph.word_cost, ladder[1:])))

    # Playing

    def read_answer(self, answer: Any) -> Any:
        """Return the words of an answer: from a list, or a text with blanks, commas or arrows between."""
        answer = getattr(answer, "solution", answer)
        if isinstance(answer, str):
            answer = [word for word in re.split(r"\s*(?:->|[\s,/])\s*", answer.strip()) if word]
        if not isinstance(answer, (list, tuple)) or not all(isinstance(word, str) for word in answer):
            raise PuzzleError(f"{printable(repr(answer))[:40]}, expected words")
        return tuple(self._known(word) for word in answer)

    def _known(self, word: str) -> str:
        lower = word.lower()
        known = word in self.graph or word in self.unlisted
        return lower if not known and (lower in self.graph or lower in self.unlisted) else word

    def read_state(self, text: str) -> Any:
        """Return the state of a player from text: the words so far, or the last of them alone."""
        words = self.read_answer(text)
        if len(words) == 1 and words[0] in self.graph:
            return self._from(words[0])
        return words

    def followed(self, moves: Sequence[Any]) -> Sequence[Self]:
        """Return the puzzles from each word on, this one first, as far as the words are a ladder."""
        near: Collection[str] = _some(self.from_word)
        found: list[Any] = [self]
        for word in moves:
            if len(found) > 1:
                near = [other.from_word for other in found[-1].extensions()]
            if word not in near:
                break
            found.append(self._from(word))
        return found

    def _refusal(self, moves: Sequence[Any], states: Sequence[Self], why: str = "") -> str:
        made = len(states) - 1
        if 0 < made < len(moves):
            step = f"is not one step from {moves[made - 1]}"
            why = step if moves[made] in self.graph else "is not in the list"
        return super()._refusal(moves, states, why)

    def move_step(self, result: Any) -> Step | None:
        """Return the word after the first of a best ladder."""
        words = result.solution
        if len(words) < 2:
            return None
        step = self.step_of(words[1], len(words) - 1, value=words[1])
        return shortest(step, not result.puzzle.graph.priced)

    def is_same(self, state: Any) -> bool:
        """Return whether a state has the same list and last word."""
        return bool(state.graph == self.graph and state.to_word == self.to_word)

    def missing(self) -> str:
        """Return which word is not reached."""
        return f"{printable(said(self.to_word))} is not reached"


WordLadder = WordLadderPuzzle


def _answer(solution: Any) -> Any:
    """Return the words of an answer, or of a result."""
    answer = solution.solution if isinstance(solution, LadderResult) else solution
    if not isinstance(answer, (list, tuple)):
        raise PuzzleError(f"{solution!r:.60}, expected the words of a ladder")
    return answer


def _end(words: object) -> list[str]:
    """Return the words of an end that has several, in order, each once."""
    if not isinstance(words, Iterable):
        raise PuzzleError(f"{words!r:.40}, expected one or more words")
    listed = list(words)
    for word in listed:
        if not isinstance(word, str):
            raise PuzzleError(f"{word!r:.40}, expected a word")
    return sorted(set(listed))


def _check_lengths(first: list[str], last: list[str]) -> None:
    """Refuse ends of which no two have one length."""
    if first and last and not {*map(len, first)} & {*map(len, last)}:
        a, b = first[0], last[0]
        raise PuzzleError(
            f"{a!r:.40} has {pluralize(len(a), 'letter')} and {b!r:.40} {len(b)}; "
            "name words of one length, or pass insert_delete=True"
        )


def _first(word: str, graph: WordGraph) -> str:
    """Return a first word as it is in the list, or, if it is not, as it has neighbours there."""
    lower = word.lower()
    if word in graph or lower == word:
        found = word
    else:
        found = lower if lower in graph or (graph.near(lower) and not graph.near(word)) else word
    if not found:
        raise PuzzleError("the first word is empty")
    return found


def _check_listed(words: list[str]) -> None:
    """Refuse words that the embedded list does not have."""
    lexicon = lexicon_of(None)
    for word in words:
        if word not in lexicon and word.lower() not in lexicon:
            unlisted = f"{word!r:.40} is not in the list of {len(lexicon):,} words"
            raise PuzzleError(unlisted)


class LadderSteps(NamedTuple):
    """What a step may be besides a letter that changes."""

    insert_delete: bool
    anagrams: bool


def _graph(
    words: Iterable[str] | None,
    *ends: list[str],
    steps: LadderSteps,
    costs: Mapping[str, float] | None,
) -> WordGraph:
    """Return the graph of a list: of the words that have the length of one at the ends, no others are met."""
    lengths = None
    if not steps.insert_delete:
        lengths = frozenset(len(form) for end in ends for word in end for form in (word, word.lower()))
    if words is None:
        _check_listed(ends[1])  # a graph for nothing takes time
        if not steps.insert_delete:
            _check_lengths(*ends)
        return english(lengths, steps.insert_delete, costs, steps.anagrams)
    if lengths is not None and isinstance(words, Iterable) and not isinstance(words, str):
        words = of_lengths(words, lengths)
    return WordGraph(words, **steps._asdict(), costs=costs)


def _left(limits: Limits | None, start: float, nodes: int) -> Limits | None:
    """Return what is left of limits for a further search."""
    if limits is None:
        return None
    check_limits(limits)
    seconds = None if limits.seconds is None else max(0.0, limits.seconds - (time.perf_counter() - start))
    return replace(limits, seconds=seconds, nodes=limits.nodes and max(0, limits.nodes - nodes))


def _some(words: str | frozenset[str]) -> frozenset[str]:
    return frozenset((words,)) if isinstance(words, str) else words


def one_step(a: str, b: str, insert_delete: bool, *, anagrams: bool = False) -> bool:
    """Return whether two words differ by one letter, or with `anagrams` in the order of their letters."""
    if len(a) == len(b):
        differ = sum(x != y for x, y in zip(a, b, strict=True))
        return differ == 1 or (anagrams and differ > 1 and Counter(a) == Counter(b))
    short, long = sorted((a, b), key=len)
    return insert_delete and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


def _fewest_steps(a: str, b: str, moving: bool) -> int:
    """Return a lower bound of the steps from a to b; `moving` where letters may change their places."""
    if not moving:
        return sum(x != y for x, y in zip(a, b, strict=False))
    # A step mends one letter at most that one word has more often than the other.
    return max((Counter(a) - Counter(b)).total(), (Counter(b) - Counter(a)).total())
