"""Seeds of words: each word has one in its middle, and the tree spells each of them once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from reference.topology import neighbours
from reference.walk.boggle_seeds import SeedTables
from unriddle.puzzles.boggle.streaming import seeds
from unriddle.puzzles.boggle.streaming.seeds import WALKS, Spelled, seeded


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
