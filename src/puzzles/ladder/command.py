"""Turn one word into another, one letter at a time; each step is a word of the list.

unriddle ladder cost save
unriddle ladder chaos order --lexicon words.txt --all
unriddle ladder --pairs pairs.txt
unriddle ladder --diameter --letters 5

The first word need not be in the list. Several words, with commas between them, are alternatives: cat,dog
pig,hen finds the shortest ladder from one of the first two to one of the others.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError, Status
from ...console import (
    exit_code,
    limits_of,
    positive,
    print_answer,
    print_json,
    progress_line,
    seconds_text,
    stop_reason,
)
from ...io.grid_text import clean_text, is_comment
from ...io.text import pluralize, printable, read_text, source_name, text_lines
from ...lexicon.arguments import add_lexicon, load_lexicon, of_lengths
from ..framework.command import PuzzleCommand, exclude, print_outcome, stats_text
from . import SPECS
from .parse import LETTERS, SYMBOLS

if TYPE_CHECKING:
    from .graph import WordGraph
    from .puzzle import WordLadderPuzzle

MOST_BYTES = 1 << 26


class LadderCommand(PuzzleCommand):
    """What ``unriddle ladder`` does: a ladder, and questions to a word list as a whole."""

    UNIT = "words"
    WHOLE = ("pairs", "diameter", "graph", "distances")
    """Options that ask the list; they take no words at the ends."""

    def add_source(self, parser: argparse.ArgumentParser) -> None:
        """Add the words at the ends."""
        parser.add_argument(
            "puzzle",
            nargs="*",
            metavar="FROM TO|FILE",
            help="the first and the last word, or a file with both; - is standard input",
        )
        group = parser.add_argument_group("instead of a puzzle")
        group.add_argument(
            "--random", action="store_true", help="draw two random words that a ladder connects"
        )

    def add_rules(self, group: argparse._ActionsContainer) -> None:
        """Add the word list, and what a step may be."""
        add_lexicon(group)
        group.add_argument("--letters", type=positive, metavar="N", help=LETTERS)
        group.add_argument(
            "--insert-delete", action="store_true", help="let a step insert or delete a letter"
        )
        group.add_argument("--anagrams", action="store_true", help="let a step rearrange the letters")
        group.add_argument(
            "--costs", metavar="FILE", help="read the cost of each word from lines WORD COST (default: 1)"
        )

    def add_modes(self, group: argparse._ActionsContainer) -> None:
        """Add the questions to a puzzle, and to the list."""
        super().add_modes(group)
        group.add_argument(
            "--pairs", metavar="FILE", help="find a ladder for each line FROM TO of FILE; - is standard input"
        )
        group.add_argument(
            "--diameter", action="store_true", help="find the pairs of words that are furthest apart"
        )
        group.add_argument(
            "--through",
            type=lambda text: text.split(","),
            metavar="WORDS",
            help="find a ladder through these words in this order, separated by commas",
        )
        group.add_argument(
            "--graph", action="store_true", help="count words, steps and components of the list"
        )
        group.add_argument("--distances", metavar="WORD", help="count words by distance from WORD")

    # The puzzle

    def rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return the words, and what a step may be."""
        costs = None if args.costs is None else read_costs(args.costs)
        steps = {"insert_delete": args.insert_delete, "anagrams": args.anagrams}
        return {"words": self.words(args), **steps, "costs": costs}

    def line_rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return the graph, which all puzzles share."""
        return {"words": self.word_graph(args)}

    def words(self, args: argparse.Namespace) -> Any:
        """Return the list that the options name; None is the embedded one as it is."""
        as_it_is = args.lexicon == "english" and args.level is None and not args.no_profanity
        if as_it_is and args.letters is None:
            return None
        lexicon = load_lexicon(args)
        words = lexicon if args.letters is None else of_lengths(lexicon, {args.letters})
        if args.letters and not words:
            raise PuzzleError(f"the list has no word of {pluralize(args.letters, 'letter')}")
        return words

    def word_graph(self, args: argparse.Namespace) -> WordGraph:
        """Return the graph of the whole list."""
        from .graph import WordGraph, english

        rules = self.rules(args)
        words = rules.pop("words")
        return english(None, **rules) if words is None else WordGraph(words, **rules)

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle between two words, or from one argument that has both, or a file."""
        given = args.puzzle
        if len(given) > 2:
            raise PuzzleError(f"{len(given)} words; a ladder takes two, FROM and TO")
        if len(given) == 2 and not args.random and args.seed is None:
            return self.kind.parse(" -> ".join(given), **self.rules(args))
        args.puzzle = given[0] if given else None
        return super().read(args)

    def make(self, args: argparse.Namespace) -> Any:
        """Return a puzzle between two random words."""
        plain = self.words(args) is None and args.costs is None
        plain = plain and not (args.insert_delete or args.anagrams)
        return self.kind.random(None if plain else self.word_graph(args), seed=args.seed)

    # Doing

    def run_solve(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Find a ladder, by way of link words where there are some."""
        if args.through is None:
            return super().run_solve(args, puzzle)
        exclude(args, "--through", "method", "stats")
        with progress_line(self.spec.name, self.UNIT) as progress:
            result = puzzle.through(*args.through, limits=limits_of(args), progress=progress)
        self.print_result(args, puzzle, result)
        return exit_code(result.status, result.interrupted)

    def run(self, args: argparse.Namespace) -> int:
        """Run the subcommand and return its exit code."""
        asked = [name for name in self.WHOLE if getattr(args, name) not in (None, False)]
        if not asked:
            if args.lines:
                args.puzzle = args.puzzle[0] if len(args.puzzle) == 1 else None
            return super().run(args)
        given = {"words": args.puzzle, "--random": args.random, "--seed": args.seed}
        for name, wrong in (given | {"--html": args.html, "--svg": args.svg}).items():
            if wrong not in ([], False, None):
                raise PuzzleError(f"--{asked[0]} cannot be combined with {name}")
        if args.limit is not None:
            raise PuzzleError("--limit goes with --all or --count")
        work = getattr(self, f"run_{asked[0]}")
        return int(work(args, self.word_graph(args)))

    def run_pairs(self, args: argparse.Namespace, graph: WordGraph) -> int:
        """Print a ladder for each line of a file."""
        worst, file = 0, source_name(args.pairs)
        for number, line in text_lines(read_text(args.pairs, limit=MOST_BYTES)):
            if is_comment(line, SYMBOLS):
                continue
            try:
                puzzle = self.kind.parse(line, graph)
            except PuzzleError as error:
                raise PuzzleError(error.reason, file=file, line=number) from None
            result = puzzle.solve(limits=limits_of(args), **self.options(args))
            if args.format == "json":
                print_json(self.result_json(puzzle, result))
            else:
                print(printable(str(result) if result.path else f"{puzzle}: {result.status}"))
                if args.stats:
                    print(stats_text(result.stats))
            worst = max(worst, exit_code(result.status, result.interrupted))
            if worst == 130:
                break
        return worst

    def run_diameter(self, args: argparse.Namespace, graph: WordGraph) -> int:
        """Print the longest shortest ladders of the list."""
        with progress_line("ladder", "words") as progress:
            result = graph.eccentric_pairs(limits=limits_of(args), progress=progress)
        pairs = [list(pair) for pair in result.pairs]
        lines = [printable(f"{a} {b}") for a, b in result.pairs]
        lines.append(f"{pluralize(result.length, 'step')}, {pluralize(len(result.pairs), 'pair')}")
        values = {"pairs": pairs, **result.stats.to_dict()}
        code = print_outcome(args, result, values, lines, seconds_text(result.stats.seconds))
        if result.status is Status.LIMIT:
            print(stop_reason(result.interrupted), file=sys.stderr)
        return code

    def unbuilt(self, args: argparse.Namespace, graph: WordGraph) -> int | None:
        """Build the graph of the list within the limits; return the exit code where it was not built."""
        from ...search.run_loop import Outcome
        from .graph import build

        outcome, _ = build(graph, limits_of(args))
        if outcome is Outcome.FINISHED:
            return None
        interrupted = outcome is Outcome.INTERRUPTED
        print(stop_reason(interrupted), file=sys.stderr)
        return exit_code(Status.LIMIT, interrupted)

    def run_graph(self, args: argparse.Namespace, graph: WordGraph) -> int:
        """Print how large the list is, and what hangs together."""
        import numpy as np

        start = time.perf_counter()
        if (code := self.unbuilt(args, graph)) is not None:
            return code
        sizes = np.bincount(graph.components()) if len(graph) else np.zeros(0, dtype=np.int64)
        facts = {
            "words": len(graph),
            "steps": graph.n_edges,
            "components": len(sizes),
            "isolated": int((sizes == 1).sum()),
            "largest": int(sizes.max(initial=0)),
        }
        seconds = time.perf_counter() - start
        if args.format == "json":
            print_answer(args, {"status": str(Status.SOLVED), **facts, "seconds": seconds})
            return 0
        for name, value in facts.items():
            print(f"{name:10} {value:,}")
        if args.stats:
            print(seconds_text(seconds))
        return 0

    def run_distances(self, args: argparse.Namespace, graph: WordGraph) -> int:
        """Print how many words are how many steps away."""
        import numpy as np

        if (code := self.unbuilt(args, graph)) is not None:
            return code
        found = graph.distances(args.distances)
        counts = np.bincount(found[found >= 0]).tolist()
        beyond = int((found < 0).sum())
        if args.format == "json":
            steps = dict(zip(graph.words, found.tolist(), strict=True))
            facts = {"counts": counts, "unreachable": beyond, "distances": steps}
            print_answer(args, {"status": str(Status.SOLVED), **facts})
            return 0
        for away, count in enumerate(counts):
            print(f"{away:3} {count:,}")
        print(f"{pluralize(beyond, 'word')} out of reach")
        return 0

    # Showing

    def as_json(self, puzzle: WordLadderPuzzle, solution: Any) -> Any:
        """Return the words of a ladder."""
        return list(solution)

    def verdict(self, result: Any) -> str:
        """Return the line below a ladder: how long it is."""
        if not result.path:
            return super().verdict(result)
        cost = "" if result.cost == result.length else f", cost {result.cost:g}"
        return f"{result.status}: {result.length} step{'' if result.length == 1 else 's'}{cost}"


def read_costs(source: str) -> dict[str, float]:
    """Return the costs of words from a file of lines WORD COST."""
    costs = {}
    for number, line in text_lines(read_text(source, limit=MOST_BYTES)):
        if is_comment(line, SYMBOLS):
            continue
        parts = clean_text(line).split()
        try:
            word, cost = parts
            costs[word] = float(cost)
            if not 0 < costs[word] < float("inf"):
                raise ValueError
        except ValueError:
            raise PuzzleError(
                f"{line.strip()!r:.40}, expected WORD COST (above 0)",
                file=source_name(source),
                line=number,
            ) from None
    return costs


COMMAND = LadderCommand(SPECS[0], __doc__)
