"""Checkpoints and shards: a search continues from them, and they are merged."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from banded import boards, check_paths, plain, tiny_bands
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.io import checkpoints
from unriddle.puzzles.boggle import RandomBoard, Scoring, merge_streams, stream
from unriddle.puzzles.boggle.streaming import windows
from unriddle.puzzles.boggle.streaming.checkpoint import Checkpoint

LEXICON = ur.Lexicon(list(ur.Lexicon.load("english", level=35))[::12])


BOARD = RandomBoard("500x200", seed=2)


@pytest.fixture(autouse=True)
def _often(monkeypatch):
    monkeypatch.setattr(windows, "CELLS", 1 << 14)
    monkeypatch.setattr(checkpoints, "SAVE_EVERY", 0.0)
    monkeypatch.setattr(checkpoints, "SAVE_SHARE", 0)


@pytest.mark.parametrize("paths", [False, True])
@pytest.mark.parametrize("wrap", [False, True])
def test_a_search_goes_on_where_it_was_stopped(tmp_path, wrap, paths):
    path = tmp_path / "found.json"
    whole = stream(BOARD, LEXICON, wrap=wrap, paths=paths)
    stops, done = 0, -1
    while True:
        limits = ur.Limits(nodes=450_000)
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
        with pytest.raises(
            ur.PuzzleError, match=r"found\.json: is not a checkpoint of a stream, or is damaged"
        ):
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


def shards(folder, board, words, count, **options):
    """Search all shards of a board; return their files."""
    files = [folder / f"{number}of{count}" for number in range(1, count + 1)]
    for number, file in enumerate(files, 1):
        found = stream(board, words, shard=(number, count), checkpoint=file, **options)
        assert found.own == 0 and found.status is ur.Status.LIMIT
    return files


@settings(max_examples=12)
@given(
    boards(),
    st.integers(1, 6),
    st.sampled_from([2, 3, 5, 20]),
    st.integers(1, 2),
    st.sampled_from([None, 0.3, 1.0]),
)
def test_shards_find_what_the_definition_finds(tmp_path_factory, board, band, count, threads, seeds):
    cells, words, rules = board
    with tiny_bands(band, cells.shape[1], seeds):
        options = {"rules": rules, "threads": threads, "paths": True}
        files = shards(tmp_path_factory.mktemp("parts"), cells, words, count, **options)
    found = merge_streams(files, words)
    assert found.words == plain(cells, words, rules) and (found.done_rows, found.own) == (len(cells), 0)
    check_paths(found, cells, rules)


@pytest.mark.parametrize("seeds", [False, True])
def test_each_shard_finds_each_word_that_begins_in_its_rows(monkeypatch, seeds):
    monkeypatch.setattr(windows, "CELLS", 1 << 9)
    if seeds:
        monkeypatch.setattr(windows, "SEED_AFTER", 1)
        monkeypatch.setattr(windows, "SEED_CELLS", 1 << 9)
        monkeypatch.setattr(windows, "SEED_ROWS", 16)
    codes = np.random.default_rng(3).integers(0, 26, (200, 40), dtype=np.uint8)
    words = ur.Lexicon(list(LEXICON)[::9])
    board = ur.Boggle.parse(codes)
    whole = board.solve(words)
    for number in (1, 2, 3, 4):
        found = set(stream(codes, words, shard=(number, 4)).words)
        own = range((number - 1) * 50 * 40, number * 50 * 40)
        mine = {word for word in whole.words if any(path[0] in own for path in board.iter_paths(word))}
        assert mine <= found <= set(whole.words) and mine


def test_every_kind_of_source(tmp_path):
    codes = np.random.default_rng(1).integers(0, 26, (90, 50), dtype=np.uint8)
    text = "\n".join("".join(chr(97 + code) for code in row) for row in codes.tolist())
    (tmp_path / "board.txt").write_text(text)
    np.save(tmp_path / "board.npy", codes)
    codes.tofile(tmp_path / "board.raw")
    whole = stream(codes, LEXICON).words
    for number, (source, options) in enumerate(
        [
            (tmp_path / "board.txt", {"shape": "90x50"}),
            (tmp_path / "board.npy", {}),
            (tmp_path / "board.raw", {"shape": "90x50", "raw": True}),
            (codes, {}),
        ]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert merge_streams(shards(folder, source, LEXICON, 4, **options), LEXICON).words == whole


def test_a_random_board_draws_the_rows_of_a_shard_alone(monkeypatch, tmp_path):
    from unriddle.puzzles.boggle.streaming import row_readers

    monkeypatch.setattr(row_readers, "SEEDED_CELLS", 1000)
    drawn = []
    draw = row_readers.RandomRows._draw
    monkeypatch.setattr(row_readers.RandomRows, "_draw", lambda self, k: drawn.append(k) or draw(self, k))
    board, words = RandomBoard("1000x50", seed=4), ur.Lexicon(["teas", "quiz", "boggle"])
    found = stream(board, words, shard=(3, 5), checkpoint=tmp_path / "part")
    assert found.first_row == 400
    assert min(drawn) * 20 > 400 - 6 - 20 and max(drawn) * 20 < 600 + 6


def test_parts_that_do_not_belong_together(tmp_path):
    board = RandomBoard("60x40", seed=1)
    first, second, third = shards(tmp_path, board, LEXICON, 3)
    whole = stream(board, LEXICON)
    assert merge_streams([third, first, second, second], LEXICON).words == whole.words
    found = merge_streams([third], LEXICON)
    assert (found.status, found.error, found.done_rows) == (ur.Status.LIMIT, "no part has rows 1 to 40", 20)
    assert found.words and set(found.words) < set(whole.words) and found.own == 40
    found = merge_streams([first, third], LEXICON, checkpoint=tmp_path / "some")
    assert found.error == "no part has rows 21 to 40" and not found.interrupted
    on = stream(board, LEXICON, checkpoint=tmp_path / "some")  # from the first row that is missing on
    assert on.words == whole.words and on.done_rows == 60
    other = tmp_path / "other"
    for options, words, reason in [
        ({"board": RandomBoard("60x40", seed=2)}, LEXICON, "is of another board than .*1of3"),
        ({"board": RandomBoard("60x41", seed=1)}, LEXICON, "is of another board than .*1of3"),
        ({"wrap": True}, LEXICON, "of other words or rules"),
        ({"paths": True}, LEXICON, "of other words or rules"),
        ({}, ur.Lexicon(["teas"]), "of other words or rules"),
    ]:
        other.unlink(missing_ok=True)
        stream(options.pop("board", board), words, shard=(2, 3), checkpoint=other, **options)
        with pytest.raises(ur.PuzzleError, match=reason):
            merge_streams([first, other, third], LEXICON)
    with pytest.raises(ur.PuzzleError, match="is a checkpoint of shard 2/3, not of shard 1/3"):
        stream(board, LEXICON, shard=(1, 3), checkpoint=second)
    other.write_text("{}")
    for files, reason in [
        ([], "no files"),
        ([first, other], "is not a checkpoint of a stream"),
        ([tmp_path / "none"], "no such file"),
    ]:
        with pytest.raises(ur.PuzzleError, match=reason):
            merge_streams(files, LEXICON)


def test_the_same_file_on_other_machines(tmp_path):
    codes, parts = np.random.default_rng(1).integers(0, 26, (60, 40), dtype=np.uint8), []
    scoring = Scoring((0, 0, 0, 1, 2))
    for number in (1, 2):
        folder = tmp_path / f"machine{number}"
        folder.mkdir()
        np.save(folder / "board.npy", codes)
        os.utime(folder / "board.npy", (number, number))
        parts.append(folder / "part")
        stream(
            folder / "board.npy",
            LEXICON,
            shard=(number, 2),
            checkpoint=parts[-1],
            min_length=4,
            scoring=scoring,
        )
    found = merge_streams(parts, LEXICON)
    whole = stream(codes, LEXICON, min_length=4, scoring=scoring)
    assert (found.words, found.score, found.status) == (whole.words, whole.score, whole.status)


def test_rows_that_are_not_known(tmp_path):
    (tmp_path / "board.txt").write_text("teas\narse\n")
    with pytest.raises(ur.PuzzleError, match="the number of rows; give --size RxC"):
        stream(tmp_path / "board.txt", LEXICON, shard=(1, 2))
    for shard in [(0, 2), (3, 2), "1/2", (1.0, 2)]:
        with pytest.raises(ur.PuzzleError, match="shard"):
            stream(np.zeros((4, 4), np.uint8), ["abc"], shard=shard)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_killed_shard_goes_on(tmp_path):
    files = [tmp_path / "1", tmp_path / "2"]
    small = "windows.CELLS = 1 << 14; windows.SEED_CELLS = 1 << 15; checkpoints.SAVE_EVERY = 0.0"
    code = "from unriddle.io import checkpoints; from unriddle.puzzles.boggle.streaming import windows; "
    code += f"{small}; checkpoints.SAVE_SHARE = 0; "

    def command(number):
        words = [
            "stream",
            "--random",
            "--size",
            "900x900",
            "--seed",
            "1",
            "--level",
            "35",
            "--summary",
            "--format",
            "json",
        ]
        words += ["--shard", f"{number}/2", "--checkpoint", str(files[number - 1])]
        return [
            sys.executable,
            "-c",
            f"{code}from unriddle.cli import main; raise SystemExit(main({words!r}))",
        ]

    def done():
        lines = files[1].read_text().split("\n") if files[1].exists() else ["{}"]
        return json.loads(lines[0]).get("done_rows", 0)

    process, deadline = subprocess.Popen(command(2), stdout=subprocess.PIPE), time.time() + 60
    while time.time() < deadline and done() <= 450:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    stopped = done()
    for number in (1, 2):
        ended = subprocess.run(command(number), capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr
    assert 450 < stopped < 900 == done(), "it was killed in the middle, and went on"
    words = ur.Lexicon.load("english", level=35)
    assert merge_streams(files, words).words == stream(RandomBoard("900x900", seed=1), words).words
