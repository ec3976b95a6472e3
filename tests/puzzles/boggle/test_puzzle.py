"""The class Boggle: solving, hints, results."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from reference.topology import HEX, KING, ROOK, neighbours
from reference.walk.walk import walk
from unriddle import Boggle, Limits, PuzzleError
from unriddle.puzzles.boggle.rules import Rules

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
        st.sampled_from(
            [[], ["qu"], ["."], ["?"], ["an", "ab"], ["qu", "q", "."], [".", "?", "abc"], ["q/qu", "a/b"]]
        )
    )
    choice = st.sampled_from([*letters, *extra])
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    tiles = draw(st.lists(choice, min_size=rows * cols, max_size=rows * cols))
    grid = [tiles[row * cols : (row + 1) * cols] for row in range(rows)]
    kind = draw(st.sampled_from(sorted(KINDS)))
    return grid, kind, draw(st.booleans()), draw(small_words(letters))


@settings(max_examples=80)
@given(boards())
def test_solve_equals_the_twin(sample):
    grid, kind, wrap, words = sample
    lexicon = ur.Lexicon(words)
    board = ur.Boggle.parse(grid, topology=kind, wrap=wrap)
    result = board.solve(lexicon, min_length=2)
    letters = sorted({letter for word in words for letter in word})
    tiles = [
        [] if tile == "." else letters if tile == "?" else tile.split("/") for row in grid for tile in row
    ]
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


def test_a_tile_with_a_choice_is_one_of_its_letters():
    board = ur.Boggle("t (e/i)/n (q/qu)", topology="rook")
    assert board == ur.Boggle([["t", "E/I"], ["n", "Qu/q"]], topology="rook")
    assert [board.tile(cell) for cell in range(4)] == ["t", "e/i", "n", "q/qu"]
    lexicon = ur.Lexicon(["tin", "ten", "it", "et", "tn", "niq", "equ", "tequn", "tiqn", "ei", "qun"])
    result = board.solve(lexicon, min_length=1)
    assert set(result.words) == {"it", "et", "tn", "equ", "tequn", "tiqn", "qun"}
    assert board.check(result) and not board.check("ei")
    assert result.path("tequn") == board.path("tequn") == (0, 1, 3, 2)
    assert [board.count_paths_of(word).found for word in ("tequn", "tiqn", "teqn", "tn")] == [1, 1, 1, 1]
    steps = ur.find_path(board.trace("tequn"))
    assert steps.path[-1].path == (0, 1, 3, 2)
    assert [ur.Boggle.solve_many([board, board], lexicon)[k].words for k in (0, 1)] == [
        board.solve(lexicon).words
    ] * 2


def test_a_board_with_a_choice_is_written_and_drawn():
    board = ur.Boggle("(e/i)ab(q/qu)")
    assert board.shape == (2, 2) and board.format() == "(E/I)  A\nB      (Q/Qu)"
    for text in (board.text(), board.format(), board.text().replace("\n", "\r\n")):
        assert ur.Boggle.parse(text) == board
    assert ur.Boggle(board.solve(ur.Lexicon(["a"])).to_dict()["board"]) == board
    assert ">E/I</text>" in board.to_svg() and ">Q/Qu</text>" in board.to_svg()
    assert ur.Boggle("(e/E) a/b c").text() == "ea\nbc"


def test_a_word_is_worth_what_a_choice_gives_it():
    board = ur.Boggle("(q/qu) i t", shape=(1, 3))
    scoring = ur.Scoring((0,), letter_values={"q": 10, "u": 1}, multipliers=["3L", "", ""])
    result = board.solve(ur.Lexicon(["quit", "qit"]), min_length=1, scoring=scoring)
    assert (result.points("quit"), result.points("qit")) == (33, 30)


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


class Own(Boggle):
    """A class of one's own."""


def test_random_boards_of_any_class_and_dice():
    rules = Rules(wrap=True, min_length=4)
    board = Own.random("2x2", dice=["TX", "TX", "TX", "TX"], seed=1, rules=rules)
    assert isinstance(board, Own) and board.board_rules == rules
    assert {board.tile(cell) for cell in range(4)} <= {"t", "x"}
    assert Boggle.random(3, dice="uniform", seed=17, qu=True).check("q") is False


