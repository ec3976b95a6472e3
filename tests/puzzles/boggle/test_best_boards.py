"""Neighbours of boards, and the search for the best: against boards scored one by one, and known optima."""

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import PuzzleError, Status
from unriddle.core.topology import adjacency_masks
from unriddle.puzzles.boggle import best, score_many, score_neighbours
from unriddle.puzzles.boggle.classes import space_of, symmetries
from unriddle.puzzles.boggle.scoring import Scoring

WORDS = ["tea", "eat", "rate", "stare", "tears", "rates", "star", "art", "arts", "quit", "quiet", "its", "qi"]


@pytest.fixture(scope="module")
def lexicon():
    return ur.Lexicon(WORDS)


@pytest.fixture(scope="module")
def enable(data):
    return ur.Lexicon.load(data / "enable2k.txt")


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


def test_symmetries_keep_neighbours():
    for rows, cols, kind, wrap, count in [
        (3, 3, 0, False, 8),
        (2, 3, 1, False, 4),
        (3, 3, 2, False, 4),
        (2, 4, 2, False, 2),
        (3, 4, 0, True, 4 * 12),
        (1, 1, 0, False, 1),
    ]:
        masks = adjacency_masks(rows, cols, kind, wrap)
        forms = symmetries(rows, cols, masks, wrap)
        assert len(forms) == count
        assert forms[0].tolist() == list(range(rows * cols))
    space = space_of("2x3", WORDS, topology="king", wrap=False, qu=False, min_length=3, scoring=None)
    boards = np.array([[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [2, 1, 0, 5, 4, 3]], dtype=np.uint8)
    assert space.canonical(boards).tolist() == [[0, 1, 2, 3, 4, 5]] * 3


def test_the_best_board_of_few_letters_is_found(lexicon):
    few = ur.Lexicon(["tea", "eat", "ate", "teat", "tat"])
    every = np.array([0, 4, 19], dtype=np.uint8)[np.indices((3,) * 4).reshape(4, -1).T]
    for options in ({}, {"topology": "rook"}, {"method": "annealing"}, {"pool": 1}):
        found = best("2x2", few, seed=3, **options)
        kind = {key: options[key] for key in ("topology",) if key in options}
        assert found.score == score_many(every, few, shape="2x2", **kind).max()
        assert found.status is Status.SOLVED
        assert found.hits >= 3
        assert found.board.solve(few).score == found.score
    words = best("2x2", few, objective="words", scoring=Scoring((0, 0, 0, 9)))
    assert words.board.solve(few).count == words.score
    assert str(words).endswith("words")


def test_a_search_is_the_same_by_seed_and_threads(lexicon):
    runs = [best("3x3", lexicon, seed=5, pool=20, rounds=2, threads=threads) for threads in (1, 2, 3)]
    assert len({(run.score, run.board, run.stats.nodes, run.stats.generated, run.hits) for run in runs}) == 1
    assert runs[0].rounds == 2


def test_the_best_boards_of_enable(enable):
    found = best("3x3", enable, qu=True, pool=20, target=545, seconds=60)
    assert (found.score, found.status) == (545, Status.SOLVED)
    assert found.board.solve(enable).score == 545


def test_time_and_interrupts_keep_the_best_so_far(lexicon):
    found = best("3x3", lexicon, seconds=0)
    assert found.status is Status.LIMIT
    assert found.board.solve(lexicon).score == found.score

    def interrupt(boards, score, board):
        if boards > 5000:
            raise KeyboardInterrupt

    for threads in (1, 2):
        found = best("3x3", lexicon, progress=interrupt, threads=threads)
        assert (found.status, found.interrupted) == (Status.LIMIT, True)
        assert found.board.solve(lexicon).score == found.score
    assert best("1x1", lexicon, rounds=1).score == 0


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"shape": "9x9"}, "64 cells"),
        ({"shape": "x"}, "rows x columns"),
        ({"seconds": -1}, "seconds"),
        ({"seconds": float("nan")}, "seconds"),
        ({"seed": -1}, "seed"),
        ({"pool": 0}, "pool"),
        ({"pool": 2.5}, "pool"),
        ({"rounds": 0}, "rounds"),
        ({"threads": -1}, "threads"),
        ({"target": "9"}, "target"),
        ({"method": "luck"}, "method"),
        ({"objective": "fun"}, "objective"),
        ({"topology": "ring"}, "topology"),
        ({"min_length": 0}, "min_length"),
        ({"lexicon": []}, "no word"),
        ({"scoring": Scoring(letter_values={"q": 10})}, "length alone"),
        (
            {
                "scoring": Scoring((0, 1_000_000)),
                "lexicon": [
                    f"{a}{b}{c}" for a in "abcdefghijkl" for b in "abcdefghijkl" for c in "abcdefghij"
                ],
            },
            "beyond",
        ),
        ({"lexicon": [chr(0x3B1 + i) + chr(97 + i) for i in range(24)]}, "32"),
    ],
)
def test_wrong_parameters_are_told(options, reason, lexicon):
    options = {"shape": "2x2", "lexicon": lexicon, **options}
    with pytest.raises(PuzzleError, match=reason):
        best(options.pop("shape"), options.pop("lexicon"), **options)


@pytest.mark.parametrize(
    ("board", "reason"),
    [("te ing/a s", "single letters"), ("te?s", "single"), ("q qu/a b", "single"), ("éééé", "é")],
)
def test_boards_without_letter_changes_are_told(board, reason, lexicon):
    with pytest.raises(PuzzleError, match=reason):
        score_neighbours(board, lexicon)
