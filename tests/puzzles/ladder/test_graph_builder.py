import itertools
import time

import pytest

import unriddle as ur
from unriddle import Limits, Status
from unriddle.puzzles.ladder.graph import WordGraph
from unriddle.puzzles.ladder.graph_builder import Building, build
from unriddle.search.run_loop import Outcome

WORDS = ["".join(word) for word in itertools.product("abcdefgh", repeat=5)]


@pytest.mark.parametrize("insert_delete", (False, True))
def test_the_same_graph_however_it_is_sliced(insert_delete):
    listed = [*WORDS[::9], *(word[1:] for word in WORDS[::50])]
    whole = WordGraph(listed, insert_delete=insert_delete)
    sliced = WordGraph(listed, insert_delete=insert_delete)
    building = Building(sliced)
    while building.run(100):
        assert not sliced.is_built
    assert [table.tolist() for table in sliced.graph()] == [table.tolist() for table in whole.graph()]


def test_limits_hold_while_the_graph_is_built():
    for limits in (Limits(seconds=0), Limits(memory=1 << 16)):
        puzzle = ur.WordLadderPuzzle("aaaaa", "hhhhh", WORDS)
        start = time.process_time()
        assert puzzle.solve(limits=limits).status is Status.LIMIT
        assert time.process_time() - start < 0.1
        found = puzzle.solutions(limits=limits)
        assert list(found) == [] and found.status is Status.LIMIT
        assert puzzle.count(limits=limits).status is Status.LIMIT
        assert puzzle.graph.eccentric_pairs(limits=limits).status is Status.LIMIT
        assert not puzzle.graph.is_built


def test_a_limit_of_memory_is_the_same_before_and_after():
    graph = WordGraph(WORDS)
    need = graph.bytes_of(2 * graph.n_edges)
    for memory, outcome in ((need - 1, Outcome.LIMIT), (need, Outcome.FINISHED)):
        assert build(graph, Limits(memory=memory))[0] is outcome
        assert build(WordGraph(WORDS), Limits(memory=memory))[0] is outcome
