"""How long commands with a limit take, from the start of the process to its end, printing included.

python tools/limits.py                        # one second
python tools/limits.py --limit 0.2 sudoku     # commands with that in their names

The commands are those of `tests/contract/long_calls.py`; their output goes to a file. Prints for each the
seconds, the processor time, the most memory, what it wrote, its exit code and its last line of errors. Exit
code 1 where one took more than 1.3 times the limit and 0.3 seconds, or failed.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "contract"))
from long_calls import COMMANDS

TIMES, MORE = 1.3, 0.3
"""What a command may take: so many limits, and seconds for its start."""
PATIENCE = 60.0


def measure(command: list[str], folder: Path) -> tuple[float, float, float, int, int, str]:
    """Return seconds, processor time, MiB, bytes written, exit code and the last line of errors."""
    out, errors = folder / "out", folder / "errors"
    with out.open("wb") as written, errors.open("wb") as said:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=written, stderr=said)
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.perf_counter() - start > PATIENCE:
                process.kill()
            time.sleep(0.002)
        took = time.perf_counter() - start
    process.returncode = code = os.waitstatus_to_exitcode(status)
    last = errors.read_text(errors="replace").strip().rpartition("\n")[2]
    kib = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return took, usage.ru_utime + usage.ru_stime, kib / 1024, out.stat().st_size, code, last


def main() -> int:
    """Run the commands, and print what was measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--limit", type=float, default=1.0, metavar="S", help="seconds (1)")
    parser.add_argument("--more", default="", metavar="OPTIONS", help="other options of each command")
    parser.add_argument("only", nargs="*", help="what the commands have in them; all by default")
    args = parser.parse_args()
    most, wrong, slowest = TIMES * args.limit + MORE, 0, 0.0
    lines = [line for line in COMMANDS if not args.only or any(part in line for part in args.only)]
    limited = ["--max-seconds", str(args.limit), *shlex.split(args.more)]
    with tempfile.TemporaryDirectory() as folder:
        for line in lines:
            command = [sys.executable, "-m", "unriddle", *shlex.split(line), *limited]
            took, work, memory, size, code, said = measure(command, Path(folder))
            over = took > most or code not in (0, 1)
            wrong, slowest = wrong + over, max(slowest, took)
            words = [word if len(word) < 24 else f"{word[:12]}…" for word in shlex.split(line)]
            print(
                f"{'!' if over else ' '} {took:6.2f} s {work:6.2f} s {memory:5.0f} MiB {size:12,} bytes "
                f"{code:3}  {' '.join(words):60.60} {said:.60}",
                flush=True,
            )
    print(f"{len(lines)} commands, the slowest {slowest:.2f} s of {most:.2f} s; {wrong} over")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
