"""Measure another revision and this one in turn: which is faster, and by how much.

python benchmarks/ab.py HEAD~1                              # all cases that take less than a second
python benchmarks/ab.py origin/main -k "boggle and 4x4"     # the cases that pytest's -k chooses
python benchmarks/ab.py HEAD -k sudoku                      # how steady the machine is: both are the same

The revision is built in a work tree below build/ab, with an environment of its own, and kept. Both sides
run the cases of this checkout, each in its own process, A B B A …; in several pairs of processes, since one
may be lucky with its memory. Printed is the median of the ratios, time of this checkout / time of the
revision, with an interval that holds the true median with a probability of 95 %.

Exit code: 0 nothing slower; 1 a case slower by more than the threshold, or with other answers; 2 usage, or a
revision that does not build.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
ROUND = 0.02
"""Seconds of a round at least."""


def build(revision: str) -> str:
    """Build a revision in a work tree and return its Python.

    Raises
    ------
    ValueError
        There is no such revision, or it does not build.
    """
    git = ["git", "-C", str(ROOT)]
    named = subprocess.run(
        [*git, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if named.returncode:
        raise ValueError(f"{revision!r} is not a revision of this checkout")
    commit = named.stdout.strip()
    tree = ROOT / "build" / "ab" / commit[:12]
    python = tree / ".venv" / "bin" / "python"
    if (tree / "built").exists():
        return str(python)
    print(f"building {commit[:12]}, which takes minutes", file=sys.stderr)
    log = ROOT / "build" / "ab" / f"{commit[:12]}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    steps = [
        [*git, "worktree", "prune"],
        [*git, "worktree", "add", "--force", "--detach", str(tree), commit],
        ["make", "-C", str(tree), f"PYTHON={sys.executable}", ".venv/.built"],
        [str(python), "-m", "pip", "install", "--quiet", "pytest", "pytest-benchmark"],
    ]
    if (tree / ".git").exists():
        del steps[1]
    environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL")}
    with log.open("w") as stream:
        for step in steps:
            done = subprocess.run(step, stdout=stream, stderr=stream, env=environment, check=False)
            if done.returncode:
                raise ValueError(f"{revision} does not build, see {log}")
    (tree / "built").touch()
    return str(python)


class Side:
    """One side: a process that prepares and runs cases of this checkout with the package of its Python."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, __file__, "--worker"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        """Return the answer to a request.

        Raises
        ------
        RuntimeError
            The case fails on this side, or the process ended.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        answer: dict[str, Any] = json.loads(line) if line else {"error": "the process ended"}
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def worker() -> None:
    """Answer requests, a line of JSON each: ``prepare`` a case, ``run`` it some times."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a case prints is no answer
    import pytest

    from benchmarks.collect import collect, digest

    cases: dict[str, Any] = {}
    work: Callable[[], Any] = list
    clock = time.perf_counter
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if "collect" in request:
                cases = collect(*request["collect"])
                answer: dict[str, Any] = {"cases": list(cases)}
            elif "prepare" in request:
                case = cases[request["prepare"]].prepare()
                work = case.work
                clock = time.perf_counter if case.info.get("threads", 1) > 1 else time.process_time
                start = time.perf_counter()
                found = work()
                once = time.perf_counter() - start
                answer = {"seconds": once, "digest": digest(list(case.answers(found)))}
            else:
                answer = {"seconds": _run(work, request["run"], clock)}
        except (Exception, pytest.skip.Exception, pytest.fail.Exception) as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        out.write(json.dumps(answer) + "\n")
        out.flush()


def _run(work: Callable[[], Any], times: int, clock: Callable[[], float]) -> float:
    gc.disable()
    if times > 1:
        work()  # the other side ran meanwhile, and filled the caches
    start = clock()
    for _ in range(times):
        work()
    spent = clock() - start
    gc.enable()
    return spent / times


def pairs_of(sides: Sequence[Side], name: str, seconds: float, longest: float) -> list[float]:
    """Return the ratios, this checkout / the revision, of rounds in turn.

    Raises
    ------
    RuntimeError
        The case fails on a side, answers differently, or takes too long.
    """
    first = [side.ask(prepare=name) for side in sides]
    if first[0]["digest"] != first[1]["digest"]:
        raise AssertionError("other answers")
    once = max(answer["seconds"] for answer in first)
    if once > longest:
        raise RuntimeError(f"takes {once:.1f} s, more than --longest {longest:g}")
    times = max(1, math.ceil(ROUND / max(once, 1e-9)))
    ratios: list[float] = []
    end = time.perf_counter() + seconds
    while len(ratios) < 4 or (time.perf_counter() < end and len(ratios) < 100):
        order = (0, 1) if len(ratios) % 2 == 0 else (1, 0)
        spent = {number: sides[number].ask(run=times)["seconds"] for number in order}
        ratios.append(spent[0] / max(spent[1], 1e-9))
    return ratios


def interval(ratios: Sequence[float]) -> tuple[float, float]:
    """Return what holds the true median with a probability of 95 %, by order statistics.

    Examples
    --------
    >>> interval([1.0] * 5 + [1.1] * 5)
    (1.0, 1.1)
    >>> interval(list(range(100)))
    (39, 60)
    """
    n, ordered = len(ratios), sorted(ratios)
    outside, low = 0.5**n, 0
    while low + 1 < n // 2 and outside + math.comb(n, low + 1) * 0.5**n <= 0.025:
        low += 1
        outside += math.comb(n, low) * 0.5**n
    return ordered[low], ordered[n - 1 - low]


def verdict(low: float, high: float, threshold: float) -> str:
    """Return what an interval of ratios shows.

    Examples
    --------
    >>> verdict(1.1, 1.2, 0.03), verdict(0.8, 0.9, 0.03), verdict(0.99, 1.02, 0.03), verdict(0.9, 1.2, 0.03)
    ('slower', 'faster', 'same', 'not clear')
    """
    if low > 1 + threshold:
        return "slower"
    if high < 1 - threshold:
        return "faster"
    return "same" if low >= 1 - threshold and high <= 1 + threshold else "not clear"


def progress(text: str) -> None:
    """Show a line on a terminal."""
    if sys.stderr.isatty():
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)


def compare(pythons: Sequence[str], chosen: Sequence[str], args: argparse.Namespace) -> list[dict[str, Any]]:
    """Measure all cases in both, in several pairs of processes, and print a line each."""
    ratios: dict[str, list[float]] = {}
    failed: dict[str, str] = {}
    for start in range(args.starts):
        sides = [Side(python) for python in pythons]
        try:
            names = next(iter([side.ask(collect=[*chosen])["cases"] for side in sides]))
            for done, name in enumerate(names, 1):
                if name in failed:
                    continue
                progress(f"{start + 1}/{args.starts} {done}/{len(names)} {name:.80}")
                try:
                    ratios[name] = [
                        *ratios.get(name, []),
                        *pairs_of(sides, name, args.seconds / args.starts, args.longest),
                    ]
                except AssertionError as error:
                    failed[name] = f"WRONG: {error}"
                except RuntimeError as error:
                    failed[name] = str(error)
        finally:
            for side in sides:
                side.close()
    progress("")
    found: list[dict[str, Any]] = []
    for name in dict.fromkeys([*ratios, *failed]):
        if name in failed:
            found.append({"name": name, "verdict": "wrong" if "WRONG" in failed[name] else "left out"})
            print(f"{name}  {failed[name]}")
            continue
        low, high = interval(ratios[name])
        middle, judged = statistics.median(ratios[name]), verdict(low, high, args.threshold)
        found.append({"name": name, "ratio": middle, "low": low, "high": high, "verdict": judged})
        print(f"{name}  {middle:.3f} ({low:.3f} to {high:.3f})  {judged}")
    return found


def main() -> int:
    """Build, measure, print; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("revision", help="what to compare with")
    parser.add_argument("-k", metavar="EXPRESSION", help="only the cases that pytest chooses by it")
    parser.add_argument("--seconds", type=float, default=6.0, help="for each case (default: 6)")
    parser.add_argument("--starts", type=int, default=3, help="pairs of processes (default: 3)")
    parser.add_argument("--longest", type=float, default=1.0, help="leave out longer cases (default: 1 s)")
    parser.add_argument("--threshold", type=float, default=0.03, help="share that counts (default: 0.03)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the ratios to FILE")
    args = parser.parse_args()
    try:
        python = build(args.revision)
        found = compare([sys.executable, python], ["-k", args.k] if args.k else [], args)
    except (ValueError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 2
    if args.json is not None:
        args.json.write_text(json.dumps({"against": args.revision, "cases": found}, indent=1) + "\n")
    counts = {kind: sum(one["verdict"] == kind for one in found) for kind in ("slower", "faster", "wrong")}
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()) + f" of {len(found)} cases")
    return 1 if counts["slower"] or counts["wrong"] else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--worker"]:
        worker()
    else:
        sys.exit(main())
