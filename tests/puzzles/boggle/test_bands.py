"""Bands of rows: what they find is what a search of the whole board finds, wherever bands and threads end."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.core.reference.topology import neighbours
from unriddle.core.walk.reference.walk import walk
from unriddle.puzzles.boggle import Rules, bands, stream
from unriddle.puzzles.boggle.bands import Bands, window_of
from unriddle.puzzles.boggle.row_sources import open_rows
from unriddle.puzzles.boggle.rules import TOPOLOGIES
from unriddle.puzzles.boggle.tables import compiled

LETTERS = "abcd"


def plain(cells, words, rules):
    """Return the words of a board by the definition: every path of the whole board."""
    table = neighbours(*cells.shape, TOPOLOGIES[rules.topology], rules.wrap)
    tiles = [[(int(code),)] if code != 255 else [] for code in cells.ravel()]
    codes = [tuple(LETTERS.index(letter) for letter in word) for word in words]
    found = walk(table, tiles, sorted(codes))[0]
    return sorted("".join(LETTERS[code] for code in word) for word in found)


@settings(max_examples=60)
@given(
    seed=st.integers(0, 1 << 30),
    rows=st.integers(5, 14),
    cols=st.integers(5, 7),
    band=st.integers(1, 6),
    topology=st.sampled_from(sorted(TOPOLOGIES)),
    wrap=st.booleans(),
    threads=st.integers(1, 3),
    seeds=st.sampled_from([None, 0.3, 1.0]),
)
def test_bands_find_what_the_definition_finds(seed, rows, cols, band, topology, wrap, threads, seeds):
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, len(LETTERS), (rows, cols)).astype(np.uint8)
    cells[rng.random(cells.shape) < 0.1] = 255
    words = {"".join(rng.choice(list(LETTERS), rng.integers(2, 6))) for _ in range(60)}
    rules = Rules(topology=topology, wrap=wrap, min_length=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bands, "LEAST_ROWS", band)
        patch.setattr(bands, "CELLS", 1)
        patch.setattr(bands, "AT_A_TIME", 2 * cols)
        if seeds is not None:  # after the first band, and others after each in which so many words were found
            patch.setattr(bands, "SEED_AFTER", 1)
            patch.setattr(bands, "SEED_CELLS", 1)
            patch.setattr(bands, "SEED_ROWS", band % 4 + 1)
            patch.setattr(bands, "FEWER", seeds)
        found = stream(cells, words, rules=rules, threads=threads, paths=True)
    assert found.words == plain(cells, words, rules) and found.done_rows == rows
    table = neighbours(rows, cols, TOPOLOGIES[topology], wrap)
    for word, path, end in zip(found.words, found.paths, found.ends.tolist(), strict=True):
        assert "".join(LETTERS[cells[cell]] for cell in path) == word and list(path[-1]) == end
        places = [row * cols + col for row, col in path]
        assert len(set(places)) == len(places)
        assert all(b in table[a] for a, b in pairwise(places))


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


def test_a_window_keeps_to_its_memory():
    lexicon = ur.Lexicon(["teas", "seat"])
    words, rules = compiled(lexicon), Rules()
    with open_rows(np.zeros((10_000, 1000), np.uint8), "aest") as rows:
        for memory in (1 << 23, 1 << 25, 1 << 28):
            window = window_of(rows, words, rules, 2, memory)
            assert window.memory <= memory and window.margin == 3 and window.band >= bands.LEAST_ROWS
        with pytest.raises(ur.PuzzleError, match=r"memory of 1 MiB, expected at least \d+ MiB"):
            window_of(rows, words, rules, 2, 1 << 20)
        with (
            pytest.raises(ur.PuzzleError, match="a torus of 10000x3, expected at least 4x4"),
            open_rows(np.zeros((10_000, 3), np.uint8), "aest") as narrow,
        ):
            window_of(narrow, words, Rules(wrap=True), 1, None)


def test_rows_that_are_too_long(monkeypatch):
    monkeypatch.setattr(bands, "MAX_CELLS", 1000)
    with pytest.raises(ur.PuzzleError, match="rows of 100 cells, expected fewer: 34 rows are held at a time"):
        stream(np.zeros((30, 100), np.uint8), ["abc"])
