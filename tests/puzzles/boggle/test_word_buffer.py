"""Room for words: it grows, keeps what is in it, and rooms become one array."""

import numpy as np
import pytest

from unriddle.puzzles.boggle.many import WordBuffer, joined


def fill(room, numbers, boards):
    for done, some in enumerate(np.array_split(numbers, boards), 1):
        free = room.free(max(some.size, 5))
        assert free.size >= max(some.size, 5)
        free[: some.size] = some
        room.filled += some.size
        room.done(done)


@pytest.mark.parametrize("boards", [1, 3, 50])
@pytest.mark.parametrize("n", [0, 1, 7, 10_000])
def test_what_was_written_stays(n, boards):
    room, numbers = WordBuffer(5, boards), np.arange(n, dtype=np.uint32)
    fill(room, numbers, boards)
    assert room.whole().tolist() == numbers.tolist() and room.array.size == n


@pytest.mark.parametrize("threads", [1, 2])
def test_rooms_become_one_array(threads):
    rooms = [WordBuffer(5, 4) for _ in range(5)]
    pieces = [np.arange(k * 100, k * 100 + 30 * k, dtype=np.uint32) for k in range(5)]
    for room, numbers in zip(rooms, pieces, strict=True):
        fill(room, numbers, 4)
    assert joined(rooms, threads).tolist() == np.concatenate(pieces).tolist()
    assert all(room.array.size == 0 for room in rooms)
    assert joined([], 1).tolist() == []


def test_few_words_after_many_boards_take_no_more_than_they_need():
    room = WordBuffer(10, 1000)
    room.free(10)[:1] = 5
    room.filled = 1
    room.done(1)
    for _ in range(200):
        room.free(10)
    assert room.array.size < 80_000
