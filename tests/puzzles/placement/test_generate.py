"""Laying words out, and puzzles made of that; every result goes through `check`."""

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Lexicon, PuzzleError, Status, WordPlacement
from unriddle.puzzles.placement import fill_in, layout
from unriddle.puzzles.placement.generate import SYMMETRIES, BlockPattern, Filler, make_fill_in, pattern_of
from unriddle.puzzles.placement.records import PlacementFactory, PlacementRecords
from unriddle.puzzles.placement.rules import find_slots


def test_a_layout_is_a_solution_of_its_puzzle():
    words = ["ANSWER", "DESK", "DONE", "GLUE", "LEARN", "STUDY", "TAPE", "TEACH", "TEST", "WORK"]
    made = layout(words)
    assert made.left_out == () and made.puzzle.words == tuple(words)
    assert made.puzzle.check(made.solution)
    rows, cols = made.puzzle.shape
    assert rows * cols <= 121
    assert str(made) == "\n".join(made.solution.rows)
    assert layout(words, seed=1).solution == layout(words, seed=1).solution
    assert len({layout(words, tries=1).solution for _ in range(5)}) > 1, "another one each time"


def test_words_that_share_no_letter_are_left_out():
    made = layout(["AB", "CD"])
    assert len(made.left_out) == 1 and len(made.puzzle.words) == 1
    assert made.puzzle.check(made.solution)


def test_words_that_stand_twice_and_words_in_lower_case():
    made = layout(["test", "test", "Toast", "äst"])
    assert made.puzzle.check(made.solution)
    assert sorted([*made.puzzle.words, *made.left_out]) == ["Toast", "test", "test", "äst"]


def test_a_size_is_kept():
    words = ["ANSWER", "DESK", "DONE", "GLUE", "LEARN", "STUDY"]
    for shape in ((6, 6), (1, 9), (9, 1), (5, 12)):
        made = layout(words, shape=shape, tries=5)
        rows, cols = made.puzzle.shape
        assert rows <= shape[0] and cols <= shape[1] and made.puzzle.check(made.solution)
    made = layout(words, shape=(3, 3), tries=2)
    assert len(made.left_out) == 6 and made.solution.rows == ("#",)


def test_a_unique_layout_has_one_solution():
    words = ["AB", "AC", "AD", "BD", "CD"]
    made = layout(words, unique=True)
    assert made.puzzle.count() == 1 and made.puzzle.check(made.solution)
    assert layout(["AB", "BA"], unique=True).puzzle.count() == 1


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text("ABC", min_size=2, max_size=5), min_size=1, max_size=8), st.booleans(), st.integers(0, 9)
)
def test_any_list_is_laid_out_by_the_rules(words, unique, seed):
    made = layout(words, unique=unique, seed=seed, tries=2)
    assert sorted([*made.puzzle.words, *made.left_out]) == sorted(words)
    assert made.puzzle.check(made.solution)
    assert len(made.puzzle.slots) == len(made.puzzle.words)
    if unique:
        assert made.puzzle.count(2) == 1


def test_a_hundred_words_find_a_place():
    rng = random.Random(5)
    words = ["".join(rng.choice("AEIORSTLN") for _ in range(rng.randint(4, 9))) for _ in range(100)]
    made = layout(words, tries=1)
    assert made.left_out == () and made.puzzle.check(made.solution)


@pytest.mark.parametrize(
    "words, options, reason",
    [
        ([], {}, "0 words"),
        (["A"], {}, "word 'A' has one letter; use words of two or more"),
        (["A-B"], {}, "character '-'"),
        (["AB"] * 2001, {}, "2001 words, expected 1 to 2000"),
        (["AB"], {"shape": (0, 5)}, r"shape=\(0, 5\), expected rows and columns from 1 up"),
        (["AB"], {"shape": (5, 1001)}, "shape 5x1001"),
        (["AB"], {"tries": 0}, "tries=0"),
    ],
)
def test_lists_that_cannot_be_laid_out(words, options, reason):
    with pytest.raises(PuzzleError, match=reason):
        layout(words, **options)


def test_words_of_ones_own_make_a_puzzle_with_one_solution():
    words = ["CAT", "COT", "OAT", "TACO"]
    puzzle = WordPlacement.generate(words, seed=4)
    assert sorted(puzzle.words) == words and puzzle.solve().status is Status.UNIQUE
    assert WordPlacement.generate(words, seed=4) == puzzle
    with pytest.raises(PuzzleError, match=r"no place for .*: it crosses no other word"):
        WordPlacement.generate(["AB", "CD"])


