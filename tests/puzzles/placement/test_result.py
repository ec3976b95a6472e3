"""What placing words returns."""

from unriddle import WordPlacement
from unriddle.puzzles.placement import fill


def test_a_filled_board_as_json_values():
    solution = WordPlacement.parse("GTU,TECH;111/010/010/010").solve().solution
    assert solution.to_dict() == {
        "rows": ["GTU", "#E#", "#C#", "#H#"],
        "words": [
            {"word": "GTU", "row": 1, "col": 1, "direction": "H"},
            {"word": "TECH", "row": 1, "col": 2, "direction": "V"},
        ],
    }


def test_results_as_text():
    puzzle = WordPlacement(["AB", "AC"], ["11", "10"])
    assert str(puzzle.solve()) == "AB\nC#" and str(fill(puzzle, ["AB", "AC"], seed=0)).count("A") == 1
    assert str(WordPlacement(["AB"], ["111"]).solve()) == "1 word of 2 letters for 0 slots of that length"
    assert str(fill(["..."], ["AB"])) == "NO_SOLUTION"
