"""Compare counted work (nodes, instructions) with benchmarks/expected.json; exit 1 where a case differs.

``--update`` writes what is counted now, ``--nodes`` leaves the instructions out. Counted work repeats where
time does not. Nodes are the same on every machine. Instructions, within 2 %, depend on the compiler, its
flags, the vector path, Python and NumPy; they are kept apart for each such setting, and counted by callgrind
on the best vector path that valgrind has (AVX2) and on the portable one, or on that of ``UNRIDDLE_SIMD``.
The cases are those that the file names, at their quick sizes.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from itertools import repeat
from pathlib import Path
from typing import Any

os.environ["UNRIDDLE_BENCH_QUICK"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import numpy as np

from benchmarks.collect import Case, collect
from benchmarks.machine import built
from unriddle.core.dispatch import VARIABLE
from unriddle.search import run_loop

ROOT = Path(__file__).resolve().parents[1]
EXPECTED = ROOT / "benchmarks" / "expected.json"
TOLERANCE = 0.02
SAMPLES = 3
PIECE, PIECES = 120 << 10, 600
"""Bytes, just too few for pages of their own, and how many such: more than comes back."""
Counts = Mapping[str, int]


def cases_of(recorded: Mapping[str, Any]) -> dict[str, Case]:
    """Return the cases that the recorded figures name, ready to run.

    Raises
    ------
    ValueError
        The suite has no such case.
    """
    names = list(
        dict.fromkeys([*recorded["nodes"], *(n for e in recorded["instructions"] for n in e["counts"])])
    )
    files = dict.fromkeys(name.partition("::")[0] for name in names)
    found = collect(*(str(ROOT / "benchmarks" / file) for file in files))
    if absent := [name for name in names if name not in found]:
        raise ValueError(f"{absent[0]}: the suite has no such case")
    return {name: found[name] for name in names}


def nodes_of(cases: Mapping[str, Case]) -> dict[str, int]:
    """Return the nodes of each case that counts nodes."""
    found = {}
    for name, case in cases.items():
        case.prepare()
        if "nodes" in case.info:
            found[name] = int(case.info["nodes"](case.work()))
    return found


def run_between_marks(cases: Mapping[str, Case], mark: Callable[[], object]) -> None:
    """Run each case once to warm up, then three times between two marks; print a line a run.

    The clock by which a search is cut into slices stands still: the slices are the same on any machine. What
    Python collects comes between the marks by chance, so it does not. Memory that came back in large pieces
    is taken: a large table would else be made in such a piece where one is left, and zeroed by memset.
    """
    vars(run_loop)["perf_counter"] = repeat(0.0).__next__
    gc.disable()
    for name, case in cases.items():
        case.prepare().work()
        held = [np.empty(PIECE, np.uint8) for _ in range(PIECES)]
        for _ in range(SAMPLES):
            mark()
            case.work()
            mark()
            print(name, flush=True)
        del held


def instructions(file: Path, path: str = "") -> tuple[dict[str, int], dict[str, Any]] | None:
    """Return the instructions of one call of each case, and the setting; None without valgrind.

    This script runs under callgrind, which writes out what it has counted whenever ``getppid`` is called. Of
    three runs the least counts.
    """
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        return None
    # Large tables are zeroed by the system or by memset, as memory came back before: by the system here.
    environment = dict(os.environ, PYTHONHASHSEED="0", MALLOC_MMAP_THRESHOLD_=str(1 << 17))
    environment |= {VARIABLE: path} if path else {}
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        options = ["--quiet", "--tool=callgrind", "--dump-before=getppid", f"--callgrind-out-file={out}"]
        command = [valgrind, *options, sys.executable, __file__, "--between-marks", "--file", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if done.returncode:
            raise ValueError(
                f"counting instructions: {(done.stderr.strip().splitlines() or ['it failed'])[-1]}"
            )
        first, *names = done.stdout.splitlines()
        # The first dump is what came before the first mark; the last, what came after the last one.
        totals = [_total(Path(f"{out}.{number}")) for number in range(1, 2 * len(names) + 1)]
    found: dict[str, int] = {}
    for name, total in zip(names, totals[1::2], strict=True):
        found[name] = min(total, found.get(name, total))
    return found, json.loads(first)


def comparable(recorded: Mapping[str, Any]) -> bool:
    """Return whether instructions are recorded for this build and Python, on any vector path."""
    here = {**built(), "simd": ""}
    return any({**entry["setting"], "simd": ""} == here for entry in recorded["instructions"])


def _total(path: Path) -> int:
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.startswith(("totals:", "summary:")):
            return int(line.split()[1])
    raise ValueError(f"{path}: no total in it")


def compare(
    recorded: Mapping[str, Any], nodes: Counts, counted: tuple[Counts, Mapping[str, Any]] | None
) -> tuple[list[str], list[str]]:
    """Return a line for each case that differs, and what could not be compared.

    Examples
    --------
    >>> recorded = {"nodes": {"a": 5}, "instructions": [{"setting": {"simd": "avx2"}, "counts": {"a": 100}}]}
    >>> compare(recorded, {"a": 6}, ({"a": 103}, {"simd": "avx2"}))[0]
    ['a: 6 nodes, recorded 5', 'a: 103 instructions, recorded 100 (+3.0 %)']
    >>> compare(recorded, {"a": 5}, ({"a": 103}, {"simd": "portable"}))
    ([], ['instructions not compared: none recorded for simd portable'])
    """
    faults = _differing(recorded["nodes"], nodes, "nodes", 0.0)
    if counted is None:
        return faults, ["instructions not compared: no valgrind, or none recorded for this build"]
    counts, here = counted
    known = next((entry["counts"] for entry in recorded["instructions"] if entry["setting"] == here), None)
    if known is None:
        setting = ", ".join(f"{key} {value}" for key, value in here.items())
        return faults, [f"instructions not compared: none recorded for {setting}"]
    return faults + _differing(known, counts, "instructions", TOLERANCE), []


def _differing(recorded: Counts, counted: Counts, what: str, tolerance: float) -> list[str]:
    lines = []
    for name in dict.fromkeys([*recorded, *counted]):
        now, then = counted.get(name), recorded.get(name)
        if now is None or then is None or abs(now - then) > tolerance * then:
            one, other = ("no" if number is None else f"{number:,}" for number in (now, then))
            share = f" ({now / then - 1:+.1%})".replace("%", " %") if tolerance and now and then else ""
            lines.append(f"{name}: {one} {what}, recorded {other}{share}")
    return lines


def updated(
    recorded: Mapping[str, Any], nodes: Counts, counted: tuple[Counts, Mapping[str, Any]] | None
) -> dict[str, Any]:
    """Return the figures to record; instructions of other settings stay as long as the nodes do."""
    kept = [
        entry
        for entry in (recorded["instructions"] if recorded["nodes"] == dict(nodes) else [])
        if counted is None or entry["setting"] != counted[1]
    ]
    if counted is not None:
        kept.append({"setting": dict(counted[1]), "counts": dict(counted[0])})
    kept.sort(key=lambda entry: json.dumps(entry["setting"], sort_keys=True))
    return {"nodes": dict(nodes), "instructions": kept}


def main() -> int:
    """Count, and compare or record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", help="record what is counted now")
    parser.add_argument("--nodes", action="store_true", help="nodes only")
    parser.add_argument("--file", type=Path, default=EXPECTED, help="the recorded figures")
    parser.add_argument("--between-marks", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    try:
        recorded = json.loads(args.file.read_text(encoding="utf-8"))
        cases = cases_of(recorded)
        if args.between_marks:
            print(json.dumps(built()), flush=True)
            run_between_marks(cases, os.getppid)
            return 0
        nodes, asked = nodes_of(cases), os.environ.get(VARIABLE)
        paths = (asked,) if asked else ("", "portable")
        counted = not args.nodes and (args.update or comparable(recorded))
        runs = [instructions(args.file, path) for path in paths] if counted else [None]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        return 2
    if args.update:
        for run in runs:
            recorded = updated(recorded, nodes, run)
        args.file.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")
        print(
            f"{args.file}: nodes of {len(nodes)} cases, instructions of {len(runs[0][0]) if runs[0] else 0}"
        )
        return 0
    compared = [compare(recorded, nodes, run) for run in runs]
    faults = dict.fromkeys(line for lines, _ in compared for line in lines)
    notes = dict.fromkeys(line for _, lines in compared for line in lines)
    print(
        "\n".join([*([] if args.nodes else notes), *faults, f"{len(nodes)} cases, {len(faults)} that differ"])
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
