"""Pictures of boards."""

import pytest

import unriddle as ur
from unriddle.core.reference.topology import HEX, KING, ROOK

KINDS = {"king": KING, "rook": ROOK, "hex": HEX}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_pictures(kind):
    board = ur.Boggle.parse("T E An/R . Qu", topology=kind)
    svg = board.to_svg((0, 1))
    assert svg.startswith("<svg") and svg.count("<rect") == 7 and svg.count("<line") == 1
    assert all(f">{tile}</text>" in svg for tile in ("T", "E", "An", "R", "Qu"))
    assert board.solve(["tean"])._repr_svg_().count("<line") == (0 if kind == "x" else 2)
    with pytest.raises(ur.PuzzleError, match="cell 6 of the path"):
        board.to_svg((6,))
    with pytest.raises(ur.PuzzleError, match="10,201 cells"):
        ur.Boggle.random(101, seed=1)._repr_svg_()


def test_words_are_drawn_by_their_paths():
    board = ur.Boggle.parse("tea/ars")
    assert board.to_svg("rate") == board.to_svg(["tea", "rate"]) == board.to_svg(board.path("rate"))
    assert board.to_svg() == board.to_svg(()) == board.to_svg([])
    with pytest.raises(ur.PuzzleError, match="'star' is not on the board"):
        board.to_svg("star")
