"""Compares the signature: compilers, -O0 and -O3, Pythons, vector paths, one thread and two.

python tools/signatures.py           # builds all that the machine has under build/signature, and runs it
python tools/signatures.py --here    # no build: the vector paths and threads of the kernels of this Python

Every number must be the recorded one. A planted search that counts something else must be caught, or the
comparison proves nothing. Exit code 1 where a number differs or a build fails; what the machine does not have
is said and is no failure.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from pythons import pythons, version_of

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "signature"
COMPILERS = ("gcc", "clang")
LEVELS = ("-O0", "-O3")
PYTHONS = ("3.11", "3.12", "3.13")
TOOLS = ("setuptools>=80", "wheel", "cython>=3.1,<4", "numpy>=2.0")
CHANGED = "from benchmarks import signature; signature.PARTS['topology'] = lambda: [1]; "
COMMAND = "import sys; from benchmarks.signature.__main__ import main; sys.exit(main(sys.argv[1:]))"
ABOUT = (
    "import json; from unriddle.core import build_info as kernels, dispatch; print(json.dumps("
    "[kernels.__file__, kernels.COMPILER, kernels.FLAGS, dispatch.PATHS, dispatch.best()]))"
)


@dataclass
class Build:
    """The package, compiled in one way, and the Python that runs it."""

    name: str
    python: str
    folder: Path | None
    """Where it was built; None for the kernels that the Python has already."""
    compiler: str = ""
    level: str = ""
    paths: list[str] = field(default_factory=list)

    def call(self, code: str, *arguments: str, simd: str = "") -> subprocess.CompletedProcess[str]:
        """Run some Python with this build."""
        path = os.pathsep.join(str(folder) for folder in (self.folder, ROOT) if folder is not None)
        environment = {**os.environ, "UNRIDDLE_SIMD": simd, "UNRIDDLE_CACHE": "off", "PYTHONPATH": path}
        return subprocess.run(
            [self.python, "-c", code, *arguments],
            cwd=BUILD,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def look(self) -> str | None:
        """Find the vector paths; return what is wrong with the build."""
        done = self.call(ABOUT)
        if done.returncode:
            return last_line(done)
        path, compiler, flags, paths, best = json.loads(done.stdout)
        self.paths = paths[: paths.index(best) + 1]
        levels = [flag for flag in flags.split() if flag.startswith("-O")]
        if self.folder is not None and not Path(path).is_relative_to(self.folder):
            return f"its kernels come from {path}"
        if not compiler.startswith(self.compiler) or (self.level and levels[-1:] != [self.level]):
            return f"compiled by {compiler} with {levels}"
        self.compiler, self.level = compiler, levels[-1] if levels else "?"
        return None

    def sign(self, simd: str, threads: int, before: str = "") -> tuple[str, str]:
        """Return the signature, and what is wrong with it."""
        command = ("--format", "json", "--threads", str(threads))
        done = self.call(before + COMMAND, *command, simd=simd)
        try:
            found = json.loads(done.stdout)
        except ValueError:
            return "-", last_line(done)
        return found["signature"], ", ".join(found["differing"])


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    """Return the last line of what a process said, and how it ended."""
    lines = (done.stderr.strip() or done.stdout.strip()).splitlines()
    return f"exit code {done.returncode}: {lines[-1] if lines else 'nothing said'}"[:200]


def environment_of(version: str, program: str) -> str:
    """Return the Python of a virtual environment with what a build needs."""
    folder = BUILD / f"python{version}"
    python = folder / "bin" / "python"
    if not (folder / ".ready").exists():
        subprocess.run([program, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *TOOLS], check=True)
        (folder / ".ready").touch()
    return str(python)


def build(version: str, python: str, compiler: str, level: str) -> Build:
    """Compile the package; the C is made once for all."""
    name = f"{version}-{Path(compiler).name}{level}"
    log = BUILD / f"{name}.log"
    with log.open("wb") as stream:
        subprocess.run(
            [
                *(python, "setup.py", "build"),
                *("--build-base", str(BUILD / "objects" / name)),
                *("--build-lib", str(BUILD / name)),
            ],
            cwd=ROOT,
            env={**os.environ, "CC": compiler, "CFLAGS": f"{level} -g0"},
            stdout=stream,
            stderr=subprocess.STDOUT,
            check=True,
        )
    expected = next((known for known in reversed(COMPILERS) if known in Path(compiler).name), "")
    return Build(name, python, BUILD / name, expected, level)


class Comparison:
    """The table, and what differs."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.wrong: list[str] = []

    def run(self, made: Build, threads: list[int]) -> None:
        """Sign a build on each vector path with each number of threads, a row a path."""
        wrong = made.look()
        if wrong is not None:
            self.fail(f"{made.name}: {wrong}")
            return
        for path in made.paths:
            row = []
            for number in threads:
                signature, differing = made.sign(path, number)
                self.numbers[signature] = self.numbers.get(signature, 0) + 1
                row.append(signature)
                if differing:
                    self.fail(f"{made.name}, {path}, {number} threads: {differing}")
            print(
                f"{made.name:16} {made.compiler:14.14} {made.level:4} {path:9} {'  '.join(row)}", flush=True
            )

    def fail(self, what: str) -> None:
        """Take note of a difference."""
        self.wrong.append(what)
        print(f"FAIL {what}", flush=True)


def builds(found: dict[str, str], compilers: list[str], comparison: Comparison) -> list[Build]:
    """Compile what can be compiled."""
    made = []
    for version, program in found.items():
        python = environment_of(version, program)
        for compiler in compilers:
            for level in LEVELS:
                try:
                    made.append(build(version, python, compiler, level))
                except subprocess.CalledProcessError:
                    comparison.fail(f"{version}, {compiler}, {level}: does not compile, see {BUILD}/*.log")
    return made


def missing(found: dict[str, str], made: list[Build]) -> list[str]:
    """Return what the machine does not have."""
    absent = [f"Python {version}" for version in PYTHONS if version not in found]
    absent += [name for name in COMPILERS if shutil.which(name) is None]
    paths = {path for each in made for path in each.paths}
    return absent + [path for path in ("scalar", "portable", "avx2", "avx512") if path not in paths]


def main() -> int:
    """Build and compare; 0 where all numbers are the recorded one and the planted search is caught."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--here", action="store_true", help="no build: the kernels that this Python has")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], metavar="N")
    args = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    comparison = Comparison()
    if args.here:
        found, compilers = {version_of(sys.executable) or "?": sys.executable}, []
        made = [Build("here", sys.executable, None)]
    else:
        found = pythons()
        given = [os.environ["CC"]] if os.environ.get("CC") else COMPILERS
        compilers = [name for name in given if shutil.which(name)]
        if not compilers:
            print(f"no compiler: {', '.join(given)}", file=sys.stderr)
            return 2
        made = builds(found, compilers, comparison)
    for each in made:
        comparison.run(each, args.threads)
    if not args.here and (absent := missing(found, made)):
        print(f"not on this machine: {', '.join(absent)}")
    if made:
        caught = made[0].sign("", 1, CHANGED)[1] == "topology"
        print(f"{'ok  ' if caught else 'FAIL'} planted: another count is {'' if caught else 'not '}caught")
        comparison.wrong += [] if caught else ["the planted search"]
    runs = sum(comparison.numbers.values())
    print(f"{len(made)} builds, {runs} runs: {', '.join(sorted(comparison.numbers)) or 'no signature'}")
    return 1 if comparison.wrong or len(comparison.numbers) != 1 else 0


if __name__ == "__main__":
    sys.exit(main())
