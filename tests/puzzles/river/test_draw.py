from unriddle import RiverPuzzle


def test_a_state_a_plan_and_none():
    puzzle = RiverPuzzle.farmer()
    assert puzzle.to_svg().count("<polygon") == 1
    result = puzzle.solve()
    assert result._repr_svg_() == puzzle.to_svg(result) == puzzle.to_svg(result.solution)
    assert puzzle.to_svg(result).count("<polygon") == 8
    assert "farmer goat" in puzzle.to_svg(result)
    none = RiverPuzzle.missionaries(4).solve()
    assert none._repr_svg_().count("<polygon") == 1
    assert RiverPuzzle.couples(12, 4)._repr_svg_().startswith("<svg")  # no graph is built for it


def test_a_page_shows_each_crossing_between_its_states():
    puzzle = RiverPuzzle.missionaries(3)
    result = puzzle.solve()
    shown = puzzle.view(result)
    assert [frame.says for frame in shown.frames] == ["the start", *map(str, result.crossings)]
    widths = {frame.svg.split('width="')[1].split('"')[0] for frame in shown.frames}
    assert len(widths) == 1
