"""The column of the records in tables that name none."""

import numpy as np
import pytest

from unriddle import Boggle, SudokuPuzzle
from unriddle.base import PuzzleError
from unriddle.batch.likely import find_column, likely_in, table_form

BOGGLE = likely_in("boggle", Boggle, {})
SUDOKU = likely_in("sudoku", SudokuPuzzle, {})
GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def found(tmp_path, text, likely, end="\n"):
    path = tmp_path / "x"
    path.write_bytes(text.replace("\n", end).encode())
    return find_column(str(path), likely)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize(
    "text, name",
    [
        ("quizzes,solutions\nG,x\n", "quizzes"),
        ("id,Board\n1,G\n", "Board"),
        ('"id";"puzzle"\n"1";"G"\n', "puzzle"),
        ("puzzle\nG\n", "puzzle"),
        ("sudoku\nG\n", "sudoku"),
        ('{"id":1,"grid":"G"}\n', "grid"),
        ('\n[{"id":1,"text":"G"}]\n', "text"),
        ("G\nG\n", None),
        ("# board\nG\n", None),
        ("", None),
        ("board", None),
    ],
)
def test_a_header_is_seen(tmp_path, text, name, bom, end):
    assert found(tmp_path, bom + text.replace("G", GRID), SUDOKU, end) == name


@pytest.mark.parametrize(
    "text, wrong",
    [
        (
            "id,position\n1,G\n",
            "no column is called board, puzzle or the like; choose one with --column: id, position",
        ),
        (
            "board,puzzle\nG,G\n",
            "several columns may hold the records; choose one with --column: board, puzzle",
        ),
        (
            '{"id":1,"x":"G"}\n',
            "no column is called board, puzzle or the like; choose one with --column: id, x",
        ),
    ],
)
def test_a_table_without_a_column_of_records_is_refused(tmp_path, text, wrong):
    with pytest.raises(PuzzleError) as error:
        found(tmp_path, text.replace("G", GRID), SUDOKU)
    assert wrong in str(error.value)


def test_a_board_of_letters_is_no_header(tmp_path):
    assert found(tmp_path, "board\nperslatgsineters\n", BOGGLE) == "board"
    assert found(tmp_path, "id,board\n1,perslatgsineters\n", BOGGLE) == "board"
    assert found(tmp_path, "teas\nrate\n", BOGGLE) is None
    with pytest.warns(
        UserWarning, match="'grid', is read as a record; if it is a header, pass --column grid"
    ):
        assert found(tmp_path, "grid\nrate\n", BOGGLE) is None
    np.save(tmp_path / "x.npy", np.array(["teas"]))
    assert find_column(str(tmp_path / "x.npy"), BOGGLE) is None


def test_forms_of_text():
    for head, form in (
        (b" {", "json"),
        (b"[\r\n {", "array"),
        (b"[]", "array"),
        (b"[[1", "csv"),
        (b"", "csv"),
    ):
        assert table_form(head) == form
