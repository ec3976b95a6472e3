"""Write puzzles for those who train and test programs: entries of question and answer, and dataset cards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..text import printable
from .format import Format

QA = "jsonl-qa"
"""One JSON object a line: ``question``, ``answer`` and ``metadata``, the entry of ``reasoning-gym``."""
SIZES = (
    (1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"), (100_000_000, "10M<n<100M"), (1 << 62, "100M<n<1B"),
)  # fmt: skip
"""Numbers of records, and what the Hub calls a dataset with fewer."""


def question_of(task: str, text: str, size: str, rules: Mapping[str, Any]) -> str:
    r"""Return what is asked: the task, the rules that are not off, and the puzzle in rows.

    Examples
    --------
    >>> question_of("Fill the grid.", "12..", "2x2", {"box": [1, 2], "wrap": False})
    'Fill the grid.\n\nbox: [1, 2]\n\n12\n..'
    """
    rows, _, cols = size.partition("x")
    if "/" not in text and cols and len(text) == int(rows) * int(cols):
        text = "/".join(text[k : k + int(cols)] for k in range(0, len(text), int(cols)))
    said = {name: value for name, value in rules.items() if value not in (None, False, [], {})}
    lines = (
        f"{name}: {value if isinstance(value, str) else json.dumps(value)}" for name, value in said.items()
    )
    return "\n\n".join(filter(None, (task, "\n".join(lines), text.replace("/", "\n"))))


def entry_of(puzzle: str, task: str, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record of ``unriddle generate`` as an entry; `puzzle` is the name of what checks answers."""
    rest = {key: value for key, value in record.items() if key not in ("number", "solution", "rules")}
    rules = json.loads(record["rules"])
    head = {"source_dataset": puzzle, "source_index": record["number"] - 1, "verifier": puzzle}
    return {
        "question": question_of(task, record["puzzle"], record["size"], rules),
        "answer": record["solution"],
        "metadata": head | rest | {"rules": rules},
    }


def dataset_card(job: Mapping[str, Any], files: str, records: int) -> str:
    """Return the card of a dataset of Parquet files: README.md with YAML, for the Hub of Hugging Face.

    Parameters
    ----------
    job : mapping
        What the run is, as its manifest says.
    files : str
        The files, or a pattern, in the folder to which the card belongs.
    records : int
    """
    puzzle, what = job["puzzle"], job["what"]
    made = what == "generate"
    head = [
        f"pretty_name: {json.dumps(f'{puzzle}: {records:,} ' + ('puzzles' if made else 'records'))}",
        "tags:",
        *(f"- {tag}" for tag in ("unriddle", "puzzles", puzzle, *(("synthetic",) if made else ()))),
        "size_categories:",
        f"- {next(name for most, name in SIZES if records < most)}",
        "configs:",
        "- config_name: default",
        f"  data_files: {json.dumps(printable(files), ensure_ascii=False)}",
    ]
    own = {name: value for name, value in job["options"].items() if value not in (None, False)}
    said = {"seed": job["seed"]} if made else {"what": what}
    said |= {"options": own, "unriddle": job["unriddle"]}
    facts = [f"- {name}: `{json.dumps(value, sort_keys=True)}`" for name, value in said.items()]
    verb = "Made by `unriddle generate" if made else "Answered by `unriddle batch"
    judged = f"\n`unriddle check {puzzle} FILE ANSWERS` checks answers.\n" if made else ""
    return "\n".join(["---", *head, "---", "", f"{verb} {puzzle}`.", "", *facts, ""]) + judged


FORMATS = (
    Format(
        name=QA,
        title="question and answer, one JSON object per line",
        reads="by `check`, `check_many` and `from_record`",
        writes="by `generate --format jsonl-qa`",
    ),
    Format(
        name="card",
        title="dataset card for the Hugging Face Hub",
        reads="–",
        writes="by `generate` and `batch`, in the folder NAME.run of Parquet files",
    ),
)
