"""Boggle as people use it: known answers, the twin, limits, scoring, drawing."""

import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.core.reference.topology import HEX, KING, ROOK, neighbours
from unriddle.core.walk.reference.walk import walk
from unriddle.puzzles.boggle.dice import DICE, faces_of

KINDS = {"king": KING, "rook": ROOK, "hex": HEX}


@pytest.fixture(scope="module")
def enable(data: Path) -> ur.Lexicon:
    return ur.Lexicon.load(data / "enable2k.txt")


# Known answers: ENABLE2K, Q is Qu, three letters or more, the usual points.
@pytest.mark.parametrize(
    ("text", "shape", "score", "count"),
    [
        ("abcdefghi", "3x3", 20, None),
        ("streaedlp", "3x3", 545, None),
        ("abcdefghijkl", "3x4", 1, None),
        ("perslatesind", "3x4", 1651, None),
        ("abcdefghijklmnop", "4x4", 18, 16),
        ("perslatgsineters", "4x4", 3625, 1045),
        ("catdlinemaropets", "4x4", 2338, None),
        ("ligdrmanesietildsracsepes", "5x5", 10406, 2344),
    ],
)
def test_published_scores(enable, text, shape, score, count):
    result = ur.Boggle.parse(text, shape=shape, qu=True).solve(enable)
    assert result.score == score
    assert count in (None, result.count)
    assert result.status is ur.Status.SOLVED
    for word in result.words:
        path = result.board.check(word)
        assert path is not None
        assert "".join(result.board.tile(cell) for cell in path) == word


def test_the_original_assignments(enable):
    found = ur.Boggle.parse("EN/JO").solve(enable, min_length=2)
    assert found.words == ["en", "eon", "jeon", "jo", "joe", "ne", "no", "oe", "on", "one"]
    assert ur.Boggle.parse("ZLB/QMU/RFQ").solve(enable, min_length=2).count == 6
    assert ur.Boggle.parse("SAWW/RJFG/KDFB/QRSP").solve(enable, min_length=2).count == 34
    nothing = ur.Boggle.parse("zxzx").solve(enable)
    assert (nothing.words, nothing.score, nothing.status) == ([], 0, ur.Status.SOLVED)


def test_wrapping_rook_board():
    board = ur.Boggle.parse("PIET/GAAT/ATMS/HUIS", topology="rook", wrap=True)
    assert [board.count_paths(word) for word in ("huis", "mat", "tas", "ei")] == [1, 1, 1, 2]
    flat = ur.Boggle.parse("PIET/GAAT/ATMS/HUIS", topology="rook")
    assert flat.count_paths("tas") == 0
    result = board.solve(["huis", "mat", "tas", "ei"], min_length=2)
    assert result.words == ["ei", "huis", "mat", "tas"]


def test_a_lone_q_is_not_qu(enable):
    assert "qwerty" not in ur.Boggle.parse("qwerty", shape="1x6", qu=True).solve(["qwerty", "quwerty"])
    assert ur.Boggle.parse("qwerty").solve(["qwerty"]).words == ["qwerty"]
    assert ur.Boggle.parse("q" * 16, qu=True).solve(enable).count == 0
    assert ur.Boggle.parse("q" * 16, qu=True).solve(["ququ", "qq", "quququ"]).words == ["ququ", "quququ"]
    assert ur.Boggle.parse("Q Qu I T").solve(["quit", "qit"], min_length=2).words == ["qit", "quit"]


@pytest.mark.parametrize("shape", ["1x29", "29x1", "32x1", "1x33", "64x1", "65x1", "1x2000"])
def test_boards_in_one_row(shape, enable):
    rows, cols = map(int, shape.split("x"))
    letters = ("stonessetonestabledrawerstreamline" * 100)[: rows * cols]
    result = ur.Boggle.parse(letters, shape=shape).solve(enable)
    both = {letters, letters[::-1]}
    pieces = {
        text[i:j] for text in both for i in range(len(text)) for j in range(i + 3, min(i + 29, len(text) + 1))
    }
    assert result.words == sorted(word for word in pieces if word in enable)


def small_words(letters, longest=6):
    return st.lists(st.text(letters, min_size=1, max_size=longest), min_size=1, max_size=40)


