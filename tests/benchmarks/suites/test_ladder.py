"""Benchmark cases of word ladders: what is timed is right."""

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.suites import ladder as cases


def test_the_answers_of_a_group_agree(answers_of):
    assert answers_of("ladder")["ladder, dfs/kernel"] == [True]  # no two searches need find the same path


def test_components_by_hand():
    assert cases._labels([[1], [0], [], [4], [3, 5], [4]]) == [0, 0, 1, 2, 2, 2]


def test_only_plain_words_of_one_length_are_linked():
    words = cases._words(10)
    assert words == sorted(words) and all(len(word) == 5 and word.isascii() for word in words)


def distance(near, source, target):
    reached, queue = {source: 0}, deque([source])
    while queue:
        here = queue.popleft()
        for other in near[here]:
            if other not in reached:
                reached[other] = reached[here] + 1
                queue.append(other)
    return reached.get(target)


@given(
    st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=20),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_two_sides_meet_on_a_shortest_path(edges, source, target):
    near = {v: sorted({b for a, b in edges if a == v} | {a for a, b in edges if b == v}) for v in range(10)}
    assert cases._two_sided(near, source, target) == distance(near, source, target)
