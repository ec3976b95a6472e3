"""Boggle as people use it: known answers, the twin, limits, scoring, drawing."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from reference.topology import HEX, KING, ROOK, neighbours
from reference.walk.walk import walk

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
    assert result.status is (ur.Status.MULTIPLE if result.count > 1 else ur.Status.UNIQUE)
    assert result.board.check(result) is True
    for word in result.words:
        path = result.board.path(word)
        assert path is not None
        assert "".join(result.board.tile(cell) for cell in path) == word


def test_the_original_assignments(enable):
    found = ur.Boggle.parse("EN/JO").solve(enable, min_length=2)
    assert found.words == ["en", "eon", "jeon", "jo", "joe", "ne", "no", "oe", "on", "one"]
    assert ur.Boggle.parse("ZLB/QMU/RFQ").solve(enable, min_length=2).count == 6
    assert ur.Boggle.parse("SAWW/RJFG/KDFB/QRSP").solve(enable, min_length=2).count == 34
    nothing = ur.Boggle.parse("zxzx").solve(enable)
    assert (nothing.words, nothing.score, nothing.status) == ([], 0, ur.Status.NO_SOLUTION)


def test_wrapping_rook_board():
    board = ur.Boggle.parse("PIET/GAAT/ATMS/HUIS", topology="rook", wrap=True)
    assert [board.count_paths_of(word) for word in ("huis", "mat", "tas", "ei")] == [1, 1, 1, 2]
    flat = ur.Boggle.parse("PIET/GAAT/ATMS/HUIS", topology="rook")
    assert flat.count_paths_of("tas") == 0
    result = board.solve(["huis", "mat", "tas", "ei"], min_length=2)
    assert result.words == ["ei", "huis", "mat", "tas"]


def test_a_lone_q_is_not_qu(enable):
    assert "qwerty" not in ur.Boggle.parse("qwerty", shape="1x6", qu=True).solve(["qwerty", "quwerty"])
    assert ur.Boggle.parse("qwerty", shape="1x6").solve(["qwerty"]).words == ["qwerty"]
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
        checked = board.path(word)
        assert board.check(word) is (checked is not None)
        assert (checked is not None) == (tuple(word) in found)
        assert (next(board.iter_paths(word), None) is not None) == (checked is not None)
        if len(word) >= 2:
            assert (word in result) == (checked is not None)


def test_counting_paths_takes_limits():
    board = ur.Boggle.parse("a" * 36)
    part = board.count_paths_of("a" * 20, limits=ur.Limits(seconds=0.05))
    assert part.status is ur.Status.LIMIT and 0 < part.found < 10**9 and str(part).startswith("at least ")
    with pytest.raises(ur.PuzzleError, match="expected a count that came to its end"):
        int(part)

    def interrupt(count):
        raise KeyboardInterrupt

    stopped = board.count_paths_of("a" * 20, progress=interrupt)
    assert stopped.status is ur.Status.LIMIT and stopped.interrupted and not stopped.complete


def test_node_limits_are_exact_and_keep_what_is_known():
    board = ur.Boggle.random(4, seed=3)
    lexicon = ur.Lexicon.load("english", level=35)
    whole = board.solve(lexicon)
    for nodes in (1, 50, whole.stats.nodes - 1):
        part = board.solve(lexicon, limits=ur.Limits(nodes=nodes))
        assert (part.status, part.stats.nodes) == (ur.Status.LIMIT, nodes)
        assert set(part.words) <= set(whole.words)
    same = board.solve(lexicon, limits=ur.Limits(nodes=whole.stats.nodes))
    assert (same.status, same.words) == (ur.Status.MULTIPLE, whole.words)


def test_an_endless_board_stops_at_its_time_limit():
    words = ["a" * length for length in range(1, 255)]
    for shape in ("8x8", "40x40"):
        rows, cols = map(int, shape.split("x"))
        board = ur.Boggle.parse("a" * (rows * cols), shape=shape)
        result = board.solve(words, limits=ur.Limits(seconds=0.1))
        assert result.status in (ur.Status.LIMIT, ur.Status.MULTIPLE)
        assert "a" * 60 in result


def test_ctrl_c_keeps_what_is_known(monkeypatch):
    board = ur.Boggle.parse("a" * 64)

    def interrupt(count):
        if count > 1000:
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


@pytest.mark.parametrize("min_length", [0, -1, 255, 2.5, "3", True])
def test_wrong_min_length_is_refused(min_length):
    with pytest.raises(ur.PuzzleError, match="min_length"):
        ur.Boggle.parse("abcd").solve(["abc"], min_length=min_length)


def test_wrong_topology_is_refused():
    with pytest.raises(ur.PuzzleError, match="topology='queen', expected one of king, rook, hex"):
        ur.Boggle.parse("abcd", topology="queen")