@st.composite
def boards(draw):
    """Boards over all topologies, shapes, tiles, holes and wildcards."""
    letters = draw(st.sampled_from(["ab", "abq u".replace(" ", ""), "abcdefghijklmnopqrstuvwxyz", "αβγδ"]))
    extra = draw(
        st.sampled_from([[], ["qu"], ["."], ["?"], ["an", "ab"], ["qu", "q", "."], [".", "?", "abc"]])
    )
    choice = st.sampled_from([*letters, *extra])
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    tiles = draw(st.lists(choice, min_size=rows * cols, max_size=rows * cols))
    grid = [tiles[row * cols : (row + 1) * cols] for row in range(rows)]
    kind = draw(st.sampled_from(sorted(KINDS)))
    return grid, kind, draw(st.booleans()), draw(small_words(letters))


@settings(max_examples=300)
@given(boards())
def test_solve_equals_the_twin(sample):
    grid, kind, wrap, words = sample
    lexicon = ur.Lexicon(words)
    board = ur.Boggle.parse(grid, topology=kind, wrap=wrap)
    result = board.solve(lexicon, min_length=2)
    letters = sorted({letter for word in words for letter in word})
    tiles = [[] if tile == "." else letters if tile == "?" else [tile] for row in grid for tile in row]
    found, _, _ = walk(
        neighbours(len(grid), len(grid[0]), KINDS[kind], wrap),
        [[tuple(way) for way in ways] for ways in tiles],
        {tuple(word) for word in words},
    )
    expected = sorted("".join(word) for word in found if len(word) >= 2)
    assert result.words == sorted(expected, key=lexicon.codes)
    for word in set(words):
        checked = board.check(word)
        assert (checked is not None) == (tuple(word) in found)
        assert (next(board.iter_paths(word), None) is not None) == (checked is not None)
        if len(word) >= 2:
            assert (word in result) == (checked is not None)


@settings(max_examples=25)
@given(
    st.integers(0, 1 << 30),
    st.sampled_from(sorted(KINDS)),
    st.booleans(),
    st.sampled_from([None, "superbig"]),
)
def test_large_boards_agree_with_each_other(seed, kind, wrap, dice):
    lexicon = ur.Lexicon.load("english", level=35)
    board = ur.Boggle.random("33x34", seed=seed, dice=dice, topology=kind, wrap=wrap)
    result = board.solve(lexicon)
    other = board.solve(lexicon, limits=ur.Limits(nodes=1 << 60))  # exact limits take another kernel
    assert result.words == other.words
    rng = np.random.default_rng(seed)
    for word in rng.choice(result.words, 20):
        for path in (result.path(word), other.path(word)):
            assert "".join(board.tile(cell) for cell in path) == word
            assert len(set(path)) == len(path)
            table = board.neighbours()
            assert all(b in table[a] for a, b in itertools.pairwise(path))


def test_paths():
    result = ur.Boggle.parse("ab/ab").solve(["ab", "ba", "aab"], min_length=1)
    assert result.paths("ab") == [(0, 1), (0, 3), (2, 1), (2, 3)]
    assert result.paths("AB", limit=2) == [(0, 1), (0, 3)]
    assert result.count_paths("aab") == 4
    assert result.paths("bb") == []
    assert result.path("zz") is None
    assert ur.Boggle.parse("aaaa").count_paths("a" * 4) == 24
    assert ur.Boggle.parse("a").count_paths("") == 0
    assert ur.Boggle.parse("a").check("") is None


def test_counting_paths_takes_limits():
    board = ur.Boggle.parse("a" * 36)
    assert 0 < board.count_paths("a" * 20, ur.Limits(seconds=0.05)) < 10**9


def test_node_limits_are_exact_and_keep_what_is_known():
    board = ur.Boggle.random(4, seed=3)
    lexicon = ur.Lexicon.load("english", level=35)
    whole = board.solve(lexicon)
    for nodes in (1, 50, whole.stats.nodes - 1):
        part = board.solve(lexicon, limits=ur.Limits(nodes=nodes))
        assert (part.status, part.stats.nodes) == (ur.Status.LIMIT, nodes)
        assert set(part.words) <= set(whole.words)
    same = board.solve(lexicon, limits=ur.Limits(nodes=whole.stats.nodes))
    assert (same.status, same.words) == (ur.Status.SOLVED, whole.words)


def test_an_endless_board_stops_at_its_time_limit():
    words = ["a" * length for length in range(1, 255)]
    for shape in ("8x8", "40x40"):
        rows, cols = map(int, shape.split("x"))
        board = ur.Boggle.parse("a" * (rows * cols), shape=shape)
        result = board.solve(words, limits=ur.Limits(seconds=0.1))
        assert result.status in (ur.Status.LIMIT, ur.Status.SOLVED)
        assert "a" * 60 in result


