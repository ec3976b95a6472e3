"""Kills batch runs at random moments, tears and zeroes files, and compares the output of what goes on.

Each case must end with the bytes of a run that nothing disturbed, and nothing half-written may ever
stand under a final name. Two deliberately broken variants must be caught, or the checks prove nothing:
``in place`` writes files under their final names; ``trusting`` believes receipts without looking.

python tools/durability.py --kills 200 --tails 200
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager, suppress
from pathlib import Path

from unriddle import Lexicon
from unriddle.batch import run_batch
from unriddle.batch.folder import Folder

Tree = dict[str, bytes]


class Bench:
    """An input, what an undisturbed run makes of it, and a way to run in a process that can be killed."""

    def __init__(self, folder: Path, records: int, part_size: int, form: str, seed: int) -> None:
        self.folder, self.part_size, self.form = folder, part_size, form
        self.rng = random.Random(seed)
        self.input = folder / "boards.txt"
        self.input.write_text("".join(f"{self._record(line)}\n" for line in range(records)))
        self.lexicon = Lexicon.load("english", level=60)
        out = folder / "reference"
        self.run(out, 1)
        self.reference = tree_of(out)
        started = time.perf_counter()
        self.run(folder / "timed", 1)
        self.seconds = time.perf_counter() - started

    def _record(self, line: int) -> str:
        letters = "".join(self.rng.choices("aabcdeeeefghiiklmnnoooprrssttuvwy", k=16))
        return f"bad {line} record" if line % 97 == 5 else letters

    def run(self, out: Path, threads: int) -> None:
        """Run in this process, or go on."""
        run_batch(
            "boggle",
            self.input,
            out,
            what="words",
            form=self.form,
            lexicon=self.lexicon,
            threads=threads,
            part_size=self.part_size,
            resume=True,
        )

    def spawn(self, out: Path, threads: int) -> int:
        """Run in a process of its own and return its number."""
        sys.stdout.flush()
        child = os.fork()
        if child:
            return child
        code = 1
        try:
            self.run(out, threads)
            code = 0
        finally:
            os._exit(code)  # not this process's clean-up

    def finish(self, out: Path, threads: int) -> str | None:
        """Let a run come to its end; return what is wrong with the result."""
        _, status = os.waitpid(self.spawn(out, threads), 0)
        if status:
            return f"the resumed run ended with status {status}"
        return difference(tree_of(out), self.reference)

    def kill(self, out: Path, threads: int) -> bool:
        """Start a run and kill it at a random moment; return whether it was still at work."""
        child = self.spawn(out, threads)
        time.sleep(self.rng.uniform(0, 1.1 * self.seconds))
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def tree_of(out: Path) -> Tree:
    """Return all files of a folder."""
    return {
        str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()
    }


def difference(found: Tree, expected: Tree) -> str | None:
    """Return how two folders differ."""
    for name in sorted({*found, *expected}):
        if found.get(name) != expected.get(name):
            kind = "missing" if name not in found else "left over" if name not in expected else "different"
            return f"{name} is {kind}"
    return None


def half_written(out: Path, reference: Tree) -> str | None:
    """Return a file that stands under its final name and is not whole."""
    for name, data in tree_of(out).items() if out.exists() else ():
        if not name.startswith(".parts") and name != "manifest.json" and data != reference[name]:
            return f"{name} is half-written"
    return None


def kills(bench: Bench, number: int, threads: int) -> list[str]:
    """Kill runs, each again and again until it comes to its end between two kills."""
    wrong: list[str] = []
    out = bench.folder / "killed"
    hits = 0
    while hits < number and not wrong:
        shutil.rmtree(out, ignore_errors=True)
        for _ in range(bench.rng.randint(1, 4)):
            hits += bench.kill(out, threads)
            if (found := half_written(out, bench.reference)) is not None:
                wrong.append(f"after a kill: {found}")
        if (found := bench.finish(out, threads)) is not None:
            wrong.append(f"after {hits} kills: {found}")
    return wrong


def tails(bench: Bench, number: int, threads: int) -> list[str]:
    """Tear or zero the tail of a file of a killed or a complete run, as a loss of power can."""
    wrong: list[str] = []
    out = bench.folder / "torn"
    for case in range(number):
        shutil.rmtree(out, ignore_errors=True)
        if case % 2:
            shutil.copytree(bench.folder / "reference", out)
        else:
            while not (tree_of(out) if out.exists() else {}):
                bench.kill(out, threads)
        path = bench.rng.choice([path for path in sorted(out.rglob("*")) if path.is_file()])
        data = path.read_bytes()
        size = bench.rng.randint(0, max(len(data) - 1, 0))
        zeros = bench.rng.random() < 0.5
        path.write_bytes(data[:size] + bytes(len(data) - size) * zeros)
        if (found := bench.finish(out, threads)) is not None:
            name = path.relative_to(out)
            wrong.append(f"{name} {'zeroed' if zeros else 'torn'} from {size} of {len(data)}: {found}")
            if len(wrong) >= 3:
                break
    return wrong


@contextmanager
def in_place(folder: Folder, name: str):  # type: ignore[no-untyped-def]
    """Broken on purpose: a file grows under its final name."""
    with (Path(folder.path) / name).open("wb") as stream:
        yield stream


@contextmanager
def replaced(name: str, function: Callable[..., object]):  # type: ignore[no-untyped-def]
    """Replace a method of `Folder` for a while."""
    kept = getattr(Folder, name)
    setattr(Folder, name, function)
    try:
        yield
    finally:
        setattr(Folder, name, kept)


def main() -> int:
    """Run all checks; 0 where nothing differs and both broken variants are caught."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tails", type=int, default=200)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--records", type=int, default=4000)
    parser.add_argument("--part-size", type=int, default=150)
    parser.add_argument("--format", default="ndjson")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", help="where to work; a folder in memory saves waiting for the disk")
    args = parser.parse_args()
    os.environ["UNRIDDLE_CACHE"] = "off"
    failed = False

    def report(what: str, wrong: list[str], expected: bool = False) -> None:
        nonlocal failed
        ok = bool(wrong) == expected
        failed |= not ok
        outcome = f"caught ({wrong[0]})" if expected and wrong else f"{len(wrong)} differences"
        print(f"{'ok  ' if ok else 'FAIL'} {what}: {outcome}", flush=True)
        for line in () if ok else wrong:
            print(f"     {line}")

    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=args.folder or memory) as name:
        bench = Bench(Path(name), args.records, args.part_size, args.format, args.seed)
        for threads in args.threads:
            report(f"{args.kills} kills, {threads} threads", kills(bench, args.kills, threads))
        report(f"{args.tails} torn or zeroed tails", tails(bench, args.tails, max(args.threads)))
        with replaced("new_file", in_place):
            report("broken: in place", kills(bench, max(args.kills, 40), 1), expected=True)
        with replaced("holds", lambda folder, receipt: True):
            report("broken: trusting", tails(bench, max(args.tails, 40), 1), expected=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
