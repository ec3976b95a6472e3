"""Hostile files and states against every subcommand: one line, exit code 2, in a second, nothing else.

python tools/hostile.py              # all of it
python tools/hostile.py --every 10   # each tenth case: a quick pass
python tools/hostile.py boggle       # one subcommand

What is a puzzle after all may be solved (exit code 0 or 1); a traceback, a signal, a second line of errors,
a control character, a longer time, or another answer where only the surroundings are hostile (no home, no
cache, a damaged one) is a finding. What was late is tried again, and the shortest of three runs counts.
Planted subcommands that hang, dawdle, crash, chatter or lie must be caught, or the checks prove nothing.
"""

from __future__ import annotations

import argparse
import functools
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from attacks.attack import SECONDS, Attack, Findings, canaries, judge, run, shortest
from attacks.files import files, mutated
from attacks.states import damaged, good_calls, keep_in, states

from unriddle.cli.subcommands import subcommands
from unriddle.puzzles import registry

NOT_FILES = {"best", "count-paths", "formats", "generate", "prove", "survey"}
"""Subcommands whose argument is no puzzle from a file."""
ENORMOUS = ("gzip bomb", "a hundred thousand lines", "/dev/zero", "a sparse gigabyte")
"""Files that are read to the limit of what is taken."""


def commands() -> list[tuple[str, Callable[[str], tuple[str, ...]]]]:
    """Return each subcommand that reads files, with what makes its arguments."""
    found: list[tuple[str, Callable[[str], tuple[str, ...]]]] = []
    for name in subcommands():
        if name == "words":
            found.append(("words", lambda path: ("words", "find", "--lexicon", path, "tea")))
            found.append(("words import", lambda path: ("words", "import", path, "--name", "mine")))
        elif name == "batch":
            for puzzle in registry.batch_names():
                found.append(
                    (f"batch {puzzle}", lambda path, puzzle=puzzle: ("batch", puzzle, path, "-o", "out"))  # type: ignore[misc]
                )
        elif name == "play":
            for spec in (spec for spec in registry.specs() if spec.game):
                head = ("play", spec.name)
                found.append((" ".join(head), lambda path, head=head: (*head, path)))  # type: ignore[misc]
            moved = (*head, spec.example, "--moves")
            found.append(("play moves", lambda path, moved=moved: (*moved, path)))  # type: ignore[misc]
        elif name in ("check", "hint"):
            more = ("x",) if name == "check" else ()
            for puzzle in registry.names():
                found.append(
                    (f"{name} {puzzle}", lambda path, start=(name, puzzle), more=more: (*start, path, *more))  # type: ignore[misc]
                )
        elif name not in NOT_FILES:
            found.append((name, lambda path, name=name: (name, path)))  # type: ignore[misc]
    for name in ("stream", "survey"):
        found.append((f"{name} --merge", lambda path, name=name: (name, "--merge", path)))  # type: ignore[misc]
    return found


def on_files(folder: Path) -> Iterator[tuple[str, Attack]]:
    """Yield every hostile file with every subcommand that reads one."""
    every = list(files(folder))
    for name, arguments in commands():
        for what, path, must_fail in every:
            # Records are rejected one by one, exit code 1; a move that is none is said, and the game goes on.
            hard = must_fail and not name.startswith(("batch", "play moves"))
            seconds = 5 * SECONDS if what in ENORMOUS else SECONDS
            codes = (2,) if hard else (0, 1, 2)
            yield name, Attack(what, arguments(str(path)), codes=codes, seconds=seconds)


def on_texts() -> Iterator[tuple[str, Attack]]:
    """Yield changed examples of every puzzle, as an argument and from standard input."""
    for spec in registry.built_in():
        rng = random.Random(spec.name)
        for k in range(60 if spec.puzzle else 0):
            text = mutated(spec.example, rng)
            for what, arguments, stdin in (
                ("", (spec.name, text), b""),
                (", piped", (spec.name, "-"), text.encode("utf-8", "replace")),
            ):
                attack = Attack(f"mutation {k}{what}", arguments, stdin, codes=(0, 1, 2), seconds=5 * SECONDS)
                yield spec.name, attack


def on_states(folder: Path) -> Iterator[tuple[str, Attack]]:
    """Yield good calls of all subcommands in hostile surroundings, and with a damaged cache."""
    (folder / "files").mkdir(exist_ok=True)
    for good in good_calls(folder / "files"):
        ended = run(Attack("", good.arguments), folder)
        for attack in states(good, ended):
            yield good.command, attack
        cache = folder / f"cache of {good.command}"
        kept = run(Attack("", good.arguments, before=functools.partial(keep_in, cache)), folder)
        if cache.exists():
            for attack in damaged(cache, good, kept):
                yield good.command, attack


def attacks(folder: Path) -> Iterator[tuple[str, Attack]]:
    """Yield every attack with the subcommand that it is on."""
    yield from on_files(folder / "files")
    yield from on_texts()
    yield from on_states(folder)


def run_all(
    found: Iterator[tuple[str, Attack]], folder: Path, args: argparse.Namespace, findings: Findings
) -> None:
    """Run the attacks that are asked for."""
    for k, (command, attack) in enumerate(found):
        if k % args.every or (args.only and command not in args.only):
            continue
        judge(attack, shortest(attack, folder, args.slack), findings)
        if sys.stderr.isatty() and k % 50 == 0:
            print(f"\r{findings.runs} runs, {len(findings.lines)} findings", end="", file=sys.stderr)


def main() -> int:
    """Run the attacks and print the findings; 1 where there are any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("only", nargs="*", help="subcommands; all by default")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th attack")
    parser.add_argument(
        "--slack", type=float, default=1.0, help="times the seconds allowed, on a busy machine"
    )
    args = parser.parse_args()
    registry.built_in()
    findings = Findings(args.slack)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "files").mkdir()
        if not canaries(folder):
            return 1
        try:
            run_all(attacks(folder), folder, args, findings)
        except KeyboardInterrupt:
            findings.lines.append("interrupted: not all attacks were run")
    for line in findings.lines:
        print(line)
    codes = ", ".join(f"{n} with exit code {code}" for code, n in sorted(findings.codes.items()))
    print(f"{findings.runs} runs ({codes}), {len(findings.lines)} findings")
    return 1 if findings.lines or not findings.runs else 0


if __name__ == "__main__":
    sys.exit(main())
