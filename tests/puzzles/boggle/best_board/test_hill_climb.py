"""One search for the best board: scores of neighbours, moves between cells, and the best that was seen."""

import numpy as np
import pytest

import unriddle as ur
from unriddle.puzzles.boggle.best_board.best import BestOptions, _space
from unriddle.puzzles.boggle.best_board.hill_climb import BOARDS, NOTHING, Search
from unriddle.puzzles.boggle.rules import Rules

WORDS = ["tea", "eat", "rate", "stare", "tears", "rates", "star", "art", "arts", "its"]


def search_of(shape, rules=None, threads=1, **options):
    wanted = BestOptions(**options)
    return Search(*_space(shape, ur.Lexicon(WORDS), rules or Rules(), wanted), wanted, None, threads, None)


def test_neighbours_above_a_score_or_above_the_board_itself():
    search = search_of("3x3")
    boards = search.random(np.random.default_rng(1), 5)
    boards[0] = [search.space.lexicon.alphabet.index(letter) for letter in "stareatsi"]
    own, scores, made = search.expand(search.scorers[0], boards, NOTHING, 1 << 30)
    assert (own == search.space.scores(boards)).all() and (scores == search.space.scores(made)).all()
    n, letters = 9, search.space.n_letters
    assert len(scores) == 5 * (n * letters + n * (n - 1) // 2) and own[0] > 0
    better = search.expand(search.scorers[0], boards[:1], None, 1 << 30)
    assert sorted(better[1]) == sorted(scores[: len(scores) // 5][scores[: len(scores) // 5] > own[0]])
    few = search.expand(search.scorers[0], boards[:1], None, 3)
    assert sorted(few[1]) == sorted(better[1])[-3:]
    parts = list(search.expand_all(boards, NOTHING, 1 << 30, at_a_time=2))
    assert [len(part[0]) for part in parts] == [2, 2, 1]
    assert (np.concatenate([part[2] for part in parts]) == made).all()


@pytest.mark.parametrize("topology", ["king", "rook", "hex"])
def test_moves_between_cells(topology):
    search = search_of("3x4", Rules(topology=topology))
    reach = np.eye(12, dtype=bool)
    beside = (search.space.adjacency[:, None] >> np.arange(12, dtype=np.uint64) & np.uint64(1)).astype(bool)
    for moves in range(12):
        assert ((search.apart <= moves) == reach).all()
        reach = reach | (reach.astype(int) @ beside.astype(int) > 0)


def test_the_method_and_the_boards_of_a_round_go_by_the_size():
    assert (search_of("4x4").method, search_of("4x4").size) == ("pool", BOARDS["pool"])
    assert (search_of("4x5").method, search_of("4x5").size) == ("memetic", BOARDS["memetic"])
    assert (search_of("4x5", method="pool", pool=7).method, search_of("4x5", method="pool", pool=7).size) == (
        "pool",
        7,
    )


def test_the_first_of_equal_boards_is_kept():
    search = search_of("2x2")
    search.see(np.array([4, 4, 3]), np.array([[9, 9, 9, 1], [2, 9, 9, 9], [0, 0, 0, 0]], dtype=np.uint8))
    assert (search.score, search.codes.tolist()) == (4, [1, 9, 9, 9])
    search.see(np.array([3]), np.zeros((1, 4), dtype=np.uint8))
    assert search.score == 4
