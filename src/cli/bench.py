"""Print the deterministic signature of all searches: the same on every machine, compiler and build."""

from __future__ import annotations

import argparse

from ..base import PuzzleError
from .common import print_json

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `unriddle bench`."""
    parser.add_argument("--signature", action="store_true", help="one number over a fixed set of searches")
    parser.add_argument("--parts", action="store_true", help="with --signature: that of every part as well")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output form")


def run(args: argparse.Namespace) -> int:
    """Run `unriddle bench` and return the exit code: 1 where the signature is not the recorded one."""
    if not args.signature:
        raise PuzzleError("nothing to do, expected --signature")
    from ..report.signature import PARTS, RECORDED, part, signature

    parts = {name: part(name) for name in PARTS}
    whole = signature(parts.values())
    differing = [name for name in parts if parts[name] != RECORDED.get(name)]
    if args.format == "json":
        print_json({"signature": whole, "parts": parts, "differing": differing})
    else:
        print(whole)
        if args.parts:
            for name, digest in parts.items():
                print(f"{digest} {name}")
        if differing:
            print(f"not as recorded: {', '.join(differing)}")
    return 1 if differing else 0
