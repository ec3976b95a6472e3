import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.assign import gogen_making as twin
from unriddle.core.assign import gogen_making

SIZES = ((1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3))


@st.composite
def makers(draw):
    """Kernel and twin, with the words and affinities of one size."""
    rows, cols = draw(st.sampled_from(SIZES[1:]))
    n = rows * cols
    drawn = draw(st.lists(st.permutations(range(n)), min_size=1, max_size=30))
    lengths = draw(st.lists(st.integers(2, min(n, 9)), min_size=len(drawn), max_size=len(drawn)))
    words = sorted({tuple(word[:length]) for word, length in zip(drawn, lengths, strict=True)})
    codes = [[*word, *[word[-1]] * (9 - len(word))] for word in words]
    values = draw(st.lists(st.integers(-9, 9), min_size=n * n, max_size=n * n))
    affinity = [[values[max(a, b) * n + min(a, b)] for b in range(n)] for a in range(n)]
    covers = draw(st.integers(1, 3))
    kernel = gogen_making.GogenMaker(
        rows, cols, np.array(codes, np.uint8), np.array(affinity, np.int32), covers
    )
    return kernel, twin.GogenMaker(rows, cols, codes, affinity, covers)


def made(maker, n, seeds, shown, givens):
    places, cells = np.empty((len(seeds), n), np.int8), np.empty((len(seeds), n), np.int8)
    words, counts = np.zeros((len(seeds), 96), np.uint32), np.empty(len(seeds), np.int32)
    maker.make(np.array(seeds, np.uint64), shown, givens, places, cells, words, counts)
    chosen = [row[: max(count, 0)] for row, count in zip(words.tolist(), counts.tolist(), strict=True)]
    return places.tolist(), cells.tolist(), chosen, counts.tolist()


def test_the_kernel_is_compiled():
    assert gogen_making.__file__.endswith((".so", ".pyd"))
    for name in ("LONGEST", "MOST_WORDS", "NO_PUZZLE"):
        assert getattr(gogen_making, name) == getattr(twin, name)


@settings(max_examples=60, deadline=None)
@given(makers(), st.integers(0, 2**64 - 1))
def test_boards_and_their_words_equal_the_twin(pair, seed):
    kernel, slow = pair
    place = kernel.arranged(seed)
    assert place.tolist() == slow.arranged(seed)
    assert kernel.traceable(place).tolist() == slow.traceable(place.tolist())


@settings(max_examples=60, deadline=None)
@given(makers(), st.integers(0, 2**64 - 9), st.integers(-1, 3), st.integers(0, 2**9 - 1))
def test_what_is_made_is_alone_and_no_word_can_go(pair, seed, givens, shown):
    kernel, slow = pair
    givens = min(givens, slow.n)
    seeds = range(seed, seed + 8)
    fast = made(kernel, slow.n, seeds, shown, givens)
    for place, cells, chosen, count in zip(*fast, strict=True):
        want = [place[a] if place[a] in cells else -1 for a in range(slow.n)]
        assert cells == want and sum(cell >= 0 for cell in cells) == (
            givens if givens >= 0 else (shown & (1 << slow.n) - 1).bit_count()
        )
        assert set(chosen) <= set(slow.traceable(place))
        if count == twin.NO_PUZZLE:  # then all words together leave other solutions
            assert slow._cover(place, cells) is None
        else:
            assert twin.is_made(slow.rows, slow.cols, place, cells, [slow.codes[k] for k in chosen])


@settings(max_examples=50, deadline=None)
@given(makers(), st.integers(0, 2**64 - 5), st.integers(0, 2**9 - 1))
def test_the_twin_makes_the_same_boards_and_as_many(pair, seed, shown):
    kernel, slow = pair
    seeds = range(seed, seed + 4)
    fast, plain = made(kernel, slow.n, seeds, shown, -1), made(slow, slow.n, seeds, shown, -1)
    assert fast[:2] == plain[:2]
    for place, cells, chosen, count, mine in zip(*plain, fast[3], strict=True):
        assert (count == twin.NO_PUZZLE) == (mine == twin.NO_PUZZLE)
        if count >= 0:
            assert twin.is_made(slow.rows, slow.cols, place, cells, [slow.codes[k] for k in chosen])


