import pytest
from some_boards import is_path, tiles

from reference.search import sliding_table as twin
from unriddle.core.search import sliding_table


def test_the_kernel_is_compiled():
    assert sliding_table.__file__.endswith((".so", ".pyd"))


@pytest.mark.parametrize(
    ("rows", "cols", "blank"), [(2, 2, 3), (2, 3, 0), (2, 3, 1), (3, 2, 4), (2, 4, 6), (4, 2, 3)]
)
def test_tables_are_those_of_the_twin(rows, cols, blank):
    true = twin.distances(rows, cols, blank)
    table = sliding_table.SlidingTable(rows, cols, blank)
    while table.run(5):
        pass
    counts = [0] * (max(true.values()) + 1)
    for steps in true.values():
        counts[steps] += 1
    assert table.depth_counts == counts and table.n_states == len(true)
    plain = twin.SlidingTable(rows, cols, blank)
    while plain.run(5):
        pass
    for name in ("n_states", "nodes", "depth", "depth_counts", "nbytes", "ready", "n_cells"):
        assert getattr(table, name) == getattr(plain, name)
    for start in list(true)[::17]:
        assert table.walk(tiles(start)).tolist() == plain.walk(start)
    starts = tiles(list(true))
    assert table.lengths(starts).tolist() == list(true.values())
    assert is_path(table.walk(starts[-1]).tolist(), starts[-1].tolist(), cols, blank)


def test_known_tables():
    counts = (
        "1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 23952 20224 "
        "24047 15578 14560 6274 3910 760 221 2"
    )
    for rows, cols, depth, states in ((3, 3, 31, 181_440), (2, 4, 36, 20_160), (2, 5, 55, 1_814_400)):
        table = sliding_table.SlidingTable(rows, cols, 0)
        table.run(1 << 40)
        assert (table.depth, sum(table.depth_counts)) == (depth, states)
        if (rows, cols) == (3, 3):
            assert table.depth_counts == [int(count) for count in counts.split()]


def test_wrong_arguments_are_refused():
    with pytest.raises(ValueError, match="no cell 9"):
        sliding_table.SlidingTable(3, 3, 9)
    for rows, cols in ((9, 9), (3, 1431655768)):  # the latter is 8 cells in 32 bits
        with pytest.raises(ValueError, match="expected"):
            sliding_table.SlidingTable(rows, cols, 0)
    for module in (sliding_table, twin):
        table = module.SlidingTable(2, 2, 3)
        with pytest.raises(ValueError, match="not built"):
            table.walk(tiles(range(4)))
        table.run(100)
        with pytest.raises(ValueError, match="not in reach"):
            table.walk(tiles([1, 0, 2, 3]))
