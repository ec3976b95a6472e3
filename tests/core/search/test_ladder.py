import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.search import ladder as twin
from unriddle.core.search import ladder


def tables_of(module, codes, at, *args, budget=1 << 40):
    """Run to the end; what there is of it is the same however it is sliced."""
    search = module.LadderGraph(codes, at, *args)
    while search.run(budget):
        with pytest.raises(ValueError, match="not made yet"):
            search.tables()
    return search.tables()


def graph(words, *args):
    codes = np.frombuffer("".join(words).encode("utf-32-le"), dtype=np.uint32)
    at = np.zeros(len(words) + 1, dtype=np.int64)
    at[1:] = np.cumsum([len(word) for word in words])
    indptr, indices = tables_of(ladder, codes, at, *args)
    return [indices[a:b].tolist() for a, b in itertools.pairwise(indptr)]


def both(words, *args):
    """The tables of the kernel, the tables of the twin."""
    codes = np.array([ord(letter) for word in words for letter in word], dtype=np.uint32)
    at = np.cumsum([0, *map(len, words)]).astype(np.int64)
    return [
        [list(table) for table in tables_of(module, codes, at, *args, budget=3)] for module in (ladder, twin)
    ]


def test_the_kernel_is_compiled():
    assert ladder.__file__.endswith((".so", ".pyd"))


@given(st.lists(st.text("abc", max_size=5), unique=True, max_size=40), st.booleans())
def test_graph_equals_the_twin(words, insert_delete):
    assert graph(words, insert_delete) == twin.neighbours(words, insert_delete)
    kernel, plain = both(words, insert_delete)
    assert kernel == plain


@given(st.lists(st.text(max_size=3), unique=True, max_size=10), st.booleans())
def test_any_letters(words, insert_delete):
    words = [word for word in words if word.isprintable()]
    assert graph(words, insert_delete) == twin.neighbours(words, insert_delete)


def test_all_words_of_three_letters():
    words = [a + b + c for a in "abcdefghij" for b in "abcdefghij" for c in "abcdefghij"]
    assert {len(row) for row in graph(words)} == {27}
    for module in (ladder, twin):
        codes, at = np.array([97, 98], dtype=np.uint32), np.array([0, 1, 2])
        search = module.LadderGraph(codes, at, False, 1)
        assert not search.run(1 << 40) and search.overflow and search.edges == 2
        assert not search.run(5)


def test_memory_is_that_of_the_twin():
    for args in itertools.product((0, 1, 5, 900), (0, 40), (0, 1, 2, 3, 700), (0, 6), (False, True)):
        assert ladder.ladder_bytes(*args) == twin.ladder_bytes(*args)


def test_bounds_that_do_not_fit_are_refused():
    for at in ([], [1], [0, 2], [0, 2, 1]):
        with pytest.raises(ValueError, match="at does not rise"):
            ladder.LadderGraph(np.zeros(1, dtype=np.uint32), np.array(at, dtype=np.int64))


def test_the_words_of_the_graph_base(data):
    words = [line for line in (data / "sgb_words.txt").read_text().split() if len(line) == 5]
    assert len(words) == 5757
    rows = graph(words)
    assert sum(map(len, rows)) == 2 * 14135
    assert rows.count([]) == 671
