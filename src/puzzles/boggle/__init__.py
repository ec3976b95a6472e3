"""Boggle: every word on a board of letter tiles, one board or millions, neighbours, best boards, proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.spec import Command, Spec, lazy

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
