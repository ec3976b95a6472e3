"""The search for the best board: options, methods, and the boards that are kept."""

from collections import Counter

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.puzzles.boggle import best, prove, score_many
from unriddle.puzzles.boggle.best_board.best import SIZES, BestOptions, _method, _search
from unriddle.puzzles.boggle.best_board.memetic import Climber, Population, child_of, piece_of, step_up
from unriddle.puzzles.boggle.best_board.search import NOTHING
from unriddle.puzzles.boggle.dice.dice import dice_of
from unriddle.puzzles.boggle.dice.matching import can_show
from unriddle.puzzles.boggle.rules import Rules
from unriddle.puzzles.boggle.scoring import Scoring

WORDS = ["tea", "eat", "rate", "stare", "tears", "rates", "star", "art", "arts", "quit", "quiet", "its", "qi"]


@pytest.fixture(scope="module")
def lexicon():
    return ur.Lexicon(WORDS)


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
    found = best("3x3", enable, qu=True, pool=20, target=545, limits=Limits(seconds=60))
    assert (found.score, found.status) == (545, Status.SOLVED)
    assert found.board.solve(enable).score == 545


def test_a_search_goes_on_until_its_target_or_a_limit(lexicon):
    whole = best("2x3", lexicon, seed=1, pool=5)
    for threads in (1, 2):
        found = best("2x3", lexicon, seed=1, pool=5, target=whole.score, threads=threads)
        assert (found.status, found.score) == (Status.SOLVED, whole.score)
        missed = best("2x3", lexicon, seed=1, pool=5, target=999, limits=Limits(nodes=2000), threads=threads)
        assert (missed.status, missed.stats.nodes, missed.score) == (Status.LIMIT, 2000, whole.score)
        assert missed.rounds > 3 and not missed.interrupted
    assert best("2x3", lexicon, seed=1, pool=5, target=999, rounds=1).status is Status.LIMIT
    assert best("2x3", lexicon, seed=1, pool=5, rounds=1).status is Status.SOLVED
    for nodes in (0, 1, 17, 100):
        part = best("2x3", lexicon, seed=1, limits=Limits(nodes=nodes))
        assert (part.status, part.stats.nodes) == (Status.LIMIT, nodes)
        assert part.board.solve(lexicon).score == part.score


def test_without_a_seed_the_result_says_which_it_was(lexicon):
    found = best("2x3", lexicon, pool=5, rounds=1)
    again = best("2x3", lexicon, pool=5, rounds=1, seed=found.seed)
    assert (again.board, again.stats.nodes, again.seed) == (found.board, found.stats.nodes, found.seed)
    assert found._repr_svg_().startswith("<svg")


def test_time_and_interrupts_keep_the_best_so_far(lexicon):
    found = best("3x3", lexicon, limits=Limits(seconds=0))
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
        ({"shape": "x"}, "rows and columns"),
        ({"limits": 60}, "expected Limits"),
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
        ({"scoring": Scoring(multipliers=["2L"] * 4)}, "multipliers of cells"),
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


def test_values_of_letters_count():
    words = ["tea", "eat", "rate", "stare", "tar"]
    scoring = Scoring((0, 0, 0, 1), letter_values={"r": 5, "t": 1})
    found = best("2x2", words, scoring=scoring, seed=1, pool=5, rounds=1)
    assert (
        found.score
        == found.board.solve(words).score
        == prove("2x2", found.score, words, scoring=scoring).scores[0]
    )


def every_roll(dice):
    """Return all boards that dice show, as texts."""
    from itertools import permutations, product

    return {"".join(faces) for order in permutations(dice.lower().split()) for faces in product(*order)}


@pytest.mark.parametrize("method", ["pool", "annealing"])
@pytest.mark.parametrize("dice", ["TAX EAR RTS SEE", "TTT EEE AXX SXX", "QIX UTE ITS AEE"])
def test_the_best_board_that_dice_can_show(lexicon, dice, method):
    boards = sorted(every_roll(dice))
    scores = score_many(boards, lexicon, shape="2x2", qu=True)
    found = best("2x2", lexicon, dice=dice, method=method, seed=2, pool=20)
    text = "".join("q" if found.board.tile(cell) == "qu" else found.board.tile(cell) for cell in range(4))
    assert found.score == scores.max() == found.board.solve(lexicon).score and text in boards
    assert found.dice == dice and found.score < best("2x2", lexicon, qu=True, seed=2).score + 1


def test_boards_of_dice_are_the_same_by_threads_and_kept_by_limits(lexicon):
    options = {"dice": "1987", "seed": 5, "pool": 10, "rounds": 1}
    one, two = (best("4x4", lexicon, threads=threads, **options) for threads in (1, 2))
    assert (one.score, one.board) == (two.score, two.board) and one.score > 0
    none = best("4x4", lexicon, limits=Limits(nodes=0), **options)
    assert none.status is Status.LIMIT
    for wrong, expected in (
        ("big", "25 dice for 16 cells"),
        ("moon", "no dice are called"),
        ("superbig", "36 dice"),
    ):
        with pytest.raises(PuzzleError, match=expected):
            best("4x4", lexicon, dice=wrong)


