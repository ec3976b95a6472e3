"""Compare counted work (nodes, instructions) with benchmarks/expected.json; exit 1 where a case differs.

``--update`` writes what is counted now, ``--nodes`` leaves the instructions out. Instructions are counted on
the best vector path that valgrind knows (AVX2) and on the portable one.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.measuring import counted
from unriddle.base import PuzzleError

EXPECTED = Path(__file__).parent.parent / "benchmarks" / "expected.json"


def main() -> int:
    """Count, and compare or record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", help="record what is counted now")
    parser.add_argument("--nodes", action="store_true", help="nodes only")
    parser.add_argument("--file", default=str(EXPECTED), help="the recorded figures")
    args = parser.parse_args()
    try:
        recorded = counted.read(args.file) if Path(args.file).exists() else None
        nodes = counted.nodes()
        runs = [None] if args.nodes else [counted.instructions(path) for path in counted.asked_paths()]
        if args.update:
            for run in runs:
                counted.update(args.file, recorded, nodes, run)
                recorded = counted.read(args.file)
            counts = 0 if runs[0] is None else len(runs[0][0])
            print(f"{args.file}: nodes of {len(nodes)} cases, instructions of {counts}")
            return 0
        if recorded is None:
            raise PuzzleError("is not there, expected recorded figures (--update makes them)", file=args.file)
    except PuzzleError as error:
        print(error, file=sys.stderr)
        return 2
    compared = [counted.compare(recorded, nodes, run) for run in runs]
    notes = dict.fromkeys(line for _, lines in compared for line in lines)
    faults = dict.fromkeys(line for lines, _ in compared for line in lines)
    for line in notes if not args.nodes else []:
        print(line)
    for line in faults:
        print(line)
    print(f"{len(nodes)} cases, {len(faults)} that differ")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
