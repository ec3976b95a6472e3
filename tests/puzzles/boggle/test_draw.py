"""Pictures of boards."""

from itertools import pairwise

import numpy as np
import pytest

import unriddle as ur
from reference.topology import HEX, KING, ROOK
from unriddle.puzzles.boggle.draw import FEW_WORDS, _paths_of

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
    assert [row.values for row in rows] == [
        (word, len(word), score) for word, score in zip(result.words, result.scores.tolist(), strict=True)
    ]
    for row in rows:
        assert row.cells in board.iter_paths(row.values[0])


@pytest.mark.parametrize("rules", [{}, {"topology": "rook"}, {"topology": "hex", "wrap": True}, {"qu": True}])
def test_paths_of_a_large_board_go_back_from_their_ends(rules):
    board = ur.Boggle.random("40x37", seed=3, **rules)
    result = board.solve()
    words = result.words
    near = [set(row) - {1480} for row in board.neighbours().tolist()]
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
    assert len(view.table.rows) == 10 and view.notes[1] == "The first 10 words are listed, 1,207 are not."
