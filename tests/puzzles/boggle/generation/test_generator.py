"""Boggle boards by the million: all words of each, and what counts as the same board."""

import pytest

from unriddle import Boggle, Lexicon, PuzzleError
from unriddle.puzzles.boggle.generation.generator import BoggleFactory

WORDS = Lexicon(["tea", "eat", "ate", "tie", "ten", "net", "one", "eon", "son", "set"])


def factory(**options):
    return BoggleFactory("puzzles", options, WORDS)


def test_words_of_a_board():
    made = [one for one in factory(shape="4x4").many(range(20)) if one is not None]
    assert made
    for one in made:
        result = Boggle.parse(one.text, **one.rules).solve(WORDS)
        assert one.solution.split() == result.words and one.measures == (len(result.words), result.score, 3)


def test_what_is_the_same_board():
    def form(text, **options):
        kind = factory(**options)
        return kind.form(Boggle.parse(text, **options), None)

    assert form("abc/def") == form("fed/cba") == form("ad/be/cf") != form("abc/dfe")
    assert form("abc/def/ghi", wrap=True) == form("efd/hig/bca", wrap=True) != form("abc/dfe/ghi", wrap=True)


def test_what_is_the_same_board_of_hexagons():
    def form(text, **options):
        return factory(topology="hex", **options).form(Boggle.parse(text, topology="hex", **options), None)

    assert form("abc/def") == form("fed/cba") == form("ad/be/cf") != form("cba/fed")
    torus = form("abc/def/ghi", wrap=True)
    assert torus == form("def/ghi/abc", wrap=True) == form("bca/efd/hig", wrap=True)
    assert torus == form("adg/beh/cfi", wrap=True) != form("abc/def/gih", wrap=True)


def test_boards_to_order():
    wished = {"words": "2..3", "score": "2..", "longest": "3", "contains": "tie", "forbid": "net"}
    made = [one for one in factory(shape="4x4", **wished).many(range(12)) if one is not None]
    assert len(made) > 6
    for one in made:
        board = Boggle.parse(one.text, **one.rules)
        result = board.solve(WORDS)
        assert result.count in (2, 3) and result.score >= 2 and board.check("tie") and not board.check("net")
        assert one.measures == (result.count, result.score, 3)


def test_the_seed_of_a_record_gives_its_board():
    many = Boggle.generate_many(3, seed=1, words="2..", contains="tea", lexicon=WORDS, threads=1)
    for k, board in enumerate(many):
        seed = int(many.columns()["seed"][k])
        assert board == Boggle.generate("4x4", WORDS, seed=seed, words="2..", contains="tea")
    assert len({board.text() for board in many}) == 3


@pytest.mark.parametrize(
    "options",
    [
        {"shape": "x"},
        {"dice": "moon"},
        {"topology": "moon"},
        {"min-length": 0},
        {"words": "x"},
        {"longest": "9.."},
        {"contains": "qat"},
    ],
)
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match=r"expected|no tiles of dice"):
        factory(**options)
