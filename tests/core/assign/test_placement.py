import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.assign import placement as twin
from unriddle.core.assign import placement

I32, I64, U8, U64 = np.int32, np.int64, np.uint8, np.uint64
LETTERS = 3


def arrays(slots, words, least, most, allowed, n_letters=LETTERS):
    return (
        np.array([cell for slot in slots for cell in slot], I32),
        np.cumsum([0, *map(len, slots)]).astype(I64),
        np.array([letter for word in words for letter in word], U8),
        np.cumsum([0, *map(len, words)]).astype(I64),
        np.array(least, I32),
        np.array(most, I32),
        np.array(allowed, U64),
        n_letters,
    )


def every(search, budget=1):
    """Run to the end in slices of `budget`, one solution at a time."""
    found = []
    while True:
        search.most_solutions = search.solutions + 1
        while search.run(budget):
            pass
        if search.solutions == len(found):
            return found
        found.append(tuple(search.solution.tolist()))


@st.composite
def problems(draw):
    """A small board with all its runs of two or more as slots, words with bounds, cells with givens."""
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    open_ = draw(st.lists(st.booleans(), min_size=rows * cols, max_size=rows * cols))
    lines = [[r * cols + c for c in range(cols)] for r in range(rows)]
    lines += [[r * cols + c for r in range(rows)] for c in range(cols)]
    slots = []
    for line in lines:
        run = []
        for cell in [*line, None]:
            if cell is not None and open_[cell]:
                run.append(cell)
            else:
                if len(run) > 1:
                    slots.append(run)
                run = []
    words = draw(
        st.lists(st.lists(st.integers(0, LETTERS - 1), min_size=2, max_size=5).map(tuple), max_size=9)
    )
    words = sorted(set(words), key=len)
    most = [draw(st.integers(0, 3)) for _ in words]
    least = [draw(st.integers(0, count)) for count in most]
    allowed = [draw(st.sampled_from([7, 7, 7, 1, 2, 5])) for _ in range(rows * cols)]
    return slots, words, least, most, allowed


def test_the_kernel_is_compiled():
    assert placement.__file__.endswith((".so", ".pyd"))


@settings(max_examples=100, deadline=None)
@given(problems(), st.booleans())
def test_all_fillings_are_those_of_the_twin(problem, scored):
    expected = sorted(twin.fillings(*problem))
    score = np.arange(len(problem[1]), dtype=I32) if scored else None
    search = placement.PlacementSearch(*arrays(*problem), score, 3)
    found = every(search)
    assert sorted(found) == expected
    assert search.exhausted and search.solutions == len(expected)
    other = twin.PlacementSearch(*(x if isinstance(x, int) else x.tolist() for x in arrays(*problem)))
    assert not other.run(1) and other.solutions == len(expected)


@settings(max_examples=80, deadline=None)
@given(problems(), st.lists(st.integers(-3, 9), min_size=9, max_size=9), st.booleans(), st.integers(1, 9))
def test_with_worth_the_last_filling_is_the_best(problem, marks, scored, budget):
    words = problem[1]
    worth = [0.1 * mark for mark in marks[: len(words)]]
    for length in {len(word) for word in words}:  # it falls within a length
        same = [number for number, word in enumerate(words) if len(word) == length]
        for number, value in zip(same, sorted((worth[n] for n in same), reverse=True), strict=True):
            worth[number] = value
    score = np.arange(len(words), dtype=I32) if scored else None
    search = placement.PlacementSearch(*arrays(*problem), score, 3, np.array(worth, np.float64))
    totals = [sum((worth[word] for word in found), 0.0) for found in every(search, budget)]
    other = twin.PlacementSearch(
        *(x if isinstance(x, int) else x.tolist() for x in arrays(*problem)), worth=worth
    )
    assert not other.run(1) and search.exhausted
    assert totals == sorted(set(totals)) and search.best == other.best
    assert bool(totals) == bool(other.solutions) and (not totals or totals[-1] == other.best)


def test_a_filling_no_better_than_the_best_is_none():
    fit = arrays([[0, 1]], [(0, 1), (1, 0), (1, 1)], [0] * 3, [1] * 3, [7] * 2)
    search = placement.PlacementSearch(*fit, worth=np.array([2.0, 2.0, 1.0]))
    assert len(every(search)) == 1 and search.best == 2.0


def test_worth_that_rises_or_is_no_number_is_refused():
    fit = arrays([[0, 1]], [(0, 1), (1, 0), (1, 1, 1)], [0] * 3, [1] * 3, [7] * 2)
    placement.PlacementSearch(*fit, worth=np.array([2.0, 1.0, 5.0]))
    for worth, reason in (
        ([1.0, 2.0, 0.0], "word 1 is worth more"),
        ([1.0, float("nan"), 0.0], "word 1 is worth nan"),
        ([1.0], "worth of 1 words, expected 3"),
    ):
        with pytest.raises(ValueError, match=reason):
            placement.PlacementSearch(*fit, worth=np.array(worth))


