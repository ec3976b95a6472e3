"""Why there is no solution, by counting."""

import pytest

from unriddle import Status, WordPlacement


@pytest.mark.parametrize(
    "words, board, reason",
    [
        (["GTU"], ["111", "010"], "0 words of 2 letters for 1 slot of that length"),
        (["GTU", "TO", "AN"], ["111", "010"], "2 words of 2 letters for 1 slot of that length"),
        (["TECHNOLOGY"], ["111"], "0 words of 3 letters for 1 slot of that length"),
        (["AB"], ["1101"], "the empty cell in row 1, column 4 is in no slot"),
        (["A"], ["1"], "the empty cell in row 1, column 1 is in no slot"),
        (["AB", "XY"], ["11", "10"], "4 letters stand in the words an odd number of times, with 2 cells"),
        (["AB", "CB"], ["11", "10"], "no way to place the words fills the board"),
        (["AB"], ["000"], "1 word of 2 letters for 0 slots of that length"),
        (["ABCD"], ["A1Z"], "0 words of 3 letters for 1 slot"),
    ],
)
def test_why_there_is_no_solution(words, board, reason):
    puzzle = WordPlacement(words, board)
    result = puzzle.solve()
    assert result.status is Status.NO_SOLUTION and result.complete
    assert reason in result.reason and reason in str(result)
    assert puzzle.count() == 0 and list(puzzle.solutions()) == []