def test_words_are_drawn_from_the_common_ones():
    puzzle = WordPlacement.generate(6, shape=9, seed=2)
    assert len(puzzle.words) == 6 and max(puzzle.shape) <= 9
    assert puzzle.solve().status is Status.UNIQUE
    assert len(WordPlacement.generate(seed=1).words) == 12
    with pytest.raises(PuzzleError, match="30 words in 5x5, expected at most 10"):
        WordPlacement.generate(30, shape=5, seed=0)
    for wrong in (0, True, -1, 2001):
        with pytest.raises(PuzzleError, match="expected words, or how many"):
            WordPlacement.generate(wrong)
    with pytest.raises(PuzzleError, match="expected a list of words"):
        WordPlacement.generate("GTU")


def test_ctrl_c_is_no_puzzle(monkeypatch):
    """What is made is proven to have one solution, or it is not made."""

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("unriddle.puzzles.framework.solutions.drive", interrupt)
    with pytest.raises(KeyboardInterrupt):
        layout(["AB", "BA"], unique=True)


def filled_boards(puzzle):
    """Return the filled boards of a puzzle, found slot by slot in plain Python."""
    found, waiting = set(), [puzzle]
    while waiting:
        state = waiting.pop()
        if state.is_solved():
            found.add(state.board)
        elif not state.fail_fast():
            waiting += state.extensions()
    return found


@pytest.mark.parametrize("shape, symmetry", [("7x7", None), ("6x8", "none"), ("6x7", "vertical")])
def test_one_way_to_fill_it(shape, symmetry):
    made = fill_in(shape, symmetry=symmetry, blocks=12, longest=7, seed=3)
    rows, cols = map(int, shape.split("x"))
    assert made.puzzle.shape == (rows, cols) and not made.left_out
    assert filled_boards(made.puzzle) == {tuple(row.replace("#", "0") for row in made.solution.rows)}
    assert len(set(made.puzzle.words)) == len(made.puzzle.words) == len(made.puzzle.slots)
    known = set(Lexicon.load("english", level=50, clean=True))
    assert {word.lower() for word in made.puzzle.words} <= known


def test_the_same_seed_makes_the_same():
    assert fill_in(seed=7).puzzle == fill_in(seed=7).puzzle != fill_in(seed=8).puzzle
    assert fill_in(seed=7).puzzle.shape == (13, 13)


def test_a_mask_with_a_letter():
    made = fill_in(mask=["...#...", "...", "..."][0] + "/...#.../Z......", seed=1)
    assert made.puzzle.board[2][0] == "Z" and made.puzzle.board[0] == "1110111"
    assert made.solution.rows[2][0] == "Z" and made.puzzle.solve().status is Status.UNIQUE


def test_a_mask_that_is_its_own_mirror_gets_a_letter():
    made = fill_in(mask="...\n.##\n.##", seed=1)
    assert sum(cell.isalpha() for row in made.puzzle.board for cell in row) == 1


def test_words_of_a_list():
    words = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "don't", "x"]
    assert sorted(fill_in("3x3", blocks=0, lexicon=words, seed=1).puzzle.words) == sorted(words[:6])
    with pytest.raises(PuzzleError, match="no fill-in was found; use more forbidden cells or more words"):
        fill_in("3x3", blocks=0, lexicon=words[:5], seed=1)
    with pytest.raises(PuzzleError, match="0 different letters"):
        Filler(["x", "don't"])


def test_an_attempt_that_fails():
    assert make_fill_in(Filler(["ABC"]), ("111", "111", "111"), random.Random(1)) is None
    assert make_fill_in(Filler(["ABC"]), BlockPattern(9, 9, 40, 3), random.Random(1)) is None


@pytest.mark.parametrize(
    "asked",
    [
        {"mask": "...", "shape": "3x3"},
        {"mask": ".#."},
        {"mask": "?"},
        {"shape": "2x9"},
        {"blocks": 100},
        {"longest": 2},
        {"symmetry": "round"},
    ],
)
def test_wrong_wishes(asked):
    wishes = {"shape": None, "mask": None, "blocks": None, "longest": None, "symmetry": None}
    with pytest.raises(
        PuzzleError, match=r"expected|cannot be combined|the mask has no slot; open two cells"
    ):
        pattern_of(**wishes | asked)


