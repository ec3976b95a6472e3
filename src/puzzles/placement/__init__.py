"""Word placement: the functions of the assignment, the game, an engine that scales, filling, layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..framework.spec import Spec, lazy

if TYPE_CHECKING:
    from .assignment import check_consistency as check_consistency
    from .assignment import check_entries as check_entries
    from .assignment import check_location as check_location
    from .assignment import check_solved as check_solved
    from .assignment import check_word_fits as check_word_fits
    from .assignment import clear_board as clear_board
    from .assignment import copy_board as copy_board
    from .assignment import create_board as create_board
    from .assignment import decompose_command as decompose_command
    from .assignment import identifier as identifier
    from .assignment import read_file as read_file
    from .assignment import solve_board as solve_board
    from .assignment import track_move as track_move
    from .assignment import word_it as word_it
    from .best_filling import best_fill as best_fill
    from .check import filling_faults as filling_faults
    from .clues import clue_list as clue_list
    from .fill_ins import fill_in as fill_in
    from .filling import fill as fill
    from .game import Game as Game
    from .game import Hint as Hint
    from .generate import Layout as Layout
    from .generate import layout as layout
    from .printing import print_board as print_board
    from .printing import print_board_w_c as print_board_w_c
    from .printing import print_wordlist as print_wordlist
    from .puzzle import WordPlacement as WordPlacement
    from .result import FillResult as FillResult
    from .result import Placed as Placed
    from .result import PlacementResult as PlacementResult
    from .result import WordFilling as WordFilling
    from .scores import scored_list as scored_list
    from .squares import SquareResult as SquareResult
    from .squares import WordSquare as WordSquare
    from .squares import WordSquares as WordSquares
    from .squares import word_cubes as word_cubes
    from .squares import word_squares as word_squares
    from .terminal import play as play
    from .terminal import word_puzzle as word_puzzle

SPECS = (
    Spec(
        name="placement",
        home=__name__,
        summary="place words on a board, fill a crossword, lay out a criss-cross",
        puzzle="puzzle:WordPlacement",
        records="records:PlacementRecords",
        factory="factory:PlacementFactory",
        command="command:COMMAND",
        game="command:PLAY",
        pictures="draw",
        page="placement.md",
        title="Word placement",
        scope="fill-ins, crosswords, criss-cross, the game",
        usage="unriddle placement PUZZLE",
        example="GTU,TECH;111/010/010/010",
        cannot={
            "random": "a puzzle that is made has one solution: generate",
            "steps": "the reasoning of a person is not written down; a player gets `Game.hint`",
            "difficulty": "it is the level of the hardest step, and steps are not written down",
        },
        public=("WordPlacement",),
    ),
)

PLACES = {
    "FillResult": "result",
    "Game": "game",
    "Hint": "game",
    "Layout": "generate",
    "Placed": "result",
    "PlacementResult": "result",
    "SquareResult": "squares",
    "WordFilling": "result",
    "WordPlacement": "puzzle",
    "WordSquare": "squares",
    "WordSquares": "squares",
    "best_fill": "best_filling",
    "clue_list": "clues",
    "check_consistency": "assignment",
    "check_entries": "assignment",
    "check_location": "assignment",
    "check_solved": "assignment",
    "check_word_fits": "assignment",
    "clear_board": "assignment",
    "copy_board": "assignment",
    "create_board": "assignment",
    "decompose_command": "assignment",
    "fill": "filling",
    "fill_in": "fill_ins",
    "filling_faults": "check",
    "identifier": "assignment",
    "layout": "generate",
    "play": "terminal",
    "print_board": "printing",
    "print_board_w_c": "printing",
    "print_wordlist": "printing",
    "read_file": "assignment",
    "scored_list": "scores",
    "solve_board": "assignment",
    "track_move": "assignment",
    "word_cubes": "squares",
    "word_it": "assignment",
    "word_puzzle": "terminal",
    "word_squares": "squares",
}
"""Public name -> module."""

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
