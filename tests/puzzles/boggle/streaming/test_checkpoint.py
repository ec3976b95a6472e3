"""What is kept of a search of an enormous board: it goes on from there, and not from anything else."""

import numpy as np
import pytest

import unriddle as ur
from unriddle.puzzles.boggle import RandomBoard, stream
from unriddle.puzzles.boggle.streaming import search, windows
from unriddle.puzzles.boggle.streaming.checkpoint import Checkpoint

LEXICON = ur.Lexicon(list(ur.Lexicon.load("english", level=35))[::4])
BOARD = RandomBoard("500x200", seed=2)


@pytest.fixture(autouse=True)
def _often(monkeypatch):
    monkeypatch.setattr(windows, "CELLS", 1 << 14)
    monkeypatch.setattr(search, "SAVE_EVERY", 0.0)
    monkeypatch.setattr(search, "SAVE_SHARE", 0)


@pytest.mark.parametrize("paths", [False, True])
@pytest.mark.parametrize("wrap", [False, True])
def test_a_search_goes_on_where_it_was_stopped(tmp_path, wrap, paths):
    path = tmp_path / "found.json"
    whole = stream(BOARD, LEXICON, wrap=wrap, paths=paths)
    stops, done = 0, -1
    while True:
        limits = ur.Limits(nodes=700_000)
        found = stream(BOARD, LEXICON, wrap=wrap, paths=paths, checkpoint=path, limits=limits, threads=1)
        if found.status is not ur.Status.LIMIT:
            break
        assert found.done_rows >= done and set(found.words) <= set(whole.words)
        stops, done = stops + 1, found.done_rows
    assert stops > 1 and found.words == whole.words and found.done_rows == 500
    again = stream(BOARD, LEXICON, wrap=wrap, paths=paths, checkpoint=path)
    assert again.words == whole.words and again.ends.tolist() == found.ends.tolist()
    if paths:
        assert [list(path[-1]) for path in found.paths] == found.ends.tolist()
        assert all(0 <= row < 500 and 0 <= col < 200 for each in found.paths for row, col in each)


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_by_seeds_goes_on_where_it_was_stopped(tmp_path, monkeypatch, wrap, threads):
    monkeypatch.setattr(windows, "SEED_AFTER", 1)
    monkeypatch.setattr(windows, "SEED_CELLS", 1 << 14)
    monkeypatch.setattr(windows, "SEED_ROWS", 16)
    lexicon = ur.Lexicon(list(LEXICON)[::16])
    path, board = tmp_path / "found.json", RandomBoard("400x90", seed=5)
    whole, rows = stream(board, lexicon, wrap=wrap), []

    def watch(progress):
        rows.append(progress.done_rows)
        if len(rows) % 3 == 0:
            raise KeyboardInterrupt

    while True:
        found = stream(board, lexicon, wrap=wrap, checkpoint=path, watch=watch, threads=threads, paths=True)
        if not found.interrupted:
            break
        assert set(found.words) <= set(whole.words)
    assert len(rows) > 3 and rows == sorted(rows) and rows[-1] == 400
    assert found.words == whole.words and found.done_rows == 400
    assert [list(path[-1]) for path in found.paths] == found.ends.tolist()


def test_ctrl_c_and_errors_leave_a_checkpoint(tmp_path):
    path = tmp_path / "found.json"

    def interrupt(nodes):
        if nodes > 200_000:
            raise KeyboardInterrupt

    found = stream(BOARD, LEXICON, checkpoint=path, progress=interrupt, threads=1)
    assert found.interrupted and path.exists()
    rules = found.rules
    known = Checkpoint(str(path), LEXICON, rules, paths=False).read()
    assert sorted(known.numbers.tolist()) == found.numbers.tolist() and known.done_rows == found.done_rows
    assert stream(BOARD, LEXICON, checkpoint=path).words == stream(BOARD, LEXICON).words


