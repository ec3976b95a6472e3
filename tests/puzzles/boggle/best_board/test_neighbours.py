"""Neighbours of boards: against boards scored one by one, and known boards."""

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.puzzles.boggle import Rules, score_many, score_neighbours
from unriddle.puzzles.boggle.scoring import Scoring

WORDS = ["tea", "eat", "rate", "stare", "tears", "rates", "star", "art", "arts", "quit", "quiet", "its", "qi"]


@pytest.fixture(scope="module")
def lexicon():
    return ur.Lexicon(WORDS)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("teas", {}),
        ("t.a/ers/..t", {}),
        ("qui/tea/rst", {"qu": True}),
        ("qui/tea/rst", {}),
        ("tea/rst", {"topology": "rook", "wrap": True}),
        ("teartseta", {"topology": "hex", "min_length": 4, "scoring": Scoring((0, 1, 1, 1, 7))}),
        ("tearstarquietsteaquitratestarsqi" + "tearst", {"shape": "2x19", "qu": True}),  # beyond the kernel
        ("." * 4, {"shape": "2x2"}),
    ],
)
def test_neighbours_score_as_each_alone(text, options, lexicon):
    found = score_neighbours(text, lexicon, **options)
    kind = {key: options[key] for key in ("topology", "wrap") if key in options}
    scored = {key: options[key] for key in ("min_length", "scoring") if key in options}
    boards = list(found.boards())
    assert found.score == found.board.solve(lexicon, **scored).score
    n = sum(1 for cell in range(found.board.rows * found.board.cols) if found.board.tile(cell))
    assert len(boards) >= n * (len(lexicon.alphabet) - 1)
    for board, score in boards[:: max(1, len(boards) // 40)]:
        assert (board.topology, board.wrap) == (kind.get("topology", "king"), kind.get("wrap", False))
        assert board.solve(lexicon, **scored).score == score
    assert found.best()[1] == max([score for _, score in boards], default=found.score)


def test_neighbours_on_known_boards(enable):
    for text in ("perslatgsineters", "ligdrmanesietildsracsepes"):
        found = score_neighbours(text, enable, qu=True)
        n = len(text)
        boards, scores = [], []
        for cell in range(0, n, 3):
            for code in range(26):
                board = found.codes.copy()
                board[cell] = code
                boards.append(board)
                scores.append(found.letters[cell, code])
            for other in range(n):
                board = found.codes.copy()
                board[[cell, other]] = board[[other, cell]]
                boards.append(board)
                scores.append(found.swaps[cell, other])
        assert score_many(np.array(boards), enable, qu=True).tolist() == scores
        assert found.score == {16: 3625, 25: 10406}[n]
        if n == 16:  # the best board has no better neighbour
            assert max(found.letters.max(), found.swaps.max()) == 3625


@pytest.mark.parametrize(
    ("board", "reason"),
    [("te ing/a s", "single letters"), ("te?s", "single"), ("q qu/a b", "single"), ("éééé", "é")],
)
def test_boards_without_letter_changes_are_told(board, reason, lexicon):
    with pytest.raises(PuzzleError, match=reason):
        score_neighbours(board, lexicon)


def test_a_board_has_its_own_rules(lexicon):
    board = ur.Boggle.parse("teas", rules=Rules(topology="rook", min_length=4))
    assert score_neighbours(board, lexicon).score == board.solve(lexicon).score
    assert score_neighbours(board, lexicon, min_length=3).score == board.solve(lexicon, min_length=3).score
    with pytest.raises(PuzzleError, match="expected those of the board"):
        score_neighbours(board, lexicon, topology="king")
