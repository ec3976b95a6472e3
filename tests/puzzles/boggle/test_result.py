"""What a result says of its words."""

import re

import unriddle as ur


def test_paths():
    result = ur.Boggle.parse("ab/ab").solve(["ab", "ba", "aab"], min_length=1)
    assert result.paths("ab") == [(0, 1), (0, 3), (2, 1), (2, 3)]
    assert result.paths("AB", limit=2) == [(0, 1), (0, 3)]
    assert result.count_paths_of("aab") == 4 and result.count_paths_of("bb") == 0
    assert result.paths("bb") == []
    assert result.path("zz") is None
    assert ur.Boggle.parse("aaaa").count_paths_of("a" * 4) == 24
    assert ur.Boggle.parse("a").count_paths_of("") == 0
    assert ur.Boggle.parse("a").path("") is None and ur.Boggle.parse("a").check("") is False


def test_reports_of_a_result():
    result = ur.Boggle.parse("tea/ars").solve(["tea", "tears", "eat"])
    assert result.by_length() == {3: ["eat", "tea"], 5: ["tears"]}
    assert str(result) == "3 words, 4 points"
    assert len(result) == 3 and "TEA" in result and "tar" not in result and 3 not in result
    assert re.fullmatch(r"<BoggleResult MULTIPLE: .*>", repr(result))
    assert result.stats.nodes <= result.moves


def test_a_result_is_an_answer():
    board = ur.Boggle("tea/ars")
    result = board.solve(["tea", "tears", "eat"])
    assert result.solution == result.words == list(board.solutions(lexicon=["tea", "tears", "eat"]))
    assert board.check(result) and board.format(result) == "eat\ntea\ntears"
    assert board.to_svg(result) == board.to_svg("tears") == result._repr_svg_()
    nothing = board.solve(["xyz"])
    assert nothing.solution is None and nothing.status is ur.Status.NO_SOLUTION and not board.check(nothing)
    assert nothing._repr_svg_() == board.to_svg()
    one = board.solve(["tea"])
    assert one.status is ur.Status.UNIQUE and one.scoring == ur.Scoring()
