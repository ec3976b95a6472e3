"""Run the main jobs as people do: `unriddle batch boggle` in new processes, none of which may fail.

    python tools/main_jobs.py [--runs 30] [--boards 20000] COMMAND

COMMAND is an installed `unriddle` with extra ``parquet``. Inputs are lines, CSV, Parquet and ``.npy``, asked
for scores and for words, with one thread and two; all must have the same answers.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet

LETTERS = "eeeeaaaiioootttnnnsssrrrlldcmpgbhfwykvxzjqu"
SECONDS = 300  # of one run at most


def write_boards(folder: Path, boards: int) -> dict[str, list[str]]:
    """Write boards in each form of input, some with a slash between rows; return the arguments for each."""
    rng = np.random.default_rng(1)
    texts = ["".join(row) for row in rng.choice(list(LETTERS), (boards, 16))]
    texts = ["/".join(text[k : k + 4] for k in range(0, 16, 4)) if text < "b" else text for text in texts]
    (folder / "boards.txt").write_text("\n".join(texts) + "\n")
    (folder / "boards.csv").write_text("board\n" + "\n".join(texts) + "\n")
    pyarrow.parquet.write_table(pa.table({"board": texts}), folder / "boards.parquet")
    np.save(folder / "boards.npy", np.array(texts))
    column = ["--column", "board"]
    return {"boards.txt": [], "boards.csv": column, "boards.parquet": column, "boards.npy": []}


def digest_of(out: Path) -> str:
    """Return the digest of the answers of a run, without the numbers of records, which depend on the form."""
    digest = hashlib.sha256()
    for part in sorted(out.glob("*.ndjson")):
        for line in part.read_bytes().splitlines(keepends=True):
            digest.update(line.partition(b",")[2])
    return digest.hexdigest()


def main() -> None:
    """Run the jobs; end with exit code 1 where one fails or has other answers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", type=Path, help="the command unriddle to run")
    parser.add_argument("--runs", type=int, default=30, help="number of processes (default: 30)")
    parser.add_argument("--boards", type=int, default=20_000, help="boards of each (default: 20,000)")
    args = parser.parse_args()
    failed, answers = 0, dict[str, str]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inputs = write_boards(folder, args.boards)
        jobs = itertools.cycle(itertools.product(("2", "1"), ("words", "score"), inputs))
        for k, (threads, what, file) in enumerate(itertools.islice(jobs, args.runs)):
            out = folder / f"out{k}"
            options = ["--format", "ndjson", "--what", what, "--threads", threads, *inputs[file]]
            line = [
                args.command.resolve(),
                "batch",
                "boggle",
                file,
                *options,
                "--part-size",
                "2000",
                "-o",
                str(out),
            ]
            began = time.perf_counter()
            done = subprocess.run(
                line, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
            )
            took = time.perf_counter() - began
            wrong = done.stderr[-2000:] if done.returncode else ""
            if not wrong and answers.setdefault(what, found := digest_of(out)) != found:
                wrong = "other answers than from lines"
            print(f"{file} {what}, threads {threads}: {wrong or f'{took:.1f} s'}", flush=True)
            failed += bool(wrong)
    if failed:
        sys.exit(f"{failed} of {args.runs} runs failed")


if __name__ == "__main__":
    main()
