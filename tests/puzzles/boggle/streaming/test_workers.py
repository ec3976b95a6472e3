"""Two searches of a window find the same words, however many workers share them."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.puzzles.boggle import Rules
from unriddle.puzzles.boggle.kernel_cache import compiled
from unriddle.puzzles.boggle.streaming import workers as band_searches
from unriddle.puzzles.boggle.streaming.seeds import Spelled
from unriddle.puzzles.boggle.streaming.workers import SeedSearch, WalkSearch, seed_tables

LEXICON = ur.Lexicon.load("english", level=50)


def finished(search, parts):
    """Return the words that a search finds in parts of the rows, each with the cell where it ends."""
    known = np.zeros(compiled(LEXICON).words.trie.n_words, dtype=bool)
    ends = np.zeros(len(known), dtype=np.int64)
    with ThreadPoolExecutor(3) as pool:
        for first, end in parts:
            search.begin(first, end)
            while search.run(1 << 12, pool if len(search.workers) > 1 else None):
                pass
            places, cells = search.news(known)
            assert len(places) == len(cells) and not known[places].any()
            assert [each.tolist() for each in search.news(known)] == [places.tolist(), cells.tolist()]
            known[places], ends[places] = True, cells
    assert search.news(known)[0].tolist() == []
    found = np.flatnonzero(known)
    return dict(zip(found.tolist(), ends[found].tolist(), strict=True))


@settings(max_examples=10)
@given(
    seed=st.integers(0, 1000), threads=st.integers(1, 3), topology=st.sampled_from(["king", "rook", "hex"])
)
def test_seeds_find_what_the_walk_finds(seed, threads, topology):
    words, rules = compiled(LEXICON), Rules(topology=topology)
    tiles = np.random.default_rng(seed).integers(0, 26, (60, 70)).astype(np.uint8)
    walk = WalkSearch(words, tiles, rules, threads, exact=False)
    walk.follow(tiles)
    places = np.arange(words.words.trie.n_words)
    tables = seed_tables(Spelled.of(LEXICON, words.words.numbers[places]), tiles, rules)
    seeds = SeedSearch(tables, places, tiles, rules, threads, 0)
    assert seeds.n_words == len(places) and seeds.done() == 0
    parts = [(0, 21), (21, 60)]
    assert finished(seeds, parts).keys() == finished(walk, parts).keys()
    assert walk.done() == 39 and walk.nodes > 0 < seeds.nodes and walk.moves > 0 < seeds.moves


@pytest.mark.parametrize("part_cells", [1, 1 << 10, 1 << 20])
def test_workers_find_the_same_words_at_the_same_places(part_cells, monkeypatch):
    monkeypatch.setattr(band_searches, "PART_CELLS", part_cells)
    words, rules = compiled(LEXICON), Rules()
    tiles = np.random.default_rng(1).integers(0, 26, (120, 90)).astype(np.uint8)
    found, nodes = [], []
    for workers in (1, 2, 3):
        walk = WalkSearch(words, tiles, rules, workers, exact=False)
        walk.follow(tiles)
        found.append(finished(walk, [(0, 70), (70, 120)]))
        nodes.append(walk.nodes)
        assert walk.done() == 50
    assert found[0] == found[1] == found[2]
    # How many paths several walk is a matter of time: not fewer than one that knows all that was found.
    assert nodes[0] <= min(nodes)


def test_what_a_worker_found_the_others_do_not_look_for(monkeypatch):
    monkeypatch.setattr(band_searches, "PART_CELLS", 500)
    words, rules = compiled(LEXICON), Rules()
    tiles = np.random.default_rng(1).integers(0, 26, (60, 90)).astype(np.uint8)
    alone = WalkSearch(words, tiles, rules, 1, exact=False)
    alone.follow(tiles)
    finished(alone, [(0, 60)])
    walk = WalkSearch(words, tiles, rules, 2, exact=False)
    walk.follow(tiles)
    walk.begin(0, 60)
    assert len(walk._parts) > 5
    while walk._free:  # in turn, a part each
        number = len(walk._free) % 2
        before = len(walk._free)
        while len(walk._free) == before or walk._has[number] is not None:
            walk._advance(number, 64)
    assert walk.nodes == alone.nodes


def test_rows_done_in_the_middle_of_a_band(monkeypatch):
    monkeypatch.setattr(band_searches, "PART_CELLS", 500)
    words, tiles = compiled(LEXICON), np.random.default_rng(1).integers(0, 26, (100, 90)).astype(np.uint8)
    walk = WalkSearch(words, tiles, Rules(), 2, exact=False)
    walk.follow(tiles)
    walk.begin(7, 90)
    done = [0]
    while sum(walk._advance(number, 1 << 8) for number in (0, 1)):
        done.append(walk.done())
    assert done == sorted(done) and done[-1] == 83 and len(set(done)) > 3


def test_workers_that_came_to_rest_advance(monkeypatch):
    monkeypatch.setattr(band_searches, "PIECE", 1 << 8)
    monkeypatch.setattr(band_searches, "WAIT", 0.001)
    words, tiles = compiled(LEXICON), np.random.default_rng(1).integers(0, 26, (200, 90)).astype(np.uint8)
    found = []
    for rests in (False, True):
        walk = WalkSearch(words, tiles, Rules(), 2, exact=False)
        walk.follow(tiles)
        walk.begin(0, 200)
        with ThreadPoolExecutor(2) as pool:
            while walk.run(1, pool):
                if rests:
                    walk.rest()
        found.append(dict(zip(*map(np.ndarray.tolist, walk.news(np.zeros(10**6, dtype=bool))), strict=True)))
        assert walk.done() == 200
    assert found[0] == found[1]


def test_words_that_seeds_are_not_for(monkeypatch):
    tiles = np.zeros((5, 5), np.uint8)
    spelled = Spelled(np.array([[31, 0]], np.uint8), np.array([2]))
    assert seed_tables(spelled, tiles, Rules()) is None
    spelled = Spelled(np.zeros((1, 20), np.uint8), np.array([20]))
    assert seed_tables(spelled, tiles, Rules()) is not None
    monkeypatch.setattr(band_searches, "MOST_REACH", 5)
    assert seed_tables(spelled, tiles, Rules()) is None
