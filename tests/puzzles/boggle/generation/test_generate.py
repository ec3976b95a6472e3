"""Boards that meet constraints."""

import numpy as np
import pytest

from unriddle import Boggle, Lexicon, PuzzleError, boggle
from unriddle.core.topology import neighbours
from unriddle.puzzles.boggle import generate
from unriddle.puzzles.boggle.check import Verifier
from unriddle.puzzles.boggle.dice.dice import dice_of
from unriddle.puzzles.boggle.dice.matching import can_show
from unriddle.puzzles.boggle.generation.constraints import Constraints, Range, range_of, words_of
from unriddle.puzzles.boggle.generation.generate import BoardMaker
from unriddle.puzzles.boggle.generation.generator import BoggleFactory
from unriddle.puzzles.boggle.generation.word_placement import Placer, spellings
from unriddle.puzzles.boggle.parse import LetterBoard, board_text
from unriddle.puzzles.boggle.rules import Rules


@pytest.mark.parametrize(
    "given, made",
    [
        (None, (None, None)),
        (7, (7, 7)),
        (np.int64(7), (7, 7)),
        ((60, 150), (60, 150)),
        ([None, 150], (None, 150)),
        ("60..150", (60, 150)),
        (" 60 .. ", (60, None)),
        ("..150", (None, 150)),
        ("-5..-2", (-5, -2)),
        ("7", (7, 7)),
    ],
)
def test_ranges(given, made):
    assert range_of("score", given) == Range(*made)
    assert range_of("score", str(Range(*made)) if any(made) else None) == Range(*made)


@pytest.mark.parametrize(
    "wrong", ["", "..", "a", "1.5", "1 2", "9" * 13, (1,), (1, "x"), (1, 2, 3), 1.5, True, {}, np.zeros(2)]
)
def test_what_is_no_range(wrong):
    with pytest.raises(PuzzleError, match=r"words=.*, expected a range such as 60\.\.150"):
        range_of("words", wrong)


def test_words():
    assert words_of("contains", "Tea,eat  tea", 3) == ("tea", "eat")
    assert words_of("contains", ["Élan"], 3) == ("élan",)
    for wrong in (["t1"], [""], ["a b"], [5], 5, b"tea", np.zeros(2)):
        with pytest.raises(PuzzleError, match="contains"):
            words_of("contains", wrong, 3)
    with pytest.raises(PuzzleError, match="more than 3 words"):
        words_of("contains", "a b c d", 3)


def test_wishes():
    wishes = Constraints(words="..9", score=(1, None), forbid="a b")
    assert str(wishes) == "words=..9, score=1.., forbid=2 words" and wishes.ranges
    assert not Constraints().ranges and str(Constraints()) == ""
    for wrong, expected in (
        ({"words": (9, 1)}, "lower number first"),
        ({"longest": "..-1"}, "from 0 up"),
        ({"tries": 0}, "tries"),
        ({"contains": "tea", "forbid": ["Tea"]}, "forbidden"),
    ):
        with pytest.raises(PuzzleError, match=expected):
            Constraints(**wrong)


WORDS = Lexicon(["tea", "eat", "ate", "seat", "east", "teas", "rates", "stare", "nine", "tin", "nit", "inn"])


def tiles_of(board, dice):
    return [dice.names.index(board.tile(cell)) for cell in range(board.rows * board.cols)]


@pytest.mark.parametrize("seed", range(6))
def test_a_board_is_as_it_is_wished(seed):
    wished = {"words": (2, 5), "score": (2, None), "longest": "4..5", "contains": ["quiz"], "forbid": ["inn"]}
    board = generate(4, WORDS, seed=seed, **wished)
    result = board.solve(WORDS)
    assert 2 <= result.count <= 5 and result.score >= 2 and 4 <= max(map(len, result.words)) <= 5
    assert board.check("quiz") and not board.check("inn")
    assert can_show(dice_of("1987"), tiles_of(board, dice_of("1987")))
    assert (
        board
        == boggle.generate("4x4", WORDS, seed=seed, **wished)
        == Boggle.generate((4, 4), WORDS, seed=seed, **wished)
    )


