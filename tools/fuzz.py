"""Fuzz every public parser and every ``*_many``, guided by coverage where atheris is installed.

python tools/fuzz.py --minutes 10             # all families in turn, ten minutes in total
python tools/fuzz.py "boggle many" lexicon    # some families
python tools/fuzz.py --blind --minutes 0.5    # without coverage, which needs nothing but the package
python tools/fuzz.py --replay build/fuzz/boggle_text-0123abcd.bin

A call returns a value or raises a `PuzzleError` of one line. What is read must be read back equal, `check`
must accept every solution, many must be answered as one by one, and no input may take more than a second.
Inputs begin with the texts of documentation and tests. Findings, one per cause, are files in build/fuzz.
Planted defects must be found first.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.util
import json
import mmap
import os
import random
import re
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fuzzing import count_kernels
from fuzzing.family import Family, planted
from fuzzing.oracle import place_of, wrong_with

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "fuzz"
TEXTS = FOLDER / "texts.json"
STALL = 60.0
"""Seconds of an input after which a process hangs."""
ROOM = 1 << 16
GUIDED = 10.0
"""How many times as long an input may take where kernels count their blocks and check bounds."""
LONGEST = 1000
BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.DOTALL | re.MULTILINE)
NASTY = (b"\0", b"\x1b[2J", b"\xff", "\u202e".encode(), b"99999999999", b"-1")


def families() -> dict[str, Callable[[], Family]]:
    """Return how each family is made, by name; the registry knows the puzzles."""
    from fuzzing import others, puzzles

    from unriddle.puzzles import registry

    found: dict[str, Callable[[], Family]] = {}
    for name in registry.names():
        found[f"{name} text"] = partial(puzzles.TextFamily, name)
        found[f"{name} many"] = partial(puzzles.ManyFamily, name)
    return found | {kind.name: kind for kind in (others.Lexicons, others.Arguments, others.Sources)}


def texts() -> list[str]:
    """Return all texts of documentation and tests, in an order that is always the same."""
    found: set[str] = set()
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            found |= {block, *block.splitlines(), *re.findall(r'"([^"\n]+)"', block)}
    for path in [*ROOT.glob("tests/**/*.py"), *ROOT.glob("src/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.Constant) and isinstance(node.value, bytes):
                found.add(node.value.decode("utf-8", "surrogateescape"))
    return sorted((text for text in found if 0 < len(text) <= LONGEST), key=lambda text: (len(text), text))


def path_of(family: str, end: str) -> Path:
    """Return the path of a file of a family."""
    return FOLDER / f"{family.replace(' ', '_')}{end}"


def note(family: str, data: bytes, error: BaseException | str) -> None:
    """Write down a finding: of each cause the shortest."""
    cause = error if isinstance(error, str) else place_of(error)
    mark = hashlib.sha256(cause.encode()).hexdigest()[:8]
    path = path_of(family, f"-{mark}.bin")
    if path.exists() and path.stat().st_size <= len(data):
        return
    path.write_bytes(data)
    shown = error if isinstance(error, str) else "".join(traceback.format_exception(error))
    text = f"{family}: {cause}\npython tools/fuzz.py --replay {path}\n{data!r}\n\n{shown}\n"
    path.with_suffix(".txt").write_text(text, encoding="utf-8", errors="backslashreplace")


class Ledger:
    """The last input of a process and how many it had, in a file that survives it."""

    def __init__(self, family: str) -> None:
        path = path_of(family, ".last")
        if not path.exists():
            path.write_bytes(bytes(ROOM))
        with path.open("r+b") as stream:
            self.room = mmap.mmap(stream.fileno(), ROOM)

    def add(self, data: bytes) -> None:
        """Note an input before it is tried."""
        data = data[: ROOM - 16]
        head = (self.count() + 1).to_bytes(8, "little") + len(data).to_bytes(8, "little")
        self.room[: 16 + len(data)] = head + data

    def count(self) -> int:
        """Return how many inputs there were."""
        return int.from_bytes(self.room[:8], "little")

    def last(self) -> bytes:
        """Return the last input."""
        return self.room[16 : 16 + int.from_bytes(self.room[8:16], "little")]


def work(name: str, seconds: float, slack: float, seed: int, blind: bool) -> None:
    """Fuzz a family in this process."""
    warnings.simplefilter("ignore")
    if not blind:
        import atheris

        atheris.instrument_imports(include=["unriddle"]).__enter__()  # for good: imports are lazy
    made: dict[str, Callable[[], Family]] = {**planted(), **families()}
    family, ledger = made[name](), Ledger(name)

    def one(data: bytes) -> None:
        ledger.add(data)
        error = wrong_with(family.run, data, slack)
        if error is not None:
            note(name, data, error)

    seeds = [data[: family.longest] for data in family.seeds(json.loads(TEXTS.read_text(encoding="utf-8")))]
    if not blind:
        folder = path_of(name, ".corpus")
        folder.mkdir(exist_ok=True)
        for data in seeds:
            (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
        options = {"max_len": family.longest, "max_total_time": max(1, round(seconds)), "timeout": 600}
        arguments = [f"-{key}={value}" for key, value in options.items()]
        atheris.Setup([sys.argv[0], *arguments, f"-artifact_prefix={FOLDER}/", str(folder)], one)
        count_kernels(atheris)
        atheris.Fuzz()  # ends the process
    rng, end = random.Random(f"{name} {seed}"), time.monotonic() + seconds
    rng.shuffle(seeds)
    for data in chain(seeds, changed(rng, seeds)):
        if time.monotonic() > end:
            return
        one(data[: family.longest])


def changed(rng: random.Random, seeds: Sequence[bytes]) -> Iterator[bytes]:
    """Yield seeds with some bytes inserted, deleted, replaced, doubled, or from another seed."""
    while True:
        data = bytearray(rng.choice(seeds))
        for _ in range(rng.choice((1, 1, 2, 3, 8))):
            at, kind, other = rng.randrange(len(data) + 1), rng.randrange(6), rng.choice(seeds)
            begin = rng.randrange(len(other) + 1)
            if kind < 2:
                data[at : at + kind] = bytes([rng.randrange(256)])
            elif kind == 2:
                del data[at : at + 1]
            elif kind == 3:
                data[at:at] = other[begin : begin + rng.randrange(1, 20)]
            elif kind == 4:
                data[at:at] = data[at : at + rng.randrange(1, 20)] * rng.randrange(1, 4)
            else:
                data[at:at] = rng.choice(NASTY)
        yield bytes(data)


def supervise(name: str, args: argparse.Namespace, seconds: float, stall: float = STALL) -> int:
    """Fuzz a family in a process, again where it died; return the number of inputs."""
    path_of(name, ".last").unlink(missing_ok=True)
    ledger, end = Ledger(name), time.monotonic() + seconds
    for attempt in range(20):
        left = end - time.monotonic()
        if left <= 0:
            break
        words = [sys.executable, __file__, name, "--work", str(left), "--slack", str(args.slack)]
        words += ["--seed", str(args.seed + attempt), *(["--blind"] if args.blind else [])]
        with path_of(name, ".log").open("wb") as log:
            child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            what = watch(child, ledger, stall)
        if what is None:
            break
        note(name, ledger.last(), what)
    return ledger.count()


def watch(child: subprocess.Popen[bytes], ledger: Ledger, stall: float) -> str | None:
    """Wait for a process; return how it died, None where it came to its end."""
    seen, since = -1, time.monotonic()
    try:
        while child.poll() is None:
            count = ledger.count()
            if count != seen:
                seen, since = count, time.monotonic()
            if time.monotonic() - since > (stall if seen else 5 * STALL):
                return f"no end after {stall:.0f} s"
            time.sleep(0.1)
    finally:
        child.kill()
        child.wait()
    code = child.returncode
    return None if code == 0 else f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


def canaries(args: argparse.Namespace) -> bool:
    """Return whether all planted defects are found."""
    good, args = True, argparse.Namespace(**{**vars(args), "slack": 1.0})
    for name, kind in planted().items():
        supervise(name, args, 4.0, stall=2.0)
        found = sorted(FOLDER.glob(f"{name}-*"))
        if len(found) < 2 * kind.planted:
            print(f"{name}: {len(found) // 2} of {kind.planted} planted defects found", file=sys.stderr)
            good = False
        for path in found:
            path.unlink()
    return good


def replay(paths: list[str], slack: float) -> int:
    """Try inputs again; return 1 where one is still wrong."""
    made = {path_of(name, "").name: make for name, make in families().items()}
    wrong = 0
    for path in map(Path, paths):
        error = wrong_with(made[path.name.rpartition("-")[0]]().run, path.read_bytes(), slack)
        print(f"{path.name}: {'holds' if error is None else place_of(error)}")
        if error is not None:
            wrong = 1
            traceback.print_exception(error)
    return wrong


def main() -> int:
    """Run families; 1 with findings, or without the planted ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("only", nargs="*", metavar="FAMILY", help="families (default: all)")
    parser.add_argument("--minutes", type=float, default=5.0, help="in total (default: 5)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument(
        "--slack", type=float, default=1.0, help="seconds that an input may take (default: 1)"
    )
    parser.add_argument("--seed", type=int, default=time.time_ns(), help="of blind inputs")
    parser.add_argument("--blind", action="store_true", help="without coverage")
    parser.add_argument("--replay", nargs="+", metavar="FILE", help="try inputs again")
    parser.add_argument("--list", action="store_true", help="print the families")
    parser.add_argument("--work", type=float, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.work is not None:
        work(args.only[0], args.work, args.slack, args.seed, args.blind)
        return 0
    if args.replay:
        return replay(args.replay, args.slack)
    names = list(families())
    if args.list:
        print("\n".join(names))
        return 0
    if unknown := [name for name in args.only if name not in names]:
        parser.error(f"{unknown[0]!r}, expected one of {', '.join(names)}")
    if not args.blind and importlib.util.find_spec("atheris") is None:
        print("atheris is not installed: inputs are blind", file=sys.stderr)
        args.blind = True
    FOLDER.mkdir(parents=True, exist_ok=True)
    TEXTS.write_text(json.dumps(texts()), encoding="utf-8")
    if not canaries(args):
        return 1
    args.slack *= 1.0 if args.blind else GUIDED
    names = args.only or names
    seconds = args.minutes * 60 * args.jobs / len(names)
    with ThreadPoolExecutor(args.jobs) as pool:
        counts = list(pool.map(lambda name: supervise(name, args, seconds), names))
    found = sorted(FOLDER.glob("*.txt"))
    findings = Counter(path.name.rpartition("-")[0] for path in found)
    for name, count in zip(names, counts, strict=True):
        print(f"{name:<16} {count:>10,} inputs {findings[path_of(name, '').name]:>4} findings")
    for path in found:
        print("\n".join(path.read_text(encoding="utf-8").splitlines()[:2]))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
