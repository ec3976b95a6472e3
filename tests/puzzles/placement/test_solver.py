"""What a board is: slots, open cells, letters."""

import itertools
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import PuzzleError, Status, WordPlacement
from unriddle.puzzles.placement.rules import find_slots, fold, fold_all, is_open, run_length
from unriddle.puzzles.placement.solver import Counted, count_words, shared_parts


@settings(deadline=None, max_examples=40)
@given(st.lists(st.text("01", min_size=5, max_size=5), min_size=1, max_size=5))
def test_slots_are_the_longest_runs(rows):
    slots = find_slots(rows)
    for slot in slots:
        (row, col), step = (slot.row, slot.col), (1, 0) if slot.vertical else (0, 1)
        assert slot.length >= 2 and run_length(rows, row, col, *step) == slot.length
        assert run_length(rows, row - step[0], col - step[1], -step[0], -step[1]) == 0
        assert [divmod(index, 5) for index in slot.indices(5)] == slot.cells()
    crossed = {cell for slot in slots for cell in slot.cells()}
    for row, line in enumerate(rows):
        for col, entry in enumerate(line):
            around = [run_length(rows, row + r, col + c, r, c) for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))]
            assert ((row, col) in crossed) == (is_open(entry) and any(around))


@settings(deadline=None, max_examples=40)
@given(st.lists(st.text(st.characters(categories=["L"]), min_size=1)))
def test_folding_keeps_lengths(words):
    assert fold_all(words) == [fold(word) for word in words]
    assert [len(fold(word)) for word in words] == [len(word) for word in words]


def test_more_letters_than_the_kernel_takes():
    words = [chr(0x4E00 + k) + chr(0x4E01 + k) for k in range(64)]
    with pytest.raises(PuzzleError, match="65 different letters, expected at most 63"):
        WordPlacement(words, ["11"], exact=False).solve()


def test_giants_are_refused_before_memory_is_taken(monkeypatch):
    monkeypatch.setattr("unriddle.puzzles.placement.solver.MOST_BYTES", 100)
    words = ["".join(letters) for letters in itertools.product("ABC", repeat=3)]
    with pytest.raises(PuzzleError, match="27 slots and 27 words need 0 GiB, expected at most 0"):
        WordPlacement(words, ["111"] + ["000", "111"] * 26).solve()


def test_words_are_counted_whatever_their_case():
    written, counts = count_words(["straße", "Art", "ART", "art"])
    assert written == {"STRAßE": "straße", "ART": "Art"} and counts == {"STRAßE": 1, "ART": 3}


def test_tables_are_made_once():
    puzzle = WordPlacement.parse("GTU,TECH;111/010/010/010")
    assert puzzle.compiled() is puzzle.compiled()


PUZZLE = WordPlacement(["AB", "AC", "AD"], ["11", "10"], exact=False)


@pytest.mark.parametrize(("limit", "count", "exhausted"), [(1, 1, False), (2, 2, False), (99, 6, True)])
def test_counted_up_to_a_limit(limit, count, exhausted):
    search = Counted(PUZZLE.compiled(), limit)
    assert search.first is None and search.count == 0
    while search.run(1):
        pass
    assert (search.count, search.exhausted) == (count, exhausted)
    assert PUZZLE.check(search.first) and search.nodes > 0 and search.guesses > 0


def test_no_way_to_place_the_words():
    search = Counted(WordPlacement(["AB", "CD"], ["11", "10"]).compiled(), 2)
    while search.run(100):
        pass
    assert search.count == 0 and search.exhausted and search.first is None


def test_filled_boards_come_one_by_one():
    source, found = PUZZLE.compiled().fillings(), []
    remains = True
    while remains:
        remains = source.run(1 << 20)
        taken = source.take()
        assert len(taken) <= 1 and source.take() == []
        found += taken
    assert len({filling.rows for filling in found}) == len(found) == 6
    assert all(map(PUZZLE.check, found))


FIRST = """
import sys
from unriddle import WordPlacement
from unriddle.puzzles.placement import best_fill, fill
assert WordPlacement(["AB", "AC"], ["11", "10"]).solve().count == 2
assert best_fill([".."], {"AB": 1}).optimal and fill([".."], ["AB"]).solution is not None
print(sorted(name for name in sys.modules if name.startswith("numpy.ma") and "matrix" not in name))
"""


def test_the_first_search_of_a_process_imports_no_masked_arrays():
    """They are most of what a first search would take."""
    done = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@settings(deadline=None, max_examples=40)
@given(
    st.sets(st.text("abc", min_size=1, max_size=6), max_size=12),
    st.integers(1, 70),
    st.integers(3, 63),
    st.data(),
)
def test_words_bar_those_with_a_common_part(words, length, n_letters, data):
    length = length if length > 60 else 1 + length % 5
    words = sorted(words, key=lambda word: (len(word), word))
    alone = [data.draw(st.booleans()) for _ in words]
    codes = np.array(["abc".index(letter) for word in words for letter in word], np.uint8)
    offsets = np.cumsum([0, *map(len, words)]).astype(np.int64)
    starts, lists, ends, members = shared_parts(codes, offsets, n_letters, length, np.array(alone, bool))
    assert (len(starts), starts[-1], ends[-1]) == (len(words) + 1, len(lists), len(members))
    for i, one in enumerate(words):
        barred = set()
        for k in lists[starts[i] : starts[i + 1]]:
            found = members[ends[k] : ends[k + 1]].tolist()
            assert found == sorted(set(found))
            barred |= set(found)
        parts = {one[k : k + length] for k in range(len(one) - length + 1)}
        assert barred == {
            j
            for j, other in enumerate(words)
            if any(part in other for part in parts) and not (alone[i] and alone[j])
        }


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
