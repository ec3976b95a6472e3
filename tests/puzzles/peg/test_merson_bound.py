from unriddle import GridPegSolitairePuzzle
from unriddle.puzzles.peg.boards import board_of
from unriddle.puzzles.peg.merson_bound import least_moves, regions


def test_regions_hold_what_is_said_of_them():
    for name in ("english", "wiegleb", "triangle15"):
        board = GridPegSolitairePuzzle.named(name).board
        found = regions(board)
        assert found and len(set(found)) == len(found)
        for region in found:
            for a, b, c in board.jumps:
                assert not region >> b & 1 or region & (1 << a | 1 << c)
            assert not any(other & region == other for other in found if other != region)


def test_the_square_of_six():
    """Merson's sixteen regions; Beasley, "The Ins and Outs of Peg Solitaire"."""
    board = board_of(((True,) * 6,) * 6)
    middle = 1 << board.number[2, 2]
    assert least_moves(board, board.whole, [middle]) == 16
    assert least_moves(board, board.whole ^ 1, [middle]) == 15
    assert least_moves(board, middle, [middle]) == 0


def test_a_full_region_at_the_end_costs_nothing():
    board = board_of(((True, True, True),))
    assert least_moves(board, 0b011, [0b100]) == 1
    assert least_moves(board, 0b111, [0b101]) == 1
    assert least_moves(board, 0b111, [0b010]) == 2