def connected(rows):
    cells = {(r, c) for r, line in enumerate(rows) for c, entry in enumerate(line) if entry == "1"}
    reached, waiting = set(), [min(cells)]
    while waiting:
        cell = waiting.pop()
        if cell in cells - reached:
            reached.add(cell)
            waiting += [(cell[0] + dr, cell[1] + dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return reached == cells


@settings(deadline=None, max_examples=20)
@given(
    st.integers(3, 9),
    st.integers(3, 9),
    st.integers(4, 9),
    st.sampled_from(list(SYMMETRIES)),
    st.integers(),
)
def test_what_a_pattern_is(rows, cols, longest, symmetry, seed):
    drawn = BlockPattern(rows, cols, None, longest, symmetry).draw(random.Random(seed))
    if drawn is None:
        return
    assert (len(drawn), {len(row) for row in drawn}) == (rows, {cols})
    assert connected(drawn) and sum(row.count("0") for row in drawn) >= round(0.22 * rows * cols)
    lengths = [slot.length for slot in find_slots(drawn)]
    assert min(lengths) >= 3 and max(lengths) <= longest
    columns = list(zip(*drawn, strict=True))
    assert not any("010" in "".join(("0", *line, "0")) for line in [*drawn, *columns])
    image = SYMMETRIES[symmetry]
    if image is not None:
        for r, line in enumerate(drawn):
            for c, entry in enumerate(line):
                there = image(rows, cols, r, c)
                assert drawn[there[0]][there[1]] == entry


def test_so_many_forbidden_cells_and_longer_words():
    drawn = BlockPattern(13, 13, 50).draw(random.Random(1))
    assert sum(row.count("0") for row in drawn) >= 50
    assert BlockPattern(4, 4, 0, 4).draw(random.Random(1)) == ("1111",) * 4


IMPOSSIBLE = [
    (2, 9),
    (9, 32),
    (5, 5, -1),
    (5, 5, 13),
    (5, 5, None, 2),
    (5, 5, None, 5, "round"),
    (13, 13, 84, 3),
]


@pytest.mark.parametrize("wanted", IMPOSSIBLE)
def test_no_such_pattern(wanted, monkeypatch):
    monkeypatch.setattr("unriddle.puzzles.placement.generate.PATTERNS", 20)
    with pytest.raises(
        PuzzleError, match=r"expected|84 forbidden cells.* words of at most 3 letters was found"
    ):
        BlockPattern(*wanted).check()


def test_one_way_to_fill_each():
    for one in PlacementFactory("puzzles", {"words": 5}).many(range(3)):
        puzzle = WordPlacement.parse(one.text, **one.rules)
        assert puzzle.count(2) == 1 and puzzle.check(one.solution) and one.measures[0] == 5


def test_dense_grids():
    factory = PlacementFactory("puzzles", {"kind": "fill-in"})
    again = pickle.loads(pickle.dumps(factory))
    for seed in range(3):
        one = factory.one(seed)
        if one is None:
            continue
        assert again.one(seed) == one and one.size == "13x13" and one.status.value == "UNIQUE"
        puzzle = WordPlacement.parse(one.text, **one.rules)
        assert puzzle.count(2) == 1 and puzzle.check(one.solution) and one.measures[0] == len(puzzle.slots)


@pytest.mark.parametrize("options", [{"blocks": 9, "shape": "6x6"}, {"mask": ".../.#./..."}])
def test_options_of_grids_ask_for_grids(options):
    many = WordPlacement.generate_many(2, seed=1, **options)
    assert all(sum(row.count("0") for row in puzzle.board) >= options.get("blocks", 1) for puzzle in many)


def test_words_of_a_list_by_batch():
    words = Lexicon(["steam", "teams", "mates", "meats", "tea"])
    many = WordPlacement.generate_many(2, seed=1, lexicon=words, words=3)
    assert {word for puzzle in many for word in puzzle.words} <= {"STEAM", "TEAMS", "MATES", "MEATS"}
    with pytest.raises(PuzzleError, match="the list has no word of 4 to 8 letters"):
        PlacementFactory("puzzles", {}, Lexicon(["tea"]))


def test_a_grid_and_its_mirror():
    def form(text):
        return PlacementFactory("puzzles", {}).form(WordPlacement.parse(text), None)

    assert form("GTU,TECH;111/010/010/010") == form("TECH,GTU;1000/1111/1000") != form("GTU;111")


@pytest.mark.parametrize(
    "options",
    [
        {"words": 0},
        {"words": 10**9},
        {"shape": "x"},
        {"kind": "fill-in", "words": 3},
        {"kind": "criss-cross", "blocks": 3},
        {"blocks": "x"},
        {"longest": 2},
        {"mask": ".!."},
        {"kind": "fill-in", "shape": "2x9"},
    ],
)
def test_wrong_options(options):
    with pytest.raises(
        PuzzleError,
        match=r"expected|on the board; use|--words is for a criss-cross|--blocks goes with --kind fill-in",
    ):
        PlacementFactory("puzzles", options)


def answer(batch, *records):
    return batch.solve([batch.parse(record) for record in records])


def test_options():
    assert answer(PlacementRecords("status", {}), "AB,XY;11", "AB;11/00/11") == [["NO_SOLUTION"] * 2]
    assert answer(PlacementRecords("status", {"spare": True}), "AB,XY;11") == [["MULTIPLE"]]
    assert answer(PlacementRecords("solutions", {"reuse": True}), "AB;11/00/11")[1] == ["AB/##/AB"]
    with pytest.raises(PuzzleError, match=r"^line 1, column 5: character"):
        PlacementRecords("status", {}).parse("AB;1!")
