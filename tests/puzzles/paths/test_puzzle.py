import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle
from reference import topology as plain
from reference.walk import path_count as twin
from unriddle import Limits, PuzzleError, Result, Status, count_paths


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from([(r, c) for r in range(1, 6) for c in range(1, 6) if r * c <= 9]),
    st.sampled_from(["king", "rook", "hex"]),
    st.booleans(),
    st.data(),
)
def test_counts_equal_the_walk(shape, topology, wrap, data):
    rows, cols = shape
    places = [(row, col) for row in range(rows) for col in range(cols)]
    holes = data.draw(st.sets(st.sampled_from(places)))
    blocked = [place in holes for place in places]
    table = plain.neighbours(rows, cols, ["king", "rook", "hex"].index(topology), wrap, blocked)
    walk = twin.PathCounter(table, [cell for cell, hole in enumerate(blocked) if not hole])
    walk.run(1 << 30)
    result = count_paths(shape, topology=topology, wrap=wrap, holes=holes, by_length=True)
    assert result.status is (Status.NO_SOLUTION, Status.UNIQUE, Status.MULTIPLE)[min(walk.count(), 2)]
    assert list(result.by_length) == walk.by_length()
    assert result.complete and result == result.found == sum(result.by_length) == walk.count()
    assert result.cells == rows * cols - len(holes)
    mask = np.array(blocked, dtype=bool).reshape(rows, cols)
    assert count_paths(shape, topology=topology, wrap=wrap, holes=mask) == result


@pytest.mark.parametrize(("rows", "cols"), [(3, 7), (2, 40)])
@pytest.mark.parametrize("topology", ["king", "rook", "hex"])
@pytest.mark.parametrize("wrap", [False, True])
def test_the_smaller_side_is_the_frontier(rows, cols, topology, wrap):
    wide, tall = (count_paths(shape, topology=topology, wrap=wrap) for shape in ((rows, cols), (cols, rows)))
    assert wide == tall
    assert wide.frontier == tall.frontier < 12


def test_holes_choose_the_orientation():
    """Arms of a comb are cheap one after another, not all at once."""
    comb = np.zeros((8, 8), dtype=bool)
    comb[1::2, 1:] = True
    lying, standing = (count_paths(8, topology="rook", holes=holes) for holes in (comb, comb.T))
    assert lying == standing
    assert lying.frontier == standing.frontier == 3


def test_the_torus_counts_from_one_cell():
    whole, by_length = (
        count_paths("3x4", topology="rook", wrap=True, by_length=apart) for apart in (False, True)
    )
    assert whole == sum(by_length.by_length)
    assert by_length.by_length[:3] == (0, 12, 48)


def test_five_by_five_and_six_by_six():
    assert count_paths(5) == count_paths("5x5") == count_paths((5, 5)) == 115_066_382_913
    assert int(count_paths("6x6")) == 9_913_814_758_253_424


@pytest.mark.parametrize("limits", [Limits(nodes=500), Limits(memory=100_000), Limits(seconds=0)])
def test_limits(limits):
    result = count_paths(7, by_length=True, limits=limits)
    assert result.status is Status.LIMIT and not result.interrupted
    assert not result.complete and result.by_length is None
    assert 49 <= result.found < 7908201732771623795865 and result != result.found
    with pytest.raises(PuzzleError, match="expected a count that came to its end"):
        int(result)
    assert result.out_of_memory == (limits.memory is not None)
    if limits.nodes:
        assert result.stats.nodes == limits.nodes
    assert str(result).startswith("at least ") and repr(result).startswith("<PathCount 7×7 king: at least ")


@pytest.mark.parametrize("topology", ["king", "rook", "hex"])
@pytest.mark.parametrize(
    ("rows", "cols", "wrap"), [(12, 12, False), (20, 28, False), (40, 45, False), (9, 14, True)]
)
def test_boards_too_large_end_at_the_memory(rows, cols, wrap, topology):
    result = count_paths((rows, cols), topology=topology, wrap=wrap, limits=Limits(memory=2_000_000))
    assert result.status is Status.LIMIT and result.out_of_memory
    assert result.memory <= 2_000_000 and result.found >= rows * cols


def test_ctrl_c_leaves_a_result():
    def interrupt(nodes):
        raise KeyboardInterrupt

    result = count_paths(8, progress=interrupt)
    assert result.status is Status.LIMIT and result.interrupted and not result.complete


