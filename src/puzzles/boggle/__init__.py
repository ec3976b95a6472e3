"""Boggle: every word on a board of letter tiles, one board or millions, neighbours, best boards, proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.spec import Command, Headline, Spec, Suite, lazy

if TYPE_CHECKING:
    from .best_boards import BestResult as BestResult
    from .best_boards import best as best
    from .bounds import bound as bound
    from .certificates import Certificate as Certificate
    from .design_target import Target as Target
    from .designing import Design as Design
    from .designing import design as design
    from .dice import Dice as Dice
    from .distribution import Distribution as Distribution
    from .distribution import Estimate as Estimate
    from .letter_dice import dice_from as dice_from
    from .many import BoggleMany as BoggleMany
    from .many import score_many as score_many
    from .many import solve_many as solve_many
    from .neighbours import Neighbours as Neighbours
    from .neighbours import score_neighbours as score_neighbours
    from .proof_cost import ProofEstimate as ProofEstimate
    from .proof_cost import ProofProgress as ProofProgress
    from .proofs import ProofResult as ProofResult
    from .proofs import merge_proofs as merge_proofs
    from .proofs import prove as prove
    from .puzzle import Boggle as Boggle
    from .random_board import RandomBoard as RandomBoard
    from .recheck import Verification as Verification
    from .recheck import verify_proof as verify_proof
    from .result import BoggleResult as BoggleResult
    from .rules import Rules as Rules
    from .scoring import Scoring as Scoring
    from .stream_parts import merge_streams as merge_streams
    from .stream_result import Progressed as Progressed
    from .stream_result import StreamResult as StreamResult
    from .streaming import stream as stream
    from .survey_result import Survey as Survey
    from .surveying import survey as survey
    from .to_order import generate as generate
    from .trace import WordTrace as WordTrace

SPECS = (
    Spec(
        name="boggle",
        home=__name__,
        summary="find every word on a board of letters, with paths and score",
        puzzle="puzzle:Boggle",
        records="records:BoggleRecords",
        factory="factory:BoggleFactory",
        command="command:COMMAND",
        game="play:PLAY",
        commands={
            "best": Command(
                "search for the board with the most points",
                "best_command",
                "boggle_best.md",
                title="The best board",
                usage="unriddle best 4x4 --qu",
                names=("boggle.best",),
            ),
            "prove": Command(
                "find all boards of at least a score, and prove there is no other",
                "prove_command",
                "boggle_best.md",
                title="Proofs of best boards",
                usage="unriddle prove 3x3 --least 500",
                names=("boggle.prove",),
            ),
            "stream": Command(
                "find every word on a board too large for the memory",
                "stream_command",
                "large_boards.md",
                title="Enormous boards",
                usage="unriddle stream --random 2000x2000 --summary",
                names=("boggle.stream",),
            ),
            "survey": Command(
                "roll dice by the million: how words and points are distributed",
                "survey_command",
                "dice.md",
                title="What dice do",
                usage="unriddle survey --dice big",
                names=("boggle.survey",),
            ),
        },
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
        stands=("boggle 4x4 dice",),
        pictures="draw",
        page="boggle.md",
        title="Boggle",
        scope="any N×M, three topologies, wrapped or not, millions of boards",
        usage="unriddle boggle perslatgsineters",
        example="tea/ars",
        cannot={
            "is_solved": "a board is searched for words, not solved step by step; trace(word) is a puzzle",
            "extensions": "a board has no next configuration; trace(word) has",
            "steps": "all words are the answer: there is no reasoning that leads to one of them",
            "difficulty": "nothing is reasoned, so nothing is hard",
        },
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
    "BoggleMany": "many",
    "BoggleResult": "result",
    "Neighbours": "neighbours",
    "Certificate": "certificates",
    "Design": "designing",
    "Dice": "dice",
    "Distribution": "distribution",
    "Estimate": "distribution",
    "Progressed": "stream_result",
    "ProofEstimate": "proof_cost",
    "ProofProgress": "proof_cost",
    "ProofResult": "proofs",
    "RandomBoard": "random_board",
    "Rules": "rules",
    "Scoring": "scoring",
    "Survey": "survey_result",
    "Target": "design_target",
    "StreamResult": "stream_result",
    "Verification": "recheck",
    "WordTrace": "trace",
    "best": "best_boards",
    "bound": "bounds",
    "design": "designing",
    "generate": "to_order",
    "dice_from": "letter_dice",
    "merge_proofs": "proofs",
    "merge_streams": "stream_parts",
    "prove": "proofs",
    "score_many": "many",
    "score_neighbours": "neighbours",
    "solve_many": "many",
    "stream": "streaming",
    "survey": "surveying",
    "verify_proof": "recheck",
}
"""Public name -> module."""

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
