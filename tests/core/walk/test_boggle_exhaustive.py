"""Every path walked, held to the twin and to known numbers."""

import doctest

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st
from walk_cases import KINDS, trie_of

from unriddle.core.topology import KING, ROOK, adjacency_masks
from unriddle.core.walk import boggle_exhaustive
from unriddle.core.walk.boggle_exhaustive import ANY, Exhaustive


def tiles_of(tiles):
    codes = np.array([code for tile in tiles for code in tile], dtype=np.uint8)
    return codes, np.cumsum([0, *map(len, tiles)], dtype=np.int32)


def walk_of(rows, cols, text, words, min_length=1, topology=KING, wrap=False):
    tiles = [[ord(letter) - 97] for letter in text]
    _, trie = trie_of([tuple(ord(letter) - 97 for letter in word) for word in words], 26)
    return Exhaustive(adjacency_masks(rows, cols, topology, wrap), *tiles_of(tiles), trie, min_length)


@pytest.mark.parametrize("name", ["Exhaustive"])
def test_the_examples_of_the_docstrings(name):
    kernel = getattr(boggle_exhaustive, name)
    examples = doctest.DocTestParser().get_doctest(kernel.__doc__, {name: kernel}, name, None, 0)
    assert doctest.DocTestRunner().run(examples) == (0, len(examples.examples))
    assert examples.examples


words = st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=5).map(tuple), max_size=20)
tiles = st.one_of(
    st.lists(st.integers(0, 2), min_size=1, max_size=1),
    st.lists(st.integers(0, 2), min_size=2, max_size=3),
    st.sampled_from([[], [ANY], [ANY, 1], [0, ANY]]),
)


@settings(max_examples=60)
@given(
    st.sampled_from([(1, 1), (1, 6), (2, 2), (2, 3), (3, 2), (4, 1)]),
    KINDS,
    st.booleans(),
    words,
    st.integers(0, 4),
    st.integers(1, 500),
    st.sampled_from([3, 40]),
    st.data(),
)
def test_walks_equal_the_twin(shape, kind, wrap, words, min_length, budget, n_letters, data):
    rows, cols = shape
    board = data.draw(st.lists(tiles, min_size=rows * cols, max_size=rows * cols))
    # More than two wildcards would make the twin spell out too many strings.
    seen = 0
    for tile in board:
        if ANY in tile:
            seen += 1
            if seen > 2 or n_letters > 3:
                tile[:] = [0]
    blocked = np.array([not tile for tile in board], dtype=np.uint8)
    adjacency = adjacency_masks(rows, cols, kind, wrap, blocked)
    codes, offsets = tiles_of(board)
    walk, plain = (
        twins.module(side, "walk.boggle_exhaustive").Exhaustive(
            adjacency, codes, offsets, trie_of(words, n_letters, side)[1], min_length
        )
        for side in twins.SIDES
    )
    while walk.run(budget):
        plain.run(budget)
        assert (walk.moves, walk.lookups, walk.found.tolist()) == (plain.moves, plain.lookups, plain.found)
    plain.run(1 << 30)
    assert walk.finished and plain.finished
    assert (walk.moves, walk.lookups, walk.found.tolist()) == (plain.moves, plain.lookups, plain.found)


@pytest.mark.parametrize(("rows", "cols", "moves"), [(2, 2, 64), (2, 3, 476), (3, 3, 10305), (3, 4, 193924)])
def test_known_numbers_of_moves(rows, cols, moves):
    walk = walk_of(rows, cols, "abcdefghijklmnop"[: rows * cols], ["ab"], 2)
    assert walk.run(moves - 1) and not walk.run(1)
    assert walk.moves == moves and walk.lookups == moves - rows * cols


def test_four_by_four():
    walk = walk_of(4, 4, "abcdefghijklmnop", ["fink", "knife", "ponmlkjihgfedcba", "zz"], 3)
    while walk.run(1 << 20):
        pass
    assert walk.moves == 12029640
    assert walk.found.tolist() == [1, 1, 0, 0]


def test_words_through_the_edge():
    """The torus of the original assignment: TAS exists only through the edge."""
    names = ["ei", "huis", "mat", "tas"]
    walk = walk_of(4, 4, "pietgaatatmshuis", names, 2, ROOK, True)
    while walk.run(1 << 20):
        pass
    assert walk.moves == 1450832 and walk.found.tolist() == [1, 1, 1, 1]
    flat = walk_of(4, 4, "pietgaatatmshuis", names, 2, ROOK)
    while flat.run(1 << 20):
        pass
    assert flat.moves == 28512 and flat.found.tolist() == [1, 1, 1, 0]


@pytest.mark.parametrize(("board", "rows", "cols", "count"), [("enjo", 2, 2, 10), ("zlbqmurfq", 3, 3, 6)])
def test_two_letter_words_of_the_list(data, board, rows, cols, count):
    text = (data / "enable2k.txt").read_text(encoding="ascii")
    walk = walk_of(rows, cols, board, text.split(), 2)
    while walk.run(1 << 20):
        pass
    assert int(walk.found.sum()) == count


def test_many_wildcards():
    """Every word of six letters or fewer is on a board of six wildcards in a row, read either way."""
    rng = np.random.default_rng(3)
    words = {tuple(rng.integers(0, 26, size=rng.integers(1, 9)).tolist()) for _ in range(2000)}
    _, trie = trie_of(words, 26)
    walk = Exhaustive(adjacency_masks(1, 6), *tiles_of([[ANY]] * 6), trie, 1)
    while walk.run(3):
        pass
    assert walk.moves == walk.lookups == 36
    assert int(walk.found.sum()) == sum(len(word) <= 6 for word in words)


def test_64_cells_and_none():
    walk = walk_of(1, 64, "a" * 64, ["a" * length for length in range(1, 70)])
    while walk.run(100):
        pass
    assert walk.moves == 64 * 64 and int(walk.found.sum()) == 64
    nothing = Exhaustive(np.zeros(1, dtype=np.uint64), *tiles_of([[]]), trie_of([(0,)], 26)[1])
    assert nothing.finished and nothing.run(5) is False and nothing.moves == 0


def test_wrong_arguments():
    _, trie = trie_of([(0,)], 26)
    masks = adjacency_masks(2, 2)
    good = tiles_of([[0]] * 4)
    with pytest.raises(ValueError, match="at most 64"):
        Exhaustive(np.zeros(65, dtype=np.uint64), *tiles_of([[0]] * 65), trie)
    with pytest.raises(ValueError, match="into 4 tiles"):
        Exhaustive(masks, good[0], good[1][:-1], trie)
    with pytest.raises(ValueError, match="fall after"):
        Exhaustive(masks, good[0], np.array([0, 3, 1, 3, 4], dtype=np.int32), trie)
    with pytest.raises(ValueError, match="code 26"):
        Exhaustive(masks, *tiles_of([[26]] * 4), trie)
    with pytest.raises(ValueError, match="hole with neighbours"):
        Exhaustive(masks, *tiles_of([[], [0], [0], [0]]), trie)
    with pytest.raises(ValueError, match="off the board"):
        Exhaustive(np.array([2, 5], dtype=np.uint64), *tiles_of([[0]] * 2), trie)
    with pytest.raises(TypeError):
        Exhaustive(masks, *good, None)
