"""Pictures, pages, heat maps and paths."""

from itertools import pairwise, permutations

import numpy as np
import pytest

import unriddle as ur
from reference.topology import HEX, KING, ROOK
from unriddle import Boggle
from unriddle.puzzles.boggle import word_paths
from unriddle.puzzles.boggle.draw import FEW_WORDS, _paths_of
from unriddle.puzzles.boggle.word_paths import AT_FIRST, count_paths, count_uses, each_path, search_of

KINDS = {"king": KING, "rook": ROOK, "hex": HEX}


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


def test_words_are_drawn_by_their_paths():
    board = ur.Boggle.parse("tea/ars")
    assert board.to_svg("rate") == board.to_svg(["tea", "rate"]) == board.to_svg(board.path("rate"))
    assert board.to_svg() == board.to_svg(()) == board.to_svg([])
    with pytest.raises(ur.PuzzleError, match="'star' is not on the board"):
        board.to_svg("star")


def test_a_page_has_each_word_with_a_path_of_it():
    board = ur.Boggle.parse("perslatgsineters")
    result = board.solve()
    rows = board.view(result).table.rows
    found = [
        (word, len(word), score) for word, score in zip(result.words, result.scores.tolist(), strict=True)
    ]
    assert [row.values for row in rows] == sorted(found, key=lambda row: -row[1])
    for row in rows:
        assert row.cells in board.iter_paths(row.values[0])


@pytest.mark.parametrize("rules", [{}, {"topology": "rook"}, {"topology": "hex", "wrap": True}, {"qu": True}])
def test_paths_of_a_large_board_go_back_from_their_ends(rules):
    board = ur.Boggle.random("33x25", seed=3, **rules)
    result = board.solve(ur.Lexicon.load("english", level=70))
    words = result.words
    near = [set(row) - {825} for row in board.neighbours().tolist()]
    found = _paths_of(board.board, result, words)
    assert len(words) > FEW_WORDS or rules.get("topology") == "rook"
    for word, path in zip(words, found, strict=True):
        assert "".join(board.tile(cell) for cell in path) == word and len(set(path)) == len(path)
        assert all(b in near[a] for a, b in pairwise(path))


def test_what_a_page_shows_of_words_and_paths():
    board = ur.Boggle.parse("tea/ars")
    assert board.view().table is None and board.view([]).table is None
    assert [row.cells for row in board.view("rate").table.rows] == [(4, 3, 0, 1)]
    assert [row.values for row in board.view((4, 3, 0, 1)).table.rows] == [("rate", 4)]
    with pytest.raises(ur.PuzzleError, match="'star' is not on the board"):
        board.to_html("star")


def test_a_large_board_is_a_map_and_a_larger_one_an_error():
    board = ur.Boggle.random("33x32", seed=1)
    view = board.view(board.solve())
    assert (
        view.frames == () and len(view.letters.rows) == 33 and {len(row) for row in view.letters.rows} == {32}
    )
    odd = ur.Boggle.parse("/".join(["Qu " + "a " * 40] * 30), qu=True)
    assert odd.view().letters.rows[0][:2] == ["qu", "a"]
    huge = ur.Boggle(np.zeros((2_001, 2_000), np.uint8))
    with pytest.raises(ur.PuzzleError, match="a page of 4,002,000 cells"):
        huge.to_html()
    large = ur.Boggle.random(101, seed=1).solve()
    assert large._repr_svg_() is None and large._repr_html_() is None


def test_words_beyond_the_most_are_counted(monkeypatch):
    monkeypatch.setattr("unriddle.puzzles.boggle.draw.MOST_WORDS", 10)
    result = ur.Boggle.parse("perslatgsineters").solve()
    view = result.board.view(result)
    assert len(view.table.rows) == 10 and view.notes[1] == "The first 10 words are listed, 648 are not."


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("perslatgsineters", {}),
        ("perslatgsineters", {"topology": "rook", "wrap": True, "min_length": 4}),
        ("T E An/R . Qu/I T E", {"topology": "hex"}),
        ("t?a/ars", {"min_length": 5}),
    ],
)
def test_every_path_of_every_word(text, rules):
    board = ur.Boggle.parse(text, **rules)
    result = board.solve()
    expected, paths = np.zeros(board.rows * board.cols, np.int64), 0
    for word in result.words:
        for path in result.paths(word):
            expected[list(path)] += 1
            paths += 1
    found = count_uses(board.board, result.rules, result.lexicon)
    assert found.cells.tolist() == expected.tolist() and found.paths == paths > len(result) // 2