def test_ctrl_c_keeps_what_is_known(monkeypatch):
    board = ur.Boggle.parse("a" * 64)

    def interrupt(count):
        raise KeyboardInterrupt

    result = board.solve(["a" * length for length in range(1, 65)], progress=interrupt)
    assert result.interrupted
    assert result.status is ur.Status.LIMIT
    assert "aaa" in result


def test_alphabets_of_many_letters():
    letters = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 63))
    board = ur.Boggle.parse(letters[:36])
    result = board.solve([letters[:3], letters[:2], letters[60:]], min_length=2)
    assert result.words == [letters[:2], letters[:3]]
    greek = ur.Boggle.parse("ΛΟΓΟΣΑΒΓΔ").solve(["λόγος".replace("ό", "ο"), "λογοσ"])
    assert greek.count <= 1


def test_scoring():
    board = ur.Boggle.parse("tea/ars")
    words = ["tea", "tears", "eat"]
    assert board.solve(words).score == 1 + 2 + 1
    assert board.solve(words, scoring=ur.Scoring({3: 4, 5: 9})).score == 4 + 9 + 4
    values = ur.Scoring((0,), letter_values={"t": 1, "e": 10, "a": 100, "r": 1000, "s": 10000})
    result = board.solve(words, scoring=values)
    assert dict(zip(result.words, result.scores.tolist(), strict=True)) == {
        "eat": 111,
        "tea": 111,
        "tears": 11111,
    }
    doubled = ur.Scoring((1,), multipliers=["2W", "", "", "", "", ""])
    assert board.solve(["tea", "ear"], scoring=doubled).score == 2 + 1
    tripled = ur.Scoring((0,), letter_values={"t": 1, "e": 1, "a": 1}, multipliers=["3L", "", "", "", "", ""])
    assert board.solve(["tea"], scoring=tripled).score == 5
    with pytest.raises(ur.PuzzleError, match="multipliers, expected one a cell"):
        board.solve(words, scoring=ur.Scoring(multipliers=["2W"]))


@pytest.mark.parametrize(
    "wrong", [{"by_length": ()}, {"by_length": [1.5]}, {"by_length": [10**7]}, {"multipliers": ["2X"]}]
)
def test_wrong_scoring_is_refused(wrong):
    with pytest.raises(ur.PuzzleError, match="expected"):
        ur.Scoring(**wrong)


@pytest.mark.parametrize("min_length", [0, -1, 255, 2.5, "3", True])
def test_wrong_min_length_is_refused(min_length):
    with pytest.raises(ur.PuzzleError, match="min_length"):
        ur.Boggle.parse("abcd").solve(["abc"], min_length=min_length)


def test_wrong_topology_is_refused():
    with pytest.raises(ur.PuzzleError, match="topology 'queen', expected king, rook, hex"):
        ur.Boggle.parse("abcd", topology="queen")


def test_dice():
    assert {name: len(dice) for name, dice in DICE.items()} == {
        "1976": 16,
        "1987": 16,
        "big": 25,
        "superbig": 36,
    }
    assert all(len(die) == 6 for name in DICE for die in faces_of(name))
    board = ur.Boggle.random(6, dice="superbig", seed=5)
    assert board == ur.Boggle.random("6x6", seed=5)
    assert board != ur.Boggle.random("6x6", seed=6)
    assert ur.Boggle.random("3x7", dice="english", seed=1).shape == (3, 7)
    for seed in range(20):
        rolled = ur.Boggle.random(4, dice="1976", seed=seed)
        tiles = [rolled.tile(cell) for cell in range(16)]
        assert _can_be_rolled(tiles, faces_of("1976"))
    with pytest.raises(ur.PuzzleError, match="no dice are called 'x', expected 1976"):
        ur.Boggle.random(4, dice="x")
    with pytest.raises(ur.PuzzleError, match="seed"):
        ur.Boggle.random(4, seed=-1)


def _can_be_rolled(tiles, dice):
    """Match tiles and dice one to one."""
    taken = {}

    def place(tile, seen):
        for number, die in enumerate(dice):
            if tiles[tile] in die and number not in seen:
                seen.add(number)
                if number not in taken or place(taken[number], seen):
                    taken[number] = tile
                    return True
        return False

    return all(place(tile, set()) for tile in range(len(tiles)))


