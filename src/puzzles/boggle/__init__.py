"""Boggle: every word on a board of letter tiles, one board or millions, neighbours, best boards, proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..framework.spec import Command, Spec, lazy

if TYPE_CHECKING:
    from .best_board.best import BestOptions as BestOptions
    from .best_board.best import BestResult as BestResult
    from .best_board.best import best as best
    from .best_board.neighbours import Neighbours as Neighbours
    from .best_board.neighbours import score_neighbours as score_neighbours
    from .dice.dice import Dice as Dice
    from .dice.dice import RandomBoard as RandomBoard
    from .dice.dice import dice_from as dice_from
    from .dice.optimize import Design as Design
    from .dice.optimize import DesignOptions as DesignOptions
    from .dice.optimize import Target as Target
    from .dice.optimize import design as design
    from .generation.constraints import Constraints as Constraints
    from .many import BoggleMany as BoggleMany
    from .many import score_many as score_many
    from .proof.certificates import Certificate as Certificate
    from .proof.cost_estimate import ProofEstimate as ProofEstimate
    from .proof.cost_estimate import ProofProgress as ProofProgress
    from .proof.prove import ProofResult as ProofResult
    from .proof.prove import ProveOptions as ProveOptions
    from .proof.prove import merge_proofs as merge_proofs
    from .proof.prove import prove as prove
    from .proof.upper_bound import upper_bound as upper_bound
    from .proof.verify import Verification as Verification
    from .proof.verify import verify_proof as verify_proof
    from .puzzle import Boggle as Boggle
    from .puzzle import generate as generate
    from .puzzle import solve_many as solve_many
    from .result import BoggleResult as BoggleResult
    from .rules import Rules as Rules
    from .scoring import Scoring as Scoring
    from .streaming.result import StreamProgress as StreamProgress
    from .streaming.result import StreamResult as StreamResult
    from .streaming.stream import StreamOptions as StreamOptions
    from .streaming.stream import merge_streams as merge_streams
    from .streaming.stream import stream as stream
    from .surveys.distribution import Distribution as Distribution
    from .surveys.distribution import Estimate as Estimate
    from .surveys.result import Survey as Survey
    from .surveys.survey import SurveyOptions as SurveyOptions
    from .surveys.survey import survey as survey
    from .word_paths import WordTrace as WordTrace

SPECS = (
    Spec(
        name="boggle",
        home=__name__,
        summary="find every word on a board of letters, with paths and score",
        puzzle="puzzle:Boggle",
        records="records:BoggleRecords",
        factory="generation.generator:BoggleFactory",
        command="command:COMMAND",
        game="play:PLAY",
        commands={
            "best": Command(
                "search for the Boggle board with the most points",
                "best_board.command",
                "boggle_best.md",
                title="The best board",
                usage="unriddle best 4x4 --qu",
                names=("boggle.best",),
            ),
            "prove": Command(
                "prove which boards have at least a given score",
                "proof.command",
                "boggle_best.md",
                title="Proofs of best boards",
                usage="unriddle prove 3x3 --min-score 500",
                names=("boggle.prove",),
            ),
            "stream": Command(
                "find every word on a board of any size, row by row",
                "streaming.command",
                "large_boards.md",
                title="Enormous boards",
                usage="unriddle stream --random --size 2000x2000 --summary",
                names=("boggle.stream",),
            ),
            "survey": Command(
                "count words and points on millions of rolls of dice",
                "surveys.command",
                "dice.md",
                title="Statistics of dice",
                usage="unriddle survey --dice big",
                names=("boggle.survey",),
            ),
        },
        page="boggle.md",
        title="Boggle",
        scope="any N×M, three topologies, wrapped or not, millions of boards",
        usage="unriddle boggle perslatgsineters",
        example="tea/ars",
        question=(
            "Find the words on the board: each goes from cell to neighbouring cell, and uses no cell "
            "twice. Answer with the words, separated by spaces."
        ),
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
            "score_many",
        ),
    ),
)

_NAMES = {
    "best_board.best": "BestOptions BestResult best",
    "best_board.neighbours": "Neighbours score_neighbours",
    "dice.dice": "Dice RandomBoard dice_from",
    "dice.optimize": "Design DesignOptions Target design",
    "generation.constraints": "Constraints",
    "many": "BoggleMany score_many",
    "proof.certificates": "Certificate",
    "proof.cost_estimate": "ProofEstimate ProofProgress",
    "proof.prove": "ProofResult ProveOptions merge_proofs prove",
    "proof.upper_bound": "upper_bound",
    "proof.verify": "Verification verify_proof",
    "puzzle": "Boggle generate solve_many",
    "result": "BoggleResult",
    "rules": "Rules",
    "scoring": "Scoring",
    "streaming.result": "StreamProgress StreamResult",
    "streaming.stream": "StreamOptions merge_streams stream",
    "surveys.distribution": "Distribution Estimate",
    "surveys.result": "Survey",
    "surveys.survey": "SurveyOptions survey",
    "word_paths": "WordTrace",
}
PLACES = {name: module for module, names in _NAMES.items() for name in names.split()}
"""Public name -> module."""

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
