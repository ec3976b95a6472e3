"""Every long call of the package keeps to its limits of time, nodes and memory, and its status says so."""

import importlib
import inspect
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import unriddle as ur
from unriddle import Limits, Status
from unriddle.cli import main
from unriddle.puzzles import registry

sys.path.insert(0, str(Path(__file__).parent))
from long_calls import AT_ONCE, CALLS, COMMANDS, REASONED, SOLVERS, UNSEARCHED

each = pytest.mark.parametrize("name", CALLS)
SECONDS, LATE = 0.05, 3.0
"""What is allowed, and how much more processor time it may take on a busy machine."""


def verbs():
    """Every public function and method that takes limits, as `long_calls` names it."""
    places = [("", ur), *((spec.name, importlib.import_module(spec.home)) for spec in registry.built_in())]
    classes = {}
    for place, module in places:
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isclass(thing):
                classes.setdefault(thing, name)
            elif callable(thing) and "limits" in inspect.signature(thing).parameters:
                yield name if thing in vars(ur).values() or hasattr(ur, name) else f"{place}.{name}"
    for kind, name in classes.items():
        for verb, call in inspect.getmembers(kind, callable):
            if not verb.startswith("_") and "limits" in _parameters(call):
                yield f"{name}.{verb}"


def _parameters(call):
    try:
        return inspect.signature(call).parameters
    except (TypeError, ValueError):
        return {}


def test_no_verb_is_missing():
    names = {name: getattr(ur, name) for name in ur.__all__}
    same = {name: kind.__name__ for name, kind in names.items() if inspect.isclass(kind)}
    found = {
        ".".join([same.get(name.split(".")[0], name.split(".")[0]), *name.split(".")[1:]]) for name in verbs()
    }
    assert {*SOLVERS, "boggle.best", "WordPlacement.count"} <= found
    assert not found - set(CALLS)


@pytest.mark.parametrize("name", [spec.name for spec in registry.built_in() if spec.records])
def test_a_record_of_a_batch_has_limits_by_default(name):
    options = {option.name: option for option in registry.batch(name).OPTIONS}
    assert options["max-nodes"].default >= 10_000_000 and options["max-seconds"].default is None


def status(found):
    """The status of what a call returns; None where it says it in another way."""
    if isinstance(found, bool):
        return Status.SOLVED
    return getattr(found, "status", None)


@pytest.mark.timed
@each
def test_time_is_kept(name):
    call = CALLS[name]()
    start, since = time.process_time(), time.perf_counter()
    found = call(Limits(seconds=SECONDS))
    assert time.process_time() - start <= SECONDS + LATE
    if name not in AT_ONCE and time.perf_counter() - since >= SECONDS:  # else it may have its answer
        assert status(found) in (Status.LIMIT, None)


@pytest.mark.parametrize("name", [name for name in CALLS if name not in UNSEARCHED])
def test_nodes_are_kept(name):
    found = CALLS[name]()(Limits(nodes=1000, seconds=0.2))
    stats = getattr(found, "stats", None)
    if stats is not None:
        assert stats.nodes <= 1000
    if name not in AT_ONCE:
        assert status(found) in (Status.LIMIT, None)


SERVER = """
import os, resource, shlex, sys
from long_calls import CALLS
from unriddle import Limits
from unriddle.cli import main

UNIT = 1 if sys.platform == "darwin" else 1024

def call(name):
    made = CALLS[name]()
    made(Limits(nodes=10, seconds=0.1, memory={memory}))  # imports, lexicons
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = made(Limits(memory={memory}, seconds=0.4))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(getattr(found, "status", None), grown * UNIT, flush=True)

def command(line):
    out, *sys.argv[1:] = shlex.split(line)
    os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT), 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
    sys.exit(main())

for line in sys.stdin:
    how, _, what = line.strip().partition(" ")
    child = os.fork()
    if child == 0:
        {"call": call, "command": command}[how](what)
        os._exit(0)
    _, status, used = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if how == "command":
        print(code, used.ru_utime + used.ru_stime, used.ru_maxrss * UNIT, flush=True)
    elif code:
        print("died", 0, flush=True)
"""
"""Measures a call or a command in a process of its own, which begins small and with all imported."""
MEMORY = 48 << 20


@pytest.fixture(scope="module")
def measured():
    if not hasattr(os, "fork"):
        pytest.skip("no fork")
    with subprocess.Popen(
        [sys.executable, "-c", SERVER.replace("{memory}", str(MEMORY))],
        cwd=Path(__file__).parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    ) as process:  # fmt: skip

        def ask(line):
            process.stdin.write(f"{line}\n")
            return process.stdout.readline().split()

        yield ask
        process.stdin.close()


SMALL = ("Boggle", "Gogen", "Hidato", "Numbrix", "Sudoku", "boggle.survey", "gogen", "minimum", "sudoku")
"""How the names of calls begin whose searches hold a board and no table that grows."""
ONCE = ("hint", "first_mistake", "is_unique", "solve_many")
"""Verbs that search as `solve` or `count` does."""
GROWING = [name for name in CALLS if not name.startswith(SMALL) and name.rpartition(".")[2] not in ONCE]


@pytest.mark.parametrize("name", ["Boggle.stream", *GROWING])
def test_memory_is_kept(name, measured):
    said, grown = measured(f"call {name}")
    assert said in ("None", *Status)  # some have their answer before
    assert int(grown) <= MEMORY * 1.25 + (8 << 20)


@pytest.mark.parametrize("name", REASONED)
def test_a_limit_of_reasoning_is_said(name):
    few = Limits(nodes=5)
    assert CALLS[f"{name}.steps"]()(few)[-1].kind == CALLS[f"{name}.hint"]()(few).kind == "limit"
    for verb in ("difficulty", "rating", "first_mistake"):
        assert CALLS[f"{name}.{verb}"]()(few) is None


@pytest.mark.parametrize("name", [name for name in CALLS if name.endswith(".generate")])
def test_a_limit_of_generation_is_an_error(name):
    assert CALLS[name]()(Limits(nodes=5)) is None
    assert CALLS[name]()(Limits(seconds=0)) is None


# The command line


LIMITED = ["--max-seconds", str(SECONDS), "--max-nodes", "1000", "--max-memory", "64M"]
LOUD = [line for line in COMMANDS if any(part in line for part in ("--all", "--paths", "prove", "--html"))]
"""Commands that find much, and print it: a process of its own ends in time."""


@pytest.mark.timed
@pytest.mark.parametrize("line", [line for line in COMMANDS if line not in LOUD], ids=lambda line: line[:60])
def test_a_command_keeps_to_its_limits(line, capsys):
    start = time.process_time()
    code = main([*shlex.split(line), *LIMITED])
    assert time.process_time() - start <= SECONDS + LATE
    out, err = capsys.readouterr()
    assert out.strip() or err.strip()
    assert code in (0, 1)


@pytest.mark.timed
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers")
@pytest.mark.parametrize("line", LOUD, ids=lambda line: line[:60])
def test_what_is_printed_is_limited(line, tmp_path, measured):
    out = tmp_path / "out"
    code, seconds, peak = measured(f"command {out} {line} --max-seconds {SECONDS} --max-memory 64M")
    assert code in ("0", "1")
    assert float(seconds) <= SECONDS + LATE
    assert int(peak) <= (64 * 3 + 64) << 20
