"""Ctrl-C at random moments of long calls, of Python and the command line: how long until it is answered.

python tools/interrupts.py --times 500
python tools/interrupts.py --times 20 fill   # calls with that in their names
python tools/interrupts.py --times 100 --signal TERM unriddle   # commands, by another signal

The calls of Python are those of `tests/contract/long_calls.py`, which has every verb that takes limits, and
verbs on very many puzzles, which take none.

Each run must end by itself with exit code 130, of a command 143 by SIGTERM and 129 by SIGHUP (or 0 where it
was done before), say no more than a line, and leave no traceback. Prints for each call the worst, and the
most processor time that its process had after a signal: where that is far less, the machine was busy. Prints
the median, the 99th percentile and the worst of the seconds from the signal to the answer: of a command the
end of the process, of a call of Python that it returns or raises (what the process does after it, such as
letting millions of objects of the caller go, is Python's). Runs that were done before the signal do not
count; a call that always is is left out. Exit code 1 where a run ended otherwise, or the percentile is above
`LONGEST`.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "contract"))
from long_calls import AT_ONCE, CALLS, FIFTEEN

LONGEST = 0.1
PATIENCE = 30.0
TRIALS = 3
"""Runs of a call that may be done before the signal."""
READY = (
    f"import sys; sys.path.insert(0, {sys.path[0]!r}); "
    "import long_calls, time, unriddle as ur, numpy as np; rng = np.random.default_rng(1); {before}\n"
    "try:\n"
    "    print('ready', flush=True)\n"
    "    {call}\n"
    "finally:\n"
    "    print(time.perf_counter(), flush=True)\n"
)
LARGE = "/".join(" ".join(str((8 * row + col) * 27 % 64) for col in range(8)) for row in range(8))
"""A sliding puzzle whose tiles lie in no order; it has solutions."""
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
PYTHON = {
    "score_many, small boards": (
        "boards = rng.integers(0, 26, (2_000_000, 16)).astype('uint8')",
        "ur.boggle.score_many(boards)",
    ),
    "score_many, large boards": (
        "boards = rng.integers(0, 26, (8, 160_000)).astype('uint8')",
        "ur.boggle.score_many(boards, shape=(400, 400))",
    ),
    "score_many, wildcards": ("boards = ['?' * 16] * 4", "ur.boggle.score_many(boards)"),
    "solve_many of Boggle": (
        "boards = rng.integers(0, 26, (1_000_000, 16)).astype('uint8')",
        "ur.boggle.solve_many(boards)",
    ),
    "solve_many of Sudoku": (
        f"lines = [{HARD!r}] * 200_000",
        "ur.sudoku.solve_many(lines)",
    ),
    "count of Sudoku, a wide box": ("board = ur.SudokuPuzzle.parse('.' * 625)", "board.count()"),
    "generate of Gogen": ("", "[ur.Gogen.generate((6, 6), seed=seed) for seed in range(1000)]"),
    "generate of Sudoku": ("", "[ur.Sudoku.generate(16, seed=seed) for seed in range(1000)]"),
    "generate of Numbrix": ("", "[ur.Numbrix.generate((12, 12), seed=seed) for seed in range(1000)]"),
    "graph of a word list": ("words = long_calls.words(5)", "ur.ladder.WordGraph(words).graph()"),
    **{
        name: (f"call = long_calls.CALLS[{name!r}]()", "call(ur.Limits())")
        for name in CALLS
        if name not in AT_ONCE
    },
}
COMMANDS = {
    "boggle": ("boggle", "--random", "--size", "3000x3000", "--summary"),
    "sudoku --count": ("sudoku", "." * 81, "--count"),
    "numbrix --all": ("numbrix", "/".join([" ".join("." * 8)] * 8), "--all"),
    "sliding": ("sliding", FIFTEEN, "--method", "ida"),
    "sliding, not optimal": ("sliding", "{board}", "--method", "beam"),
    "peg --count": ("peg", "--board", "english", "--count"),
    "river --count": ("river", "--missionaries", "40", "--boat", "10", "--count"),
    "best": ("best", "5x5", "--max-seconds", "60"),
    "prove": ("prove", "3x3", "--min-score", "500"),
    "survey": ("survey", "--boards", "1000000000"),
    "boggle --generate": ("boggle", "--generate", "1000000", "--words", "60..150"),
    "count-paths": ("count-paths", "9x9"),
    "batch": ("batch", "boggle", "{boards}", "-o", "{out}"),
    "boggle --count": ("boggle", "?" * 36, "--count"),
    "gogen --all": ("gogen", "/".join(["....."] * 5) + ": ABC DEF", "--all"),
    "ladder --diameter": ("ladder", "--diameter"),
    "peg --all": ("peg", "--board", "english", "--all"),
    "placement fill": ("placement", "fill", "/".join(["." * 12] * 12)),
    "sudoku --generate": ("sudoku", "--generate", "1000", "--size", "16"),
    "stream": ("stream", "--random", "--size", "30000x3000", "--summary"),
    "stream, text": ("stream", "{rows}", "--summary"),
    "check": ("check", "boggle", "{boards}", "{boards}", "--quiet"),
    "check sudoku": ("check", "sudoku", "{puzzles}", "{puzzles}", "--quiet"),
    "generate sudoku": ("generate", "sudoku", "-n", "100000", "-o", "{out}", "--grade"),
    "generate boggle": ("generate", "boggle", "-n", "100000", "-o", "{out}", "--words", "150.."),
    "generate numbrix": ("generate", "numbrix", "-n", "100000", "-o", "{out}"),
    "play": ("play", "sudoku", "--seed", "1"),
    "play boggle": ("play", "boggle", "--seed", "1", "--seconds", "0"),
}


def worked(process: int) -> float:
    """Return the seconds of processor time that a process has had; nan where the machine does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return math.nan
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def one(command: list[str], wait: float, ready: bool, sign: int) -> tuple[float | None, float, int, str]:
    """Start a process, interrupt it after a while.

    Returns seconds until its answer, None where it was done before; seconds of processor time from the signal
    to the end of the process, to a tick of the machine (10 ms); exit code, errors.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    if ready:
        process.stdout.readline()
    time.sleep(wait)
    done = process.poll() is not None
    had, start = worked(process.pid), time.perf_counter()
    process.send_signal(sign)
    try:
        out, errors = ended(process)
    except subprocess.TimeoutExpired:
        process.kill()
        out, errors = process.communicate()
    end = time.perf_counter()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - had
    if ready and out.strip():  # the clock is one of the system
        end = float(out.split()[-1])
    return None if done or end < start else end - start, work, process.returncode, errors


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Return what a process says until it ends; its standard input stays open, as a terminal does."""
    assert process.stdin is not None
    stdin, process.stdin = process.stdin, None
    try:
        return process.communicate(timeout=PATIENCE)
    finally:
        stdin.close()