def test_a_checkpoint_of_another_search_is_refused(tmp_path):
    path = tmp_path / "found.json"
    stream(BOARD, LEXICON, checkpoint=path, limits=ur.Limits(nodes=100_000))
    for board, lexicon, options, reason in [
        (RandomBoard("500x200", seed=3), LEXICON, {}, "the checkpoint is of another board"),
        (BOARD, ["teas"], {}, "a checkpoint of other words or rules"),
        (BOARD, LEXICON, {"wrap": True}, "a checkpoint of other words or rules"),
        (BOARD, LEXICON, {"paths": True}, "a checkpoint of other words or rules"),
    ]:
        with pytest.raises(ur.PuzzleError, match=reason):
            stream(board, lexicon, checkpoint=path, **options)
    text = path.read_text()
    for damaged in ("", text[: len(text) // 2], text.replace('"words":"', '"words":"AAAA', 1), "{}"):
        path.write_text(damaged)
        with pytest.raises(ur.PuzzleError, match=r"found\.json: no checkpoint of a stream, or a damaged one"):
            stream(BOARD, LEXICON, checkpoint=path)


def test_a_file_that_was_changed_is_another_board(tmp_path):
    board, path = tmp_path / "board.txt", tmp_path / "found.json"
    board.write_text("teas\narse\n" * 600)
    words = ["teas", "sear", "arse", "rate", "quiz"]
    stream(board, words, checkpoint=path, limits=ur.Limits(nodes=50))
    assert stream(board, words, checkpoint=path).rows == 1200
    board.write_text("teas\narsx\n" * 601)
    with pytest.raises(ur.PuzzleError, match="of another board, or of one that has changed since"):
        stream(board, words, checkpoint=path)


def test_a_checkpoint_that_cannot_be_written(tmp_path):
    with pytest.raises(ur.PuzzleError, match="cannot be written"):
        stream(BOARD, LEXICON, checkpoint=tmp_path / "none" / "found.json")


@pytest.mark.parametrize("threads", [1, 2])
def test_a_torus_is_gone_round_once_though_the_longest_word_is_found(tmp_path, threads):
    """The long word lies where the search begins, the short one in the rows that it comes to last."""
    board = np.zeros((60, 40), np.uint8)
    board[24, 3:23] = np.arange(1, 21)
    board[10, 30] = 25
    words = ["".join(chr(97 + code) for code in board[24, 3:23]), "az"]
    path, stops = tmp_path / "found.json", 0
    for nodes in (200, 400, 800, 1600, 3200):
        path.unlink(missing_ok=True)
        limits = ur.Limits(nodes=nodes)
        first = stream(board, words, wrap=True, min_length=2, checkpoint=path, limits=limits)
        stops += first.words == words[:1]
        found = stream(board, words, wrap=True, min_length=2, checkpoint=path, threads=threads)
        assert sorted(found.words) == sorted(words) and found.done_rows == 60
    assert stops


@pytest.mark.parametrize("seed", range(2))
def test_a_torus_at_any_stop(tmp_path, seed):
    rng = np.random.default_rng(seed)
    board = rng.integers(0, 3, (30, 12)).astype(np.uint8)
    words = {"".join(rng.choice(list("abc"), size)) for size in rng.integers(2, 13, 80)}
    whole = ur.Boggle.parse(board, wrap=True).solve(words, min_length=2).words
    path = tmp_path / "found.json"
    for _ in range(200):
        limits = ur.Limits(nodes=int(rng.integers(20, 300)))
        found = stream(board, words, wrap=True, min_length=2, checkpoint=path, limits=limits)
        if found.status is not ur.Status.LIMIT:
            break
    assert found.words == whole


def test_a_disk_that_is_full_later_loses_no_words(tmp_path, monkeypatch):
    path, written = tmp_path / "found.json", []
    write = Checkpoint.write

    def full(self, found):
        written.append(found)
        if len(written) > 3:
            raise ur.PuzzleError("cannot be written: No space left on device", file="found.json")
        write(self, found)

    monkeypatch.setattr(Checkpoint, "write", full)
    found = stream(BOARD, LEXICON, checkpoint=path, threads=1)
    assert found.error == "found.json: cannot be written: No space left on device" and found.words
    assert found.status is ur.Status.LIMIT
