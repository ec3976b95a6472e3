"""The printed forms of a board and of a word list."""

from unriddle.puzzles import placement as wp


def test_two_digit_columns_stay_in_line(capsys):
    wp.print_board_w_c([[1] * 11 + ["Z"]])
    header, row = capsys.readouterr().out.splitlines()
    assert header.index("C12") == row.index("Z") and header.index("C2 ") == 7


def test_what_could_steer_a_terminal_is_escaped(capsys):
    wp.print_board([["\x1b", 1, 0]])
    wp.print_wordlist(["A\x1b"], [True])
    out = capsys.readouterr().out
    assert "\x1b" not in out and out.startswith("\\x1b   +\n")
