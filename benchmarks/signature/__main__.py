"""Print one number over a fixed set of searches, the same on every machine.

Exit code 1 where it is not the recorded one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from unriddle.console import positive

from . import PARTS, RECORDED, part, signature


def main(argv: Sequence[str] | None = None) -> int:
    """Run the searches and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.signature", description=__doc__)
    parser.add_argument("--parts", action="store_true", help="print that of every part as well")
    parser.add_argument("--threads", type=positive, default=1, metavar="N", help="threads (default: 1)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output form")
    args = parser.parse_args(argv)
    parts = {name: part(name, args.threads) for name in PARTS}
    differing = [name for name in parts if parts[name] != RECORDED.get(name)]
    if args.format == "json":
        found = {"signature": signature(parts.values()), "parts": parts, "differing": differing}
        print(json.dumps(found, indent=1))
        return 1 if differing else 0
    print(signature(parts.values()))
    for name, digest in parts.items() if args.parts else ():
        print(f"{digest} {name}")
    if differing:
        print(f"not as recorded: {', '.join(differing)}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