@settings(deadline=None)
@given(problems(), st.integers(1, 5))
def test_slices_and_limits_change_nothing(problem, budget):
    whole = placement.PlacementSearch(*arrays(*problem))
    assert not whole.run(10**9)
    sliced = placement.PlacementSearch(*arrays(*problem))
    while True:
        before = sliced.nodes
        remains = sliced.run(budget)
        assert sliced.nodes - before <= budget
        if not remains:
            break
        assert sliced.nodes - before == budget
    assert (sliced.nodes, sliced.solutions) == (whole.nodes, whole.solutions)


def square(size):
    """An open square, crossing words everywhere."""
    rows = [[r * size + c for c in range(size)] for r in range(size)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def test_latin_squares_of_order_four():
    """Rows and columns are permutations, each used any number of times: 576 Latin squares."""
    import itertools

    words = list(itertools.permutations(range(4)))
    search = placement.PlacementSearch(*arrays(square(4), words, [0] * 24, [8] * 24, [15] * 16, n_letters=4))
    assert not search.run(10**9)
    assert search.solutions == 576


def test_restarts_lose_no_solution_and_no_proof():
    """Five-letter permutations in which no two words agree with a crossing: a search that fails often."""
    import itertools

    words = list(itertools.permutations(range(5)))
    bounds = [0] * 120, [1] * 120
    given_ = [31] * 25
    given_[0], given_[6], given_[12], given_[18], given_[24] = 1, 1, 1, 1, 2
    plain = placement.PlacementSearch(*arrays(square(5), words, *bounds, given_, n_letters=5))
    assert not plain.run(10**9)
    eager = placement.PlacementSearch(
        *arrays(square(5), words, *bounds, given_, n_letters=5), np.zeros(120, I32), 1
    )
    assert not eager.run(10**9)
    assert eager.solutions == plain.solutions


def test_candidates_after_the_root():
    slots, words = [[0, 1], [0, 2]], [(0, 1), (0, 2), (1, 1)]
    search = placement.PlacementSearch(*arrays(slots, words, [0] * 3, [1] * 3, [1, 2, 7]))
    search.run(1)
    assert search.candidates(0).tolist() == [0]
    assert search.candidates(1).tolist() == [1]
    with pytest.raises(IndexError, match="slot 2, expected 0 to 1"):
        search.candidates(2)


def test_nothing_to_fill_is_one_filling_and_a_word_to_use_makes_it_none():
    search = placement.PlacementSearch(*arrays([], [], [], [], []))
    assert not search.run(5) and search.solutions == 1 and search.nodes == 1
    search = placement.PlacementSearch(*arrays([], [(0, 1)], [1], [1], [7]))
    assert not search.run(5) and search.solutions == 0
    search = placement.PlacementSearch(*arrays([[0, 1]], [], [], [], [7, 7]))
    assert not search.run(5) and search.solutions == 0


def test_a_budget_of_nothing_does_nothing():
    search = placement.PlacementSearch(*arrays([[0, 1]], [(0, 1)], [1], [1], [7, 7]))
    assert search.run(0) and search.nodes == 0
    assert not search.run(1) and search.solutions == 1 and search.nodes == 1 and search.guesses == 0


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"slot_cells": np.array([0, 9], I32)}, "cell 9, expected 0 to 3"),
        ({"slot_cells": np.array([0, -1], I32)}, "cell -1"),
        ({"slot_offsets": np.array([0, 3], I64)}, "do not span"),
        ({"slot_offsets": np.array([0, 0, 2], I64)}, "slot 0 has no cell"),
        ({"slot_offsets": np.zeros(0, I64)}, "do not span"),
        ({"letters": np.array([0, 3], U8)}, "letter 3, expected 0 to 2"),
        ({"word_offsets": np.array([0, 1], I64)}, "do not span"),
        ({"word_offsets": np.array([0, 2, 2], I64)}, "word 1 is empty or shorter"),
        ({"least": np.array([2], I32)}, "used 2 to 1 times"),
        ({"most": np.zeros(2, I32)}, "bounds, expected 1"),
        ({"n_letters": 64}, "64 letters"),
        ({"n_letters": 0}, "0 letters"),
        ({"score": np.zeros(2, I32)}, "2 scores"),
    ],
)
def test_arrays_that_do_not_belong_together_are_refused(change, reason):
    fit = {
        "slot_cells": np.array([0, 1], I32),
        "slot_offsets": np.array([0, 2], I64),
        "letters": np.array([0, 1], U8),
        "word_offsets": np.array([0, 2], I64),
        "least": np.array([1], I32),
        "most": np.array([1], I32),
        "allowed": np.full(4, 7, U64),
        "n_letters": 3,
    }
    if "word_offsets" in change and len(change["word_offsets"]) == 3:
        fit["least"] = fit["most"] = np.ones(2, I32)
    with pytest.raises(ValueError, match=reason):
        placement.PlacementSearch(**{**fit, **change})


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 6), min_size=3, max_size=3), max_size=5),
    st.sets(st.tuples(*[st.integers(0, LETTERS - 1)] * 3), max_size=9),
    st.integers(1, 2),
    st.booleans(),
)
def test_a_cell_may_be_in_any_number_of_slots_and_twice_in_one(slots, words, most, scored):
    words = sorted(words)
    problem = slots, words, [0] * len(words), [most] * len(words), [7, 7, 7, 7, 7, 3, 5]
    search = placement.PlacementSearch(
        *arrays(*problem), np.zeros(len(words), dtype=I32) if scored else None, 5
    )
    assert sorted(every(search, 3)) == sorted(
        chosen
        for chosen in twin.fillings(*problem)
        if all(
            words[a][i] == words[b][j]
            for a, one in zip(chosen, slots, strict=True)
            for b, two in zip(chosen, slots, strict=True)
            for i, j in ((i, j) for i in range(3) for j in range(3) if one[i] == two[j])
        )
    )


