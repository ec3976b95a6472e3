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


def test_steps_and_words_of_a_page():
    puzzle = Gogen.parse("MGDWLYSJB: ACQUIRE AXLE CUT DERV FIR JUST KEG MAN PILE PRY ROB WHAM")
    result = puzzle.solve()
    shown = puzzle.view(result)
    steps = puzzle.steps()
    assert [frame.says for frame in shown.frames[1:-1]] == [step.text for step in steps]
    assert dict(shown.facts)["difficulty"] == str(puzzle.difficulty())
    cells = "".join(result.solution)
    for row, word in zip(shown.table.rows, puzzle.words, strict=True):
        assert "".join(cells[cell] for cell in row.cells) == word == row.values[0]
    letters = [frame.text.replace("\n", "") for frame in shown.frames[:-1]]
    assert letters[0] == "".join(puzzle.grid)
    for before, after, step in zip(letters, letters[1:], steps, strict=False):
        filled = [k for k in range(25) if before[k] != after[k]]
        assert filled == ([] if step.cell is None else [5 * step.cell[0] + step.cell[1]])
    for frame, shown_letters in zip(shown.frames[1:-1], letters[1:], strict=True):
        for cell, letter in enumerate(shown_letters):  # what is left in a free cell holds the solution
            if letter == ".":
                group = frame.svg.split("<g>")[cell + 1].split("</g>")[0]
                assert f">{cells[cell]}</text>" in group or group.count("<text") == 0
    assert all(not row.cells for row in puzzle.view().table.rows)
