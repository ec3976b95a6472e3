"""``unriddle book``: the same seed makes the same book; bad input is one line."""

import pytest

from unriddle.cli import main


def test_the_same_seed_makes_the_same_book(tmp_path, capsys):
    files = [tmp_path / name for name in ("a.html", "b.html", "c.html")]
    for file, seed in zip(files, ("1", "1", "2"), strict=True):
        arguments = ["sudoku", "numbrix", "--easy", "2", "--count", "1", "--seed", seed, "-o", str(file)]
        assert main(["book", *arguments]) == 0
        assert capsys.readouterr().out == f"{file}: 6 puzzles on {pages(file)} pages, seed {seed}\n"
    texts = [file.read_text() for file in files]
    assert texts[0] == texts[1] != texts[2]
    assert "<h1>Sudoku, Numbrix</h1>" in texts[0]


def pages(file):
    return file.read_text().count('<section class="page"')


def test_pdf(tmp_path, capsys):
    pytest.importorskip("svglib")
    out = tmp_path / "book.PDF"
    assert main(["book", "peg", "--count", "2", "--title", "Pegs", "--page-size", "A5", "-o", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF-") and "2 puzzles on 3 pages, seed " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["sudoku", "-o", "FOLDER/a.html"], "no puzzles; give the number with --easy"),
        (["sudoku", "--easy", "1", "-o", "FOLDER/a.docx"], "expected a file that ends in .html or .pdf"),
        (["peg", "--easy", "1", "-o", "FOLDER/a.html"], "peg has no grades; use --count alone"),
        (["chess", "--count", "1", "-o", "FOLDER/a.html"], "'chess', expected one of"),
        (["sudoku", "--count", "1", "--per-page", "99", "-o", "FOLDER/a.html"], "--per-page 99"),
        (["sudoku", "--count", "1", "-o", "FOLDER/no/a.html"], "cannot be written"),
    ],
)
def test_bad_input_is_one_line(arguments, wrong, tmp_path, capsys):
    assert main(["book", *(each.replace("FOLDER", str(tmp_path)) for each in arguments)]) == 2
    found = capsys.readouterr().err
    assert wrong in found and found.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