def test_puzzles_do_not_depend_on_those_beside_them():
    rng = np.random.default_rng(1)
    words = sorted({tuple(rng.permutation(25)[: rng.integers(3, 7)].tolist()) for _ in range(4000)})
    codes = np.array([[*word, *[word[-1]] * (9 - len(word))] for word in words], np.uint8)
    maker = gogen_making.GogenMaker(5, 5, codes, np.zeros((25, 25), np.int32), 2)
    together = made(maker, 25, range(12), 0b10101_00000_10101_00000_10101, -1)
    for k in range(12):
        alone = made(maker, 25, [k], 0b10101_00000_10101_00000_10101, -1)
        assert [column[0] for column in alone] == [column[k] for column in together]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"rows": 0}, "cells"),
        ({"rows": 9, "cols": 9}, "cells"),
        ({"covers": 0}, "covers"),
        ({"affinity": np.zeros((3, 4), np.int32)}, "affinity"),
        ({"affinity": np.full((4, 4), 1 << 25, np.int32)}, "affinity"),
        ({"codes": np.zeros((0, 9), np.uint8)}, "words"),
        ({"codes": np.zeros((1, 8), np.uint8)}, "words"),
        ({"codes": np.full((1, 9), 4, np.uint8)}, "letter"),
        ({"codes": np.zeros((1, 9), np.uint8)}, "order"),
        ({"codes": np.array([[2] + [1] * 8, [0] + [1] * 8], np.uint8)}, "order"),
    ],
)
def test_arrays_that_would_be_read_outside_are_refused(wrong, said):
    right = {
        "rows": 2,
        "cols": 2,
        "codes": np.array([[0] + [1] * 8], np.uint8),
        "affinity": np.zeros((4, 4), np.int32),
    }
    with pytest.raises(ValueError, match=said):
        gogen_making.GogenMaker(**(right | wrong))


def test_outputs_of_another_size_are_refused():
    maker = gogen_making.GogenMaker(2, 2, np.array([[0] + [1] * 8], np.uint8), np.zeros((4, 4), np.int32), 1)
    seeds, cells, words = np.zeros(1, np.uint64), np.zeros((1, 4), np.int8), np.zeros((1, 96), np.uint32)
    counts = np.zeros(1, np.int32)
    with pytest.raises(ValueError, match="expected 1"):
        maker.make(seeds, 0, 1, cells, cells.copy(), words, np.zeros(2, np.int32))
    with pytest.raises(ValueError, match="output"):
        maker.make(seeds, 0, 1, cells, np.zeros((1, 5), np.int8), words, counts)
    with pytest.raises(ValueError, match="givens"):
        maker.make(seeds, 0, 5, cells, cells.copy(), words, counts)
    for place in ([0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4]):
        with pytest.raises(ValueError, match="cells once"):
            maker.traceable(np.array(place, np.int8))


def test_the_largest_board_and_no_puzzle_at_all():
    rng = np.random.default_rng(3)
    words = sorted({tuple(rng.permutation(64)[: rng.integers(3, 10)].tolist()) for _ in range(20000)})
    codes = [[*word, *[word[-1]] * (9 - len(word))] for word in words]
    kernel = gogen_making.GogenMaker(8, 8, np.array(codes, np.uint8), np.zeros((64, 64), np.int32), 1)
    slow = twin.GogenMaker(8, 8, codes, np.zeros((64, 64), np.int32).tolist(), 1)
    place = kernel.arranged(1)
    assert place.tolist() == slow.arranged(1)
    assert kernel.traceable(place).tolist() == slow.traceable(place.tolist())
    places, cells, _, counts = made(kernel, 64, range(3), (1 << 64) - 1, -1)
    assert counts == [0, 0, 0] and cells == places  # all is given: no word is needed
    assert made(kernel, 64, [], 0, 9) == ([], [], [], [])
