"""What is wrong around a good call: descriptors closed, a damaged cache, a full disk, wrong options."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from unriddle.cli.subcommands import subcommands
from unriddle.puzzles import registry

from .attack import Attack, Ended

ROOT = Path(__file__).resolve().parents[2]

__all__ = ["Good", "damaged", "good_calls", "keep_in", "states"]

SECONDS = 5.0
ANY = (0, 1, 2)
HEAD = 64
"""Bytes of the head of a file of the cache; as many of its index are damaged too."""
WRONG = ("--limit=-1", "--limit=x", "--format=x", "--max-seconds=x", "--max-nodes=-5", "--nonsense")
"""Options that are wrong everywhere: out of range, no number, no choice, or unknown."""


@dataclass(frozen=True)
class Good:
    """A call that is right."""

    command: str
    """The subcommand, with the puzzle of a batch."""
    arguments: tuple[str, ...]
    piped: tuple[str, ...] = ()
    """The call that reads standard input, where there is one."""
    written: tuple[str, ...] = ()
    """Options of an output file."""
    steady: bool = True
    """Whether the output is the same each time: no time stands in it."""


def good_calls(folder: Path) -> Iterator[Good]:
    """Yield a good call of every subcommand, a batch of every puzzle.

    Parameters
    ----------
    folder : Path
        Where the inputs are written.
    """
    words = folder / "words.txt"
    words.write_text("tea\neat\nsea\nars\n")
    rows = folder / "rows.txt"
    rows.write_text("teas\narse\nquin\n")
    svg, stream = ("--svg",), (f"--lexicon={words}", "--format=ndjson", "--threads=1")
    own = {
        "words": Good("words", ("words", "find", "--lexicon", str(words), "?ea"), _words("-")),
        "survey": Good(
            "survey",
            ("survey", "--boards=500", f"--lexicon={words}", "--sample=100", "--threads=1"),
            ("survey", "--boards=500", "--lexicon=-", "--sample=100", "--threads=1"),
            svg,
            False,
        ),
        "best": Good("best", ("best", "2x2", "--rounds=1", "--threads=1"), (), svg, False),
        "prove": Good(
            "prove",
            ("prove", "2x2", "--min-score=3", f"--lexicon={words}", "--threads=1"),
            ("prove", "2x2", "--min-score=3", "--lexicon=-", "--threads=1"),
            (*svg, "--checkpoint"),
            False,
        ),
        "stream": Good(
            "stream", ("stream", str(rows), *stream), ("stream", "-", *stream), ("--checkpoint", "--parquet")
        ),
        "book": Good("book", ("book", "peg", "--count=1", "--seed=1", "-o", "a.html"), (), ("-o",), False),
        "formats": Good("formats", ("formats",), (), (), False),
        "count-paths": Good("count-paths", ("count-paths", "3x3", "--by-start"), (), svg),
    }
    for name in subcommands():
        if name in own:
            yield own[name]
        elif name == "batch":
            yield from (_batch(puzzle, folder) for puzzle in registry.batch_names())
        elif name == "play":
            yield from (_game(spec, folder) for spec in registry.specs() if spec.game)
        elif name == "generate":
            yield from (_generate(puzzle) for puzzle in registry.factory_names())
        elif name in ("check", "hint"):
            example = registry.spec("peg").example
            yield Good(name, (name, "peg", example, "a1-c1"), (name, "peg", example, "-"), (), False)
        else:
            example = registry.spec(name).example
            yield Good(name, (name, example), (name, "-"), svg)
    sliding = registry.spec("sliding").example
    yield Good("sliding", ("sliding", sliding, "--tables=4-4"))  # which are kept in the cache


def _words(source: str) -> tuple[str, ...]:
    return ("words", "find", "--lexicon", source, "?ea")


def _batch(puzzle: str, folder: Path) -> Good:
    records = folder / f"{puzzle}.txt"
    records.write_text(f"{registry.spec(puzzle).example}\n" * 3)
    call = ("batch", puzzle, str(records), "-o", "out")
    return Good(f"batch {puzzle}", call, ("batch", puzzle, "-", "-o", "out"), ("-o",), False)


def _game(spec: registry.Spec, folder: Path) -> Good:
    moves = folder / "moves.txt"
    moves.write_text("help\nhint\nundo\nno move\nquit\n")
    return Good(f"play {spec.name}", ("play", spec.name, spec.example, "--moves", str(moves)))


def _generate(puzzle: str) -> Good:
    return Good(f"generate {puzzle}", ("generate", puzzle, "-n", "3", "-o", "out"), (), ("-o",), False)


def states(good: Good, ended: Ended) -> Iterator[Attack]:
    """Yield a good call in every state of what surrounds it.

    Parameters
    ----------
    good : Good
    ended : Ended
        How it ends where nothing is wrong: in a state that is no reason to fail it must end as it did.
    """
    same = Attack(
        "", good.arguments, codes=(ended.code,), output=ended.output if good.steady else None, seconds=SECONDS
    )
    yield replace(same, name="no HOME", before=_no_home)
    yield replace(same, name="LC_ALL=C", before=_plain_locale)
    yield replace(same, name="COLUMNS=1", before=functools.partial(_set, "COLUMNS", "1"))
    yield replace(same, name="closed standard input, not asked for", before=lambda: _close(0))
    for what, cache in (("no folder", "/dev/null/cache"), ("read-only", "/proc/1/cache"), ("off", "off")):
        before = functools.partial(_set, "UNRIDDLE_CACHE", cache)
        yield replace(same, name=f"cache, {what}", before=before)
    if good.piped:
        yield Attack("closed standard input", good.piped, before=lambda: _close(0), seconds=SECONDS)
        yield Attack("empty standard input", good.piped, codes=ANY, seconds=SECONDS)
        yield Attack("binary on standard input", good.piped, b"\0\xff\xfe\n", codes=(1, 2), seconds=SECONDS)
    printed = (2,) if ended.output else (ended.code,)  # who prints nothing needs no standard output
    yield replace(same, name="closed standard output", codes=(2,), output=None, before=lambda: _close(1))
    full = functools.partial(_output, "/dev/full")
    yield replace(same, name="full standard output", codes=printed, output=None, before=full)
    yield replace(same, name="broken pipe", codes=ANY, output=None, before=_no_reader)
    for option in good.written:
        places = ["/dev/full", "/dev/null/x", "/proc/1/x"]
        places.append("/dev/null" if option == "-o" else "no such folder/x")
        for place in places:
            arguments = _with(good.arguments, option, place)
            yield Attack(f"{option} {place}", arguments, seconds=SECONDS)
    for wrong in WRONG:
        yield Attack(wrong, (*good.arguments, wrong), seconds=SECONDS)


def _with(arguments: tuple[str, ...], option: str, value: str) -> tuple[str, ...]:
    """Return arguments with the value of an option."""
    if option in arguments:
        at = arguments.index(option) + 1
        return (*arguments[:at], value, *arguments[at + 1 :])
    return (*arguments, option, value)


def damaged(cache: Path, good: Good, ended: Ended) -> Iterator[Attack]:
    """Yield a good call with a cache of which one byte is another, at every byte of head and index.

    A table that is not what it was is made anew: the answer is the same.

    Parameters
    ----------
    cache : Path
        A folder that holds what the call keeps, and nothing else.
    """
    for path in sorted(cache.iterdir()):
        size = path.stat().st_size
        harm = [(f"byte {k}", functools.partial(_damage, path, k)) for k in (*range(2 * HEAD), size - 1)]
        for what, left in (("empty", 0), ("cut in its head", 40), ("cut off", size - 4096)):
            harm.append((what, functools.partial(_cut, path, left)))
        for what, before in harm:
            yield Attack(
                f"cache, {path.name.partition('-')[0]}, {what}",
                good.arguments,
                codes=(ended.code,),
                output=ended.output if good.steady else None,
                before=before,
                seconds=SECONDS,
            )


def _own_copy(path: Path) -> bytearray:
    """Let the process have a cache of its own, the one damaged file apart."""
    place = Path.cwd() / "cache"
    place.mkdir(exist_ok=True)
    for old in place.iterdir():
        old.unlink()
    for other in path.parent.iterdir():
        if other != path:
            (place / other.name).symlink_to(other)
    os.environ["UNRIDDLE_CACHE"] = str(place)
    return bytearray(path.read_bytes())


def _damage(path: Path, k: int) -> None:
    data = _own_copy(path)
    data[k] ^= 0x55
    (Path(os.environ["UNRIDDLE_CACHE"]) / path.name).write_bytes(data)


def _cut(path: Path, size: int) -> None:
    data = _own_copy(path)
    (Path(os.environ["UNRIDDLE_CACHE"]) / path.name).write_bytes(data[: max(0, size)])


def keep_in(cache: Path) -> None:
    """Let the process have its cache in a folder, made where it is missing."""
    _set("UNRIDDLE_CACHE", str(cache))


def _set(name: str, value: str) -> None:
    os.environ[name] = value


def _no_home() -> None:
    os.environ.pop("HOME", None)
    os.environ.pop("XDG_CACHE_HOME", None)


def _plain_locale() -> None:
    os.environ["LC_ALL"] = "C"


def _output(place: str) -> None:
    """Let standard output be a file."""
    descriptor = os.open(place, os.O_WRONLY)
    os.dup2(descriptor, 1)
    os.close(descriptor)


def _no_reader() -> None:
    """Let standard output be a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.dup2(writer, 1)
    os.close(reader)
    os.close(writer)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _close(descriptor: int) -> None:
    os.close(descriptor)
    if descriptor == 0:
        sys.stdin = None
    else:
        sys.stdout = None
