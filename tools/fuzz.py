"""Coverage-guided fuzzing of every public parser and every ``*_many``.

python tools/fuzz.py --minutes 10             # all families in turn, ten minutes in total
python tools/fuzz.py --inputs 1000000         # until each family has had a million inputs, all runs together
python tools/fuzz.py "boggle many" lexicon    # some families
python tools/fuzz.py --blind --minutes 0.5    # without coverage, which needs nothing but the package
python tools/fuzz.py --replay build/fuzz/findings/boggle_text-0123abcd.bin

Right is a value or a `PuzzleError` of one line. What is read must be read back equal, `check` must accept
every solution, many must be answered as one by one, no input may take a second. Inputs begin with the texts
of documentation and tests; what reaches new code is kept. Planted defects must be found first. All is kept
in build/fuzz: findings/, corpus/, and totals.json, which counts inputs by the digest of the sources.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from fuzzing import seeds, worker
from fuzzing.oracle import place_of

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "fuzz"
STALL, START = 30.0, 300.0  # seconds without an input after which a process hangs; before the first one
LEAST = 10.0  # seconds that guidance needs to say anything
RESTARTS = 20
WRITING = threading.Lock()
GUIDED = 10.0  # times slower: kernels that count their blocks and check bounds
KERNELS = (".pyx", ".pxd", ".pxi", ".h")
DIED = re.compile(r"no end after|signal|exit code")
COVERED = re.compile(r"cov: (\d+)")


@dataclass
class Account:
    """What became of a family in this run."""

    inputs: int = 0
    seconds: float = 0.0
    covered: list[int] = field(default_factory=list)
    """Places of the code reached: at first, after the seeds, at the end."""


@dataclass
class Campaign:
    """A run of families in processes."""

    folder: Path
    blind: bool
    jobs: int
    patience: float = 1.0
    seed: int | None = None
    stall: float = STALL
    accounts: dict[str, Account] = field(default_factory=dict)
    over: threading.Event = field(default_factory=threading.Event)

    def run(self, families: list[str], seconds: float, runs: Counter[str]) -> None:
        """Fuzz families for some seconds in all, or until each had its runs."""
        self.prepare()
        end = time.monotonic() + seconds
        groups = (
            [families[k :: self.jobs] for k in range(self.jobs)] if self.blind else [[f] for f in families]
        )
        groups = [group for group in groups if group]
        with ThreadPoolExecutor(self.jobs) as pool:
            waiting = [
                pool.submit(self._supervise, group, (end, -(-(len(groups) - k) // self.jobs)), runs)
                for k, group in enumerate(groups)
            ]
            try:
                for each in waiting:
                    each.result()
            except BaseException:
                self.over.set()
                raise

    def prepare(self) -> None:
        """Collect the texts that inputs begin with, once for all processes."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "texts.json").write_text(json.dumps(seeds.texts()), encoding="utf-8")

    def _supervise(self, families: list[str], until: tuple[float, int], runs: Counter[str]) -> None:
        """Run a process for some families, again where it died; note why.

        `until` is the end of all, and how many turns are left with this one: who needs less leaves more.
        """
        end, turns = until
        now = time.monotonic()
        end, first = now + (end - now) / turns, 0
        for attempt in range(RESTARTS):
            seed = time.time_ns() if self.seed is None else self.seed + attempt
            left = (end - time.monotonic()) / (len(families) - first)
            if self.over.is_set() or left < 1:
                return
            most = max((runs[name] - self._done(name) for name in families[first:]), default=0) if runs else 0
            if runs and most <= 0:
                return
            job = worker.Job(families, left, most, self.folder, self.blind, self.patience, seed, first)
            ended = self.process(job)
            if ended is None:
                return
            number, data, what = ended
            worker.Notes(self.folder / "findings", families[number]).add(data, what)
            first = number
            print(f"{families[number]}: {what}, again ({attempt + 1})", file=sys.stderr)

    def _done(self, name: str) -> int:
        return self.accounts[name].inputs if name in self.accounts else 0

    def process(self, job: worker.Job) -> tuple[int, bytes, str] | None:
        """Run a process to its end; return family, last input and cause where it died."""
        name = worker.slug(job.families[0])
        path, log = self.folder / "ledger" / name, self.folder / "log" / name
        path.unlink(missing_ok=True)
        for each in (path, log):
            each.parent.mkdir(parents=True, exist_ok=True)
        ledger = worker.Ledger(path)
        described = json.dumps({**dataclasses.asdict(job), "folder": str(job.folder)})
        place = self.folder / "empty"
        place.mkdir(exist_ok=True)
        began = time.monotonic()
        with log.open("wb") as stream:
            child = subprocess.Popen(
                [sys.executable, __file__, "--job", described],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stream,
                cwd=place,
                start_new_session=True,
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
            what = self._watched(child, ledger)
        self._account(job, ledger, time.monotonic() - began, log)
        return None if what is None or self.over.is_set() else (*ledger.last(), what)

    def _watched(self, child: subprocess.Popen[bytes], ledger: worker.Ledger) -> str | None:
        """Wait for a process; return how it died, None where it came to its end."""
        seen, at = 0, time.monotonic()
        while child.poll() is None:
            count = sum(ledger.counts)
            now = time.monotonic()
            if count != seen:
                seen, at = count, now
            patience = self.stall if seen else START
            if now - at > patience or self.over.is_set():
                child.kill()
                child.wait()
                return f"no end after {patience:.0f} s"
            time.sleep(0.2)
        code = child.returncode
        if code == 0:
            return None
        return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"

    def _account(self, job: worker.Job, ledger: worker.Ledger, seconds: float, log: Path) -> None:
        covered = [
            int(number) for number in COVERED.findall(log.read_text(encoding="utf-8", errors="replace"))
        ]
        tried = [number for number in range(len(job.families)) if ledger.counts[number]]
        for number in tried:
            account = self.accounts.setdefault(job.families[number], Account())
            account.inputs += ledger.counts[number]
            account.seconds += seconds / len(tried)
            if covered:
                account.covered += [covered[0], covered[-1]]
        if self.folder == FOLDER:
            add_totals({job.families[number]: ledger.counts[number] for number in tried})


@cache
def revision() -> str:
    """Return a digest of what is fuzzed: Python as it is installed, kernels as they stand here."""
    import unriddle

    home, digest = Path(unriddle.__file__).parent, hashlib.sha256()
    found = [(home, path) for path in home.rglob("*.py")]
    found += [(ROOT / "src", path) for path in (ROOT / "src").rglob("*") if path.suffix in KERNELS]
    for root, path in sorted(found, key=lambda pair: str(pair[1].relative_to(pair[0]))):
        digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def totals() -> dict[str, dict[str, int]]:
    """Return the inputs of each family by revision."""
    path = FOLDER / "totals.json"
    found: dict[str, dict[str, int]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def add_totals(inputs: dict[str, int]) -> None:
    """Add inputs of families at this revision, at once: a run of hours may be ended from outside."""
    with WRITING:
        known = totals()
        mine = known.setdefault(revision(), {})
        for name, count in inputs.items():
            mine[name] = mine.get(name, 0) + count
        path = FOLDER / "totals.json"
        new = path.with_suffix(".new")
        new.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        new.replace(path)


def canaries(blind: bool) -> bool:
    """Say whether all planted defects are found."""
    from fuzzing.canaries import GUIDED, PLANTED

    folder = FOLDER / "canaries"
    shutil.rmtree(folder, ignore_errors=True)
    campaign = Campaign(folder, blind, jobs=1)
    campaign.prepare()
    good = True
    for name, expected in PLANTED.items():
        if blind and name in GUIDED:
            continue
        runs = 100_000 if name == "canary hidden" else 200
        campaign.stall = 3.0 if name == "canary hang" else STALL
        ended = campaign.process(worker.Job([name], 60.0, runs, folder, blind))
        if ended is not None:
            worker.Notes(folder / "findings", name).add(ended[1], ended[2])
        found = len(list((folder / "findings").glob(f"{worker.slug(name)}-*.bin")))
        if found < expected:
            print(f"{name}: {found} of {expected} found, so that this run proves nothing", file=sys.stderr)
            good = False
    return good


def replay(paths: list[str], patience: float) -> int:
    """Try inputs again; print what they show. 1 where something does not hold."""
    made, wrong = worker.families(), 0
    names = {worker.slug(name): name for name in made}
    for path in map(Path, paths):
        slug = path.name.rpartition("-")[0] if path.suffix == ".bin" else path.parent.name
        family = made[names[slug]]()
        error = worker.judge(family, path.read_bytes(), patience)
        print(f"{path.name}: {'holds' if error is None else place_of(error)}")
        if error is not None:
            wrong += 1
            traceback.print_exception(error)
    return int(wrong > 0)


def retry(patience: float) -> None:
    """Try the findings again; what has been mended becomes a seed."""
    made = worker.families()
    names = {worker.slug(name): name for name in made}
    for path in sorted((FOLDER / "findings").glob("*.bin")):
        name, note = names.get(path.name.rpartition("-")[0]), path.with_suffix(".txt")
        first = note.read_text(encoding="utf-8").splitlines()[0]
        ended = DIED.search(first)  # and would end this process as well
        if name is None or ended or worker.judge(made[name](), path.read_bytes(), patience) is not None:
            continue
        corpus = FOLDER / "corpus" / worker.slug(name)
        corpus.mkdir(parents=True, exist_ok=True)
        path.rename(corpus / path.stem)
        note.unlink()


def show(campaign: Campaign, known: Counter[str]) -> None:
    """Print the table of a run beside the inputs of all runs."""
    row = "{:<16} {:>10} {:>9} {:>9} {:>6} {:>8} {:>16}".format
    print(row("family", "inputs", "a second", "coverage", "new", "findings", "of all runs"))
    findings = Counter(path.name.rpartition("-")[0] for path in (FOLDER / "findings").glob("*.bin"))
    for name in sorted(known):
        account = campaign.accounts.get(name, Account())
        rate = account.inputs / account.seconds if account.seconds else 0
        covered = f"{max(account.covered):,}" if account.covered else "-"
        new = f"{max(account.covered) - account.covered[0]:,}" if account.covered else "-"
        found = findings[worker.slug(name)]
        print(row(name, f"{account.inputs:,}", f"{rate:,.0f}", covered, new, found, f"{known[name]:,}"))
    inputs = sum(account.inputs for account in campaign.accounts.values())
    print(row("in all", f"{inputs:,}", "", "", "", sum(findings.values()), f"{known.total():,}"))


def child(text: str) -> int:
    """Do a job in this process."""
    job = worker.job_of(text)
    if not job.blind:
        worker.instrumented()
    from fuzzing.canaries import planted

    worker.work(job, {**worker.families(), **planted()})
    return 0


def main() -> int:
    """Run a campaign; 1 with findings, or without the planted ones."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("only", nargs="*", metavar="FAMILY", help="families; all by default")
    parser.add_argument("--minutes", type=float, default=5.0, help="in all (5)")
    parser.add_argument(
        "--inputs", type=int, default=0, metavar="N", help="of each family, with those of all runs so far"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--slack", type=float, default=1.0, help="times the second that an input may take")
    parser.add_argument("--seed", type=int, help="of blind inputs; the same inputs, as many as time allows")
    parser.add_argument("--blind", action="store_true", help="without coverage")
    parser.add_argument("--canary", action="store_true", help="look for the planted defects alone")
    parser.add_argument("--replay", nargs="+", metavar="FILE", help="try inputs again")
    parser.add_argument("--list", action="store_true", help="print the families")
    parser.add_argument("--job", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.job:
        return child(args.job)
    if args.replay:
        return replay(args.replay, args.slack)
    names = list(worker.families())
    if args.list:
        print("\n".join(names))
        return 0
    unknown = [name for name in args.only if name not in names]
    if unknown:
        parser.error(f"{unknown[0]!r}, expected one of {', '.join(names)}")
    if not args.blind and importlib.util.find_spec("atheris") is None:
        print("atheris is not installed: inputs are blind", file=sys.stderr)
        args.blind = True
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not canaries(args.blind):
        return 1
    if args.canary:
        print("all planted defects were found")
        return 0
    return campaign(args, args.only or names)


def campaign(args: argparse.Namespace, names: list[str]) -> int:
    """Fuzz families, print the table; 1 with findings."""
    retry(args.slack)
    revision()  # as it is now
    before = sum(map(Counter, totals().values()), Counter[str]())
    runs = Counter({name: args.inputs - before[name] for name in names}) if args.inputs else Counter()
    names = [name for name in names if not args.inputs or runs[name] > 0]
    slack = args.slack * (1.0 if args.blind else GUIDED)
    run = Campaign(FOLDER, args.blind, args.jobs, slack, args.seed)
    try:
        run.run(names, args.minutes * 60, runs)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    show(run, sum(map(Counter, totals().values()), Counter[str]()))
    found = sorted((FOLDER / "findings").glob("*.txt"))
    for path in found:
        print("\n".join(path.read_text(encoding="utf-8").splitlines()[:2]))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
