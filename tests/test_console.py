"""What the subcommands share: drawings as PNG."""

import argparse
import sys
import types

import pytest

from unriddle import MissingExtraError, PuzzleError, SudokuPuzzle
from unriddle.cli import main
from unriddle.console import bytes_of, picture, png_of, positive, seconds, shard, whole, write_file
from unriddle.puzzles import registry

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"><text>A</text></svg>'


def test_a_missing_package_is_a_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match=r"PNG files need resvg-py: pip install 'unriddle\[png\]'"):
        png_of(lambda: SVG)


def test_letters_that_no_font_draws_are_an_error(monkeypatch):
    blank = types.SimpleNamespace(svg_to_bytes=lambda **options: b"\x89PNG")
    monkeypatch.setitem(sys.modules, "resvg_py", blank)
    with pytest.raises(PuzzleError, match="no font for letters was found"):
        png_of(lambda: SVG)


def test_a_real_png_shows_letters():
    pytest.importorskip("resvg_py")
    board, other = (SudokuPuzzle.parse(text).to_svg() for text in ("1...............", "2..............."))
    one, two = (png_of(lambda svg=svg: svg) for svg in (board, other))
    assert one.startswith(b"\x89PNG\r\n\x1a\n") and one != two


def test_bytes_are_written_whole(tmp_path):
    write_file(str(tmp_path / "x.png"), b"\x89PNG\r\n")
    assert (tmp_path / "x.png").read_bytes() == b"\x89PNG\r\n"
    with pytest.raises(PuzzleError, match="cannot be written"):
        write_file(str(tmp_path / "none" / "x.png"), b"")
    assert [path.name for path in tmp_path.iterdir()] == ["x.png"]


@pytest.mark.parametrize("kind", [positive, whole, seconds, bytes_of, shard])
def test_an_error_about_an_option_quotes_no_more_than_a_line(kind):
    with pytest.raises(argparse.ArgumentTypeError, match="expected") as error:
        kind("x" * 100_000)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("name", registry.names())
def test_a_picture_of_another_kind_is_refused_before_anything_is_solved(name, tmp_path, capsys):
    for ending in ("jpg", "PDF"):
        target = tmp_path / f"q.{ending}"
        assert main([name, registry.spec(name).example, "--svg", str(target)]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "expected a file that ends in .svg or .png" in said
        assert not target.exists()
    assert picture("a.jpg/board") == "a.jpg/board" and picture("jpg") == "jpg"


@pytest.mark.parametrize(
    "option", ["count-paths 3x3 --svg", "survey --svg", "prove 2x2 --svg", "river --graph-svg"]
)
def test_other_drawings_refuse_it_too(option, capsys):
    assert main([*option.split(), "q.jpeg"]) == 2
    assert "expected a file that ends in .svg or .png" in capsys.readouterr().err
