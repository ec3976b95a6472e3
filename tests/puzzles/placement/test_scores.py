"""Lists of words with scores."""

import gzip

import pytest

from unriddle import PuzzleError
from unriddle.puzzles.placement import fill, scored_list
from unriddle.puzzles.placement.scores import finite, scores_of


def test_a_list_as_constructors_keep_it(tmp_path):
    path = tmp_path / "words.txt"
    path.write_bytes("\ufeffAREA;60\r\n\r\n oreo ; 20.5 \r\nArea;70\r\nOREO;-3\r\nété;1e1\r\n".encode())
    assert scored_list(path) == {"AREA": 70.0, "oreo": 20.5, "été": 10.0}
    packed = tmp_path / "words.txt.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert scored_list(packed) == scored_list(path)
    path.write_text("\n")
    assert scored_list(path) == {}


@pytest.mark.parametrize(
    "line", ["AREA", "AREA;", ";5", "AREA;x", "AREA;nan", "AREA;inf", "AREA;5;6", "AREA 5", "word;score"]
)
def test_a_line_without_a_score_is_left_out_and_reported(tmp_path, line):
    path = tmp_path / "words.txt"
    path.write_text(f"OREO;20\n\n{line}\n")
    with pytest.warns(UserWarning, match=rf"{path}: 1 line without a score left out \(line 3: '{line}'\)"):
        assert scored_list(path) == {"OREO": 20.0}
    path.write_text(f"# scores\n{line}\n")
    with pytest.raises(PuzzleError) as caught:
        scored_list(path)
    assert str(caught.value) == f"{path}:2: line {line!r}, expected WORD;SCORE, as on no line of the file"
    with pytest.raises(PuzzleError):
        scored_list(tmp_path / "none")


def test_comments_are_left_out_and_entries_of_several_words_joined(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("# my list\nICE CREAM;60\n #more\nice\tcream ;70\nDON'T;5\nplain\nPLAIN\n")
    with pytest.warns(UserWarning) as caught:
        assert scored_list(path) == {"ICECREAM": 70.0, "DON'T": 5.0}
    assert str(caught[0].message) == (
        f"{path}: 2 comment lines left out; 2 lines without a score left out (line 6: 'plain'); "
        "2 entries of several words joined (ICE CREAM is ICECREAM); "
        "1 word with other characters than letters (DON'T)"
    )


def test_a_list_is_words_and_scores_at_once():
    words = {"AB": 5, "CD": 7, "EF": 9}
    assert fill([".."], words, min_score=8).solution.rows == ("EF",)
    assert fill([".."], words, min_score=10).solution is None
    result = fill(["..", "##", ".."], words, min_score=6)
    assert (result.total, result.score, result.optimal) == (16, 8, False)
    assert fill([".."], words, score={"CD": 1, "AB": 0}, min_score=1).solution.rows == ("CD",)


def test_scores_of_words():
    assert scores_of({"AB": "ab"}, None) is None
    assert scores_of({"AB": "ab", "CD": "cd"}, {"ab": 4, "x": 1}) == {"AB": 4, "CD": 1}
    assert scores_of({"AB": "ab"}, len) == {"AB": 2}
    assert scores_of({"AB": "ab"}, {}) == {"AB": 0.0}
    for wrong in ({"x": "9"}, {"x": None}, {"x": float("nan")}):
        with pytest.raises(PuzzleError, match="of 'X', expected a finite number"):
            scores_of({"AB": "ab"}, wrong)
    with pytest.raises(ValueError, match="inf"):
        finite("inf")
