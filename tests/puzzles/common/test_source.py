"""A board that looks like the name of a file."""

import pytest

from unriddle import Numbrix, PuzzleError
from unriddle.puzzles.common.source import is_file, read_puzzle


def test_holes_at_the_beginning_of_a_board_are_no_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not is_file("./1/3/.")
    assert read_puzzle(Numbrix, "./1/3/.") == Numbrix([["."], ["1"], ["3"], ["."]])


def test_a_file_of_that_name_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "1").write_text("1 . .\n")
    assert read_puzzle(Numbrix, "./1") == Numbrix([["1", ".", "."]])


@pytest.mark.parametrize("name", ["./board.txt", "../no/such", "~/board", "/no/such/board"])
def test_a_file_that_is_missing_is_said(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PuzzleError, match="no such file"):
        read_puzzle(Numbrix, name)