def test_every_board_of_two_dice_comes_as_often():
    """Two dice of two faces on a row: eight rolls, of which those with the word `ab` or `ba` are wanted."""
    maker = BoardMaker(
        (1, 2), Lexicon(["ab", "cd"]), dice_of("AC BD"), Rules(min_length=2), Constraints(words="1..")
    )
    found = [
        board_text(order.board).replace(" ", "").lower().strip() for order in maker.make(range(800)) if order
    ]
    counts = {text: found.count(text) for text in set(found)}
    assert set(counts) == {"12\nab", "12\nba", "12\ncd", "12\ndc"} and min(counts.values()) > 140


def test_rolls_of_words_that_fill_the_board():
    board = generate("2x3", ["tea"], dice="AB CD EF TX RY SZ", contains="tea, ear", seed=1)
    assert board.check("tea") and board.check("ear")
    dice = dice_of("AB CD EF TX RY SZ")
    assert can_show(dice, tiles_of(board, dice))
    full = generate("1x4", ["tea"], dice="TA EB AC SD", contains="teas", seed=3)
    assert full.text().replace(" ", "").strip().lower() in ("14\nteas", "14\nsaet")


def test_tiles_of_several_letters_and_cells_beyond_64():
    board = generate(6, WORDS, contains="another", seed=1)
    assert board.check("another") and can_show(
        dice_of("superbig", 36), tiles_of(board, dice_of("superbig", 36))
    )
    large = generate("9x9", WORDS, contains="stare", words="1..", seed=2)
    assert large.check("stare") and large.shape == (9, 9)
    torus = generate("3x3", WORDS, contains="tin", dice="english", seed=2, wrap=True, topology="hex")
    assert torus.check("tin") and torus.wrap
    assert generate("2x2", ["quit"], contains="quit", dice="uniform", qu=True, seed=1).check("quit")


@pytest.mark.parametrize(
    "wished, expected",
    [
        ({"words": "900.."}, "words=900.., expected 12 at most"),
        ({"longest": (6, None)}, "longest=6.., expected 5 at most"),
        ({"words": 0, "contains": "tea"}, "words=0 with tea, expected 1 or more"),
        ({"longest": "..3", "contains": "seat"}, "longest=..3 with seat, expected 4 or more"),
        ({"contains": "zizz"}, "dice 1987 cannot show 'zizz'"),
        ({"contains": "qat"}, "no tiles of dice 1987 spell 'qat'"),
        ({"contains": "a" * 20}, "needs more tiles than the board has cells: 16"),
        ({"contains": "stare", "forbid": "rat"}, "a board with 'stare' has 'rat', which is forbidden"),
        ({"contains": "tea", "forbid": "aet ae"}, "a board with 'tea' has 'ae'"),
        ({"words": 12, "score": 1}, "no board with words=12, score=1 in 20 tries"),
        ({"contains": "abcdefghij klmno prstuv", "dice": "uniform"}, "no board with contains"),
    ],
)
def test_what_cannot_be_is_one_line(wished, expected):
    with pytest.raises(PuzzleError, match=expected) as error:
        generate(4, WORDS, seed=1, tries=20, **wished)
    assert "\n" not in str(error.value)


def test_the_same_alone_and_among_others():
    maker = BoardMaker((4, 4), WORDS, dice_of("1987"), Rules(), Constraints(words="2..", contains="nine"))
    together = maker.make([5, 6, 7, 8])
    alone = [maker.make([seed])[0] for seed in (5, 6, 7, 8)]
    assert [made and (board_text(made.board), made[1:]) for made in alone] == [
        made and (board_text(made.board), made[1:]) for made in together
    ]
    assert any(together)
    with pytest.raises(KeyboardInterrupt):
        maker.make([5], stop=lambda: True)


def test_seeds():
    assert generate(3, WORDS, seed=np.int64(4)) == generate(3, WORDS, seed=4)
    assert any(generate(3, WORDS) != generate(3, WORDS) for _ in range(5))


WORDS_GENERATOR = Lexicon(["tea", "eat", "ate", "tie", "ten", "net", "one", "eon", "son", "set"])


def factory(**options):
    return BoggleFactory("puzzles", options, WORDS_GENERATOR)


def test_words_of_a_board():
    made = [one for one in factory(shape="4x4").many(range(20)) if one is not None]
    assert made
    for one in made:
        result = Boggle.parse(one.text, **one.rules).solve(WORDS_GENERATOR)
        assert one.solution.split() == result.words and one.measures == (len(result.words), result.score, 3)


