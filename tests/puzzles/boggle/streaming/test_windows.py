"""Bands of rows: what they find is what a search of the whole board finds, wherever bands and threads end."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from banded import boards, check_paths, plain, tiny_bands
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.puzzles.boggle import Rules, stream
from unriddle.puzzles.boggle.kernel_cache import compiled
from unriddle.puzzles.boggle.streaming import windows
from unriddle.puzzles.boggle.streaming.row_readers import open_rows
from unriddle.puzzles.boggle.streaming.seeds import Spelled
from unriddle.puzzles.boggle.streaming.windows import Bands, window_of


@settings(max_examples=30)
@given(boards(), st.integers(1, 6), st.integers(1, 3), st.sampled_from([None, 0.3, 1.0]))
def test_bands_find_what_the_definition_finds(board, band, threads, seeds):
    cells, words, rules = board
    with tiny_bands(band, cells.shape[1], seeds):
        found = stream(cells, words, rules=rules, threads=threads, paths=True)
    assert found.words == plain(cells, words, rules) and found.done_rows == len(cells)
    check_paths(found, cells, rules)


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("known", [False, True])
def test_a_search_goes_on_at_any_row(tmp_path, wrap, known):
    board = ur.Boggle.random("120x50", dice="uniform", seed=4, wrap=wrap)
    lexicon = ur.Lexicon.load("english", level=50)
    whole, rules, words = board.solve(lexicon, min_length=1), Rules(wrap=wrap), compiled(lexicon)
    path = tmp_path / "board.txt"
    path.write_text(board.text() + "\n")
    for first in (0, 1, 40, 119, 120):
        with open_rows(path, lexicon.alphabet, shape=(120, 50) if known else None) as rows:
            search = Bands(rows, words, rules, window_of(rows, words, rules, 1, 1 << 24), 1, (first, None))
            while search.run(1 << 20):
                pass
        found = set(lexicon.decode(words.words.numbers[search.found]))
        assert search.done_rows == 120 and found <= set(whole.words)
        if first == 0:
            assert found == set(whole.words)
        starts = range(first * 50, 120 * 50)
        mine = [word for word in whole.words[::97] if any(p[0] in starts for p in board.iter_paths(word))]
        if not wrap:  # a torus is searched from another row on
            assert set(mine) <= found


@pytest.mark.parametrize("waits", [False, True])
def test_rows_that_may_be_long_in_coming_are_read_by_the_thread_that_ctrl_c_reaches(monkeypatch, waits):
    chance, read_by, fill = np.random.default_rng(5), set(), Bands._fill

    def watched(self, tiles, first):
        read_by.add(threading.current_thread())
        fill(self, tiles, first)

    monkeypatch.setattr(Bands, "_fill", watched)
    lexicon = ur.Lexicon({"".join(chance.choice(list("abcd"), 7)) for _ in range(400)})
    words, rules = compiled(lexicon), Rules()
    cells = chance.integers(0, 4, (60, 9)).astype(np.uint8)
    with tiny_bands(6, 9, 1.0), open_rows(cells, "abcd") as rows, ThreadPoolExecutor(3) as pool:
        rows.waits = waits
        search = Bands(rows, words, rules, window_of(rows, words, rules, 2, None), 2)
        search.use_seeds(lambda places: Spelled.of(lexicon, words.words.numbers[places]))
        search.use(pool)
        while search.run(1):
            pass
        assert search.band == search.window.seed_band != search.window.band
    assert (read_by == {threading.main_thread()}) == waits


def test_a_window_keeps_to_its_memory():
    lexicon = ur.Lexicon(["teas", "seat"])
    words, rules = compiled(lexicon), Rules()
    with open_rows(np.zeros((10_000, 1000), np.uint8), "aest") as rows:
        for memory in (1 << 23, 1 << 25, 1 << 28):
            window = window_of(rows, words, rules, 2, memory)
            assert window.memory <= memory and window.margin == 3 and window.band >= windows.LEAST_ROWS
        with pytest.raises(ur.PuzzleError, match=r"memory of 1 MiB, expected at least \d+ MiB"):
            window_of(rows, words, rules, 2, 1 << 20)
        with (
            pytest.raises(ur.PuzzleError, match="a torus of 10000x3, expected at least 4x4"),
            open_rows(np.zeros((10_000, 3), np.uint8), "aest") as narrow,
        ):
            window_of(narrow, words, Rules(wrap=True), 1, None)


def test_rows_that_are_too_long(monkeypatch):
    monkeypatch.setattr(windows, "MAX_CELLS", 1000)
    with pytest.raises(ur.PuzzleError, match="rows of 100 cells, expected fewer: 34 rows are held at a time"):
        stream(np.zeros((30, 100), np.uint8), ["abc"])
