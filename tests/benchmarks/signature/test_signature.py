import json
import threading
from pathlib import Path

import pytest

import unriddle
from benchmarks.signature import KERNELS, PARTS, RECORDED, THREADED, part, shared, signature
from benchmarks.signature.__main__ import main
from unriddle.puzzles.sudoku import puzzle as sudoku


@pytest.mark.parametrize("name", shared.PARTS)  # those of a puzzle are tested with it
def test_every_shared_search_is_as_recorded(name):
    assert part(name) == RECORDED[name], f"the searches of {name} have changed; if meant so, record it"


def test_every_kernel_has_a_part():
    core = Path(unriddle.__file__).parent / "core"
    paths = list(core.rglob("*.pyx")) or list(core.rglob("*.pyi"))  # an installed package holds no sources
    kernels = {".".join(path.relative_to(core).with_suffix("").parts) for path in paths}
    nothing_searched = {
        "__init__",
        "build_info",
        "digests",
        "dispatch",
        "random_letters",
        "result_slots",
        "join_text",
        "format_numbers",
        "pool",
        "decode_words",
        "assign.sudoku9_text",
        "assign.sudoku_forms",
    }
    assert kernels - nothing_searched == set(KERNELS)
    assert set(KERNELS.values()) == set(PARTS) - {"peg_winning", "dice"}
    assert list(RECORDED) == list(PARTS)


def test_command_line(capsys):
    assert main(["--parts"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == signature(RECORDED.values()) and len(lines) == 1 + len(PARTS)
    assert main(["--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["differing"] == []


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", sorted(THREADED))
def test_any_number_of_threads_finds_the_same(name, threads, monkeypatch):
    started = []
    start = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", lambda self: (started.append(self), start(self)))
    assert part(name, threads) == RECORDED[name]
    assert bool(started) == (threads > 1), "a part that takes threads uses them"


def test_threads_that_find_something_else_show(monkeypatch, capsys):
    solve = sudoku.solve_many

    def dropping(puzzles, *, threads=0, **options):
        found = solve(puzzles, threads=threads, **options)
        found.guesses[-1] += threads > 1
        return found

    monkeypatch.setattr(sudoku, "solve_many", dropping)
    assert main(["--threads", "2"]) == 1
    assert capsys.readouterr().out.endswith("not as recorded: sudoku9\n")


def test_a_change_shows(capsys, monkeypatch):
    monkeypatch.setitem(PARTS, "topology", lambda: [1])
    assert main([]) == 1
    assert "not as recorded: topology" in capsys.readouterr().out
