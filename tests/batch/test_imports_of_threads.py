"""Threads that solve import nothing: what one is about to import, others may see half made."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from unriddle.core import dispatch

SOURCE = Path(__file__).parents[2] / "src"
Run = Callable[[str, Path], None]

REFUSE = '''
import sys, threading


class Refuse:
    """Refuses imports in threads, and keeps what was refused: some callers go on without."""

    refused = []

    def find_spec(self, name, path=None, target=None):
        if threading.current_thread() is not threading.main_thread():
            self.refused.append(name)
            raise RuntimeError(f"a thread imports {name}")


sys.meta_path.insert(0, Refuse())
'''
BOARDS = """
def boards():
    import random

    random.seed(1)
    return ["".join(random.choices("etaoinshrdlu", k=k)) for k in random.choices((16, 16, 9), k=1500)]
"""
SERVER = """
import json, os, traceback
import numpy
import unriddle as ur
from unriddle import Lexicon
from unriddle.batch import run_batch

for line in sys.stdin:
    folder, code = json.loads(line)
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        try:
            exec(code)
            assert not Refuse.refused, Refuse.refused
        except BaseException:
            traceback.print_exc(file=open("errors", "w"))
        os._exit(0)
    print(os.waitpid(child, 0)[1], flush=True)
"""
"""Runs code in processes that begin with the package imported, in which threads may not import."""

BATCHES = {
    "lines": "place.write_text('\\n'.join([*boards(), 'te?s', '12', 'ab\\u00e9dteas']) + '\\n')",
    "gzip": "import gzip; place.write_bytes(gzip.compress('\\n'.join(boards()).encode()))",
    "csv": "place.write_text('b,x\\n' + ''.join(f'{b},{k}\\n' for k, b in enumerate(boards())))",
    "ndjson": "import json; place.write_text(''.join(json.dumps({'b': b}) + '\\n' for b in boards()))",
    "npy": "import numpy; numpy.save(place, numpy.array(boards()))",
    "codes": "import numpy; numpy.save(place, numpy.arange(32000, dtype='u1').reshape(-1, 4, 4) % 26)",
    "parquet": "import pyarrow, pyarrow.parquet; "
    "pyarrow.parquet.write_table(pyarrow.table({'b': boards()}), place, row_group_size=500)",
}
ENDINGS = {"lines": "txt", "gzip": "txt.gz", "codes": "npy"}

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CALLS = {
    "solve_many": "ur.Boggle.solve_many(boards()[:1] * 3000, threads=2)",
    "sudoku": f"ur.Sudoku.solve_many(['{SUDOKU}'] * 3000, threads=2)",
    "generate_many": "ur.Sudoku.generate_many(20, seed=1, threads=2)",
    "check_many": "sixteen = [b for b in boards() if len(b) == 16] * 9; "
    "ur.Boggle.check_many(sixteen, [['TEA', 'no']] * len(sixteen), threads=2)",
    "survey": "ur.boggle.survey(boards=20000, seed=1, threads=2)",
    "best": "ur.boggle.best('4x4', seed=1, threads=2, limits=ur.Limits(nodes=300))",
    "prove": "ur.boggle.prove('2x2', 4, ['tea', 'eat', 'ate', 'sea'], threads=2)",
    "large": "import numpy; codes = numpy.arange(90000, dtype='u4').reshape(300, 300) * 7 % 26; "
    "ur.Boggle(codes.astype('u1')).solve(threads=2)",
    "stream": "import numpy; codes = numpy.arange(360000, dtype='u4').reshape(600, 600) * 7 % 26; "
    "numpy.save('rows.npy', codes.astype('u1')); ur.Boggle.stream('rows.npy', threads=2)",
    "sliding": "ur.MNPuzzle.random('4x4', seed=1).solve(threads=2)",
}


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    if not hasattr(os, "fork"):
        pytest.skip("no fork")
    with subprocess.Popen(
        [sys.executable, "-c", REFUSE + BOARDS + SERVER],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        entered, answers = process.stdin, process.stdout

        def run(code: str, folder: Path) -> None:
            entered.write(json.dumps([str(folder), code]) + "\n")
            errors = folder / "errors"
            assert (answers.readline(), errors.exists() and errors.read_text()) == ("0\n", False)

        yield run
        entered.close()


FORMS = ["ndjson", "csv", "npy", "parquet"]
CASES = [
    *((given, "ndjson", "score") for given in BATCHES),
    *(("lines", form, "score") for form in FORMS[1:]),
    ("parquet", "parquet", "score"),
    *(("lines", form, "words") for form in FORMS if form != "npy"),  # words are of any length
]
"""What is read, what is written, and what of each board."""


@pytest.mark.parametrize("given, form, what", CASES)
def test_a_batch(given: str, form: str, what: str, tmp_path: Path, run: Run) -> None:
    if "parquet" in (given, form):
        pytest.importorskip("pyarrow")
    file = f"in.{ENDINGS.get(given, given)}"
    exec(f"{BOARDS}\n{BATCHES[given]}", {"place": tmp_path / file})
    table = given in ("csv", "ndjson", "parquet")
    keep = ", column='b', keep=['x']" if given == "csv" else ", column='b'" if table else ""
    run(
        f"run_batch('boggle', {file!r}, 'out', what={what!r}, form={form!r}, lexicon=Lexicon(), threads=2,"
        f" part_size=300{keep})",
        tmp_path,
    )


OTHERS = {
    "sudoku": [SUDOKU, SUDOKU.replace(".", "0"), "/".join([SUDOKU]), "12", "53..7 ; text"],
    "numbrix": ["1 . 3/. . ./. . 9", "1,,3/,,/,,9", "x y"],
    "hidato": ["1 . 3/. . ./. . 9", "1 1/. ."],
    "gogen": ["A.C.E/...../K.M.O/...../U.W.Y: ABC,FGH", "A?"],
    "sliding": ["8 6 7/2 5 4/3 0 1", "867/254/301", "1 1/0 2"],
    "peg": ["**.*", "o_oo", "*?"],
    "placement": ["GTU,TECH;111/010/010/010", "GTU,TECH;1!1"],
    "ladder": ["cost save", "cost -> save,cave", "a"],
    "river": ["boat 2; passenger rower rows", "boat"],
}


@pytest.mark.parametrize("puzzle, form", [*((puzzle, "ndjson") for puzzle in OTHERS), ("sudoku", "csv")])
def test_a_batch_of_another_puzzle(puzzle: str, form: str, tmp_path: Path, run: Run) -> None:
    lines = "".join(f"{line}\n" for line in OTHERS[puzzle] * 40)
    (tmp_path / "lines").write_text(lines, encoding="utf-8")
    run(f"run_batch({puzzle!r}, 'lines', 'out', form={form!r}, threads=2, part_size=20)", tmp_path)


@pytest.mark.parametrize("call", CALLS)
def test_a_call(call: str, tmp_path: Path, run: Run) -> None:
    run(CALLS[call], tmp_path)


def test_all_threads_are_made_in_one_place() -> None:
    makers = re.compile(r"\b(ThreadPoolExecutor|Thread)\(")
    files = [path for path in SOURCE.rglob("*.py") if makers.search(path.read_text())]
    named = {str(path.relative_to(SOURCE)) for path in files}
    # A cluster's threads run an event loop and its end; doctests are in threads.py.
    assert named == {"search/threads.py", "search/cluster.py"}


def test_kernels_of_several_forms_are_known() -> None:
    core = SOURCE / "core"
    forms = {path for path in core.rglob("*.pyx") if "form_of(__name__" in path.read_text()}
    names = {".".join(path.relative_to(core).with_suffix("").parts) for path in forms}
    assert set(dispatch.KERNELS) == names
