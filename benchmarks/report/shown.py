"""Name the groups and ways that the table of one run shows."""

__all__ = ["SHOWN"]

SHOWN = (
    ("Score random 4×4 boards", "kernel, scores"),
    ("Score 4×4 rolls of dice", "kernel, scores"),
    ("Score 4×4 rolls of dice", "kernel, words"),
    ("Score the best 4×4 board, repeated", "kernel, scores"),
    ("Score 4×4 boards one or two edits from the best", "kernel, scores"),
    ("Score random 5×5 boards", "kernel, scores"),
    ("Score 5×5 rolls of dice", "kernel, scores"),
    ("Score all neighbours of a 4×4 board of dice", "kernel"),
    ("Find the best 4×4 board", "kernel"),
    ("Prove which 3×3 boards have 500 points or more", "kernel"),
    ("Solve one 4×4 board of dice", "kernel"),
    ("Solve one 16×16 board of dice", "kernel"),
    ("Find all words of a 100×100 board", "kernel"),
    ("Find all words of a 1000×1000 board", "kernel"),
    ("Stream a board of 100,000 × 100,000 cells", "kernel"),
    ("Solve generated Sudokus", "kernel, batch"),
    ("Solve 25×25 Sudokus", "kernel, batch"),
    ("Generate minimal Sudokus, one call per puzzle", "kernel, symmetry none"),
    ("Solve 5×5 Gogens", "kernel, batch"),
    ("Find shortest ladders between words of 5 letters", "kernel"),
    ("Solve 10×10 Numbrix boards", "kernel"),
    ("Solve 10×10 Hidato boards", "kernel"),
    ("Count all paths of a 6×6 board, king's steps", "kernel"),
    ("Solve the English board", "kernel"),
    ("Solve a 27×27 fill-in of 246 words", "kernel"),
    ("Solve 4×4 sliding puzzles, shortest", "kernel, pattern databases"),
    ("Solve 30 of Korf's 15-puzzles", "kernel, pattern databases"),
)
"""Group, and beginning of the name of the way."""
