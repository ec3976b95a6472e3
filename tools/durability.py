"""Harms batch runs and proofs at random moments, and compares the output of what goes on.

Kills; torn, zeroed and swapped files; an input that changes; two runs in one folder; a full disk; a cluster
that loses workers; proofs that are killed, and their checkpoints torn. Each case must end with the bytes of
a run that nothing disturbed, or with exit code 2, one line and a folder that can be resumed; nothing
half-written may ever stand under a final name. Each kind of harm also meets a deliberately broken variant,
which must be caught, or the checks prove nothing.

python tools/durability.py --kills 500
python tools/durability.py --kills 20 --only kills space
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from durable import planted
from durable.bench import Bench
from durable.inputs import inputs
from durable.kills import kills, tails
from durable.pairs import pairs
from durable.proofs import kill_proofs, tear_proofs
from durable.receipts import receipts
from durable.space import disk, space
from durable.workers import workers

KINDS = ("kills", "tails", "receipts", "inputs", "pairs", "space", "workers", "proofs")
FULL_DISK = 1 << 20
FILES = 400

Check = Callable[[Bench, int], list[str]]
Plant = Callable[[], AbstractContextManager[None]]


class Campaign:
    """What was tried, and whether all of it came out as it must."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.failed = False

    def check(self, what: str, number: int, check: Check) -> None:
        """Nothing may differ."""
        started = time.perf_counter()
        self.bench.met = 0
        wrong = check(self.bench, number)
        met = f"{self.bench.met} met" if self.bench.met else "none met: too fast, nothing is proved"
        self._say(
            not wrong and bool(self.bench.met), f"{number} {what} ({met}): {len(wrong)} differences", started
        )
        for line in wrong:
            print(f"     {line}", flush=True)

    def plant(self, plant: Plant, number: int, check: Check) -> None:
        """Check that a broken variant is caught."""
        started = time.perf_counter()
        kept, self.bench.most = self.bench.most, 1
        with plant():
            wrong = check(self.bench, number)
        self.bench.most = kept
        told = f"caught ({wrong[0]})" if wrong else f"not caught in {number}"
        self._say(bool(wrong), f"planted, {plant.__name__.replace('_', ' ')}: {told}", started)

    def _say(self, ok: bool, what: str, started: float) -> None:
        self.failed |= not ok
        print(f"{'ok  ' if ok else 'FAIL'} {what} ({time.perf_counter() - started:.0f} s)", flush=True)


@dataclass(frozen=True)
class Step:
    """A kind of harm: what is counted, how often, the check, and the broken variant that it must catch."""

    kind: str
    what: str
    number: int
    check: Check
    plant: Plant | None
    cases: int
    """How many the broken variant is given."""


def steps(args: argparse.Namespace, place: Path | None) -> Iterator[Step]:
    """Yield the kinds of harm."""
    most, number = max(args.threads), args.kills
    tails_of = number if args.tails is None else args.tails
    share = -(-number // len(args.threads))
    for k, threads in enumerate(args.threads):
        plant = None if k else planted.in_place
        what = f"kills, {threads} thread{'s' * (threads > 1)}"
        yield Step("kills", what, share, partial(kills, threads=threads), plant, 400)
    yield Step("tails", "torn or zeroed tails", tails_of, partial(tails, threads=most), planted.trusting, 400)
    yield Step("receipts", "bits, lengths and swaps of receipts", number, receipts, planted.believing, 40)
    yield Step("inputs", "changed inputs", -(-number // 2), partial(inputs, threads=most), planted.deaf, 400)
    yield Step("pairs", "pairs of runs", -(-number // 2), partial(pairs, threads=most), planted.unlocked, 400)
    full = partial(space, threads=most, place=place)
    yield Step("space", "full disks", -(-number // 2), full, planted.in_place, 400)
    yield Step("workers", "runs on a cluster", max(number // 25, 4), workers, planted.forgetful, 1)
    killed = partial(kill_proofs, threads=most)
    yield Step("proofs", "kills of proofs", -(-number * 2 // 5), killed, planted.overwriting, 400)
    torn = partial(tear_proofs, threads=most)
    yield Step("proofs", "torn or zeroed checkpoints", -(-number // 10), torn, planted.unchecked, 40)


def main() -> int:
    """Run all checks; 0 where nothing differs and every broken variant is caught."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=500, help="kills; the other kinds go by it")
    parser.add_argument("--tails", type=int, help="torn tails, where they are not to be as many")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=list(KINDS), metavar="KIND")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--records", type=int, default=2000)
    parser.add_argument("--part-size", type=int, default=100)
    parser.add_argument("--format", default="ndjson")
    parser.add_argument("--seed", type=int, help="of the inputs and the moments; a random one")
    parser.add_argument("--folder", help="where to work; a folder in memory saves waiting for the disk")
    args = parser.parse_args()
    os.environ["UNRIDDLE_CACHE"] = "off"
    seed = random.SystemRandom().randrange(1 << 32) if args.seed is None else args.seed
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    kinds = list(args.only)
    if "workers" in kinds and find_spec("distributed") is None:
        kinds.remove("workers")
        print("no cluster: the package distributed is not installed")
    with tempfile.TemporaryDirectory(dir=args.folder or memory) as name:
        folder = Path(name)
        bench = Bench(folder, args.records, args.part_size, args.format, seed)
        print(f"seed {seed}: {args.records} records, {1000 * bench.seconds:.0f} ms a run", flush=True)
        with disk(folder, FULL_DISK, FILES) as place:
            if place is None and "space" in kinds:
                print("no disk of its own: this process may not mount one; the size of a file is limited")
            campaign = Campaign(bench)
            for step in steps(args, place):
                if step.kind in kinds:
                    if step.plant is not None:
                        campaign.plant(step.plant, step.cases, step.check)
                    campaign.check(step.what, step.number, step.check)
    return 1 if campaign.failed else 0


if __name__ == "__main__":
    sys.exit(main())
