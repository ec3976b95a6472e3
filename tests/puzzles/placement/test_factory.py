"""Criss-crosses and fill-ins by the million: one way to fill each, and what counts as the same."""

import pickle

import pytest

from unriddle import Lexicon, PuzzleError, WordPlacement
from unriddle.puzzles.placement.factory import PlacementFactory


def test_one_way_to_fill_each():
    for one in PlacementFactory("puzzles", {"words": 5}).many(range(3)):
        puzzle = WordPlacement.parse(one.text, **one.rules)
        assert puzzle.count(2) == 1 and puzzle.check(one.solution) and one.measures[0] == 5


def test_dense_grids():
    factory = PlacementFactory("puzzles", {"kind": "fill-in"})
    again = pickle.loads(pickle.dumps(factory))
    for seed in range(3):
        one = factory.one(seed)
        if one is None:
            continue
        assert again.one(seed) == one and one.size == "13x13" and one.status.value == "UNIQUE"
        puzzle = WordPlacement.parse(one.text, **one.rules)
        assert puzzle.count(2) == 1 and puzzle.check(one.solution) and one.measures[0] == len(puzzle.slots)


@pytest.mark.parametrize("options", [{"blocks": 9, "shape": "6x6"}, {"mask": ".../.#./..."}])
def test_options_of_grids_ask_for_grids(options):
    many = WordPlacement.generate_many(2, seed=1, **options)
    assert all(sum(row.count("0") for row in puzzle.board) >= options.get("blocks", 1) for puzzle in many)


def test_words_of_a_list():
    words = Lexicon(["steam", "teams", "mates", "meats", "tea"])
    many = WordPlacement.generate_many(2, seed=1, lexicon=words, words=3)
    assert {word for puzzle in many for word in puzzle.words} <= {"STEAM", "TEAMS", "MATES", "MEATS"}
    with pytest.raises(PuzzleError, match="without words of 4 to 8 letters"):
        PlacementFactory("puzzles", {}, Lexicon(["tea"]))


def test_a_grid_and_its_mirror():
    def form(text):
        return PlacementFactory("puzzles", {}).form(WordPlacement.parse(text), None)

    assert form("GTU,TECH;111/010/010/010") == form("TECH,GTU;1000/1111/1000") != form("GTU;111")


@pytest.mark.parametrize(
    "options",
    [
        {"words": 0},
        {"words": 10**9},
        {"shape": "x"},
        {"kind": "fill-in", "words": 3},
        {"kind": "criss-cross", "blocks": 3},
        {"blocks": "x"},
        {"longest": 2},
        {"mask": ".!."},
        {"kind": "fill-in", "shape": "2x9"},
    ],
)
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match=r"expected|on the board; use"):
        PlacementFactory("puzzles", options)
