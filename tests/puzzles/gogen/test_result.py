from unriddle.puzzles.gogen import Gogen


def test_a_result_with_and_without_a_solution():
    one = Gogen.parse("AB/C.: ADC").solve()
    assert str(one) == "AB\nCD" and one._repr_svg_().count("<text") == 4
    none = Gogen.parse("AB/..", ["ABA"]).solve()
    assert "ABA repeats A" in str(none) and none._repr_svg_().startswith("<svg") and none.complete
    assert "A, B follow each other in AB" in str(Gogen.parse("A../.../..B", ["AB"]).solve())
