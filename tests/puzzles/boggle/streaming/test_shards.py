"""Shards of boards in text files: merged they find what the whole file has, and what a plain search finds."""

import json
import random

import numpy as np
import pytest

from unriddle import Lexicon
from unriddle.batch import run_batch
from unriddle.puzzles.boggle import Rules, merge_streams, stream
from unriddle.puzzles.boggle.streaming.cluster import Task

LETTERS = "abcñéẽ𐐨"  # of 1, 2, 3 and 4 bytes
STEPS = {
    "rook": [(-1, 0), (1, 0), (0, -1), (0, 1)],
    "king": [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if row or col],
}
FORMS = {
    "plain": lambda lines: "\n".join([*lines, ""]),
    "windows": lambda lines: "\r\n".join([*lines, ""]),
    "both ends": lambda lines: "".join(line + "\r\n"[place % 3 == 1 :] for place, line in enumerate(lines)),
    "no last end": "\n".join,
    "windows, no last end": "\r\n".join,
    "mark": lambda lines: "\ufeff" + "\n".join([*lines, ""]),
    "size line": lambda lines: "\n".join([f"{len(lines)} {len(lines[0].split() or '')}", *lines, ""]),
    "blank lines behind": lambda lines: "\n".join([*lines, "", " ", ""]),
    "decomposed": lambda lines: "\n".join([*lines, ""]).replace("é", "e\u0301").replace("ñ", "n\u0303"),
}


def search(rows, words, steps):
    """Return the words on a board: paths over cells, each at most once."""
    cells = {(row, col): letter for row, line in enumerate(rows) for col, letter in enumerate(line)}

    def ends(path, rest):
        if not rest:
            return True
        near = [(path[-1][0] + row, path[-1][1] + col) for row, col in steps]
        return any(ends([*path, at], rest[1:]) for at in near if at not in path and cells.get(at) == rest[0])

    return sorted(word for word in words if any(ends([at], word[1:]) for at in cells if cells[at] == word[0]))


def written(chance, form, n_rows, cols):
    """Return the rows of a random board and the text of its file."""
    rare = chance.choice([0, 0.1, 0.5])
    rows = [
        "".join(chance.choice(LETTERS if chance.random() < rare else "abc.") for _ in range(cols))
        for _ in range(n_rows)
    ]
    spaced = chance.random() < 0.2 and cols > 1
    text = FORMS[form]([" ".join(row) if spaced else row for row in rows])
    if form == "size line":
        text = f"{n_rows} {cols}\n{text.partition(chr(10))[2]}"
    return rows, text


def merged(path, words, shape, count, **options):
    """Return what the shards of a file find together."""
    parts = [path.with_name(f"{count}-{number}.json") for number in range(1, count + 1)]
    for number, part in enumerate(parts, 1):
        part.unlink(missing_ok=True)
        stream(path, words, shape=shape, shard=(number, count), checkpoint=part, threads=1, **options)
    return merge_streams(parts, words)


@pytest.mark.parametrize("form", FORMS)
def test_merged_shards_are_the_whole_and_a_plain_search(form, tmp_path):
    chance = random.Random(form)
    for case in range(5):
        n_rows, cols, topology = chance.randint(1, 16), chance.randint(1, 5), chance.choice(list(STEPS))
        rows, text = written(chance, form, n_rows, cols)
        path = tmp_path / f"{case}.txt"
        path.write_bytes(text.encode())
        words = sorted({"".join(chance.choices(LETTERS, k=chance.randint(1, 4))) for _ in range(40)})
        words += [rows[-1].strip(".").partition(".")[0] or "a"]
        expected = search(rows, set(words), STEPS[topology])
        options = {"topology": topology, "min_length": 1}
        found = stream(path, words, threads=1, shape=(n_rows, cols), **options)
        assert (found.words, found.error, found.rows) == (expected, None, n_rows)
        for count in {1, chance.randint(2, 4), n_rows + case % 3}:
            found = merged(path, words, (n_rows, cols), count, **options)
            assert (found.words, found.error, found.done_rows) == (expected, None, n_rows), (text, count)


def test_rows_behind_many_megabytes(tmp_path):
    rows = ["abc"[place % 3] * 700 for place in range(8000)]
    rows[10], rows[7900] = "é" * 700, "c" * 699 + "ñ"
    path = tmp_path / "board.txt"
    path.write_text("\n".join(rows), encoding="utf-8")
    found = merged(path, ["añ", "cñ", "éñ"], (8000, 700), 5, topology="rook", min_length=2)
    assert found.words == ["añ", "cñ"]
    assert found.ends.tolist() == [[7900, 699], [7900, 699]]


def test_a_file_with_fewer_rows_than_are_said_has_no_shard_behind_them(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("abc\n" * 10 + "ñéñ\n" * 3 + "abc\n" * 5, encoding="utf-8")  # bytes of 20 rows
    with pytest.raises(ValueError, match="18 rows, expected 21"):
        merged(path, ["abc"], (21, 3), 3)


def test_spans_of_a_cluster_find_what_a_plain_search_finds(tmp_path):
    chance = random.Random(2)
    for case in range(9):
        rows, text = written(chance, "windows", 12, 3)
        path = tmp_path / f"{case}.txt"
        path.write_bytes(text.encode())
        words = Lexicon(["".join(chance.choices(LETTERS, k=chance.randint(1, 4))) for _ in range(40)])
        rules = Rules(min_length=1)
        task = Task(str(path), words, rules, False, (12, 3), False, LETTERS, None)
        nothing = np.packbits(np.zeros(len(words), bool)).tobytes()
        found = [task.do((first, first + 3), nothing).numbers for first in (9, 0, 6, 3)]
        numbers = np.unique(np.concatenate(found))
        assert sorted(words.decode(numbers)) == search(rows, list(words), STEPS["king"])


def test_shards_of_a_batch_give_the_answers_of_the_whole(tmp_path):
    chance = random.Random(1)
    boards = ["".join(chance.choices(LETTERS, k=4)) for _ in range(50)]
    words = sorted({"".join(chance.choices(LETTERS, k=chance.randint(3, 4))) for _ in range(400)})
    expected = [search([board[:2], board[2:]], words, STEPS["king"]) for board in boards]
    path = tmp_path / "boards.txt"
    for form in ("plain", "windows", "both ends", "no last end", "mark"):
        path.write_bytes(FORMS[form](boards).encode())
        for count in (1, 3):
            out = tmp_path / f"{form} {count}"
            for number in range(1, count + 1):
                summary = run_batch(
                    "boggle",
                    path,
                    out,
                    options={"shape": "2x2"},
                    lexicon=Lexicon(words),
                    what="words",
                    shard=(number, count),
                    part_size=7,
                    threads=1,
                )
            assert summary.complete
            lines = "".join(part.read_text("utf-8") for part in sorted(out.glob("part-*")))
            assert [json.loads(line)["words"] for line in lines.splitlines()] == expected
