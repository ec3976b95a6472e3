"""Calls that type checkers must accept; `tests/typing/test_calls.py` runs them as well."""

from pathlib import Path

import numpy as np

from unriddle import (
    Boggle,
    Crossword,
    Gogen,
    GridPegSolitairePuzzle,
    Hidato,
    Limits,
    Numbrix,
    PegSolitaire,
    RiverCrossing,
    SlidingPuzzle,
    Sudoku,
    WordLadder,
    boggle,
    placement,
    score_many,
    sudoku,
)
from unriddle.typing import BoardLike, BoardsLike, DiceLike, GoalLike, GridsLike, ShapeLike

WORDS = ["east", "eat", "seat", "tea"]
SHAPES: list[ShapeLike] = ["2x3", (2, 3), [2, 3], np.array([2, 3]).tolist()]
BOARDS: list[BoardLike] = [
    "eas/tea",
    ["eas", "tea"],
    [["e", "a", "s"], ["t", "e", "a"]],
    (("e", "a", "s"), ("t", "e", "a")),
    np.array([[4, 0, 18], [19, 4, 0]], dtype=np.uint8),
    np.array([["e", "a", "s"], ["t", "e", "a"]]),
]
MANY: list[BoardsLike] = [
    ["eastea", "teaeas"],
    ("eastea" for _ in range(2)),
    np.array([[4, 0, 18, 19, 4, 0]] * 2, dtype=np.uint8),
    [[4, 0, 18, 19, 4, 0], (4, 0, 18, 19, 4, 0)],
]
DICE: list[DiceLike] = ["1976", "AEIOUY BCDFGH", ["AEIOUY"], [["a", "e", "qu"], ["s", "t", "r"]]]
GOALS: list[GoalLike] = ["any", "c1", (0, 2), "..*", ["..*"], [[".", ".", "*"]]]
GRIDS: list[GridsLike] = [["." * 81], np.zeros((1, 81), dtype=np.uint8), [[[0] * 4] * 4]]


def run(folder: Path) -> None:
    """Call everything."""
    for board in BOARDS:
        assert "seat" in Boggle.parse(board).solve(WORDS).words
    for shape in SHAPES:
        assert Boggle.random(shape, seed=1).shape == (2, 3)
        assert len(list(Numbrix.generate(shape, seed=1).solutions())) == 1
    for dice in DICE:
        assert Boggle.random((2, 3), dice=dice, seed=1).shape == (2, 3)
    for boards in MANY:
        assert boggle.score_many(boards, WORDS, shape=(2, 3)).size == 2
    for goal in GOALS:
        assert GridPegSolitairePuzzle(["**."], goal=goal).solve().length == 1
    for grids in GRIDS:
        assert len(sudoku.solve_many(grids)) == 1
    assert [len(list(Numbrix.parse(text).solutions())) for text in ("1 .", "1 . . 2")] == [1, 0]
    assert len(Numbrix.solve_many(["1 .", Numbrix.parse("1 .")])) == 2
    assert len(Boggle.solve_many([Boggle("tea/ars"), Boggle("tin/ton")], WORDS)) == 2
    path = folder / "board.txt"
    path.write_text("eas\ntea\n", encoding="utf-8")
    assert boggle.stream(path, WORDS).words
    assert Boggle.parse(path).solve(WORDS, limits=Limits(nodes=1000)).words
    assert Sudoku.parse("." * 81).count(limit=1).found == 1
    assert boggle.upper_bound([["e", "a", "s"], ["t", "e", "ab"]], WORDS) >= 1
    assert len(list(Gogen.generate(seed=1).solutions())) == 1
    assert placement.fill(["...", "##."], {"EAT": 2.0, "TO": 1.0}, theme=("TO",), no_shared=2).total == 3
    assert [square.words for square in placement.word_squares(2, ["TO", "OF"])] == [("TO", "OF")]
    for made in (
        Sudoku("." * 16).solve(),
        Sudoku([[0] * 4] * 4).solve(),
        SlidingPuzzle("1 2/3 0").solve(),
        SlidingPuzzle([[1, 2], [0, 3]]).solve(),
        Numbrix("1 . 3").solve(),
        Hidato(["1 .", ". 3"]).solve(),
        Gogen("AB/C.", ["ADC"]).solve(),
        PegSolitaire("**.*").solve(),
        WordLadder("at to", words=["at", "to", "tt"]).solve(),
        WordLadder(("at", "to"), words=["at", "to", "tt"]).solve(),
        RiverCrossing("boat 1; passenger rower rows").solve(),
        Crossword("AB,AC;11/10").solve(),
    ):
        assert len(list(made)) == len(made) and made.to_dict()["status"] == made.status
        made.save(folder / "answer.json")
    assert score_many(["teas"], WORDS).size == Boggle.score_many(["teas"], WORDS).size == 1
