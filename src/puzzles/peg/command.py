"""The subcommand of peg solitaire, and the game."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from typing import Any

from ...base import PuzzleError
from ...console import draw, exit_code, limits_of, positive, print_answer, progress_line, seconds_text
from ...io.text import read_text
from ..framework.command import PuzzleCommand, exclude, is_there, print_outcome
from ..framework.game import BoardCell, Game, PlayCommand
from . import SPECS
from .boards import DIRECTIONS, NAMED, hole_name, jumps_of
from .parse import KNOWN, PEG, UNUSED

DOC = """Solve peg solitaire: jump pegs over pegs until one is left.

unriddle peg "***./****/*.**"
unriddle peg --board english --goal d4
unriddle peg --board european --empty-hole c1 --min-moves --max-seconds 1
unriddle peg --board english --goal d4 --solvable
unriddle peg --board english --random --seed 1 --hint

A board is rows of * (peg), . (empty hole) and # (no hole), each on a line or with / between them. Other marks
are read where their meaning is clear. A hole has a column letter and a row number, such as d4. The goal is
one peg anywhere, one peg in a hole, or a pattern.
"""


class PegCommand(PuzzleCommand):
    """Run ``unriddle peg``."""

    UNIT = "positions"

    def add_rules(self, group: argparse._ActionsContainer) -> None:
        """Add the named boards, the goal and the jumps."""
        group.add_argument("--board", metavar="NAME", help=f"take a named board: {', '.join(NAMED)}")
        group.add_argument(
            "--empty-hole",
            metavar="HOLE",
            help="begin with this hole empty, on a board of --board (default: the usual hole)",
        )
        goal = "end with one peg in this hole, or with a pattern of rows (default: one peg in any hole)"
        group.add_argument("--goal", metavar="HOLE", help=goal)
        group.add_argument("--goal-file", metavar="FILE", help="end with the pattern in a file")
        group.add_argument(
            "--jumps",
            choices=tuple(DIRECTIONS),
            help="set the directions of jumps on a board of your own (default: orthogonal)",
        )
        group.add_argument("--peg", metavar="MARK", help="read this mark, such as o or x, as a peg")
        group.add_argument("--empty", metavar="MARK", help="read this mark as an empty hole")
        group.add_argument(
            "--pegs", type=positive, metavar="N", help="draw N pegs for a random position (default: 12)"
        )

    def add_modes(self, group: argparse._ActionsContainer) -> None:
        """Add the modes that only peg solitaire has."""
        super().add_modes(group)
        group.add_argument("--min-moves", action="store_true", help="find a solution of the fewest moves")
        group.add_argument(
            "--positions", action="store_true", help="count the positions after each number of jumps"
        )
        group.add_argument(
            "--solvable",
            action="store_true",
            help="count the positions on the ways to the goal, after each number of jumps",
        )
        group.add_argument(
            "--hint", action="store_true", help="print the jumps after which the goal can be reached"
        )

    def read(self, args: argparse.Namespace) -> Any:
        """Return the board that the arguments give."""
        named, text = args.board is not None, args.puzzle
        if named and text is not None:
            raise PuzzleError("--board cannot be combined with a board of your own")
        if args.jumps is not None and (named or args.random):
            raise PuzzleError("--jumps is for a board of your own; a named board has its own")
        if args.pegs is not None and not args.random:
            raise PuzzleError("--pegs goes with --random")
        if args.empty_hole is not None and (not named or args.random):
            raise PuzzleError("--empty-hole goes with --board, without --random")
        for option in ("peg", "empty"):
            if getattr(args, option) is not None and (named or args.random):
                raise PuzzleError(f"--{option} is for a board of your own; write the goal with * . and #")
        if args.random or args.seed is not None:
            return super().read(args)
        if named:
            return self.kind.named(args.board, vacancy=args.empty_hole, goal=self.goal(args))
        if text and text.strip(" -") and KNOWN.issuperset(set(text) - {"/", " "}) and not is_there(text):
            return self.kind.parse(text, **self.rules(args))  # also ./** and such, which looks like a path
        return super().read(args)

    def rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return the goal, the jumps and what marks mean."""
        marks = {"peg": args.peg, "empty": args.empty}
        return {"goal": self.goal(args), "jumps": args.jumps or "orthogonal", **marks}

    def goal(self, args: argparse.Namespace) -> str | None:
        """Return the goal as text."""
        if args.goal is not None and args.goal_file is not None:
            raise PuzzleError("--goal cannot be combined with --goal-file")
        if args.goal_file is not None:
            return read_text(args.goal_file, limit=self.kind.LONGEST)
        goal: str | None = args.goal
        return goal

    def make(self, args: argparse.Namespace) -> Any:
        """Return a random position of a named board."""
        name = args.board or "english"
        return self.kind.random(name, args.pegs or 12, seed=args.seed, goal=self.goal(args))

    def run_solve(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Solve, or run a mode that only peg solitaire has."""
        if args.positions or args.solvable:
            return self.run_layers(args, puzzle)
        if not args.min_moves:
            return super().run_solve(args, puzzle)
        exclude(args, "--min-moves", "method")
        with progress_line("peg", self.UNIT) as progress:
            result = puzzle.fewest_moves(limits=limits_of(args), progress=progress)
        self.print_result(args, puzzle, result)
        return exit_code(result.status, result.interrupted)

    def run_layers(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Print positions by number of jumps."""
        with progress_line("peg", self.UNIT) as progress:
            work = puzzle.solvable_positions if args.solvable else puzzle.count_positions
            result = work(limits=limits_of(args), progress=progress)
        stats = result.stats
        head = {"counts": list(result.counts), "total": result.total}
        values = {**head, "nodes": stats.nodes, "seconds": stats.seconds}
        lines = [f"{jumps:2} {count:,}" for jumps, count in enumerate(result.counts)]
        lines += [f"{result.total:,} positions up to symmetry", self.verdict(result)]
        visited = f"{stats.nodes:,} nodes visited, {seconds_text(stats.seconds)}"
        return print_outcome(args, result, values, lines, visited, svg=puzzle.to_svg, html=puzzle.to_html)

    def run_hint(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Print whether the goal can still be reached, and by which jumps."""
        with progress_line("peg", self.UNIT) as progress:
            result = puzzle.winning_jumps(limits=limits_of(args), progress=progress)
        with draw(args, svg=result._repr_svg_) as taken:
            if args.format == "json":
                known = {"winnable": result.winnable, "jumps": [str(jump) for jump in result.jumps]}
                print_answer(args, {"status": str(result.status), **known})
            elif not taken:
                print(result)
        return exit_code(result.status, result.interrupted)

    def lines(self, puzzle: Any, result: Any) -> Iterable[str]:
        """Yield the number of moves, where fewest were asked for."""
        if result.solution is not None and (result.optimal or result.lower_bound):
            moves = "1 move" if result.moves == 1 else f"{result.moves} moves"
            fewer = "" if result.optimal else f" than {result.lower_bound}"
            yield f"{moves}; no solution has fewer{fewer}"
        elif result.lower_bound:
            yield f"no solution has fewer moves than {result.lower_bound}"

    def keys(self, puzzle: Any, result: Any) -> dict[str, Any]:
        """Return the board."""
        return {"puzzle": puzzle.text().replace("\n", "/")}


class PegGame(Game):
    """A game of peg solitaire: a move is a jump, or several of one peg."""

    MOVES = (
        "d2-d4        the peg of column d, row 2 jumps to row 4; d2 d4 is the same",
        "a1-c1-e1     one peg jumps on and on",
    )
    AIM = "Jump pegs over pegs, which removes them, until the goal is reached."

    def moved(self, text: str) -> Any:
        """Return the position after one jump or several of one peg."""
        jumps = jumps_of("-".join(text.replace("-", " ").split()))
        if not jumps:
            raise PuzzleError("no jump; enter one such as d2-d4")
        try:
            return self.state.replay(jumps)[-1]
        except PuzzleError as error:
            raise PuzzleError(error.reason.partition(", ")[2] or error.reason) from None

    def said(self) -> str:
        """Report that no jump is left."""
        if self.finished or self.state.extensions():
            return ""
        left = self.state.position.bit_count()
        return f"No jump is left, and {left} {'peg is' if left == 1 else 'pegs are'}; undo takes jumps back."

    def shown(self) -> str:
        """Return the board with letters above the columns and numbers before the rows."""
        rows = self.state.marker
        margin = len(str(len(rows)))
        names = [hole_name((0, col))[:-1] for col in range(len(rows[0]))]
        broad = max(map(len, names))
        lines = [" " * (margin + 2) + " ".join(name.rjust(broad) for name in names)]
        for number, row in enumerate(rows, 1):
            marks = " ".join((" " if mark == UNUSED else mark).rjust(broad) for mark in row)
            lines.append(f"{number:>{margin}}  {marks}".rstrip())
        return "\n".join(lines)

    def cells(self) -> list[list[BoardCell]]:
        """Return pegs and empty holes."""
        signs = {PEG: BoardCell("●", given=False), UNUSED: BoardCell("", region=None)}
        return [[signs.get(mark, BoardCell("·")) for mark in row] for row in self.state.marker]

    def point(self, entry: str, row: int, col: int) -> tuple[str, bool]:
        """Return the jump of the peg that the entry names, or an entry that names a peg."""
        name = hole_name((row, col))
        if entry and not entry.endswith("-"):
            return entry, False
        if self.state.marker[row][col] == PEG:
            return f"{name}-", False
        return (f"{entry}{name}", True) if entry else ("", False)

    def pointed(self, entry: str) -> Sequence[tuple[int, int]]:
        """Return the hole of the peg that jumps."""
        return [hole for hole in self.state.board.holes if hole_name(hole) == entry.removesuffix("-")]


class PegPlay(PlayCommand):
    """Run ``unriddle play peg``."""

    def prepare(self, args: argparse.Namespace) -> None:
        """Take a named board; with ``--seed`` or ``--pegs`` a random position of it."""
        if args.seed is not None or args.pegs is not None:
            if args.empty_hole is not None:
                raise PuzzleError("--empty-hole cannot be combined with --seed or --pegs")
            super().prepare(args)
        args.board = args.board or next(iter(NAMED))


COMMAND = PegCommand(SPECS[0], DOC)
PLAY = PegPlay(SPECS[0], PegGame, "the English board, or with --seed or --pegs a random position")
