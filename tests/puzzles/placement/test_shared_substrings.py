"""Letters in a row that words have in common."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from unriddle.puzzles.placement.shared_substrings import parts_of


@given(
    st.sets(st.text("abc", min_size=1, max_size=6), max_size=12),
    st.integers(1, 70),
    st.integers(3, 63),
    st.data(),
)
def test_words_bar_those_with_a_common_part(words, length, n_letters, data):
    length = length if length > 60 else 1 + length % 5
    words = sorted(words, key=lambda word: (len(word), word))
    alone = [data.draw(st.booleans()) for _ in words]
    codes = np.array(["abc".index(letter) for word in words for letter in word], np.uint8)
    offsets = np.cumsum([0, *map(len, words)]).astype(np.int64)
    starts, lists, ends, members = parts_of(codes, offsets, n_letters, length, np.array(alone, bool))
    assert (len(starts), starts[-1], ends[-1]) == (len(words) + 1, len(lists), len(members))
    for i, one in enumerate(words):
        barred = set()
        for k in lists[starts[i] : starts[i + 1]]:
            found = members[ends[k] : ends[k + 1]].tolist()
            assert found == sorted(set(found))
            barred |= set(found)
        parts = {one[k : k + length] for k in range(len(one) - length + 1)}
        assert barred == {
            j
            for j, other in enumerate(words)
            if any(part in other for part in parts) and not (alone[i] and alone[j])
        }
