"""Neighbours of a board, and all boards of a shape."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.core.topology import adjacency_masks
from unriddle.puzzles.boggle import Rules, score_many, score_neighbours
from unriddle.puzzles.boggle.best_board.board_space import MOST_SUM, space_of, symmetries
from unriddle.puzzles.boggle.parse import HOLE
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


@pytest.mark.parametrize(
    ("rows", "cols", "kind", "wrap", "count"),
    [
        (3, 3, 0, False, 8),
        (2, 3, 1, False, 4),
        (3, 3, 2, False, 4),
        (2, 4, 2, False, 2),
        (3, 4, 0, True, 4 * 12),
        (1, 1, 0, False, 1),
    ],
)
def test_symmetries_keep_neighbours(rows, cols, kind, wrap, count):
    masks = adjacency_masks(rows, cols, kind, wrap)
    forms = symmetries(rows, cols, masks, wrap)
    assert len(forms) == len(np.unique(forms, axis=0)) == count
    assert forms[0].tolist() == list(range(rows * cols))
    pairs = {(a, b) for a in range(rows * cols) for b in range(rows * cols) if int(masks[a]) >> b & 1}
    for form in forms.tolist():
        assert sorted(form) == list(range(rows * cols))
        assert {(form.index(a), form.index(b)) for a, b in pairs} == pairs


@settings(max_examples=20)
@given(
    st.integers(0, 1 << 30), st.sampled_from(["2x3", "3x3", "1x5"]), st.sampled_from(["king", "rook", "hex"])
)
def test_symmetric_boards_are_one_and_score_the_same(seed, shape, topology):
    space = space_of(shape, WORDS, Rules(topology=topology))
    board = np.random.default_rng(seed).integers(0, space.n_letters, space.n_cells).astype(np.uint8)
    forms = board[space.symmetries]
    canonical = space.canonical(forms)
    assert (canonical == canonical[0]).all() and canonical[0].tolist() in forms.tolist()
    assert space.canonical(canonical).tolist() == canonical.tolist()
    assert len(set(space.scores(forms).tolist())) == 1


def test_no_boards_stay_none():
    space = space_of("2x2", WORDS, Rules())
    assert space.canonical(np.empty((0, 4), dtype=np.uint8)).shape == (0, 4)


@pytest.mark.parametrize("objective", ["score", "words"])
def test_scores_are_those_of_the_boards(objective):
    rules = Rules(qu=True, min_length=2, scoring=Scoring((0, 0, 5, 1)))
    space = space_of("2x3", WORDS, rules, objective)
    boards = np.random.default_rng(3).integers(0, space.n_letters, (200, 6)).astype(np.uint8)
    boards[0] = [space.lexicon.alphabet.index(letter) for letter in "qitear"]
    found = [space.board(codes).solve(space.lexicon) for codes in boards]
    expected = [result.count if objective == "words" else result.score for result in found]
    assert space.scores(boards).tolist() == expected and expected[0] > 0


def test_a_q_is_qu_only_where_the_words_have_both():
    assert space_of("2x2", WORDS, Rules(qu=True)).names[WORDS_ALPHABET.index("q")] == "qu"
    assert space_of("2x2", ["één", "qat"], Rules(qu=True)).rules.qu is False
    board = space_of("2x2", WORDS, Rules(qu=True)).board(np.array([255, 0, 0, 0], dtype=np.uint8))
    assert board.tile(0) == HOLE  # a code beyond the alphabet is a hole


WORDS_ALPHABET = ur.Lexicon(WORDS).alphabet


MANY = ["".join(letters) for letters in product("abcdefghijkl", repeat=3)]  # 1,728 of a million points each


def test_the_tables_of_a_shape_are_shared_and_cannot_be_changed():
    one, other = space_of("3x4", WORDS, Rules()), space_of((3, 4), ["tea"], Rules())
    assert one.adjacency is other.adjacency and one.symmetries is other.symmetries
    with pytest.raises(ValueError, match="read-only"):
        one.adjacency[0] = 0
    assert one.key != other.key or one.words is not other.words


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("9x9", WORDS, Rules()), "9x9 board, expected at most 64 cells"),
        (("2x2", WORDS, Rules(), "fun"), "objective='fun', expected one of score, words"),
        (
            ("2x2", WORDS, Rules(scoring=Scoring(multipliers=["2L"] * 4))),
            "multipliers of cells are not for many boards",
        ),
        (
            ("2x2", [chr(0x3B1 + i) + chr(97 + i) for i in range(24)], Rules()),
            "an alphabet of 47 letters, expected at most 32",
        ),
        (
            ("2x2", MANY, Rules(scoring=Scoring((0, 1_000_000)))),
            f"points of all words beyond {MOST_SUM:,}, expected less",
        ),
    ],
)
def test_what_describes_no_boards(arguments, message):
    with pytest.raises(PuzzleError) as error:
        space_of(*arguments)
    assert str(error.value) == message
