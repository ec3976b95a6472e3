"""Boggle: every word on a board of letter tiles, one board or millions, neighbours, best boards, proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.spec import Spec, Suite, lazy

if TYPE_CHECKING:
    from .best_boards import BestResult as BestResult
    from .best_boards import Neighbours as Neighbours
    from .best_boards import best as best
    from .best_boards import score_neighbours as score_neighbours
    from .many import BoggleBatch as BoggleBatch
    from .many import score_many as score_many
    from .many import solve_many as solve_many
    from .proofs import ProofResult as ProofResult
    from .proofs import bound as bound
    from .proofs import prove as prove
    from .puzzle import Boggle as Boggle
    from .result import BoggleResult as BoggleResult
    from .scoring import Scoring as Scoring
    from .trace import WordTrace as WordTrace

SPECS = (
    Spec(
        name="boggle",
        home=__name__,
        summary="every word on a board of letters, with paths and score",
        puzzle="puzzle:Boggle",
        records="records:BoggleRecords",
        command="command",
        suites={
            "boggle": Suite("one board by its size", "cases.one"),
            "growth": Suite(
                "moves, words and time from 2x2 to 6x6, with pruning and without", "cases.growth"
            ),
            "boggle_many": Suite("many boards at once, batch sizes, threads", "cases.many"),
            "boggle_large": Suite("enormous boards", "cases.large"),
            "boggle_best": Suite("neighbours of a board, the best board", "cases.best"),
            "tiles": Suite("paths of a word, tiles of several letters", "cases.tiles"),
        },
        kernels={
            "walk.board_bound": "bounds",
            "walk.exhaustive": "every_path",
            "walk.large_walk": "boggle",
            "walk.neighbour_scores": "neighbours",
            "walk.small_walk": "boggle",
            "walk.tile_walk": "tiles",
            "walk.word_paths": "tiles",
        },
        signature="signature",
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
        page="boggle.md",
        example="tea/ars",
        public=(
            "Boggle",
            "BoggleResult",
            "Scoring",
        ),
    ),
)

PLACES = {
    "BestResult": "best_boards",
    "Boggle": "puzzle",
    "BoggleBatch": "many",
    "BoggleResult": "result",
    "Neighbours": "best_boards",
    "ProofResult": "proofs",
    "Scoring": "scoring",
    "WordTrace": "trace",
    "best": "best_boards",
    "bound": "proofs",
    "prove": "proofs",
    "score_many": "many",
    "score_neighbours": "best_boards",
    "solve_many": "many",
}
"""Public name -> module."""

__all__ = list(PLACES)
__getattr__, __dir__ = lazy(__name__, PLACES)
