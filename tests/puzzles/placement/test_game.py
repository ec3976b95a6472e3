"""The rules of the game: moves forth and back, hints, what may be asked."""

from unriddle.puzzles.placement import Game

SMALL = "GTU\nTECH\n\n111\n010\n010\n010"
LARGE = (
    "ANSWER\nDESK\nDONE\nGLUE\nLEARN\nSTUDY\nTAPE\nTEACH\nTEST\nWORK\n\n001111100\n000010000\n000011111\n"
    "000010010\n010010010\n011111010\n010000000\n111101000\n000101000\n000101000\n001111000"
)


def test_undo_is_exact_and_a_new_move_drops_what_was_undone():
    words, board = SMALL.split("\n\n")[0].split(), SMALL.split("\n\n")[1].split()
    game = Game(words, board)
    outer, states = game.board, []
    for move in ("w1r1c1dh", "w2r1c2dv"):
        states.append(([list(row) for row in game.board], list(game.wstatus)))
        assert game.move(move) == ""
    assert game.solved and game.moves == ["W1R1C1DH", "W2R1C2DV"]
    for board_, wstatus in reversed(states):
        game.undo()
        assert (game.board, game.wstatus) == (board_, wstatus)
    assert game.board is outer and game.moves == []
    game.redo()
    game.undo()
    assert game.move("w2r1c2dv") == "" and game.redo() == ""
    assert game.moves == ["W2R1C2DV"]


def test_given_letters_stay_when_the_board_is_cleared():
    game = Game(["GTU", "TECH"], ["1T1", "010", "010", "010"])
    game.move("w1r1c1dh")
    game.clear()
    assert game.rows() == ["1T1", "010", "010", "010"]


def test_words_that_crossings_have_spelt_are_placed_too():
    game = Game(["ABC", "DEF", "GHI", "ADG", "BEH", "CFI"], ["111", "111", "111"])
    for number, row in ((1, 1), (2, 2), (3, 3)):
        assert not game.solved
        assert game.move(f"w{number}r{row}c1dh") == ""
    assert game.solved and all(game.wstatus)


def hints(words, board, *moves):
    game = Game(words, board)
    for move in moves:
        assert game.move(move) == ""
    return game.hint()


def test_hints_have_a_reason():
    words, board = ["GTU", "TECH"], ["111", "010", "010", "010"]
    assert hints(words, board) == ("W1R1C1DH", "GTU: no other word fits there")
    assert hints(words, board, "w1r1c1dh") == ("W2R1C2DV", "TECH: no other word fits there")
    assert hints(["AB", "XB"], ["11", "10"]) == (
        "",
        "no solution is left from here; check tells which word is wrong",
    )
    several = hints(["AB", "AC"], ["11", "10"])
    assert several.move in ("W1R1C1DH", "W2R1C1DH") and "one of 2 words that fit there" in several.reason
    assert hints(words, board, "w1r1c1dh", "w2r1c2dv") == ("", "the board is full")


def test_hints_lead_to_the_end():
    words, board = LARGE.split("\n\n")[0].split(), LARGE.split("\n\n")[1].split()
    game = Game(words, board)
    for _ in range(len(words)):
        assert not game.solved
        assert game.move(game.hint().move) == ""
    assert game.solved


def test_a_hint_where_a_word_has_one_place():
    hint = hints(["ABC", "ADE", "XYZ"], ["A11", "000", "A11", "000", "111"])
    assert hint == ("W3R5C1DH", "XYZ: the word has no other place")


def test_a_hint_that_crossing_words_leave():
    hint = hints(["CAT", "CUP", "PIN"], ["111", "100", "111"])
    assert hint == ("W1R1C1DH", "CAT: every other word clashes with one that crosses")


def test_check_where_several_solutions_exist():
    # AB and AC are interchangeable at the corner; XY and XZ in the other corner.
    game = Game(["AB", "AC", "BD", "CD"], ["11", "11"])
    assert game.check() == "The puzzle can still be solved, in more than one way."
    assert game.move("w1r1c1dh") == ""
    assert game.check() == "The puzzle can still be solved, in one way."
    game.undo()
    assert game.move("w3r1c1dh") == ""
    assert game.check() == "No solution is left since BD (W3R1C1DH)."
    hopeless = Game(["AB"], ["11", "11"])
    assert "no solution from the start: 1 word of 2 letters for 4 slots" in hopeless.check()
