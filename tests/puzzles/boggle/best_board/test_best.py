"""Neighbours of boards, and the search for the best: against boards scored one by one, and known optima."""

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.puzzles.boggle import best, prove, score_many
from unriddle.puzzles.boggle.dice.dice import dice_of
from unriddle.puzzles.boggle.dice.matching import can_show
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
        ({"scoring": Scoring(multipliers=["2L"] * 4)}, "by cells"),
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
    found = best("2x2", ["tea", "eat", "rate"], seed=1, rules=ur.boggle.Rules(scoring=points))
    page = found.to_html()
    solved = found.board.solve(["tea", "eat", "rate"])
    assert page == solved.to_html() and solved.score == found.score
    assert f"<dt>points</dt><dd>{found.score}</dd>" in page and found._repr_html_()
