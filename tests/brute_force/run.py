"""Compare abilities of the package with independent references, on fresh random instances.

python -m brute_force.run --ability "Boggle words" --seed 1234   # one instance again
"""

import argparse
import random
import signal
import sys
import time
import traceback
from importlib import import_module
from inspect import isgeneratorfunction, signature

MODULES = ("batch", "boggle", "cells", "moves", "words")
"""Modules with abilities: generators of a random instance, then of a line for each difference, from `rng`."""
LONGEST, MOST = 60, 20
"""Seconds for an instance, a longer one counts as a difference; and differences after which to stop."""


def abilities():
    values = [value for module in MODULES for value in vars(import_module(f"brute_force.{module}")).values()]
    found = [value for value in values if isgeneratorfunction(value) and "rng" in signature(value).parameters]
    return {ability.__name__.replace("_", " "): ability for ability in found}


def differences(name, seed):
    """Return the instance of a seed, and a line for each difference between reference and package."""
    instance, search = None, abilities()[name](random.Random(f"{name} {seed}"))
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LONGEST)
    try:
        instance = next(search)
        return instance, list(search)
    except Exception:
        return instance, [traceback.format_exc()]
    finally:
        signal.alarm(0)


def _too_long(*_):
    raise TimeoutError(f"not done in {LONGEST} seconds")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (default: 10)")
    parser.add_argument("--ability", choices=[*abilities()], action="append", help="only this ability")
    parser.add_argument("--seed", type=int, help="only the instance of this seed")
    args = parser.parse_args()
    names, end = args.ability or [*abilities()], time.monotonic() + 60 * args.minutes
    spent, compared, found = (dict.fromkeys(names, 0) for _ in range(3))
    while time.monotonic() < end and sum(found.values()) < MOST:
        name = min(names, key=spent.get)  # as much time for each
        seed = random.SystemRandom().getrandbits(48) if args.seed is None else args.seed
        start = time.monotonic()
        instance, lines = differences(name, seed)
        spent[name] += time.monotonic() - start
        compared[name] += 1
        found[name] += bool(lines)
        if lines:
            print(f"{name}, seed {seed}: {instance!r}", *lines, sep="\n    ", flush=True)
        if args.seed is not None and all(compared.values()):
            break
    for name in names:
        print(f"{name:24} {compared[name]:10,} instances, {found[name]} differences")
    print(f"{'in all':24} {sum(compared.values()):10,} instances, {sum(found.values())} differences")
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
