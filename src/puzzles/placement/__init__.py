"""Word placement: the functions of the assignment, the game, an engine that scales, filling, layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..common.spec import Spec, Suite, lazy

if TYPE_CHECKING:
    from .filling import FillResult as FillResult
    from .filling import fill as fill
    from .functions import check_consistency as check_consistency
    from .functions import check_entries as check_entries
    from .functions import check_location as check_location
    from .functions import check_solved as check_solved
    from .functions import check_word_fits as check_word_fits
    from .functions import clear_board as clear_board
    from .functions import copy_board as copy_board
    from .functions import create_board as create_board
    from .functions import decompose_command as decompose_command
    from .functions import identifier as identifier
    from .functions import read_file as read_file
    from .functions import solve_board as solve_board
    from .functions import track_move as track_move
    from .functions import word_it as word_it
    from .game import Game as Game
    from .game import Hint as Hint
    from .layout import Layout as Layout
    from .layout import generate as generate
    from .printing import print_board as print_board
    from .printing import print_board_w_c as print_board_w_c
    from .printing import print_wordlist as print_wordlist
    from .puzzle import Placed as Placed
    from .puzzle import PlacementResult as PlacementResult
    from .puzzle import WordFilling as WordFilling
    from .puzzle import WordPlacement as WordPlacement
    from .talk import play as play
    from .talk import word_puzzle as word_puzzle

SPECS = (
    Spec(
        name="placement",
        home=__name__,
        summary="words placed on a board: solve, play, fill a crossword, lay out a criss-cross",
        puzzle="puzzle:WordPlacement",
        records="records:PlacementRecords",
        command="command",
        suites={
            "placement": Suite("words into slots", "cases"),
        },
        kernels={
            "assign.domains": "placement",
            "assign.placement": "placement",
        },
        signature="signature",
        counted=("placement 11x9, 10 slots/kernel",),
        page="placement.md",
        example="GTU,TECH;111/010/010/010",
        public=("WordPlacement",),
    ),
)

PLACES = {
    "FillResult": "filling",
    "Game": "game",
    "Hint": "game",
    "Layout": "layout",
    "Placed": "puzzle",
    "PlacementResult": "puzzle",
    "WordFilling": "puzzle",
    "WordPlacement": "puzzle",
    "check_consistency": "functions",
    "check_entries": "functions",
    "check_location": "functions",
    "check_solved": "functions",
    "check_word_fits": "functions",
    "clear_board": "functions",
    "copy_board": "functions",
    "create_board": "functions",
    "decompose_command": "functions",
    "fill": "filling",
    "generate": "layout",
    "identifier": "functions",
    "play": "talk",
    "print_board": "printing",
    "print_board_w_c": "printing",
    "print_wordlist": "printing",
    "read_file": "functions",
    "solve_board": "functions",
    "track_move": "functions",
    "word_it": "functions",
    "word_puzzle": "talk",
}
"""Public name -> module."""

__all__ = list(PLACES)
__getattr__, __dir__ = lazy(__name__, PLACES)
