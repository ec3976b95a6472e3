"""Word placement: the functions by name, the game, an engine that scales, filling and generation."""

from .engine import Placed, PlacementResult, WordFilling, WordPlacement
from .filling import FillResult, fill
from .functions import (
    check_consistency,
    check_entries,
    check_location,
    check_solved,
    check_word_fits,
    clear_board,
    copy_board,
    create_board,
    decompose_command,
    identifier,
    read_file,
    solve_board,
    track_move,
    word_it,
)
from .game import Game, Hint
from .generation import Layout, generate
from .printing import print_board, print_board_w_c, print_wordlist
from .talk import play, word_puzzle

__all__ = [
    "FillResult",
    "Game",
    "Hint",
    "Layout",
    "Placed",
    "PlacementResult",
    "WordFilling",
    "WordPlacement",
    "check_consistency",
    "check_entries",
    "check_location",
    "check_solved",
    "check_word_fits",
    "clear_board",
    "copy_board",
    "create_board",
    "decompose_command",
    "fill",
    "generate",
    "identifier",
    "play",
    "print_board",
    "print_board_w_c",
    "print_wordlist",
    "read_file",
    "solve_board",
    "track_move",
    "word_it",
    "word_puzzle",
]
