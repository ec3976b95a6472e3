"""Pictures of boards."""

from unriddle import Numbrix

ORIGINAL = Numbrix.parse("1 . . / . 5 . / . . 9")


def test_pictures():
    solution = ORIGINAL.solve().solution
    assert ORIGINAL._repr_svg_().count("<rect") == 9
    assert "<polyline" in ORIGINAL.to_svg(solution) and "<polyline" not in ORIGINAL.to_svg()
    assert ORIGINAL.solve()._repr_svg_() == ORIGINAL.to_svg(solution)
    nothing = Numbrix.parse("1 . 2")
    assert nothing.solve()._repr_svg_() == nothing.to_svg()
