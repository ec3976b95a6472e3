import pytest

from unriddle import PuzzleError, WordLadderPuzzle
from unriddle.puzzles.ladder.parse import read_ends, said, writable, written


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("cost save", ("cost", "save")),
        (" cost\tsave\n", ("cost", "save")),
        ("cost\nsave\n", ("cost", "save")),
        ("cost->save", ("cost", "save")),
        ("cost → save", ("cost", "save")),
        ("\ufeffcost\u00a0save\r\n", ("cost", "save")),
        ("# a comment\n\ncost save\n# another\n", ("cost", "save")),
        ("ｃｏｓｔ　ｓａｖｅ", ("cost", "save")),
        ("cost,cast save", (["cost", "cast"], "save")),
        ("cost, cast -> save , cave", (["cost", "cast"], ["save", "cave"])),
    ],
)
def test_ends_are_read(text, ends):
    assert read_ends(text) == ends


@pytest.mark.parametrize(
    "text",
    ["", "cost", "cost cast save", "cost -> cast -> save", "a,,b c", "a b -> c", "-> a", "a ->", 5, None],
)
def test_wrong_text_is_one_clear_line(text):
    with pytest.raises(PuzzleError, match="expected"):
        read_ends(text)
    with pytest.raises(PuzzleError, match=r"^x\.txt:1: .*expected"):
        WordLadderPuzzle.parse(text, ["a", "b"], file="x.txt")


def test_text_is_read_back():
    assert written("cost", {"save", "cave"}) == "cost -> cave,save"
    assert read_ends(written("-", ">")) == ("-", ">")
    assert said({"b", "a"}) == "a,b"


@pytest.mark.parametrize("word", ["a b", "a,b", "a->b", "a→b", "#a", "ａ"])
def test_words_without_a_text_form(word):
    puzzle = WordLadderPuzzle(word, word, [word])
    assert puzzle.solve().solution == (word,)
    for verb in (puzzle.text, puzzle.to_dict):
        with pytest.raises(PuzzleError, match="has no text form"):
            verb()


def test_one_word_written_in_several_ways_is_one_word():
    puzzle = WordLadderPuzzle.parse("cost, cOst -> cave")
    assert puzzle.from_word == "cost" and len(puzzle.sources) == 1
    assert puzzle == WordLadderPuzzle.parse(puzzle.text()) == WordLadderPuzzle({"cost", "COST"}, ["cave"])
    assert hash(puzzle) == hash(WordLadderPuzzle("cost", "cave"))


@pytest.mark.parametrize(
    "text",
    ["hit,cog", "hit, cog", "hit => cog", "hit --> cog", "hit - cog", "hit \u2014 cog", "hit\u2192cog"],
)
def test_two_words_with_a_comma_or_an_arrow(text):
    assert read_ends(text) == ("hit", "cog")


def test_other_numbers_of_words():
    with pytest.raises(PuzzleError, match=r"^1 word, expected two: FROM TO"):
        read_ends("hit")
    assert not writable("a=>b") and writable("a-b")