def test_boards_to_order():
    board = Boggle.generate("3x3", ["tea"], contains="tea", seed=1)
    assert board.check("tea")
    with pytest.raises(PuzzleError, match="expected rows and columns"):
        Boggle.generate("x")
    with pytest.raises(TypeError, match="unexpected keyword"):
        Boggle.generate(3, ["tea"], moon=1)
    with pytest.raises(TypeError, match="'moon'; in addition to its signature, it takes topology, wrap"):
        Boggle("tea/ars", moon=1)
    with pytest.raises(TypeError, match=r"'lexicon'; pass it to solve\(lexicon=…\)"):
        Boggle("tea/ars", lexicon=["tea"])


BOARD, WORDS = Boggle.parse("tea/ars"), ["tea", "rate", "eat", "rat", "tee"]


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("tea rate", "RIGHT", ()),
        (["tea", "RATE"], "RIGHT", ()),
        ("tea,tee,rat,xyz", "WRONG: 'tee' is not on the board", (1, 3)),
        ([1, 2], "NOT_OF_THIS_PUZZLE: [1, 2], expected words", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = BOARD.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_a_word_that_is_left():
    step = BOARD.hint(lexicon=WORDS)
    assert str(step) == "word: eat, from row 1, column 2: 4 of 4 words are left"
    assert step.cells == ((0, 1), (0, 2), (0, 0)) or BOARD.path("eat")
    assert BOARD.hint(["EAT", "rat"], lexicon=WORDS).value == "tea"
    assert BOARD.hint("tea rate eat rat", lexicon=WORDS) is None
    assert str(BOARD.hint("tea art", lexicon=WORDS)) == "mistake: 'art' is not in the lexicon"
    assert str(BOARD.first_mistake("tee", lexicon=WORDS)) == "mistake: 'tee' is not on the board"
    assert BOARD.first_mistake("tea", lexicon=WORDS) is None
    assert BOARD.hint(lexicon=WORDS, limits=Limits(nodes=0)).kind == "limit"
    with pytest.raises(PuzzleError, match="expected words"):
        BOARD.hint(5)


def test_paths():
    result = ur.Boggle.parse("ab/ab").solve(["ab", "ba", "aab"], min_length=1)
    assert result.paths("ab") == [(0, 1), (0, 3), (2, 1), (2, 3)]
    assert result.paths("AB", limit=2) == [(0, 1), (0, 3)]
    assert result.count_paths_of("aab") == 4 and result.count_paths_of("bb") == 0
    assert result.paths("bb") == []
    assert result.path("zz") is None
    assert ur.Boggle.parse("aaaa").count_paths_of("a" * 4) == 24
    assert ur.Boggle.parse("a").count_paths_of("") == 0
    assert ur.Boggle.parse("a").path("") is None and ur.Boggle.parse("a").check("") is False


def test_reports_of_a_result():
    result = ur.Boggle.parse("tea/ars").solve(["tea", "tears", "eat"])
    assert result.by_length() == {3: ["eat", "tea"], 5: ["tears"]}
    assert str(result) == "3 words, 4 points"
    assert len(result) == 3 and "TEA" in result and "tar" not in result and 3 not in result
    assert re.fullmatch(r"<BoggleResult MULTIPLE: .*>", repr(result))
    assert result.stats.nodes <= result.moves


def test_a_result_is_an_answer():
    board = ur.Boggle("tea/ars")
    result = board.solve(["tea", "tears", "eat"])
    assert result.solution == result.words == list(board.solutions(lexicon=["tea", "tears", "eat"]))
    assert board.check(result) and board.format(result) == "eat\ntea\ntears"
    assert board.to_svg(result) == board.to_svg("tears") == result._repr_svg_()
    nothing = board.solve(["xyz"])
    assert nothing.solution is None and nothing.status is ur.Status.NO_SOLUTION and not board.check(nothing)
    assert nothing._repr_svg_() == board.to_svg()
    one = board.solve(["tea"])
    assert one.status is ur.Status.UNIQUE and one.scoring == ur.Scoring()
