"""Texts in one array are the strings that they were made of."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from unriddle.puzzles.framework.batch_records import Lists, Texts, TextTable


@given(st.lists(st.text(max_size=6)), st.data())
def test_texts_are_their_strings(strings, data):
    texts = Texts.of(strings)
    assert list(texts) == strings and len(texts) == len(strings)
    assert [texts[k] for k in range(-len(texts), len(texts))] == strings * 2
    part = data.draw(st.slices(len(strings)))
    assert texts[part] == strings[part]


def test_surrogates_come_back():
    assert list(Texts.of(["\udc80", "é"])) == ["\udc80", "é"]
    assert Texts.of(["\udc80"], "backslashreplace")[0] == "\\udc80"


def test_texts_cut_from_bytes():
    texts = Texts.cut(b"teaat", np.array([3, 0, 2]))
    assert list(texts) == ["tea", "", "at"] and texts.offsets.tolist() == [0, 3, 3, 5]


def test_lists_have_their_texts():
    lists = Lists(np.array([0, 2, 2, 3]), np.array([1, 0, 1]), TextTable(["tea", "eat"]))
    assert list(lists) == lists[:] == [["eat", "tea"], [], ["eat"]] and lists[-1] == ["eat"]
