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
    from .assignment import print_board as print_board
    from .assignment import print_board_w_c as print_board_w_c
    from .assignment import print_wordlist as print_wordlist
    from .assignment import read_file as read_file
    from .assignment import solve_board as solve_board
    from .assignment import track_move as track_move
    from .assignment import word_it as word_it
    from .check import filling_faults as filling_faults
    from .export import clue_list as clue_list
    from .filling import FillOptions as FillOptions
    from .filling import best_fill as best_fill
    from .filling import fill as fill
    from .filling import scored_list as scored_list
    from .game import Hint as Hint
    from .game import PlacementGame as PlacementGame
    from .game import play as play
    from .game import word_puzzle as word_puzzle
    from .layouts import CrisscrossLayout as CrisscrossLayout
    from .layouts import fill_in as fill_in
    from .layouts import layout as layout
    from .puzzle import Crossword as Crossword
    from .puzzle import WordPlacement as WordPlacement
    from .result import FillResult as FillResult
    from .result import Placed as Placed
    from .result import PlacementResult as PlacementResult
    from .result import WordFilling as WordFilling
    from .squares import SquareResult as SquareResult
    from .squares import WordSquare as WordSquare
    from .squares import WordSquares as WordSquares
    from .squares import word_cubes as word_cubes
    from .squares import word_squares as word_squares

SPECS = (
    Spec(
        name="placement",
        home=__name__,
        summary="place words on a board, fill a crossword, lay out a criss-cross",
        puzzle="puzzle:WordPlacement",
        records="records:PlacementRecords",
        factory="records:PlacementFactory",
        command="command:COMMAND",
        game="command:PLAY",
        pictures="draw",
        page="placement.md",
        title="Word placement",
        scope="fill-ins, crosswords, criss-cross, the game",
        usage='unriddle placement fill "...#/..../#..."',
        example="GTU,TECH;111/010/010/010",
        question=(
            "Write each word on the board, across or down, letter by letter in the open cells (1); 0 is "
            "closed. Answer with all rows, # for closed cells."
        ),
        cannot={
            "random": "a puzzle that is made has one solution: generate",
            "steps": "the reasoning of a person is not written down; a player gets `PlacementGame.hint`",
            "difficulty": "it is the level of the hardest step, and steps are not written down",
        },
        public=("Crossword", "WordPlacement"),
    ),
)

PLACES = {
    "FillOptions": "filling",
    "FillResult": "result",
    "PlacementGame": "game",
    "Hint": "game",
    "CrisscrossLayout": "layouts",
    "Crossword": "puzzle",
    "Placed": "result",
    "PlacementResult": "result",
    "SquareResult": "squares",
    "WordFilling": "result",
    "WordPlacement": "puzzle",
    "WordSquare": "squares",
    "WordSquares": "squares",
    "best_fill": "filling",
    "clue_list": "export",
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
    "fill_in": "layouts",
    "filling_faults": "check",
    "identifier": "assignment",
    "layout": "layouts",
    "play": "game",
    "print_board": "assignment",
    "print_board_w_c": "assignment",
    "print_wordlist": "assignment",
    "read_file": "assignment",
    "scored_list": "filling",
    "solve_board": "assignment",
    "track_move": "assignment",
    "word_cubes": "squares",
    "word_it": "assignment",
    "word_puzzle": "game",
    "word_squares": "squares",
}
"""Public name -> module."""

__all__ = list(PLACES)
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, PLACES)
