import numpy as np
import pytest
from hypothesis import given
from some_boards import sliding_boards, tiles

from reference.search import engine as plain_engine
from reference.search import sliding as twin
from reference.search.sliding_ida import ida_star
from unriddle.core.search import engine, sliding


def test_the_kernel_is_compiled():
    assert sliding.__file__.endswith((".so", ".pyd"))


@given(sliding_boards())
def test_steps_are_those_of_the_twin(board):
    rows, cols, blank, cells = board
    rules = sliding.Sliding(rows, cols, blank)
    search = engine.Search(rules, rules.pack(tiles(cells)), engine.BFS, exhaust=True)
    search.run(1)
    states = [tuple(row) for row in rules.unpack(search.states()).tolist()]
    assert states == [cells, *twin.expand(cells, cols, blank)]


@given(sliding_boards(most_side=3, most_steps=20))
def test_engine_lengths_are_those_of_the_twin(board):
    rows, cols, blank, cells = board
    length, nodes = ida_star(cells, cols, blank)
    rules = sliding.Sliding(rows, cols, blank)
    goal = rules.pack(tiles(range(rows * cols))).reshape(1, -1)
    for method in ("BFS", "BIDIRECTIONAL", "ASTAR", "IDA"):
        code = getattr(engine, method)
        ends = goal if method == "BIDIRECTIONAL" else None
        search = engine.Search(rules, rules.pack(tiles(cells)), code, ends, parent_only=True)
        while search.run(1000):
            pass
        assert search.status == engine.SOLVED and search.cost == length
        if method == "IDA":
            assert search.nodes == nodes


@given(sliding_boards(most_side=3, most_steps=8))
def test_searches_take_the_steps_of_the_twin(board):
    rows, cols, blank, cells = board
    found = []
    for module, searches in ((sliding, engine), (twin, plain_engine)):
        rules = module.Sliding(rows, cols, blank)
        goals = [rules.pack(tiles(range(rows * cols)))]
        for method in (engine.BFS, engine.BIDIRECTIONAL, engine.ASTAR, engine.IDA):
            ends = None if method != engine.BIDIRECTIONAL else np.array(goals, dtype=np.uint64)
            search = searches.Search(rules, rules.pack(tiles(cells)), method, ends)
            while search.run(7):
                pass
            path = [list(row) for row in rules.unpack(np.array(search.path(), dtype=np.uint64))]
            found.append((search.status, search.nodes, search.generated, search.depth, search.cost, path))
    assert found[:4] == found[4:]


@given(sliding_boards())
def test_states_are_those_of_the_twin(board):
    rows, cols, blank, cells = board
    kernel, plain = sliding.Sliding(rows, cols, blank), twin.Sliding(rows, cols, blank)
    state = kernel.pack(tiles(cells))
    assert tuple(state.tolist()) == plain.pack(cells)
    assert kernel.unpack(state.reshape(1, -1)).tolist() == plain.unpack([state]) == [list(cells)]
    for name in ("n_words", "max_successors", "n_cells", "rows", "cols", "blank"):
        assert getattr(kernel, name) == getattr(plain, name)


def test_wrong_arguments_are_refused():
    rules = sliding.Sliding(3, 3, 8)
    for wrong in (tiles(range(8)), tiles([0] * 9)):
        with pytest.raises(ValueError, match="every cell once"):
            rules.pack(wrong)
    with pytest.raises(ValueError, match="no cell 9"):
        sliding.Sliding(3, 3, 9)
    for rows, cols in ((9, 9), (3, 1431655768)):  # the latter is 8 cells in 32 bits
        with pytest.raises(ValueError, match="expected"):
            sliding.Sliding(rows, cols, 0)