def test_letter_frequencies():
    board = ur.Boggle.random(300, dice="english", seed=1)
    letters = [board.tile(cell) for cell in range(90_000)]
    assert abs(letters.count("e") / 900 - 12.7) < 0.5
    uniform = ur.Boggle.random(300, dice="uniform", seed=1)
    counts = np.bincount(uniform.board.tiles.ravel(), minlength=26)
    assert counts.min() > 3000


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_pictures(kind):
    board = ur.Boggle.parse("T E An/R . Qu", topology=kind)
    svg = board.to_svg((0, 1))
    assert svg.startswith("<svg") and svg.count("<rect") == 7 and svg.count("<line") == 1
    assert all(f">{tile}</text>" in svg for tile in ("T", "E", "An", "R", "Qu"))
    assert board.solve(["tean"])._repr_svg_().count("<line") == (0 if kind == "x" else 2)
    with pytest.raises(ur.PuzzleError, match="cell 6 of the path"):
        board.to_svg((6,))
    with pytest.raises(ur.PuzzleError, match="10,201 cells"):
        ur.Boggle.random(101, seed=1)._repr_svg_()


def test_a_trace_is_a_puzzle():
    board = ur.Boggle.parse("t e/a Qu")
    step = board.trace("equate")
    assert not step.is_solved()
    assert [s.path for s in step.extensions()] == [(1,)]
    solved = board.trace("tea").extensions()[0].extensions()[0].extensions()[0]
    assert solved.is_solved() and solved.path == (0, 1, 2) and str(solved) == "tea: 0 1 2"
    assert solved.extensions() == []


def test_reports_of_a_result():
    result = ur.Boggle.parse("tea/ars").solve(["tea", "tears", "eat"])
    assert result.by_length() == {3: ["eat", "tea"], 5: ["tears"]}
    assert str(result) == "3 words, 4 points"
    assert len(result) == 3 and "TEA" in result and "tar" not in result and 3 not in result
    assert re.fullmatch(r"<BoggleResult SOLVED: .*>", repr(result))
    assert result.stats.nodes <= result.moves


@pytest.mark.parametrize("wrap", [False, True])
def test_threads_on_a_large_board_find_the_same_words(wrap):
    lexicon = ur.Lexicon.load("english", level=50)
    board = ur.Boggle.random("257x90", seed=2, wrap=wrap)
    one = board.solve(lexicon)
    for threads in (0, 2, 3):
        many = board.solve(lexicon, threads=threads)
        assert many.words == one.words
        for word in one.words[::997]:
            path = many.path(word)
            assert "".join(board.tile(cell) for cell in path) == word
    again = board.solve(lexicon, threads=3)
    assert (again.stats.nodes, again.moves) == (many.stats.nodes, many.moves)
    late = board.solve(lexicon, threads=2, limits=ur.Limits(seconds=0))
    assert late.status is ur.Status.LIMIT
    assert set(late.words) <= set(one.words)


def test_ctrl_c_stops_threads():
    def interrupt(count):
        raise KeyboardInterrupt

    words = ["a" * 200 + "b"]  # endless: no path ends in a b
    result = ur.Boggle.parse("a" * 40_000).solve(words, threads=2, progress=interrupt)
    assert result.interrupted


def test_one_lexicon_serves_many_shapes_and_threads():
    from concurrent.futures import ThreadPoolExecutor
    from itertools import product

    from unriddle.puzzles.boggle import tables as boggle_tables

    words = ["".join(letters) for letters in product("aeinrst", repeat=3)] + ["stare", "retinas"]
    lexicon = ur.Lexicon(words)
    shapes = [(rows, cols) for rows in range(1, 7) for cols in range(1, 7)]
    assert len(shapes) > boggle_tables.MOST_KINDS
    boards = [ur.Boggle.random(shape, dice="uniform", seed=seed) for shape in shapes for seed in range(3)]
    alone = [
        (result.words, result.stats.nodes, result.moves)
        for result in (board.solve(ur.Lexicon(words)) for board in boards)
    ]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            together = pool.map(lambda board: board.solve(lexicon), boards)
            assert [(result.words, result.stats.nodes, result.moves) for result in together] == alone


def test_large_boards_one_after_another_are_as_if_alone():
    # A search leaves its room for the next one, its words put back where they are few beside the trie.
    lexicon = ur.Lexicon.load("english")
    shapes = ((9, 8), (5, 31), (70, 3))
    boards = [ur.Boggle.random(shape, dice="english", seed=seed) for seed in range(4) for shape in shapes]
    boards.append(ur.Boggle.parse("/".join(["z" * 9] * 9)))  # next to nothing to find
    first: list = []
    for board in [*boards, *boards]:
        found, plain = board.solve(lexicon), board.solve(lexicon, limits=ur.Limits(nodes=10**9))
        assert found.words == plain.words
        assert all(found.path(word) in plain.paths(word) for word in found.words[::50])
        first.append(
            (found.stats.nodes, found.moves, found.words, [found.path(word) for word in found.words[::50]])
        )
    assert first[: len(boards)] == first[len(boards) :]
