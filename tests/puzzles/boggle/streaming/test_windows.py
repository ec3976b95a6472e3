"""Bands of rows, the workers that search them, and seeds: the words are those of the whole board."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from banded import boards, check_paths, plain, tiny_bands
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from reference.topology import neighbours
from reference.walk.boggle_seeds import SeedTables
from unriddle.puzzles.boggle import Rules, stream
from unriddle.puzzles.boggle.kernel_cache import compiled
from unriddle.puzzles.boggle.streaming import seeds, windows
from unriddle.puzzles.boggle.streaming import workers as band_searches
from unriddle.puzzles.boggle.streaming.row_readers import open_rows
from unriddle.puzzles.boggle.streaming.seeds import WALKS, Spelled, seeded
from unriddle.puzzles.boggle.streaming.windows import Bands, window_of
from unriddle.puzzles.boggle.streaming.workers import SeedSearch, WalkSearch, seed_tables


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
        search.pool = pool
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


def tables_of(words, chances, kind=0):
    """Return what the kernel would be given for some words, in the twin's form."""
    longest = max(map(len, words))
    codes = np.array([[*word, *[0] * (longest - len(word))] for word in words], dtype=np.uint8)
    spelled = Spelled(codes, np.array([len(word) for word in words]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seeds, "SeedTables", SeedTables)
        return seeded(spelled, np.array(chances, float), kind)


def spelled_by(tables):
    """Return the words of a tree, each with its seed: what a walk from all roots spells."""
    found = {}

    def arm(number):
        return () if number < 0 else (*arm(tables.arms[number][0]), tables.arms[number][1])

    def grow(node, letters, centre, seed):
        if tables.words[node] >= 0:
            assert tables.words[node] not in found
            found[tables.words[node]] = (letters, centre, seed)
        for side in (0, 1):
            mask = tables.sides[node][side][0]
            for letter in range(31):
                if mask >> letter & 1:
                    grown = (*letters, letter) if side == 0 else (letter, *letters)
                    grow(tables.child(node, side, letter), grown, centre + side, seed)

    for letter, left, right, root in tables.seeds:
        grow(root, (letter,), 0, (*arm(left), letter, *arm(right)[::-1]))
    return found


words_of = st.lists(
    st.lists(st.integers(0, 3), min_size=1, max_size=11).map(tuple), min_size=1, max_size=40, unique=True
)


@settings(max_examples=60)
@given(
    words=words_of,
    chances=st.lists(st.sampled_from([0, 1, 5]), min_size=4, max_size=4),
    kind=st.integers(0, 2),
)
def test_every_word_is_spelled_around_its_seed(words, chances, kind):
    tables = tables_of(words, chances, kind)
    found = spelled_by(tables)
    assert [found[number][0] for number in range(len(words))] == words
    reach = 0
    for letters, centre, seed in found.values():
        size = len(seed)
        assert size == len(letters) if len(letters) < 3 else 3 <= size <= 7
        starts = {
            size // 2,
            size - 1 - size // 2,
        }  # where the centre is, in the word's direction or against it
        around = [letters[max(centre - k, 0) : max(centre - k, 0) + size] for k in starts]
        assert seed in around or seed[::-1] in around
        reach = max(reach, centre, len(letters) - 1 - centre)
    assert tables.reach == reach


def test_words_share_what_is_rare():
    # All words have z; those with another letter around it still have one seed.
    words = [(0, 1, 25, 2, a) for a in range(4)] + [(a, 2, 25, 1, 0) for a in range(5, 9)]
    tables = tables_of(words, [1000 if letter < 10 else 1 for letter in range(26)])
    assert len(tables.seeds) == 1


def test_what_words_need_next():
    tables = tables_of([(0, 1, 2, 3), (0, 1, 2, 4), (5, 1, 2)], [1] * 6)
    whole = 0
    for node, pair in enumerate(tables.sides):
        below = [pair[0][0], pair[1][0]]
        for side in (0, 1):
            assert not below[side] & ~pair[side][1], node  # what leads on is needed by some word
        whole += tables.words[node] >= 0
    assert whole == 3


def test_walks_are_counted():
    side = 15
    for kind, counts in WALKS.items():
        table = neighbours(side, side, kind, False)

        def count(path, steps, table=table):
            if not steps:
                return 1
            return sum(count([*path, cell], steps - 1) for cell in table[path[-1]] if cell not in path)

        middle = side * side // 2
        assert tuple(count([middle], steps) for steps in range(5)) == counts[:5]
    table = neighbours(side, side, 0, False)
    paths = [[side * side // 2]]
    for steps in range(1, 6):
        paths = [[*path, cell] for path in paths for cell in table[path[-1]] if cell not in path]
        assert len(paths) == WALKS[0][steps]


def test_words_of_a_lexicon():
    lexicon = ur.Lexicon(["equip", "quo", "tea", "qi"])
    numbers = np.array([0, 2, 3])
    plain, merged = Spelled.of(lexicon, numbers), Spelled.of(lexicon, numbers, qu=True)
    names = np.array(list(lexicon.alphabet))
    for spelled, qu in ((plain, "qu"), (merged, "q")):
        found = ["".join(names[row[:size]]) for row, size in zip(spelled.codes, spelled.lengths, strict=True)]
        assert found == [lexicon.decode(numbers)[k].replace("qu", qu) for k in range(3)]
