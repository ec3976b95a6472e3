"""A round of Boggle."""

import pytest

from unriddle import Boggle, PuzzleError
from unriddle.cli import main
from unriddle.puzzles.boggle import play
from unriddle.puzzles.boggle.play import BoggleGame

WORDS = ["tea", "tear", "rates", "tee", "help"]


def round_of(board="tea/ars", words=WORDS, time=None):
    return BoggleGame(Boggle.parse(board).solve(words), time)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("te", "te has 2 letters, expected 3 or more"),
        ("tee", "tee is not on the board"),
        ("sat", "sat is not on the board"),
        ("are", "are is not in the list"),
        ("t3!a", "is not on the board"),
        ("Tea", "tea is found already"),
    ],
)
def test_what_is_no_word_is_refused(word, reason):
    game = round_of()
    game.move("tea")
    with pytest.raises(PuzzleError, match=reason):
        game.move(word)
    assert game.state == ("tea",)


def test_points_and_what_was_missed():
    game = round_of()
    game.move("RATES")
    assert game.said() == "1 word, 2 points" and not game.finished
    assert game.hint() == "a word of 3 letters begins with te, in row 1, column 1"
    assert game.closing() == "1 of 3 words, 2 of 4 points.\nMissed:\n  4  tear\n  3  tea"
    game.move("tea")
    game.move("tear")
    assert game.finished and game.closing() == "3 of 3 words, 4 of 4 points."
    assert game.hint() == "all words are found"
    assert game.undo() and not game.finished


def test_many_words_are_not_all_listed(monkeypatch):
    monkeypatch.setattr(play, "MOST_MISSED", 2)
    assert round_of().closing().endswith("  5  rates\n  4  tear\nand 1 more")


def test_the_clock_runs_from_the_start(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(play, "monotonic", lambda: now[0])
    game = round_of(time=60)
    assert game.seconds_left() is None
    game.start()
    now[0] += 59
    assert game.seconds_left() == 1
    assert round_of().seconds_left() is None


def run(tmp_path, entered, *options):
    (tmp_path / "moves").write_text(entered)
    (tmp_path / "words").write_text("\n".join(WORDS))
    words = [] if "--level" in options else ["--lexicon", str(tmp_path / "words")]
    return main(["play", "boggle", *options, *words, "--moves", str(tmp_path / "moves")])


def test_an_order_that_is_a_word_is_played_with_a_mark(tmp_path, capsys):
    assert run(tmp_path, "help!\n", "hel/xxp", "--seconds", "0") == 0
    assert "1 of 1 word, 1 of 1 point." in capsys.readouterr().out


def test_random_boards_come_again_with_their_seed(tmp_path, capsys):
    shown = []
    for seed in ("1", "1", "2"):
        assert run(tmp_path, "quit\n", "--seed", seed, "--size", "3x5", "--level", "50") == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] != shown[2]
    assert len(shown[0].split("\n")[1].split()) == 5


def test_a_board_without_words(tmp_path, capsys):
    assert run(tmp_path, "quit\n", "xxx/xxx") == 0
    assert "no word of the list is on the board" in capsys.readouterr().out


def test_words_from_where_the_player_writes_are_refused(capsys):
    assert main(["play", "boggle", "tea/ars", "--lexicon", "-"]) == 2
    assert "standard input is for the words that you find" in capsys.readouterr().err
