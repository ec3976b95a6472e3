"""The memetic search for the best board: its population, its children, and how a board climbs."""

from collections import Counter

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import Limits, Status
from unriddle.puzzles.boggle import best, score_many
from unriddle.puzzles.boggle.best_board.best import BestOptions, _space
from unriddle.puzzles.boggle.best_board.hill_climb import Search
from unriddle.puzzles.boggle.best_board.memetic import Climber, Population, child_of, piece_of, step_up
from unriddle.puzzles.boggle.rules import Rules

WORDS = ["tea", "eat", "rate", "stare", "tears", "rates", "star", "art", "arts", "quit", "quiet", "its", "qi"]


@pytest.fixture(scope="module")
def lexicon():
    return ur.Lexicon(WORDS)


def search_of(lexicon, shape="3x3", **options):
    wanted = BestOptions(method="memetic", **options)
    return Search(*_space(shape, lexicon, Rules(), wanted), wanted, None, 1, None)


def test_boards_of_a_population_are_not_near_each_other(lexicon):
    search, rng = search_of(lexicon), np.random.default_rng(1)
    population = Population(search.space.symmetries, size=6, near=4)
    every = []
    for codes in rng.integers(0, 3, (300, 9)).astype(np.uint8):
        score = int(codes.astype(int) @ np.arange(9))
        before = max(population.scores, default=-1)
        assert population.add(codes, score) == (score > before), "the best there is, and only that, is told"
        every.append(score)
        for at, board in enumerate(population.boards):
            apart = population.distances(board)
            assert apart[at] == 0 and (np.delete(apart, at) >= 4).all()
        assert len(population.scores) <= 6 and max(population.scores) == max(every)


def test_distance_is_that_of_the_nearest_form(lexicon):
    search = search_of(lexicon)
    population = Population(search.space.symmetries, 5, 1)
    board = np.arange(9, dtype=np.uint8)
    population.add(board, 1)
    assert population.distances(np.rot90(board.reshape(3, 3)).ravel())[0] == 0
    mirrored = np.fliplr(board.reshape(3, 3)).ravel().copy()
    mirrored[4] = 25
    assert population.distances(mirrored)[0] == 1
    assert not population.add(mirrored, 1) or population.distances(mirrored).min() == 0


def test_a_piece_is_a_quarter_to_three_quarters(lexicon):
    apart, rng = search_of(lexicon, "4x5").apart, np.random.default_rng(1)
    rows, cols = np.divmod(np.arange(20), 5)
    steps = np.maximum(abs(rows[:, None] - rows), abs(cols[:, None] - cols))
    assert (apart == steps).all()
    sizes = {int(piece_of(apart, rng).sum()) for _ in range(500)}
    assert sizes == set(range(5, 16))


@pytest.mark.parametrize(
    "options", [{}, {"dice": "1987"}, {"contains": "stare"}, {"dice": "1987", "contains": "tea"}]
)
def test_a_child_is_of_its_parents(lexicon, options):
    search, rng = search_of(lexicon, "4x4", **options), np.random.default_rng(2)
    population = Population(search.space.symmetries, 9, 4)
    for codes in search.random(rng, 9):
        population.add(codes, int(rng.integers(99)))
    for _ in range(100):
        child = child_of(search, population, rng)
        if search.moves is not None:
            assert search.moves.choices(child).shape == (16, search.space.n_letters)  # the dice show it
        if search.holding is not None:
            assert search.holding.held(child[None])[0]
        if not options:
            least = Counter(child.tolist()) - sum((Counter(b.tolist()) for b in population.boards), Counter())
            assert not least, "it has no letter that the population does not have"


def test_a_board_goes_up_by_several_changes_and_back_where_they_were_less():
    codes = np.zeros(4, dtype=np.uint8)
    boards = np.array([[1, 0, 0, 0], [2, 0, 0, 0], [0, 3, 0, 0], [0, 0, 4, 5], [0, 0, 0, 6]], dtype=np.uint8)
    scores = np.array([7, 6, 5, 4, 3])
    climber = Climber(codes, 3)
    assert step_up(climber, 2, scores, boards)
    assert climber.codes.tolist() == [1, 3, 4, 5] and climber.back[0] == 7  # one of each cell, the best first
    assert step_up(climber, 6, scores[:1], boards[:1]), "6 is less than 7 for the best change alone"
    assert (climber.codes.tolist(), climber.steps, climber.back) == ([1, 0, 0, 0], 1, None)
    assert step_up(climber, 7, np.array([8, 9]), boards[2:4]) and climber.codes.tolist() == [0, 0, 4, 5]
    assert not step_up(climber, 9, scores[:0], boards[:0]) and climber.score == 9
    one = Climber(codes, 3)
    assert step_up(one, 2, scores[:2], boards[:2]) and one.back is None, "both change the same cell"


def test_the_best_of_all_boards_is_found(lexicon):
    few = ur.Lexicon(["tea", "eat", "ate", "teat", "tat"])
    every = np.array([0, 4, 19], dtype=np.uint8)[np.indices((3,) * 6).reshape(6, -1).T]
    for options in ({}, {"topology": "rook"}, {"wrap": True}):
        found = best("2x3", few, method="memetic", seed=3, **options)
        assert found.score == score_many(every, few, shape="2x3", **options).max()
        assert (found.status, found.hits) == (Status.SOLVED, 3)
        assert found.board.solve(few).score == found.score
    assert (
        best("1x1", ["a"], min_length=1, method="memetic", rounds=1, scoring=ur.boggle.Scoring((0, 3))).score
        == 3
    )


def test_dice_and_words_are_kept(lexicon):
    found = best("4x4", lexicon, method="memetic", dice="1987", contains="stare", seed=1, pool=6, rounds=1)
    assert found.board.check("stare") and found.score == found.board.solve(lexicon).score


def test_a_search_is_the_same_by_seed_and_threads(lexicon):
    options = {"method": "memetic", "seed": 5, "pool": 7, "rounds": 2}
    runs = [best("3x4", lexicon, threads=threads, **options) for threads in (1, 2, 3)]
    assert len({(run.score, run.board, run.stats.nodes, run.stats.generated, run.hits) for run in runs}) == 1
    assert runs[0].rounds == 2


def test_limits_are_kept_exactly(lexicon):
    for nodes in (0, 1, 7, 8, 9, 100):
        for threads in (1, 2):
            part = best("5x5", lexicon, seed=1, limits=Limits(nodes=nodes), threads=threads)
            assert (part.status, part.stats.nodes) == (Status.LIMIT, nodes)
            assert part.board.solve(lexicon).score == part.score
    largest = best("8x8", lexicon, seed=1, limits=Limits(nodes=40))
    assert largest.stats.nodes == 40 and largest.board.solve(lexicon).score == largest.score > 0
    missed = best("2x3", lexicon, method="memetic", seed=1, pool=5, target=999, limits=Limits(nodes=9000))
    assert (missed.status, missed.stats.nodes) == (Status.LIMIT, 9000) and missed.rounds > 3


def test_a_good_board_of_twenty_five_cells(enable):
    found = best("5x5", enable, qu=True, seed=1, target=9000, limits=Limits(nodes=6000))
    assert found.status is Status.SOLVED and found.board.solve(enable).score == found.score >= 9000
