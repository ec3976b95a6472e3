"""Stand letters on a board so that each word can be traced through neighbouring cells.

unriddle gogen WORDFILE MGDWLYSJB   nine letters for every second cell of rows 1, 3, 5, or all
                                    cells with . for empty, rows apart by /; the word file starts
                                    with its number of words
unriddle gogen FILE                 the grid, an empty line, the words
unriddle gogen --generate --seed 7  a new puzzle
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError
from ...textio import read_text, source_name
from ..common.assign_command import add_modes, at_most, make, run_puzzle

if TYPE_CHECKING:
    from .puzzle import Gogen

__all__ = ["configure", "run"]

LONGEST_FILE = 1 << 24


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="words, or grid and words; - is stdin"
    )
    parser.add_argument("letters", nargs="?", metavar="LETTERS", help="the letters given")
    parser.add_argument(
        "--size", type=_size, metavar="RxC", help="size, where the letters do not show it; 5x5"
    )
    parser.add_argument("--alphabet", metavar="SYMBOLS", help="the letters, one a cell; A to Y for 5x5")
    parser.add_argument("--revisit", action="store_true", help="words may come back to a letter's cell")
    parser.add_argument("--trace", action="store_true", help="print the states on the way to the solution")
    parser.add_argument(
        "--givens", type=at_most(64, 0), metavar="N", help="letters given by --generate, on random cells"
    )
    parser.add_argument(
        "--lexicon", metavar="FILE", help="words for --generate; the embedded list by default"
    )
    add_modes(parser)


def _size(text: str) -> tuple[int, int]:
    parts = text.lower().split("x")
    read = at_most(8)
    if len(parts) != 2:
        raise argparse.ArgumentTypeError(f"{text[:20]!r}, expected rows x columns such as 5x5")
    return read(parts[0]), read(parts[1])


def run(args: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    from .puzzle import Gogen

    rows, cols = args.size or (None, None)
    if args.generate:
        if args.letters is not None or args.file != "-":
            raise PuzzleError(
                "--generate takes no FILE and no LETTERS, expected --lexicon FILE for other words"
            )
        puzzle = Gogen.generate(
            args.seed, rows=rows or 5, cols=cols or 5, givens=args.givens, words=_lexicon(args.lexicon),
            alphabet=args.alphabet,
        )  # fmt: skip
        return make(puzzle, args, f"{puzzle}\n\n{len(puzzle.words)}\n" + "\n".join(puzzle.words))
    text, name = read_text(args.file, limit=LONGEST_FILE), source_name(args.file)
    options: dict[str, Any] = {"rows": rows, "cols": cols, "alphabet": args.alphabet, "revisit": args.revisit}
    if args.letters is None:
        puzzle = Gogen.parse(text, file=name, **options)
    else:
        puzzle = Gogen.parse(args.letters, text, file="LETTERS", words_file=name, **options)
    return run_puzzle(
        puzzle,
        args,
        as_json=list,
        show=lambda shown, result: _lines(shown, result, args.trace),
        extra=lambda result: _keys(puzzle, result, args.trace),
    )


def _lexicon(path: str | None) -> Any:
    if path is None:
        return None
    from ...lexicon import Lexicon

    return Lexicon.load(path)


def _keys(puzzle: Gogen, result: Any, trace: bool) -> dict[str, Any]:
    keys: dict[str, Any] = {"grid": None if result.grid is None else list(result.grid)}
    if result.grid is not None:
        keys["paths"] = puzzle.paths(result.solution)
        if trace:
            keys["trace"] = [list(state) for state in puzzle.trace(result.choices)]
    return keys


def _lines(puzzle: Gogen, result: Any, trace: bool) -> list[str]:
    """Return each word's placement in a small grid, four beside each other, and the states if asked."""
    blocks = []
    for word, path in puzzle.paths(result.solution).items():
        cells = [["."] * puzzle.cols for _ in range(puzzle.rows)]
        for (row, col), letter in zip(path, word, strict=True):
            cells[row][col] = letter
        blocks.append([word, *(" ".join(row) for row in cells)])
    lines = []
    for k in range(0, len(blocks), 4):
        beside = blocks[k : k + 4]
        widths = [max(len(line) for line in block) for block in beside]
        for row in range(puzzle.rows + 1):
            shown = (block[row].ljust(width) for block, width in zip(beside, widths, strict=True))
            lines.append("   ".join(shown).rstrip())
        lines.append("")
    if trace:
        for k, state in enumerate(puzzle.trace(result.choices)):
            lines += [f"state {k}", puzzle.format(state), ""]
    if result.grid != result.solution:
        lines += ["cells that any letter left fits", puzzle.format(result.grid), ""]
    return lines