@st.composite
def parts(draw, n_words):
    """The lists of each word, and lists of words; `alone` keep out only those that are not."""
    lists = draw(st.lists(st.sets(st.integers(0, max(n_words - 1, 0)), max_size=4), max_size=4))
    alone = draw(st.sets(st.integers(0, max(n_words - 1, 0)), max_size=2))
    members = [sorted(found) for found in lists if n_words] + [
        sorted(found - alone) for found in lists if n_words
    ]
    half = len(members) // 2
    of_word = [
        [k + half * (word in alone) for k in range(half) if word in members[k]] for word in range(n_words)
    ]
    return of_word, members


def csr(lists):
    flat = [number for one in lists for number in one]
    return np.cumsum([0, *map(len, lists)]).astype(I64), np.array(flat, I32)


@settings(max_examples=120, deadline=None)
@given(problems(), st.data(), st.booleans(), st.integers(1, 9))
def test_words_that_are_kept_apart(problem, data, scored, budget):
    slots, words = problem[:2]
    of_word, members = data.draw(parts(len(words)))
    apart = [set().union(*(members[k] for k in found)) for found in of_word]
    expected = sorted(
        chosen
        for chosen in twin.fillings(*problem)
        if not any(b in apart[a] for i, a in enumerate(chosen) for j, b in enumerate(chosen) if i != j)
    )
    score = np.arange(len(words), dtype=I32) if scored else None
    search = placement.PlacementSearch(*arrays(*problem), score, 3)
    search.keep_apart(*csr(of_word), *csr(members))
    assert sorted(every(search, budget)) == expected and search.exhausted
    other = twin.PlacementSearch(*(x if isinstance(x, int) else x.tolist() for x in arrays(*problem)))
    other.keep_apart(*(x.tolist() for x in (*csr(of_word), *csr(members))))
    assert not other.run(1) and other.solutions == len(expected)
    narrow = placement.PlacementSearch(*arrays(*problem))
    narrow.keep_apart(*csr(of_word), *csr(members))
    if narrow.run(1) or narrow.solutions or not narrow.exhausted:
        domains = [narrow.candidates(slot).tolist() for slot in range(len(slots))]
        assert domains == [other.candidates(slot) for slot in range(len(slots))]


@pytest.mark.parametrize(
    "change, reason",
    [
        ({0: [0, 1]}, "part_offsets do not span parts"),
        ({0: [0, 2, 1]}, "part_offsets fall at word 1"),
        ({1: [3]}, "list 3, expected 0 to 0"),
        ({2: [0, 1]}, "member_offsets do not span members"),
        ({2: []}, "member_offsets do not span members"),
        ({2: [0, 9, 2]}, "member_offsets fall at list 1"),
        ({3: [1, 0]}, "word 0 in list 0, expected rising words up to 1"),
        ({3: [0, 2]}, "word 2 in list 0"),
        ({3: [0, 0]}, "word 0 in list 0"),
    ],
)
def test_lists_that_do_not_belong_together_are_refused(change, reason):
    given_ = {0: [0, 1, 1], 1: [0], 2: [0, 2], 3: [0, 1]} | change
    search = placement.PlacementSearch(*arrays([[0, 1]], [(0, 1), (1, 1)], [0, 0], [1, 1], [7, 7]))
    kinds = (I64, I32, I64, I32)
    with pytest.raises(ValueError, match=reason):
        search.keep_apart(*(np.array(given_[k], kind) for k, kind in enumerate(kinds)))


def test_a_search_that_has_begun_keeps_its_rules():
    search = placement.PlacementSearch(*arrays([[0, 1]], [(0, 1)], [0], [1], [7, 7]))
    search.run(1)
    with pytest.raises(ValueError, match="has begun"):
        search.keep_apart(*csr([[]]), *csr([]))


def test_none_is_refused():
    with pytest.raises(TypeError):
        placement.PlacementSearch(*[None] * 7, 3)