def test_a_large_board_is_even_where_its_letters_are():
    """The order in which words are found leaves no trace: the lower half of a board is used as the upper."""
    board = ur.Boggle.random(100, seed=1)
    result = board.solve()
    found = count_uses(board.board, result.rules, result.lexicon)
    upper, lower = found.cells[:5000].sum(), found.cells[5000:].sum()
    assert 0.9 < upper / lower < 1.1 and found.paths > 5 * len(result)


def test_too_many_paths_are_no_number(monkeypatch):
    monkeypatch.setattr(word_paths, "MOST_NODES", 10)
    monkeypatch.setattr(word_paths, "NODES_PER_CELL", 0)
    board = ur.Boggle.parse("perslatgsineters")
    result = board.solve()
    assert count_uses(board.board, result.rules, result.lexicon) is None
    view = board.view(result)
    assert list(view.uses) == [] and view.notes[0].startswith(
        "How often a cell is used counts one path per word"
    )


def test_words_that_are_not_all_are_not_counted():
    board = ur.Boggle.parse("perslatgsineters")
    part = board.solve(limits=ur.Limits(nodes=100))
    view = board.view(part)
    assert list(view.uses) == [] and ("status", "LIMIT") in view.facts


def test_words_that_are_given_count_as_they_are():
    view = ur.Boggle.parse("tea/tax").view(["tea", "at"])
    tea, at = [2, 4, 2, 2, 2, 0], [1, 0, 0, 1, 2, 0]
    assert list(view.uses) == [a + b for a, b in zip(tea, at, strict=True)]
    assert ("status", "MULTIPLE") not in ur.Boggle.parse("tea/tax").solve(["tea", "tax"]).puzzle.view().facts


def by_hand(board, word):
    """Return the paths that spell a word of single letters, from all sequences of cells."""
    near, tiles = board.neighbours().tolist(), [board.tile(cell) for cell in range(board.rows * board.cols)]
    return [
        path
        for path in permutations(range(len(tiles)), len(word))
        if all(tiles[cell] in (letter, "?") for cell, letter in zip(path, word, strict=True))
        and all(b in near[a] for a, b in pairwise(path))
    ]


@pytest.mark.parametrize("text", ["aab/baa", "ab?/.ba", "aaaaaa"])
@pytest.mark.parametrize("wrap", [False, True])
def test_each_path_once_and_as_many_as_counted(text, wrap):
    board = Boggle.parse(text, wrap=wrap, shape=(1, 6) if "/" not in text else None)
    for word in ("a", "ab", "aba", "aab", "c"):
        found = list(each_path(board.board, board.board_rules, word, 0, -1))
        assert found == by_hand(board, word)
        assert count_paths(board.board, board.board_rules, word, None, None) == len(found)


def test_more_paths_than_are_made_at_a_time():
    board = Boggle.parse("/".join(["aaaa"] * 4))
    found = list(each_path(board.board, board.board_rules, "aaaa", 0, -1))
    assert (
        len(set(found))
        == len(found)
        == count_paths(board.board, board.board_rules, "aaaa", None, None)
        > AT_FIRST
    )
    assert found == sorted(found)


def test_from_some_cells_only():
    board = Boggle.parse("ab/ab")
    assert list(each_path(board.board, board.board_rules, "ab", 2, 3)) == [(2, 1), (2, 3)]


@pytest.mark.parametrize("word", ["", "a1", "a" * 255])
def test_what_no_board_has(word):
    board = Boggle.parse("a/b")
    assert search_of(board.board, board.board_rules, word) is None
    assert (
        list(each_path(board.board, board.board_rules, word, 0, -1)) == []
        and count_paths(board.board, board.board_rules, word, None, None) == 0
    )


def test_a_trace_is_a_puzzle():
    board = ur.Boggle.parse("t e/a Qu")
    step = board.trace("equate")
    assert not step.is_solved()
    assert [s.path for s in step.extensions()] == [(1,)]
    solved = board.trace("tea").extensions()[0].extensions()[0].extensions()[0]
    assert solved.is_solved() and solved.path == (0, 1, 2) and str(solved) == "tea: 0 1 2"
    assert solved.extensions() == []
