"""A puzzle from an argument: inline, a file, standard input."""

import io
import os
from threading import Thread

import pytest

import unriddle as ur
from unriddle import Numbrix, PuzzleError
from unriddle.puzzles.framework.command import is_file, read_puzzle

BOARD = "1 . / . ."


def refused(text, **rules):
    with pytest.raises(PuzzleError) as error:
        read_puzzle(Numbrix, text, **rules)
    return str(error.value)


@pytest.mark.parametrize(
    "text", ["-", "/tmp/x", "~/x", "./x", "../x", "x.txt", "x.TXT", "x.gz", "x.npy", "puzzles.sdk"]
)
def test_what_looks_like_a_file_is_one(text):
    assert is_file(text)


@pytest.mark.parametrize(
    "text",
    [
        *("board.png", "BOARD.JPG", "boards.csv", "my board.xlsx", "grid.puz", "grid.ipuz", "words.dic"),
        *("scan.pdf", "a/b/board.webp", "page.html", "boards.tar.zst", "C:\\boards.doc", "list.7z"),
        *("board.foo", "my-board_2.v2", "data/my.list", "a/b.cd", "puzzle.mp4"),
    ],
)
def test_a_name_with_an_ending_is_a_missing_file_and_no_board(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert is_file(text)
    for kind in (ur.Boggle, ur.Numbrix, ur.SudokuPuzzle):
        with pytest.raises(PuzzleError, match="no such file"):
            read_puzzle(kind, text)
    if text in ("board.foo", "data/my.list"):
        with pytest.raises(PuzzleError, match="for a board, put / between its rows or spaces between"):
            read_puzzle(ur.Boggle, text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "tea.rs/at.oms",
            "t e a . r s",
            "ab.cd/ef.gh/ij.kl",
            "TEA.RS",
            "oo.oo",
            "xo.xx",
            "12.34",
            "....1..2..",
        ),
        *("ab..cd", "a.b", "**.*", ".ab", "abc.", "5.3"),
    ],
)
def test_rows_with_holes_are_boards(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not is_file(text)


@pytest.mark.parametrize(
    "text", ["", ".", "1 . / . .", "a/b/c", "txt", "tea.", "8........\n", "a\0b", "x" * 5000]
)
def test_what_looks_like_a_board_is_none(text):
    assert not is_file(text)


def test_a_file_of_any_name_that_is_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not is_file("board")
    (tmp_path / "board").write_text(BOARD, encoding="utf-8")
    assert is_file("board") and read_puzzle(Numbrix, "board") == Numbrix.parse(BOARD)
    assert not is_file("")


def test_inline_from_a_file_and_from_a_pipe(tmp_path, monkeypatch):
    (tmp_path / "b.txt").write_text(BOARD, encoding="utf-8")
    expected = Numbrix.parse(BOARD)
    assert read_puzzle(Numbrix, BOARD) == expected == read_puzzle(Numbrix, str(tmp_path / "b.txt"))
    for text in ("-", None):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(BOARD.encode())))
        assert read_puzzle(Numbrix, text) == expected


def test_nothing_given_on_a_terminal(monkeypatch):
    said = "nothing to solve, expected a puzzle, FILE, or - for standard input"
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    for stream in (terminal, None):
        monkeypatch.setattr("sys.stdin", stream)
        assert refused(None) == said


def test_an_inline_error_names_the_board_and_says_that_no_file_is_called_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = refused("1 ! / . .")
    assert said.startswith("1 ! / . .:1:3: ") and "no file" not in said
    assert refused("wrong").endswith(" (no file has that name)")
    (tmp_path / "1 !").mkdir()
    assert refused("1 !").endswith("is a folder, expected a file")
    assert refused("q" * 100).startswith("q" * 40 + ":")


def test_an_error_of_a_file_names_the_file(tmp_path):
    path = tmp_path / "b.txt"
    path.write_text("1 !\n. .\n", encoding="utf-8")
    assert refused(str(path)).startswith(f"{path}:1:3: ")
    assert "no file has that name" not in refused(str(path))


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


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_a_folder_is_no_board_of_its_letters(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    with pytest.raises(PuzzleError, match=r"^data: is a folder, expected a file"):
        read_puzzle(ur.Boggle, "data")


def test_a_table_of_many_puzzles_is_for_batch(tmp_path):
    file = tmp_path / "boards.csv"
    file.write_text("id,board\n1,fxieamloewbxastu\n2,perslatgsineters\n")
    with pytest.raises(PuzzleError, match=r"; a table of many puzzles is for unriddle batch$"):
        read_puzzle(ur.Boggle, str(file))


def test_a_named_pipe_is_a_file_whatever_it_is_called(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("quat")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("quat")
    (tmp_path / "nowhere").symlink_to("nothing")
    assert is_file("quat") and is_file("link") and not is_file("folder") and not is_file("nowhere")
    for name in ("quat", "link"):
        writer = Thread(target=(tmp_path / "quat").write_text, args=(BOARD,))
        writer.start()
        assert read_puzzle(Numbrix, name) == Numbrix.parse(BOARD)
        writer.join()
