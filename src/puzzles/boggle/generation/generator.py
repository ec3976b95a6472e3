"""Generate many distinct Boggle boards that meet constraints, with all words of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....base import Status
from ....lexicon.arguments import COMMON, board_lexicon
from ...framework.batch_records import Column, Option
from ...framework.generator import Factory, Made, forms
from ..dice.dice import dice_of
from ..parse import board_size
from ..puzzle import Boggle
from ..records import RULES, rules_from
from ..rules import DICE
from . import generate
from .constraints import Constraints


class BoggleFactory(Factory):
    """Make boards that dice show and that meet constraints; rotations and reflections are equal.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> made = BoggleFactory("puzzles", {"shape": "3x3"}, Lexicon(["tea", "eat", "tie"])).many([1, 2])
    >>> len(made)
    2
    """

    KIND = Boggle
    OWN = (
        Option("shape", "set rows and columns", "4x4", metavar="RxC"),
        Option("dice", DICE, metavar="SET"),
        Option("words", "require a number of words, such as 60..150, 60.. or ..150", "1..", metavar="A..B"),
        Option("score", "require a number of points", metavar="A..B"),
        Option("longest", "require a length of the longest word", metavar="A..B"),
        Option("contains", "require words, separated by commas", metavar="WORDS"),
        Option("forbid", "exclude words, separated by commas", metavar="WORDS"),
        *RULES,
    )
    MEASURES = (Column("words", "int"), Column("score", "int"), Column("longest", "int"))
    USES_LEXICON = True
    LEVEL = COMMON
    CHUNK, PART = 64, 8192

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        given = self.options
        shape = board_size(given["shape"])
        rules = rules_from(given)
        wanted = {name: given[name] for name in ("words", "score", "longest", "contains", "forbid")}
        self.lexicon = board_lexicon(self.lexicon)
        dice = dice_of(given["dice"], shape[0] * shape[1])
        self._maker = generate.BoardMaker(shape, self.lexicon, dice, rules, Constraints(**wanted))

    @classmethod
    def unique(cls) -> bool:
        """Return False: a board has many words."""
        return False

    def many(self, seeds: Sequence[int]) -> list[Made | None]:
        """Return the boards of some seeds, each as if it were made alone."""
        return [None if made is None else self._record(made) for made in self._maker.make(seeds, self.stop)]

    def _record(self, made: generate.GeneratedBoard) -> Made | None:
        """Return the record of a board, None where the search of its words reached a limit."""
        puzzle = Boggle(made.board, rules=self._maker.rules)
        result = puzzle.solve(self.lexicon, limits=self.limits)
        if result.interrupted:
            raise KeyboardInterrupt
        if result.status is Status.LIMIT:
            return None
        return Made(
            text=self.text(puzzle),
            rules=puzzle.rules(),
            solution=" ".join(result.words),
            size=self.size(puzzle),
            status=result.status,
            nodes=result.stats.nodes,
            form=self.form(puzzle, result),
            measures=made[1:],
        )

    def form(self, puzzle: Boggle, result: Any) -> bytes:
        """Return the canonical form: the least of the rotations and reflections."""
        tiles = np.array(puzzle.board.letters(), dtype="U4")
        same = forms(puzzle.rows, puzzle.cols, puzzle.topology, wrap=puzzle.wrap)
        return min(repr(tiles[cells].reshape(shape).tolist()).encode() for shape, cells in same)
