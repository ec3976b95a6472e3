"""Calls that type checkers must refuse: an ignored error that is none is an error."""

# pyright: reportUnnecessaryTypeIgnoreComment=true

import unriddle
from unriddle import (
    Boggle,
    Gogen,
    GridPegSolitairePuzzle,
    Lexicon,
    Limits,
    Numbrix,
    Sudoku,
    WordLadderPuzzle,
    boggle,
    placement,
    sudoku,
)

print(unriddle.nonsense)  # type: ignore[attr-defined]
print(sudoku.nonsense)  # type: ignore[attr-defined]
Boggle(5)  # type: ignore[arg-type]
Boggle.solve_many(3)  # type: ignore[arg-type]
Numbrix.solve_many([1])  # type: ignore[list-item]
Sudoku.solve_many(3)  # type: ignore[arg-type]
placement.fill(5)  # type: ignore[arg-type]
placement.best_fill([5])  # type: ignore[list-item]
boggle.score_many(5)  # type: ignore[arg-type]
boggle.score_many(["abcd"], 7)  # type: ignore[arg-type]
boggle.score_many(["abcd"], shape=2.5)  # type: ignore[arg-type]
boggle.score_many(["abcd"], threads="2")  # type: ignore[arg-type]
boggle.solve_many(None)  # type: ignore[arg-type]
boggle.stream(5)  # type: ignore[arg-type]
boggle.upper_bound(5)  # type: ignore[arg-type]
Boggle.parse(5)  # type: ignore[arg-type]
Boggle.parse([1, 2])  # type: ignore[list-item]
Boggle.random(4.0)  # type: ignore[arg-type]
Boggle.random(4, dice=5)  # type: ignore[arg-type]
Boggle.random((4, "4"))  # type: ignore[arg-type]
Boggle.parse("abcd").solve(limits=5)  # type: ignore[arg-type]
Boggle.parse("abcd").solve(5)  # type: ignore[arg-type]
sudoku.solve_many(5)  # type: ignore[arg-type]
sudoku.solve_many([5])  # type: ignore[arg-type]
Sudoku.parse(5)  # type: ignore[arg-type]
Sudoku.parse("." * 81).count(limit="1")  # type: ignore[arg-type]
Gogen.generate(2.5)  # type: ignore[arg-type]
Numbrix.generate(None)  # type: ignore[arg-type]
GridPegSolitairePuzzle.named("english", goal=33)  # type: ignore[arg-type]
placement.word_squares("5")  # type: ignore[arg-type]
GridPegSolitairePuzzle.named("english", vacancy=["d4"])  # type: ignore[arg-type]
WordLadderPuzzle(5, "gold")  # type: ignore[arg-type]
Lexicon([1, 2])  # type: ignore[list-item]
Limits(seconds="1")  # type: ignore[arg-type]
Limits(second=1)  # type: ignore[call-arg]
