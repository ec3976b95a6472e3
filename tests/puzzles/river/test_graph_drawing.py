import pytest

from unriddle import PuzzleError, RiverPuzzle


def test_drawings_tell_kinds_apart():
    puzzle = RiverPuzzle.missionaries(3, 3)
    text = puzzle.graph_dot()
    for kind in ("state", "solution", "goal", "invalid", "duplicate", "step"):
        assert f'class="{kind}"' in text
    assert text.count('class="goal"') == 1
    assert puzzle.graph_svg().count("<rect") == text.count("fillcolor=")
    with pytest.raises(PuzzleError, match="to draw"):
        RiverPuzzle.couples(7, 4).graph_dot()
