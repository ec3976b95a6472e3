"""Boards that hold some words, and the best of them."""

import json

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.cli import main
from unriddle.puzzles.boggle import best, score_many
from unriddle.puzzles.boggle.best_board.board_space import space_of
from unriddle.puzzles.boggle.best_board.restrictions import RequiredWords
from unriddle.puzzles.boggle.dice.dice import dice_of
from unriddle.puzzles.boggle.dice.matching import can_show
from unriddle.puzzles.boggle.rules import Rules

WORDS = ["tea", "eat", "ate", "teat", "tat", "quit", "qi", "quiet", "its"]


@pytest.fixture(scope="module")
def lexicon():
    return ur.Lexicon(WORDS)


@pytest.mark.parametrize("qu", [False, True])
@pytest.mark.parametrize("topology", ["king", "rook", "hex"])
def test_random_boards_hold_the_words(lexicon, qu, topology):
    space = space_of("3x3", lexicon, Rules(qu=qu, topology=topology, min_length=4))
    holding, rng = RequiredWords(["quit", "Tea"], space), np.random.default_rng(3)
    boards = holding.boards(50, rng)
    others = rng.integers(0, space.n_letters, (500, 9)).astype(np.uint8)
    for codes, held in zip([*boards, *others], [True] * 50 + holding.held(others).tolist(), strict=True):
        board = space.board(codes)
        assert (board.check("quit") and board.check("tea")) is held


@pytest.mark.parametrize("options", [{}, {"method": "annealing"}, {"pool": 3}, {"threads": 2}])
@pytest.mark.parametrize("contains", ["tat", "ate", ["tat", "ate"]])
def test_the_best_board_of_those_that_hold_words_is_found(contains, options):
    few = ur.Lexicon(["tea", "eat", "ate", "teat", "tat"])
    every = np.array([0, 4, 19], dtype=np.uint8)[np.indices((3,) * 4).reshape(4, -1).T]
    found = best("2x2", few, seed=3, topology="rook", contains=contains, **options)
    words = [contains] if isinstance(contains, str) else contains
    scores = score_many(every, few, shape="2x2", topology="rook")
    held = [
        all(ur.Boggle(codes.reshape(2, 2), topology="rook").check(word) for word in words) for codes in every
    ]
    assert found.score == scores[held].max()
    assert found.status is Status.SOLVED and found.contains == tuple(words)
    assert all(found.board.check(word) for word in words)
    assert found.board.solve(few).score == found.score


def test_boards_of_dice_that_hold_words(lexicon):
    dice = dice_of("QX TE AI US TX XX XX EE AA")
    found = best("3x3", lexicon, dice=dice, contains="quit, tea", pool=5, rounds=2, seed=1)
    tiles = [found.board.tile(cell) for cell in range(9)]
    assert found.board.check(["quit", "tea"])
    assert can_show(dice, [dice.names.index(tile) for tile in tiles])
    with pytest.raises(PuzzleError, match=r"dice IT EE SS EE cannot show 'its'"):
        best("2x2", lexicon, dice="IT EE SS EE", contains="its")


def test_a_search_that_is_stopped_at_once_has_a_board_that_holds_the_words(lexicon):
    for nodes in (0, 1):
        found = best("3x3", lexicon, contains="quiet", limits=Limits(nodes=nodes), seed=1)
        assert found.status is Status.LIMIT and found.board.check("quiet")
        assert found.score == found.board.solve(lexicon).score


@pytest.mark.parametrize(
    ("contains", "options", "expected"),
    [
        ("zebra", {}, "contains='zebra' is not in the word list"),
        ("quiet", {}, "'quiet' needs more tiles than the board has cells: 4"),
        ("qi", {"qu": True}, "no tiles spell 'qi'"),
        (["quit", "tea"], {}, "fit on no board in 1,000 tries"),
        ("", {}, "contains has no word"),
        ([], {}, "contains has no word"),
        (["te-a"], {}, "contains has 'te-a', expected words of letters"),
        (3, {}, "contains=3, expected words"),
    ],
)
def test_words_that_no_board_holds_are_an_error(lexicon, contains, options, expected):
    with pytest.raises(PuzzleError, match=expected):
        best("2x2", lexicon, contains=contains, **options)


def test_the_command(tmp_path, capsys):
    words = tmp_path / "words.txt"
    words.write_text("\n".join(WORDS))
    asked = ["best", "2x2", "--lexicon", str(words), "--contains", "tat,eat", "--pool", "5"]
    assert main(asked) == 0
    assert "Contains: tat eat\n" in capsys.readouterr().out
    assert main([*asked, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["contains"] == ["tat", "eat"]
    assert main(["best", "2x2", "--lexicon", str(words), "--contains", "zebra"]) == 2
    assert capsys.readouterr().err.rstrip() == "--contains 'zebra' is not in the word list"