def main() -> int:
    """Interrupt, and print what was measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=500, help="interrupts in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--later", type=float, default=0.0, metavar="S", help="seconds until commands have begun, where more"
    )
    parser.add_argument("--signal", choices=("INT", "TERM", "HUP"), default="INT", help="what interrupts")
    parser.add_argument("only", nargs="*", help="what the names of the calls have in them; all by default")
    args = parser.parse_args()
    sign = signal.Signals[f"SIG{args.signal}"]
    # What a shell runs in the background ignores SIGINT, what nohup runs SIGHUP, and so do their children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if args.signal == "HUP":
        signal.signal(sign, signal.SIG_DFL)
    rng = random.Random(args.seed)
    took: dict[str, list[float]] = {}
    works: dict[str, float] = {}
    before_signal: dict[str, int] = {}
    wrong, runs = [], 0
    names = [*PYTHON, *(f"unriddle {name}" for name in COMMANDS)]
    names = [name for name in names if not args.only or any(part in name for part in args.only)]
    with tempfile.TemporaryDirectory() as folder:
        boards = Path(folder) / "boards.txt"
        boards.write_text("".join("".join(rng.choices("aeiorstnlbd", k=16)) + "\n" for _ in range(3_000_000)))
        puzzles, rows = Path(folder) / "puzzles.txt", Path(folder) / "rows.txt"
        puzzles.write_text(f"{HARD}\n" * 300_000)
        rows.write_text("".join("".join(rng.choices("aeiorstnlbd", k=200)) * 20 + "\n" for _ in range(5000)))
        while sum(map(len, took.values())) < args.times and names:
            name = names[runs % len(names)]
            runs += 1
            if name in PYTHON:
                before, call = PYTHON[name]
                code = READY.format(before=before or "0", call=call)
                command, wait = [sys.executable, "-c", code], rng.uniform(0.0, 0.3)
            else:
                words = COMMANDS[name.removeprefix("unriddle ")]
                out = str(Path(folder) / f"out{runs}")
                given = {"boards": boards, "out": out, "board": LARGE, "puzzles": puzzles, "rows": rows}
                words = tuple(word.format(**given) if "{" in word else word for word in words)
                command, wait = [sys.executable, "-m", "unriddle", *words], args.later + rng.uniform(0.4, 0.8)
            seconds, work, code_of_exit, errors = one(command, wait, name in PYTHON, sign)
            if seconds is not None:
                works[name] = max(work, works.get(name, 0.0))
            took.setdefault(name, []).extend([] if seconds is None else [seconds])
            before_signal[name] = before_signal.get(name, 0) + (seconds is None)
            if before_signal[name] >= TRIALS and not took[name]:
                names.remove(name)  # a call this short there is nothing to interrupt in
            traced = "Traceback" in errors and not (
                name in PYTHON and errors.rstrip().endswith("KeyboardInterrupt")
            )
            if code_of_exit not in (0, 1, 128 + sign, -sign) or traced:
                wrong.append(f"{name}: exit code {code_of_exit}: {errors.strip()[-100:]!r}")
    return report(took, works, runs, wrong)


def report(took: dict[str, list[float]], works: dict[str, float], runs: int, wrong: list[str]) -> int:
    """Print what was measured; return the exit code."""
    every = sorted(seconds for found in took.values() for seconds in found)
    for name, found in took.items():
        worst = "done before each signal"
        if found:
            worst = f"worst {max(found) * 1e3:7.1f} ms, processor {works[name] * 1e3:5.0f} ms"
        print(f"{name:42} {len(found):4} times, {worst}")
    if not every:
        print("no call was interrupted, expected longer ones")
        return 1
    late = every[min(len(every) - 1, int(0.99 * len(every)))]
    middle = every[len(every) // 2]
    print(
        f"{len(every)} interrupts of {sum(map(bool, took.values()))} calls "
        f"({runs - len(every)} runs were done before): "
        f"median {middle * 1e3:.1f} ms, 99 % within {late * 1e3:.1f} ms, "
        f"worst {every[-1] * 1e3:.1f} ms; {len(wrong)} ended otherwise"
    )
    for line in wrong:
        print(line)
    return 1 if wrong or late > LONGEST else 0


if __name__ == "__main__":
    sys.exit(main())