def test_dice_and_values_of_letters(lexicon):
    scoring = Scoring((0,), letter_values={"q": 10, "s": 1})
    found = best("2x2", lexicon, dice="QIX UTE ITS AEE", scoring=scoring, seed=1, pool=8, rounds=1)
    boards = sorted(every_roll("QIX UTE ITS AEE"))
    assert found.score == score_many(boards, lexicon, shape="2x2", qu=True, scoring=scoring).max()


def test_the_dice_of_1987_show_the_best_of_all_boards(enable):
    found = best("4x4", enable, dice="1987", pool=15, seed=0, target=3625, limits=Limits(seconds=60))
    letters = [found.board.tile(cell) for cell in range(16)]
    assert found.status is Status.SOLVED and sorted(letters) == sorted("perslatgsineters")
    assert can_show(dice_of("1987"), [dice_of("1987").names.index(letter) for letter in letters])


def test_the_page_has_the_words_of_the_board():
    points = Scoring((0, 0, 0, 5), letter_values={"a": 2})
    found = best("2x2", ["tea", "eat", "rate"], seed=1, pool=2, rounds=1, scoring=points)
    page = found.to_html()
    solved = found.board.solve(["tea", "eat", "rate"])
    assert solved.score == found.score and f"<dt>points</dt><dd>{found.score}</dd>" in page


WORDS_HILL_CLIMB = ["tea", "eat", "rate", "stare", "tears", "rates", "star", "art", "arts", "its"]


def search_of(shape, rules=None, threads=1, **options):
    wanted = BestOptions(**options)
    return _search(shape, ur.Lexicon(WORDS_HILL_CLIMB), rules or Rules(), wanted, None, threads, None)


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
    near = (search.space.adjacency[:, None] >> np.arange(12, dtype=np.uint64) & np.uint64(1)).astype(bool)
    for moves in range(12):
        assert ((search.apart <= moves) == reach).all()
        reach = reach | (reach.astype(int) @ near.astype(int) > 0)


@pytest.mark.parametrize(
    ("n_cells", "options", "expected"),
    [
        (16, {}, ("pool", SIZES["pool"])),
        (20, {}, ("memetic", SIZES["memetic"])),
        (20, {"method": "pool", "pool": 7}, ("pool", 7)),
        (16, {"method": "annealing", "pool": 7}, ("annealing", SIZES["annealing"])),
    ],
)
def test_the_method_and_the_boards_of_a_round_go_by_the_size(n_cells, options, expected):
    assert _method(n_cells, BestOptions(**options)) == expected


def test_the_first_of_equal_boards_is_kept():
    search = search_of("2x2")
    search.see(np.array([4, 4, 3]), np.array([[9, 9, 9, 1], [2, 9, 9, 9], [0, 0, 0, 0]], dtype=np.uint8))
    assert (search.score, search.codes.tolist()) == (4, [1, 9, 9, 9])
    search.see(np.array([3]), np.zeros((1, 4), dtype=np.uint8))
    assert search.score == 4


def search_of_memetic(lexicon, shape="3x3", **options):
    wanted = BestOptions(method="memetic", **options)
    return _search(shape, lexicon, Rules(), wanted, None, 1, None)


def test_boards_of_a_population_are_not_near_each_other(lexicon):
    search, rng = search_of_memetic(lexicon), np.random.default_rng(1)
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
    search = search_of_memetic(lexicon)
    population = Population(search.space.symmetries, 5, 1)
    board = np.arange(9, dtype=np.uint8)
    population.add(board, 1)
    assert population.distances(np.rot90(board.reshape(3, 3)).ravel())[0] == 0
    mirrored = np.fliplr(board.reshape(3, 3)).ravel().copy()
    mirrored[4] = 25
    assert population.distances(mirrored)[0] == 1
    assert not population.add(mirrored, 1) or population.distances(mirrored).min() == 0


def test_a_piece_is_a_quarter_to_three_quarters(lexicon):
    apart, rng = search_of_memetic(lexicon, "4x5").apart, np.random.default_rng(1)
    rows, cols = np.divmod(np.arange(20), 5)
    steps = np.maximum(abs(rows[:, None] - rows), abs(cols[:, None] - cols))
    assert (apart == steps).all()
    sizes = {int(piece_of(apart, rng).sum()) for _ in range(500)}
    assert sizes == set(range(5, 16))


@pytest.mark.parametrize(
    "options", [{}, {"dice": "1987"}, {"contains": "stare"}, {"dice": "1987", "contains": "tea"}]
)
def test_a_child_is_of_its_parents(lexicon, options):
    search, rng = search_of_memetic(lexicon, "4x4", **options), np.random.default_rng(2)
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


def test_a_search_is_the_same_by_seed_and_threads_memetic(lexicon):
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
