"""Words of answers on boards: the kernel and its twin say the same of them."""

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.puzzles.boggle.check import Verifier


def masks(rows, cols, topology="king", wrap=False):
    cells = range(rows * cols)
    near = [Verifier.neighbours(rows, cols, topology, wrap, cell) for cell in cells]
    return np.array([sum(1 << other for other in others) for others in near], dtype=np.uint64)


def judged(module, answers, boards, near, qu=None, most=999):
    text = "".join(answers).encode("latin-1")
    ends = np.cumsum([len(answer) for answer in answers], dtype=np.int64)
    boards = np.array(boards, dtype=np.uint8).reshape(-1, near.size)
    flags = np.array(qu or [0] * len(boards), dtype=np.uint8)
    out = np.full(len(answers), 77, dtype=np.uint8)
    module.judge(np.frombuffer(text, dtype=np.uint8), ends, boards, flags, near, most, out)
    return out.tolist()


def codes(text):
    return [ord(letter) - ord("a") if letter != "." else 255 for letter in text]


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from([(1, 1), (1, 5), (2, 2), (3, 2), (3, 3)]),
    st.sampled_from(["king", "rook", "hex"]),
    st.booleans(),
    st.sampled_from([0, 1, 4, 999]),
    st.data(),
)
def test_the_kernel_judges_as_the_twin(shape, topology, wrap, most, data):
    size = shape[0] * shape[1]
    answers = data.draw(st.lists(st.text("abquQ ,/\n-", max_size=14), min_size=1, max_size=6))
    one = data.draw(st.booleans())
    n = 1 if one else len(answers)
    boards = [codes(data.draw(st.text("abqu.", min_size=size, max_size=size))) for _ in range(n)]
    qu = data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    near = masks(*shape, topology, wrap)
    made = [judged(module, answers, boards, near, qu, most) for module in twins.pair("walk.boggle_check")]
    assert made[0] == made[1]


def test_words_are_followed_letter_by_letter(side):
    judge = side("walk.boggle_check")
    near = masks(2, 3)
    said = ["tea rate", "TEA/,Rate\n", "tea tee", "tet", "", " ,/", "te-a", "stare", "tear" * 30]
    assert judged(judge, said, codes("teaars"), near) == [0, 0, 1, 1, 255, 255, 255, 1, 1]
    assert judged(judge, ["qua", "qa", "q", "aqu", "quu"], codes("q.uaxx"), near, [1]) == [0, 1, 1, 0, 1]
    assert judged(judge, ["qua", "qa", "q", "quu", "qu"], codes("qaxuxx"), near, [1]) == [0, 1, 1, 0, 0]
    assert judged(judge, ["qa", "qu", "q"], codes("qaxuxx"), near) == [0, 0, 0]


def test_a_word_that_takes_too_long_is_left(side):
    judge = side("walk.boggle_check")
    near = masks(3, 3)
    assert judged(judge, ["aaaab", "aaaaa", "b", "b aaaab"], codes("a" * 9), near, most=50) == [
        255,
        0,
        1,
        255,
    ]
    assert judged(judge, ["aaaab"], codes("a" * 9), near, most=99_999) == [1]
    assert judged(judge, ["abc", "abc"], codes("abc......"), near, most=2) == [255, 255]
    assert judged(judge, ["abc", "abd"], codes("abc......"), near, most=3) == [0, 1]


def test_a_board_of_its_own_for_each_answer(side):
    near = masks(1, 3)
    boards = [codes("abc"), codes("cba"), codes("a.c")]
    assert judged(side("walk.boggle_check"), ["abc", "abc ba", "ac"], boards, near) == [0, 0, 1]
    assert judged(side("walk.boggle_check"), [], codes("abc"), near) == []


@pytest.mark.parametrize(
    "ends, boards, near, out, said",
    [
        ([2], (1, 65), 65, 1, "65 cells"),
        ([2], (1, 4), 3, 1, "neighbours of 3"),
        ([2], (2, 4), 4, 1, "1 answers to 2 boards"),
        ([2], (1, 4), 4, 2, "1 answers to 1 boards"),
        ([9], (1, 4), 4, 1, "answer 0 ends at 9, expected 0 to 5"),
        ([2, 1], (1, 4), 4, 2, "answer 1 ends at 1, expected 2 to 5"),
        ([-1], (1, 4), 4, 1, "answer 0 ends at -1"),
    ],
)
def test_what_does_not_fit_together(side, ends, boards, near, out, said):
    with pytest.raises(ValueError, match=said):
        side("walk.boggle_check").judge(
            np.zeros(5, np.uint8),
            np.array(ends, np.int64),
            np.zeros(boards, np.uint8),
            np.zeros(boards[0], np.uint8),
            np.zeros(near, np.uint64),
            9,
            np.zeros(out, np.uint8),
        )
