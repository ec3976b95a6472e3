"""Find word ladders: change a letter a step, each step a word of the list.

unriddle ladder cost save
unriddle ladder chaos order --lexicon words.txt --all
unriddle ladder --pairs pairs.txt
unriddle ladder --eccentric --letters 5

Several words with commas between them are any of them: unriddle ladder cat,dog horse,mouse
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...base import PuzzleError, Status
from ...console import draw, exit_code, limits_of, positive, print_answer, progress_line, seconds_text
from ...textio import printable, read_text, source_name, text_lines
from ..common.lexicons import add_lexicon, load_lexicon
from ..common.step_command import add_search_options, animate, print_result, whole

if TYPE_CHECKING:
    from .puzzle import LadderResult, WordGraph, WordLadderPuzzle

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle ladder``."""
    parser.add_argument("from_word", nargs="?", metavar="FROM", help="the first word, or several: a,b")
    parser.add_argument("to_word", nargs="?", metavar="TO", help="the last word, or several: a,b")
    rules = parser.add_argument_group("words")
    add_lexicon(parser)
    rules.add_argument("--letters", type=positive, metavar="N", help="only words of N letters")
    rules.add_argument("--insert-delete", action="store_true", help="a step may add or drop a letter")
    rules.add_argument("--costs", metavar="FILE", help="lines of WORD COST; other words cost 1")
    other = parser.add_argument_group("other work").add_mutually_exclusive_group()
    other.add_argument("--count", action="store_true", help="the number of best ladders")
    other.add_argument("--pairs", metavar="FILE", help="a ladder for each line FROM TO; - is standard input")
    other.add_argument("--random", action="store_true", help="between two random words that a ladder joins")
    other.add_argument("--eccentric", action="store_true", help="the longest shortest ladders of the list")
    other.add_argument("--graph", action="store_true", help="words, steps and components of the list")
    other.add_argument("--distances", metavar="WORD", help="how many words are how many steps from WORD")
    parser.add_argument("--seed", type=whole, metavar="N", help="the same seed gives the same random words")
    add_search_options(parser)


def run(args: argparse.Namespace) -> int:
    """Find ladders and print them; see the exit codes of `unriddle.cli`."""
    whole_list = args.pairs or args.random or args.eccentric or args.graph or args.distances is not None
    if whole_list and args.from_word is not None:
        raise PuzzleError("FROM and TO, and an option that needs none, expected one of them")
    if not whole_list and args.to_word is None:
        raise PuzzleError("expected two words: FROM TO")
    if args.seed is not None and not args.random:
        raise PuzzleError("--seed is for --random, expected --random with it")
    if whole_list:
        graph = _graph(args, None)
        if args.eccentric:
            return _eccentric(args, graph)
        if args.graph:
            return _describe(args, graph)
        if args.distances is not None:
            return _distances(args, graph)
        if args.pairs is not None:
            return _pairs(args, graph)
        from .puzzle import WordLadderPuzzle

        return _solve(args, WordLadderPuzzle.random(graph, seed=args.seed))
    ends = [args.from_word.split(","), args.to_word.split(",")]
    lengths = {len(word) for end in ends for word in end}
    graph = _graph(args, None if args.insert_delete else lengths)
    return _solve(args, _puzzle(graph, *ends))


def _graph(args: argparse.Namespace, lengths: set[int] | None) -> WordGraph:
    """Return the graph of the list, or of its words of some lengths."""
    from .puzzle import WordGraph

    lexicon = load_lexicon(args)
    if args.letters is not None:
        lengths = {args.letters}
    words = list(lexicon) if lengths is None else [word for word in lexicon if len(word) in lengths]
    costs = None if args.costs is None else _costs(args.costs)
    return WordGraph(words, insert_delete=args.insert_delete, costs=costs)


def _costs(source: str) -> dict[str, float]:
    costs = {}
    for number, line in text_lines(read_text(source, limit=1 << 26)):
        parts = line.split()
        if not parts:
            continue
        try:
            word, cost = parts
            costs[word] = float(cost)
            if not 0 < costs[word] < float("inf"):
                raise ValueError
        except ValueError:
            raise PuzzleError(
                "expected a word and a cost above 0", file=source_name(source), line=number
            ) from None
    return costs


def _puzzle(graph: WordGraph, from_words: list[str], to_words: list[str]) -> WordLadderPuzzle:
    from .puzzle import WordLadderPuzzle

    def end(words: list[str]) -> str | list[str]:
        known = [word if word in graph or word.lower() not in graph else word.lower() for word in words]
        return known[0] if len(known) == 1 else known

    return WordLadderPuzzle(end(from_words), end(to_words), graph)


def _solve(args: argparse.Namespace, puzzle: WordLadderPuzzle) -> int:
    if args.count:
        return _count(args, puzzle)
    if args.all:
        return _all(args, puzzle)
    with progress_line("ladder", "words") as progress:
        result = puzzle.solve(args.method, limits=limits_of(args), progress=progress)
    return _show(args, puzzle, result)


