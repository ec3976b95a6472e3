"""Compare abilities of the package with independent references, on fresh random instances.

python -m brute_force.run --minutes 10                           # all abilities, fresh seeds
python -m brute_force.run --ability Boggle --seed 1234           # one instance again
"""

import argparse
import importlib
import random
import signal
import sys
import time
import traceback
from pathlib import Path

MODULES = (
    "batch",
    "boggle",
    "cells",
    "moves",
    "words",
)
"""Modules with a table ABILITIES: name -> (instance of a generator of random numbers, what differs)."""

LONGEST = 60
"""Seconds for an instance; one that takes longer counts as a difference."""


def abilities():
    found = {}
    for module in MODULES:
        found |= importlib.import_module(f"brute_force.{module}").ABILITIES
    return found


def differences(name, seed):
    """Return the instance of a seed, and a line for each difference between reference and package."""
    make, differs = abilities()[name]
    instance = make(random.Random(f"{name} {seed}"))
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LONGEST)
    try:
        return instance, differs(instance)
    except Exception:
        return instance, [traceback.format_exc()]
    finally:
        signal.alarm(0)


def _too_long(*_):
    raise TimeoutError(f"not done in {LONGEST} seconds")


def report(name, seed, instance, lines):
    print(f"{name}, seed {seed}: {instance!r}", *lines, sep="\n    ", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (default: 10)")
    parser.add_argument("--ability", choices=[*abilities()], action="append", help="only this ability")
    parser.add_argument("--seed", type=int, help="only the instance of this seed")
    parser.add_argument("--most", type=int, default=20, help="stop after this many differences (default: 20)")
    args = parser.parse_args()
    names = args.ability or [*abilities()]
    seeds = random.SystemRandom()
    end = time.monotonic() + 60 * args.minutes
    compared, found = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    spent = dict.fromkeys(names, 0.0)
    while time.monotonic() < end and sum(found.values()) < args.most:
        name = min(names, key=spent.__getitem__)  # as much time for each
        seed = seeds.getrandbits(48) if args.seed is None else args.seed
        start = time.monotonic()
        instance, lines = differences(name, seed)
        spent[name] += time.monotonic() - start
        compared[name] += 1
        if lines:
            found[name] += 1
            report(name, seed, instance, lines)
        if args.seed is not None and all(compared.values()):
            break
    for name in names:
        print(f"{name:24} {compared[name]:10,} instances, {found[name]} differences")
    print(f"{'in all':24} {sum(compared.values()):10,} instances, {sum(found.values())} differences")
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    sys.exit(main())
