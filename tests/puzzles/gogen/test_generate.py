"""Puzzles made, one and many."""

import pytest

from unriddle import Gogen, Lexicon, PuzzleError
from unriddle.base import Status
from unriddle.puzzles.gogen.factory import GogenFactory

WORDS = ["ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM"]
SOLUTION = ("MNGKD", "HAXEV", "WCLRY", "QUIPO", "STJFB")
ORIGINAL = Gogen.parse("MGDWLYSJB", WORDS)


def test_generate():
    words = [
        *WORDS,
        *[
            "STONE",
            "QUICK",
            "VEX",
            "JUMBO",
            "WHIFF",
            "GLYPH",
            "BRICK",
            "FJORD",
            "VODKA",
            "NYMPH",
            "QUART",
            "JOKE",
            "BOXER",
        ],
    ]
    words += ["FIXED", "HUMBLE", "VAGUE", "WORLD", "CHIMP", "SPECK", "DWARF"]
    few = ["BEAD", "CHIDE", "FACE", "BIG", "HIDE", "DEAF", "CAGE", "BAD", "FIG"]
    first = Gogen.generate(3, seed=4, words=few)
    again = Gogen.generate("3x3", seed=4, words=iter(few))
    assert first == again and first.solve().status is Status.UNIQUE
    puzzle = Gogen.generate(seed=1, words=words, givens=20)
    assert puzzle.solve().status is Status.UNIQUE
    assert sum(ch != "." for row in puzzle.grid for ch in row) == 20
    solution = puzzle.solve().solution
    for word in puzzle.words:  # none of them can be spared
        rest = [other for other in puzzle.words if other != word]
        assert Gogen(puzzle.grid, rest).solve().status is Status.MULTIPLE
    assert puzzle.check(solution)


def test_generate_from_the_embedded_words():
    puzzle = Gogen.generate(seed=11)
    assert puzzle.solve().status is Status.UNIQUE and len(puzzle.words) < 12


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"givens": 0}, "no letter is given; give at least one"),
        ({"givens": 26}, "expected"),
        ({"shape": 9}, "expected"),
        ({"words": ["Z"]}, "the list has no word of 3 to 9 different letters"),
        ({"shape": 0}, "expected"),
    ],
)
def test_generate_refuses(options, reason):
    with pytest.raises(PuzzleError, match=reason):
        Gogen.generate(seed=0, **{"words": ["MAN", "KEG"], **options})


@pytest.mark.parametrize("wrong", [{"words": True}, {"words": b"ab"}, {"words": [None]}, {"tries": None}])
def test_what_nothing_is_made_of(wrong):
    with pytest.raises(PuzzleError, match="expected"):
        Gogen.generate(seed=1, **wrong)


def test_many_are_made_as_each_alone():
    from unriddle.puzzles.gogen.factory import GogenFactory

    factory = GogenFactory("puzzles", {"givens": 12})
    made = factory.many(range(40))
    assert sum(one is not None for one in made) > 30
    for seed, one in enumerate(made):
        if one is not None:
            puzzle = Gogen.generate(5, seed=seed, givens=12, tries=1)
            assert Gogen.parse(one.text) == puzzle and puzzle.solve().status is Status.UNIQUE


LISTED = """bad cab dab bed ace fab deaf face bead cafe decaf chafe beach badge caged fig big dig hid bide
hide chide gibe had aid bag gab fed beg fib abide cadge hedge ideaf fichd gihf ahbg"""
LEXICON = Lexicon(LISTED.split())


def factory(**options):
    return GogenFactory("puzzles", options, LEXICON)


def test_one_solution_and_counts():
    made = [one for one in factory(shape="3x3", givens="4").many(range(8)) if one is not None]
    assert made
    for one in made:
        puzzle = Gogen.parse(one.text, **one.rules)
        assert puzzle.count(2) == 1 and puzzle.check(one.solution.split("/"))
        assert one.measures == (len(puzzle.words), 4, puzzle.solve().stats.guesses) and one.size == "3x3"


def test_turns_and_mirrors_are_the_same():
    def form(text):
        return factory().form(Gogen.parse(text), None)

    assert form("AB/C.: ADC") == form("CA/.B: ADC") == form("BA/.C: ADC")
    assert form("AB/C.: ADC") != form("AB/.C: ADC") and form("AB/C.: ADC") != form("AB/C.: BAD")


@pytest.mark.parametrize("options", [{"shape": "9x9"}, {"shape": "x"}, {"givens": "0"}, {"givens": "26"}])
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match="expected"):
        factory(**options)