def _show(args: argparse.Namespace, puzzle: WordLadderPuzzle, result: LadderResult) -> int:
    if draw(args, svg=result._repr_svg_):
        return exit_code(result.status, result.interrupted)
    if args.animate and args.format == "text":
        animate(result.path)
    text = (
        str(result)
        if result.path
        else f"{puzzle}: {'limit reached' if result.status is Status.LIMIT else 'no ladder'}"
    )
    print_result(args, result, result.path, text, cost=result.cost)
    if result.status is Status.LIMIT:
        print("interrupted" if result.interrupted else "limit reached", file=sys.stderr)
    return exit_code(result.status, result.interrupted)


def _count(args: argparse.Namespace, puzzle: WordLadderPuzzle) -> int:
    start = time.perf_counter()
    count = puzzle.count()
    seconds = time.perf_counter() - start
    status = Status.NO_SOLUTION if not count else Status.UNIQUE if count == 1 else Status.MULTIPLE
    if args.format == "json":
        print_answer(args, {"status": str(status), "count": count, "seconds": seconds})
    else:
        print(f"{count:,} best ladder{'' if count == 1 else 's'}")
        if args.stats:
            print(seconds_text(seconds))
    return exit_code(status)


def _all(args: argparse.Namespace, puzzle: WordLadderPuzzle) -> int:
    start = time.perf_counter()
    first = puzzle.solve(limits=limits_of(args))
    if first.status is not Status.SOLVED:
        return _show(args, puzzle, first)
    count = puzzle.count()
    if args.format == "json":
        paths = [list(path) for path in puzzle.solutions(args.most)]
        print_answer(
            args,
            {
                "status": str(Status.UNIQUE if count == 1 else Status.MULTIPLE),
                "length": first.length,
                "path": paths[0],
                "nodes": first.stats.nodes,
                "seconds": time.perf_counter() - start,
                "cost": first.cost,
                "count": count,
                "paths": paths,
            },
        )
        return 0
    for path in puzzle.solutions(args.most):
        print(printable(" -> ".join(path)))
    print(f"{count:,} best ladder{'' if count == 1 else 's'} of {first.length} steps")
    if args.stats:
        print(seconds_text(time.perf_counter() - start))
    return 0


def _pairs(args: argparse.Namespace, graph: WordGraph) -> int:
    worst = 0
    for number, line in text_lines(read_text(args.pairs, limit=1 << 26)):
        words = line.split()
        if not words:
            continue
        try:
            if len(words) != 2:
                raise PuzzleError(f"{len(words)} words, expected two: FROM TO")
            puzzle = _puzzle(graph, [words[0]], [words[1]])
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=source_name(args.pairs), line=number) from None
        worst = max(worst, _solve(args, puzzle))
        if worst == 130:
            break
    return worst


def _eccentric(args: argparse.Namespace, graph: WordGraph) -> int:
    with progress_line("ladder", "words") as progress:
        result = graph.eccentric_pairs(limits=limits_of(args), progress=progress)
    if args.format == "json":
        print_answer(
            args,
            {
                "status": str(result.status),
                "length": result.length,
                "pairs": [list(pair) for pair in result.pairs],
                "nodes": result.stats.nodes,
                "seconds": result.stats.seconds,
            },
        )
    else:
        for a, b in result.pairs:
            print(printable(f"{a} {b}"))
        print(f"{result.length} steps, {len(result.pairs)} pair{'' if len(result.pairs) == 1 else 's'}")
        if args.stats:
            print(seconds_text(result.stats.seconds))
    if result.status is Status.LIMIT:
        print("interrupted" if result.interrupted else "limit reached", file=sys.stderr)
    return exit_code(result.status, result.interrupted)


def _describe(args: argparse.Namespace, graph: WordGraph) -> int:
    import numpy as np

    start = time.perf_counter()
    sizes = np.bincount(graph.components()) if len(graph) else np.zeros(0, dtype=np.int64)
    facts = {
        "words": len(graph),
        "steps": graph.n_edges,
        "components": len(sizes),
        "isolated": int((sizes == 1).sum()),
        "largest": int(sizes.max(initial=0)),
    }
    facts_seconds = time.perf_counter() - start
    if args.format == "json":
        print_answer(args, {"status": str(Status.SOLVED), **facts, "seconds": facts_seconds})
    else:
        for name, value in facts.items():
            print(f"{name:10} {value:,}")
        if args.stats:
            print(seconds_text(facts_seconds))
    return 0


def _distances(args: argparse.Namespace, graph: WordGraph) -> int:
    import numpy as np

    word = args.distances
    found = graph.distances(word if word in graph else word.lower())
    counts = np.bincount(found[found >= 0]).tolist()
    if args.format == "json":
        steps: Callable[[int], int] = int
        print_answer(
            args,
            {
                "status": str(Status.SOLVED),
                "counts": counts,
                "unreachable": int((found < 0).sum()),
                "distances": dict(zip(graph.words, map(steps, found), strict=True)),
            },
        )
    else:
        for steps_away, count in enumerate(counts):
            print(f"{steps_away:3} {count:,}")
        print(f"{int((found < 0).sum()):,} words out of reach")
    return 0
