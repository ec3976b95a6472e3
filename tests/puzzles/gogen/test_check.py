"""The rules alone, apart from parser and solver."""

from unriddle.puzzles.gogen.check import impossible, solves, traceable


def test_each_rule_is_held():
    def fits(cells, givens="....", words=("ABC",), revisit=False):
        return solves(cells, givens, words, alphabet="ABCD", cols=2, revisit=revisit)

    assert fits("ABCD") and fits("DCBA")
    assert not fits("ABCC") and not fits("ABC") and not fits("ABCE")
    assert fits("ABCD", "A...") and not fits("ABCD", ".A..")
    assert not fits("ABCD", words=["ABA"]) and fits("ABCD", words=["ABA"], revisit=True)
    assert not solves("ABCDEF", "......", ["AC"], alphabet="ABCDEF", cols=3, revisit=False)


def test_words_that_can_still_be_traced():
    def near(cell):
        return [other for other in range(4) if abs(cell - other) == 1]

    assert traceable("AB", "A...", near) and traceable("BC", "A...", near)
    assert not traceable("AB", "A..B", near) and not traceable("AC", "AB..", near)
    assert traceable("A", "ABCD", near) and not traceable("E", "ABCD", near)


def test_words_that_no_board_has():
    assert impossible(["ABC", "CBA"], False) == ""
    assert impossible(["ABC", "CAC"], False).startswith("CAC repeats C")
    assert impossible(["CAC"], True) == "" and impossible(["CCA"], True).startswith("CCA doubles C")
