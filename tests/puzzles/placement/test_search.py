"""The searches behind `solve`, `count` and `solutions`."""

import subprocess
import sys

import pytest

from unriddle import WordPlacement
from unriddle.puzzles.placement.search import Counted, Fillings

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
    source, found = Fillings(PUZZLE.compiled()), []
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
