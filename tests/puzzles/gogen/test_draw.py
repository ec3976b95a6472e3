from unriddle.puzzles.gogen import Gogen

WORDS = ["ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM"]
SOLUTION = ("MNGKD", "HAXEV", "WCLRY", "QUIPO", "STJFB")
ORIGINAL = Gogen.parse("MGDWLYSJB", WORDS)


def test_pictures():
    assert ORIGINAL._repr_svg_().count("<rect") == 25
    assert ">ACQUIRE AXLE CUT DERV<" in ORIGINAL.to_svg()
    assert ORIGINAL.to_svg(SOLUTION).count("<text") == 25
    assert str(ORIGINAL).splitlines()[0] == "M . G . D"
    assert repr(ORIGINAL) == "Gogen('M.G.D/...../W.L.Y/...../S.J.B', 12 words)"
