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


def signs(text):
    """Return letters and numbers alone: a board on one line, and one that is drawn, have them in common."""
    return "".join(filter(str.isalnum, text))


def plain(name, record, lexicon):
    """Return what one record is answered, None where it cannot be read."""
    try:
        puzzle = get(name).parse(record, **({"words": lexicon} if name == "ladder" else {}))
    except PuzzleError:
        return None
    if name == "boggle":
        result = puzzle.solve(lexicon)
        return {"score": result.score, "words": sorted(result.words)}
    result = puzzle.solve()
    solution = "" if result.solution is None else puzzle.format(result.solution)
    return {"status": result.status.value, "solution": signs(solution)}


def batch_runs(rng):
    name, size, shards = rng.choice(batch_names()), rng.randint(1, 5), rng.randint(1, 3)
    records = [DRAWN[name](rng) if rng.random() < 0.95 else "!" for _ in range(rng.randint(1, 12))]
    yield name, records, size, shards
    lexicon = Lexicon(["ab", "abc", "abd", "aab", "bad", "abb", "bbb", "dab"])
    options = {"part_size": size, "lexicon": lexicon if name in ("boggle", "ladder") else None}
    options |= {"what": "words"} if name == "boggle" else {}
    with TemporaryDirectory() as folder:
        source = Path(folder, "records.txt")
        source.write_text("\n".join(records) + "\n")
        run_batch(name, source, f"{folder}/whole", threads=1, **options)
        run_batch(name, source, f"{folder}/one.csv", threads=2, **options)
        for part in range(1, shards + 1):
            run_batch(name, source, f"{folder}/shared", threads=2, shard=(part, shards), **options)
        whole, shared = (
            {file.name: file.read_text() for file in sorted(Path(folder, where).iterdir()) if file.is_file()}
            for where in ("whole", "shared")
        )
        table = list(csv.DictReader(Path(folder, "one.csv").read_text().splitlines()))
    rows = [json.loads(row) for file in whole if "part" in file for row in whole[file].splitlines()]
    refused = [json.loads(row)["line"] for row in whole["_rejects.ndjson"].splitlines()]
    text = lambda value: " ".join(value) if isinstance(value, list) else str(value)  # noqa: E731
    answers = {line: plain(name, record, lexicon) for line, record in enumerate(records, 1)}
    found = {row["line"]: {**row, "solution": signs(row.get("solution", ""))} for row in rows}
    yield from unequal(
        answered=(
            {line: answer for line, answer in answers.items() if answer},
            {line: {key: found[line][key] for key in answers[line] or ()} for line in found},
        ),
        refused=([line for line, answer in answers.items() if not answer], refused),
        shards=(whole, shared),
        table=([{key: text(value) for key, value in row.items()} for row in rows], table),
    )


ABILITIES = (batch_runs,)