def test_the_result_is_frozen_and_prints():
    result = count_paths("2x3", topology="rook", wrap=True, holes=[(0, 0)])
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.found = 1
    assert repr(result) == f"<PathCount 2×3 rook wrap-around of 5 cells: {result} paths>"
    assert repr(count_paths("1x1")) == "<PathCount 1×1 king: 1 path>" and str(count_paths(1)) == "1"
    assert str(result) == str(int(result)) and f"{count_paths(3):,}" == "10,305"
    assert result.stats.seconds > 0
    assert unriddle.PathCount is type(result) and isinstance(result, Result)


def test_a_count_of_thousands_of_digits_prints_as_its_size():
    result = count_paths("6400x3", topology="hex")
    assert str(result).startswith("about 10^")
    assert repr(result).startswith("<PathCount 6400×3 hex: about 10^")


@pytest.mark.parametrize(
    ("shape", "options", "message"),
    [
        ((0, 4), {}, "shape=(0, 4), expected rows and columns from 1 up, such as"),
        ((4, -1), {}, "expected rows and columns"),
        ((4, 2.5), {}, "expected rows and columns"),
        (("4", 4), {}, "expected rows and columns"),
        ((True, 4), {}, "expected rows and columns"),
        ((10**6, 2), {}, "expected at most 1,000,000"),
        ("100x100", {}, "100×100 is too large to count exactly; its shorter side can be at most about 98"),
        (4, {"topology": "queen"}, "topology='queen', expected one of king, rook, hex"),
        (4, {"topology": ["king"]}, "expected one of king"),
        (4, {"holes": 7}, "holes=7"),
        (4, {"holes": [3]}, "hole 3, expected"),
        (4, {"holes": [(1, 2, 3)]}, "hole"),
        (4, {"holes": [(4, 0)]}, "hole (4, 0), expected rows below 4"),
        (4, {"holes": [(-1, 0)]}, "hole (-1, 0)"),
        (4, {"holes": np.zeros((3, 4), dtype=bool)}, "holes of shape"),
        (4, {"holes": np.ma.zeros((4, 4), dtype=bool)}, "masked"),
        (4, {"limits": 5}, "limits=5, expected Limits("),
    ],
)
def test_wrong_input(shape, options, message):
    with pytest.raises(PuzzleError) as error:
        count_paths(shape, **options)
    assert message in str(error.value)


def test_all_holes():
    result = count_paths(2, holes=np.ones((2, 2), dtype=bool), by_length=True)
    assert result == 0 and result.by_length == (0,) and result.status is Status.NO_SOLUTION


def walked(table, cell, path=()):
    """Yield every path from a cell."""
    path = (*path, cell)
    yield path
    for other in table[cell]:
        if 0 <= other < len(table) and other not in path:
            yield from walked(table, other, path)


def test_paths_by_start_are_those_of_a_walk():
    from reference.topology import neighbours

    kinds = {"king": 0, "rook": 1, "hex": 2}
    for shape in ((2, 3), (3, 3)):
        for topology, kind in kinds.items():
            for wrap in (False, True):
                table = neighbours(*shape, kind, wrap)
                found = count_paths(shape, topology=topology, wrap=wrap, by_start=True, by_length=True)
                cells = [sum(1 for _ in walked(table, cell)) for cell in range(shape[0] * shape[1])]
                assert [n for row in found.by_start for n in row] == cells
                assert sum(cells) == int(found) == sum(found.by_length)
                assert (
                    found.by_length
                    == count_paths(shape, topology=topology, wrap=wrap, by_length=True).by_length
                )


def test_paths_by_start_with_holes_and_limits():
    found = count_paths((3, 3), holes=[(0, 1)], by_start=True)
    assert found.by_start[0][1] == 0 and found.by_start[0][0] == found.by_start[0][2]
    assert sum(map(sum, found.by_start)) == int(found) == int(count_paths((3, 3), holes=[(0, 1)]))
    one_sided = count_paths((3, 3), holes=[(0, 0)], by_start=True).by_start
    assert one_sided[0][1] == one_sided[1][0] != one_sided[1][2]
    # 4x4 Boggle boards: corners, edges and the middle add up to A236690(4).
    grid = count_paths(4, by_start=True).by_start
    corner, edge, middle = grid[0][0], grid[0][1], grid[1][1]
    assert 4 * corner + 8 * edge + 4 * middle == 12_029_640
    stopped = count_paths(9, by_start=True, limits=Limits(nodes=2000))
    assert stopped.by_start is None and stopped.status is Status.LIMIT and stopped.stats.nodes == 2000
    with pytest.raises(PuzzleError, match="by_start=True"):
        stopped.to_svg()
    assert found.to_svg().count("<rect") == 25
    assert count_paths((1, 1), by_start=True).by_start == ((1,),)
