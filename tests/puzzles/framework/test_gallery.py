"""The page of many puzzles."""

import pytest

from unriddle import Boggle, Hidato, Limits, Numbrix, PuzzleError, SudokuPuzzle
from unriddle.puzzles.framework import html as gallery
from unriddle.puzzles.framework.html import index_page, many_page

BOARDS = ["1 . / . .", "1 2 / 4 .", "1 . / . 3"]


def puzzles():
    return [Numbrix.parse(text) for text in BOARDS]


def kept(monkeypatch):
    """Return what `page` is called with."""
    found = []
    monkeypatch.setattr(gallery, "page", lambda view: found.append(view) or "page")
    return found


def test_rows_and_their_pictures(monkeypatch):
    found = kept(monkeypatch)
    many = Numbrix.solve_many(puzzles())
    assert many_page(many) == "page"
    [view] = found
    assert view.table.columns == ("number", "puzzle", "clues", "difficulty", "status", "nodes")
    assert view.table.choices == (2, 3, 4, 5)
    firsts, lasts = zip(*(row.frames for row in view.table.rows), strict=True)
    for first, last, result in zip(firsts, lasts, many, strict=True):
        assert view.frames[first].svg == result.puzzle.to_svg()
        assert view.frames[last].svg == result.puzzle.to_svg(result.solution)
    assert [row.values[1:3] for row in view.table.rows] == [("1", 1), ("1 2 4", 3), ("1 3", 2)]
    assert [row.values[4] for row in view.table.rows] == [str(result.status) for result in many]
    assert view.notes == ()


def test_steps_of_the_first_are_there_and_the_page_says_of_how_many(monkeypatch):
    found = kept(monkeypatch)
    monkeypatch.setattr(gallery, "MOST_STEPPED", 1)
    monkeypatch.setattr(gallery, "MOST_RATED", 2)
    many = Numbrix.solve_many([Numbrix.generate(4, seed=seed) for seed in range(3)])
    many_page(many)
    [view] = found
    steps = view.table.rows[0].frames[1] - view.table.rows[0].frames[0] - 1
    own = many[0].puzzle.view(many[0]).frames
    assert steps == len(own) - 1 > 0 and view.frames[1].says == own[1].says
    assert [row.frames[1] - row.frames[0] for row in view.table.rows[1:]] == [1, 1]
    at = view.table.columns.index("difficulty")
    assert [row.values[at] for row in view.table.rows] == [
        *(str(result.puzzle.difficulty()) for result in list(many)[:2]),
        "",
    ]
    assert len(view.notes) == 2 and "first 1" in view.notes[0] and "difficulty of 2" in view.notes[1]


def test_what_all_share_stands_above(monkeypatch):
    found = kept(monkeypatch)
    many_page(SudokuPuzzle.solve_many([SudokuPuzzle.generate(4, seed=seed) for seed in range(2)]))
    assert ("status", "UNIQUE") in found[0].facts and "status" not in found[0].table.columns


def test_what_has_no_answer_has_one_picture(monkeypatch):
    found = kept(monkeypatch)
    many_page(Numbrix.solve_many([Numbrix.parse("1 . 2")]))
    assert [row.frames for row in found[0].table.rows] == [(0, 0)]
    many_page(Hidato.solve_many([], limits=Limits(nodes=1)))
    assert found[1].table.rows == [] and found[1].table.columns[:2] == ("number", "puzzle")


def test_boards_that_are_arrays(monkeypatch):
    found = kept(monkeypatch)
    many_page(Boggle.solve_many([Boggle("tea/ars"), Boggle("tin/ton")], ["tea", "ton", "not"]))
    many_page(SudokuPuzzle.solve_many([SudokuPuzzle.parse("12../..../..../...1")] * 2))
    boggle, sudoku = found
    assert [row.values[2:] for row in boggle.table.rows] == [("UNIQUE", 1, 1), ("MULTIPLE", 2, 2)]
    assert len(boggle.frames) == 4 and sudoku.table.rows[0].frames[0] == 0


def test_pictures_that_would_be_too_many_are_left_out(monkeypatch):
    found = kept(monkeypatch)
    monkeypatch.setattr(gallery, "MOST_LINES", 3)
    index_page("boards", ((puzzle, None, ()) for puzzle in puzzles()), ())
    assert [row.frames for row in found[0].table.rows] == [(0, 0), (0, -1), (0, -1)]
    assert found[0].notes == ("2 of them are listed without a picture.",)


def test_too_many_are_an_error(monkeypatch):
    monkeypatch.setattr(gallery, "MOST_LISTED", 2)
    with pytest.raises(PuzzleError, match="a page of more than 2 boards, expected fewer"):
        index_page("boards", ((puzzle, None, ()) for puzzle in puzzles()), (), noun="boards")


def test_a_board_that_cannot_be_drawn_is_listed(monkeypatch):
    found = kept(monkeypatch)
    index_page("boards", [(Boggle.random("101x100", seed=1), None, ())], ())
    assert found[0].frames == [] and len(found[0].table.rows[0].values[1]) == gallery.LONGEST_TEXT
