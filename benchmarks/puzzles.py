"""What is measured of each puzzle: its suites, the part of the signature that runs each kernel, headlines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["PUZZLES", "Headline", "Measured", "Suite"]


@dataclass(frozen=True, slots=True)
class Suite:
    """A suite of benchmark cases: what it measures, and its module of `benchmarks.suites`."""

    summary: str
    module: str


@dataclass(frozen=True, slots=True)
class Headline:
    """A row of the table of speed: what it says, and the group and name of the benchmark case it shows.

    `data` says that the case needs word lists or puzzles from elsewhere, which the suites lack.
    """

    text: str
    group: str
    case: str
    data: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What is measured of a puzzle.

    Parameters
    ----------
    suites : mapping of str to Suite
        Benchmark cases.
    kernels : mapping of str to str
        Module below ``unriddle.core`` -> the part of the signature that runs it.
    counted : tuple of str
        Cases whose nodes and instructions are recorded, by their full names.
    headlines : tuple of Headline
        Rows of the table of speed.
    """

    suites: Mapping[str, Suite]
    kernels: Mapping[str, str]
    counted: tuple[str, ...] = ()
    headlines: tuple[Headline, ...] = ()


PUZZLES: dict[str, Measured] = {
    "boggle": Measured(
        suites={
            "boggle": Suite("one board by its size", "boggle.one"),
            "growth": Suite(
                "moves, words and time from 2x2 to 6x6, with pruning and without", "boggle.growth"
            ),
            "boggle_many": Suite("many boards at once, batch sizes, threads", "boggle.many"),
            "boggle_large": Suite("enormous boards", "boggle.large"),
            "boggle_best": Suite("neighbours of a board, the best board", "boggle.best"),
            "tiles": Suite("paths of a word, tiles of several letters", "boggle.tiles"),
        },
        kernels={
            "walk.boggle_bound": "bounds",
            "walk.boggle_exhaustive": "every_path",
            "walk.boggle_large": "boggle",
            "walk.boggle_neighbours": "neighbours",
            "walk.boggle_seed_choice": "by_seeds",
            "walk.boggle_seed_tree": "by_seeds",
            "walk.boggle_seeds": "by_seeds",
            "walk.boggle_small": "boggle",
            "walk.boggle_tiles": "tiles",
            "walk.boggle_check": "answers",
            "walk.boggle_word_paths": "tiles",
        },
        counted=(
            "boggle 2x2 dice/kernel",
            "boggle 4x4 dice/kernel",
            "boggle 4x4 uniform letters/kernel",
            "boggle growth 3x3/kernel, every path",
            "boggle growth 4x4/kernel, pruned",
            "boggle many 4x4 dice/kernel, one board a call",
            "boggle many 4x4 dice/kernel, scores",
            "boggle many 4x4 dice/kernel, words",
            "boggle 40x40/kernel",
            "boggle neighbours 4x4 dice/kernel",
        ),
        headlines=(
            Headline(
                "score boards 4×4 of uniform letters, ENABLE2K",
                "boggle many 4x4 uniform, enable2k",
                "kernel, scores",
                data=True,
            ),
            Headline(
                "score rolls of the 4×4 dice (1987)",
                "boggle many 4x4 1987, enable2k",
                "kernel, scores",
                data=True,
            ),
            Headline(
                "score the best 4×4 board known, again and again",
                "boggle many 4x4 the best, enable2k",
                "kernel, scores",
                data=True,
            ),
            Headline(
                "score boards a few changes from it",
                "boggle many 4x4 edits of the best, enable2k",
                "kernel, scores",
                data=True,
            ),
            Headline(
                "score boards 5×5 of uniform letters",
                "boggle many 5x5 uniform, enable2k",
                "kernel, scores",
                data=True,
            ),
            Headline(
                "score rolls of the 5×5 dice", "boggle many 5x5 big, enable2k", "kernel, scores", data=True
            ),
            Headline(
                "the words of the same 4×4 rolls",
                "boggle many 4x4 1987, enable2k",
                "kernel, words",
                data=True,
            ),
            Headline("all neighbours of a 4×4 board of dice", "boggle neighbours 4x4 dice", "kernel"),
            Headline(
                "`boggle.best` to the proven optimum of 4×4",
                "boggle best 4x4, pool of 50, enable2k",
                "kernel",
                data=True,
            ),
            Headline(
                "`boggle.prove`: all 42 boards 3×3 of 500 points",
                "boggle prove 3x3, enable2k",
                "kernel",
                data=True,
            ),
            Headline("one 4×4 board of dice, `board.solve()`", "boggle 4x4 dice", "kernel"),
            Headline("one 16×16 board of dice", "boggle 16x16 dice", "kernel"),
            Headline("one 100×100 board of dice", "boggle 100x100", "kernel"),
            Headline("one 1000×1000 board of dice, all distinct words", "boggle 1000x1000", "kernel"),
        ),
    ),
    "gogen": Measured(
        suites={
            "gogen": Suite("letters on a board", "gogen"),
        },
        kernels={
            "assign.gogen": "gogen",
            "assign.gogen_making": "gogen",
        },
        headlines=(Headline("Gogen 5×5", "gogen 5x5", "kernel, batch"),),
    ),
    "ladder": Measured(
        suites={
            "ladder": Suite("word ladders", "ladder"),
        },
        kernels={
            "search.graph": "graph",
            "search.graph_paths": "graph",
            "search.ladder": "ladder",
        },
        counted=("ladder, graph of the words to level 10/kernel",),
        headlines=(
            Headline(
                "word ladder between words of 5 letters",
                "ladder, shortest between words of 5 letters",
                "kernel",
            ),
        ),
    ),
    "numbrix": Measured(
        suites={
            "numbrix": Suite("Numbrix and Hidato", "numbrix"),
        },
        kernels={
            "assign.numbrix": "numbrix",
            "assign.path_making": "numbrix",
            "assign.path_clauses": "number_paths",
            "assign.path_repair": "number_paths",
        },
        counted=(
            "numbrix 6x6/kernel",
            "hidato 6x6/kernel",
            "hidato 6x6, every tenth number/kernel",
        ),
        headlines=(
            Headline("Numbrix 10×10, proven unique", "numbrix 10x10", "kernel"),
            Headline("Hidato 10×10, proven unique", "hidato 10x10", "kernel"),
        ),
    ),
    "paths": Measured(
        suites={
            "paths": Suite("counting all paths of a board", "paths"),
        },
        kernels={
            "walk.path_count": "path_count",
        },
        counted=(
            "paths 3x3 walked one by one/kernel",
            "paths 4x4 king/kernel",
            "paths 4x4 rook/kernel",
        ),
        headlines=(Headline("count the paths of a 6×6 board", "paths 6x6 king", "kernel"),),
    ),
    "peg": Measured(
        suites={
            "peg": Suite("peg solitaire", "peg"),
        },
        kernels={
            "search.peg": "peg",
            "search.peg_numbered": "peg_layers",
            "search.peg_move_beam": "peg",
            "search.peg_plans": "peg",
            "search.peg_search": "peg",
        },
        counted=(
            "peg triangle15, a solution/kernel",
            "peg triangle15, positions/kernel",
            "peg 3x4, dfs/kernel",
        ),
        headlines=(
            Headline("peg solitaire, English board, a solution", "peg english, a solution", "kernel"),
        ),
    ),
    "placement": Measured(
        suites={
            "placement": Suite("words into slots", "placement"),
        },
        kernels={
            "assign.domains": "placement",
            "assign.crisscross": "layouts",
            "assign.placement": "placement",
            "walk.word_squares": "squares",
        },
        counted=("placement 11x9, 10 slots/kernel",),
        headlines=(Headline("fill a 27×27 board of 246 slots", "placement 27x27, 246 slots", "kernel"),),
    ),
    "river": Measured(
        suites={
            "river": Suite("river crossings", "river"),
        },
        kernels={
            "search.river": "river",
        },
        counted=(
            "river, state graph of 3 couples/kernel",
            "river, three missionaries, astar/kernel",
        ),
    ),
    "sliding": Measured(
        suites={
            "sliding": Suite("the 15-puzzle and its kin", "sliding"),
        },
        kernels={
            "search.sliding": "sliding",
            "search.sliding_additive": "sliding",
            "search.sliding_beam": "sliding",
            "search.sliding_ida": "sliding",
            "search.sliding_near": "sliding",
            "search.sliding_pattern": "sliding",
            "search.sliding_table": "table",
        },
        counted=(
            "sliding 3x3, shortest/kernel, pattern databases",
            "sliding 2x3, every configuration/kernel",
            "sliding 5x5, 2,000 nodes of a beam/kernel",
        ),
        headlines=(
            Headline("15-puzzle, optimally", "sliding 4x4, shortest", "kernel, pattern databases"),
            Headline(
                "30 of Korf's 15-puzzles, optimally", "sliding 4x4, 30 of Korf's boards", "kernel", data=True
            ),
        ),
    ),
    "sudoku": Measured(
        suites={
            "sudoku": Suite("Sudokus of all orders, with proof that the solution is the only one", "sudoku"),
        },
        kernels={
            "assign.sudoku": "sudoku",
            "assign.sudoku9": "sudoku9",
            "assign.sudoku_steps": "grades",
            "assign.sudoku_grading": "grades",
            "assign.sudoku_propagate": "variants",
        },
        counted=(
            "sudoku 9x9/kernel, batch",
            "sudoku 9x9/kernel, one puzzle a call",
            "sudoku order 4/kernel",
        ),
        headlines=(
            Headline("Sudoku 9×9, proven unique, in batches", "sudoku 9x9", "kernel, batch"),
            Headline("Sudoku 25×25, seven with few clues", "sudoku 25x25", "kernel", data=True),
        ),
    ),
}
"""Name of a puzzle -> what is measured of it; `benchmarks.signature` has a module of each name."""
