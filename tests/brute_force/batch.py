"""Batch runs: what a plain call answers to each record, whole, in shards, and in one file of another form."""

import csv
import json
from pathlib import Path
from tempfile import TemporaryDirectory

from brute_force.common import rows_of, texts, unequal

from unriddle import Lexicon, PuzzleError
from unriddle.batch import run_batch
from unriddle.puzzles.registry import batch_names, get

DRAWN = {
    "boggle": lambda rng: "".join(rng.choices("abcd", k=4)),
    "gogen": lambda rng: f"AB/{rng.choice('.CD')}.: {rng.choice(('ADC', 'AC', 'BCA'))}",
    "hidato": lambda rng: "/".join(" ".join(rng.choices("123...", k=3)) for _ in range(3)),
    "ladder": lambda rng: " ".join(rng.choices(("abc", "abb", "bbb", "aab", "ccc"), k=2)),
    "numbrix": lambda rng: "/".join(" ".join(rng.choices("149...", k=3)) for _ in range(3)),
    "peg": lambda rng: "/".join(map("".join, rows_of(rng.choices("**.", k=8), 4))),
    "placement": lambda rng: f"{','.join(texts(rng, 'AB', 4, 2, 2))};11/{rng.choice('01')}1",
    "river": lambda rng: f"boat {rng.randint(1, 2)}; passenger a x{rng.randint(1, 3)} rows; passenger b",
    "sliding": lambda rng: "/".join(" ".join(row) for row in rows_of(rng.sample("0123", 4), 2)),
    "sudoku": lambda rng: "".join(rng.choices("1234" + 16 * ".", k=16)),
}
"""Name -> a record of a puzzle, in the shape of all others of its kind; some cannot be read."""


def plain(name, record, lexicon):
    """Return what one record is answered, None where it cannot be read."""
    try:
        puzzle = get(name).parse(record, **({"words": lexicon} if name == "ladder" else {}))
    except PuzzleError:
        return None
    result = puzzle.solve(lexicon) if name == "boggle" else puzzle.solve()
    if name == "boggle":
        return {"score": result.score, "words": sorted(result.words)}
    return {"status": result.status.value, "solution": result.solution and puzzle.format(result.solution)}


def signs(row):
    """Return a row with the letters and numbers of its solution, which may be on one line or drawn."""
    return {**row, "solution": "".join(filter(str.isalnum, row.get("solution") or ""))}


def batch_runs(rng):
    name, size, shards = rng.choice(batch_names()), rng.randint(1, 5), rng.randint(1, 3)
    records = [DRAWN[name](rng) if rng.random() < 0.95 else "!" for _ in range(rng.randint(1, 12))]
    yield name, records, size, shards
    lexicon = Lexicon(["ab", "abc", "abd", "aab", "bad", "abb", "bbb", "dab"])
    options = {"part_size": size, "lexicon": lexicon if name in ("boggle", "ladder") else None}
    options["what"] = "words" if name == "boggle" else None
    with TemporaryDirectory() as folder:
        source = Path(folder, "records.txt")
        source.write_text("\n".join(records) + "\n")
        run_batch(name, source, f"{folder}/whole", threads=1, **options)
        run_batch(name, source, f"{folder}/one.csv", threads=2, **options)
        for part in range(1, shards + 1):
            run_batch(name, source, f"{folder}/shared", threads=2, shard=(part, shards), **options)
        whole, shared = (
            {file.name: file.read_text() for file in Path(folder, where).iterdir() if file.is_file()}
            for where in ("whole", "shared")
        )
        table = list(csv.DictReader(Path(folder, "one.csv").read_text().splitlines()))
    rows = [json.loads(row) for name in sorted(whole) if "part" in name for row in whole[name].splitlines()]
    refused = [json.loads(row) for row in whole["_rejects.ndjson"].splitlines()]
    answers = {line: plain(name, record, lexicon) for line, record in enumerate(records, 1)}
    expected = [signs({"line": line, **answer}) for line, answer in answers.items() if answer]
    text = lambda value: " ".join(value) if isinstance(value, list) else str(value)  # noqa: E731
    yield from unequal(
        answered=(expected, [{key: row[key] for key in expected[0]} for row in map(signs, rows)]),
        refused=([line for line in answers if not answers[line]], [row["line"] for row in refused]),
        shards=(whole, shared),
        table=([{key: text(value) for key, value in row.items()} for row in rows], table),
    )
