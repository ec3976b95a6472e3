"""Makes puzzles of each kind twice, the second time with kills, and looks for whatever is not as it must be.

Once with one thread, and once with two in processes that are killed with SIGKILL and go on with --resume: the
files must be equal, byte by byte. No two puzzles may be equal up to symmetry, by forms made anew from the
texts; each recorded form must be that one. Of a sample, the solution must be right, and the only one (or a
shortest one, or all words) by means that share nothing with the package's solvers (tools/campaign). Planted
defects must be caught: a byte that differs, a puzzle that stands turned about under two numbers, one of
which a clue is gone.

python tools/factory_campaign.py -n 1000
python tools/factory_campaign.py -n 50 --kills 2 --sample 5 --only river peg
python tools/factory_campaign.py -n 50 --only placement --option kind=fill-in shape=9x9

Without --only each kind is tried by its default options, and then those that VARIANTS names by others.
python-sat (extra `peers`) is needed for what gives values to cells.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from campaign.judging import forms_of, judged
from campaign.planted import poorer, torn, turned
from campaign.variant import Variant
from durable.bench import Tree, difference, tree_of

from unriddle.puzzles import registry
from unriddle.puzzles.framework.generator import digest

Row = dict[str, Any]
PARTS = 8
"""Parts of a run."""
VARIANTS = (Variant("placement", {"kind": "fill-in"}),)
"""What is tried beside the defaults of each kind: what is made by other means than they are."""


def command(variant: Variant, out: Path, number: int, *more: str) -> list[str]:
    """Return the command of a run."""
    size = str(max(1, number // PARTS))
    base = [sys.executable, "-m", "unriddle", "generate", variant.name, "-n", str(number), "-o", str(out)]
    return [*base, *variant.arguments(), "--seed", "1", "--part-size", size, *more]


def undisturbed(variant: Variant, out: Path, number: int) -> float:
    """Make puzzles with one thread; return the seconds that it took."""
    started = time.perf_counter()
    subprocess.run(command(variant, out, number, "--threads", "1"), check=True, capture_output=True)
    return time.perf_counter() - started


def killed(variant: Variant, out: Path, number: int, kills: int, took: float, chance: random.Random) -> int:
    """Make the same with two threads and kills; return how many kills met a run at work."""
    met = 0
    for _ in range(kills):
        run = command(variant, out, number, "--threads", "2", "--resume")
        with subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                process.wait(timeout=0.5 + chance.random() * took * 2 / (kills + 1))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                met += 1
    last = command(variant, out, number, "--threads", "2", "--resume")
    subprocess.run(last, check=True, capture_output=True)
    return met


def rows_of(tree: Tree) -> list[Row]:
    """Return the records of a run."""
    parts = [tree[name] for name in sorted(tree) if name.startswith("part-")]
    return [json.loads(line) for part in parts for line in part.splitlines()]


def alike(variant: Variant, rows: Sequence[Row]) -> list[str]:
    """Return which puzzles are equal up to symmetry, or say another form than theirs."""
    seen: dict[bytes, int] = {}
    wrong = []
    for row, text in zip(rows, forms_of(variant, rows), strict=True):
        form = digest(text)
        if form in seen:
            wrong.append(f"puzzles {seen[form]} and {row['number']} are equal up to symmetry")
        elif form.hex() != row["form"]:
            wrong.append(f"puzzle {row['number']} has another form than it says")
        seen.setdefault(form, row["number"])
    return wrong


# The campaign


class Campaign:
    """What was tried, and whether all of it came out as it must."""

    def __init__(self, number: int, kills: int, sample: int) -> None:
        self.number, self.kills, self.sample = number, kills, sample
        self.failed = False

    def say(self, variant: Variant, ok: bool, what: str, wrong: Sequence[str] = ()) -> None:
        """Print what was found."""
        self.failed |= not ok
        print(f"{'ok  ' if ok else 'FAIL'} {variant}: {what}", flush=True)
        for line in wrong[:5]:
            print(f"     {line}", flush=True)

    def run(self, variant: Variant) -> None:
        """Try one kind of puzzle, by some options."""
        name = variant.name
        chance = random.Random(str(variant))
        with tempfile.TemporaryDirectory() as folder:
            once, twice = Path(folder, "once"), Path(folder, "twice")
            took = undisturbed(variant, once, self.number)
            met = killed(variant, twice, self.number, self.kills, took, chance)
            whole, again = tree_of(once), tree_of(twice)
        apart = difference(again, whole)
        rows = rows_of(whole)
        self.say(
            variant, apart is None, f"{len(rows)} puzzles twice, {met} kills met: {apart or 'equal bytes'}"
        )
        wrong = alike(variant, rows)
        self.say(variant, not wrong, f"{len(wrong)} equal up to symmetry or under a wrong form", wrong)
        some = chance.sample(rows, min(self.sample, len(rows)))
        wrong = judged(name, some)
        self.say(variant, not wrong, f"{len(wrong)} of {len(some)} judged wrong", wrong)
        caught = [
            difference(torn(again), whole) is not None,
            len(alike(variant, turned(name, rows[:20]))) == 1,
            bool(judged(name, [poorer(name, row) for row in some[:5]])),
        ]
        self.say(variant, all(caught), f"{sum(caught)} of 3 planted defects caught")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the campaign; 1 where something was not as it must be."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-n", "--number", type=int, default=100, help="puzzles of each kind (100)")
    parser.add_argument("--kills", type=int, default=4, help="kills of each second run (4)")
    parser.add_argument("--sample", type=int, default=50, help="puzzles that are judged by other means (50)")
    parser.add_argument("--only", nargs="+", choices=registry.factory_names(), help="these kinds alone")
    parser.add_argument(
        "--option",
        nargs="+",
        metavar="NAME=VALUE",
        help="options of unriddle generate, or NAME alone, for the one kind of --only",
    )
    args = parser.parse_args(argv)
    if args.option and len(args.only or ()) != 1:
        parser.error("--option without one kind, expected --only KIND")
    campaign = Campaign(args.number, args.kills, args.sample)
    for variant in variants(args.only, args.option or ()):
        campaign.run(variant)
    return int(campaign.failed)


def variants(only: Sequence[str] | None, options: Sequence[str]) -> list[Variant]:
    """Return what is tried: some kinds by options, or all by their defaults and `VARIANTS`."""
    if only:
        return [Variant.asked(name, options) for name in only]
    return [*(Variant(name) for name in registry.factory_names()), *VARIANTS]


if __name__ == "__main__":
    sys.exit(main())