def test_what_is_the_same_board():
    def form(text, **options):
        kind = factory(**options)
        return kind.form(Boggle.parse(text, **options), None)

    assert form("abc/def") == form("fed/cba") == form("ad/be/cf") != form("abc/dfe")
    assert form("abc/def/ghi", wrap=True) == form("efd/hig/bca", wrap=True) != form("abc/dfe/ghi", wrap=True)


def test_what_is_the_same_board_of_hexagons():
    def form(text, **options):
        return factory(topology="hex", **options).form(Boggle.parse(text, topology="hex", **options), None)

    assert form("abc/def") == form("fed/cba") == form("ad/be/cf") != form("cba/fed")
    torus = form("abc/def/ghi", wrap=True)
    assert torus == form("def/ghi/abc", wrap=True) == form("bca/efd/hig", wrap=True)
    assert torus == form("adg/beh/cfi", wrap=True) != form("abc/def/gih", wrap=True)


def test_boards_to_order():
    wished = {"words": "2..3", "score": "2..", "longest": "3", "contains": "tie", "forbid": "net"}
    made = [one for one in factory(shape="4x4", **wished).many(range(12)) if one is not None]
    assert len(made) > 6
    for one in made:
        board = Boggle.parse(one.text, **one.rules)
        result = board.solve(WORDS_GENERATOR)
        assert result.count in (2, 3) and result.score >= 2 and board.check("tie") and not board.check("net")
        assert one.measures == (result.count, result.score, 3)


def test_the_seed_of_a_record_gives_its_board():
    many = Boggle.generate_many(3, seed=1, words="2..", contains="tea", lexicon=WORDS_GENERATOR, threads=1)
    for k, board in enumerate(many):
        seed = int(many.columns()["seed"][k])
        assert board == Boggle.generate("4x4", WORDS_GENERATOR, seed=seed, words="2..", contains="tea")
    assert len({board.text() for board in many}) == 3


@pytest.mark.parametrize(
    "options",
    [
        {"shape": "x"},
        {"dice": "moon"},
        {"topology": "moon"},
        {"min-length": 0},
        {"words": "x"},
        {"longest": "9.."},
        {"contains": "qat"},
    ],
)
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match=r"expected|no tiles of dice|cannot|use|has more"):
        factory(**options)


def placer(rows, cols, dice, *words):
    table = neighbours(rows, cols, 0, False).tolist()
    near = [[cell for cell in row if cell < rows * cols] for row in table]
    return Placer(near, dice, [spellings(word, dice.names) for word in words])


def test_spellings():
    names = dice_of("superbig", 36).names
    ways = [[names[tile] for tile in way] for way in spellings("then", names)]
    assert ["th", "e", "n"] in ways[:2] and ["t", "he", "n"] in ways and ["t", "h", "e", "n"] in ways
    assert spellings("quiz", dice_of("uniform").names) == [(16, 20, 8, 25)]
    assert spellings("é", names) == [] and len(spellings("a" * 30, ("a", "aa", "aaa"))) == 64


def test_words_are_there_and_the_dice_can_show_them():
    dice = dice_of("1987")
    words = ("quartz", "zonal", "riddle")
    kind, placed = placer(4, 4, dice, *words), 0
    for seed in range(30):
        found = kind.place(np.random.default_rng(seed))
        if found is None:
            continue
        placed += 1
        tiles, free = found
        assert len(free) == tiles.count(-1)
        assert can_show(dice, [tile for tile in tiles if tile >= 0])
        assert dice.only(free).faces.shape == (len(free), 6)
        names = (*dice.names, "")
        board = np.array([len(dice.names) if tile < 0 else tile for tile in tiles], dtype=np.uint8)
        verifier = Verifier(LetterBoard(board.reshape(4, 4), names), Rules())
        assert all(verifier.path(word) for word in words)  # the one Z serves two of them
    assert placed > 8


def test_what_does_not_fit_is_given_up():
    dice = dice_of("AB AB AB AB AB AB")
    assert placer(1, 6, dice, "ababab").place(np.random.default_rng(1)) is not None
    assert placer(1, 6, dice, "abab", "bbb", "aaa").place(np.random.default_rng(1)) is None
    alternating = placer(7, 9, dice_of(["A"] * 32 + ["B"] * 31), "ba" * 31 + "b")  # on a path of all cells
    assert alternating.place(np.random.default_rng(1)) is None
