"""Planted defects that a sanitizer must catch: compiled and run like the kernels, one process each.

python tools/canaries.py address    # an out-of-bounds read, a use after free, an overflow, a shift too far
python tools/canaries.py thread     # a race

Exit code 1 where one is not caught: then a run that finds nothing proves nothing.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

FLAGS = {
    "address": ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-wrapv"],
    "thread": ["-fsanitize=thread"],
}
HEAD = """
#include <Python.h>
#include <stdlib.h>
#include <limits.h>
#include <pthread.h>
static volatile int zero = 0;
"""
DEFECTS = {
    "address": {
        "a read out of bounds": "int *at = malloc(16); int found = at[4 + zero]; free(at); return found;",
        "a use after free": "int *cells = malloc(16); free(cells); return cells[zero];",
        "an overflow": "volatile int most = INT_MAX - zero; return most + 1;",
        "a shift too far": "return 1 << (33 + zero);",
    },
    "thread": {
        "a race": (
            "pthread_t other; pthread_create(&other, NULL, count, NULL); count(NULL);"
            " pthread_join(other, NULL); return shared;"
        ),
    },
}
RACE = """
static int shared = 0;
static void *count(void *unused) { for (int k = 0; k < 100000; k++) shared += 1; return unused; }
"""
MODULE = """
static int defect(void) {{ {body} }}
static PyObject *run(PyObject *self, PyObject *args) {{ return PyLong_FromLong(defect()); }}
static PyMethodDef methods[] = {{{{"run", run, METH_NOARGS, ""}}, {{NULL}}}};
static struct PyModuleDef canary = {{PyModuleDef_HEAD_INIT, "canary", NULL, -1, methods}};
PyMODINIT_FUNC PyInit_canary(void) {{ return PyModule_Create(&canary); }}
"""


def reporting_here() -> dict[str, str]:
    """Return the options of the sanitizers, with reports on standard error where they go to files."""
    options = {name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}
    return {name: re.sub(r":?log_path=[^:]*", "", value) for name, value in options.items()}


def caught(kind: str, body: str, folder: Path) -> bool:
    """Say whether a process that runs a defect is stopped by the sanitizer."""
    source, module = folder / "canary.c", folder / "canary.so"
    source.write_text(HEAD + (RACE if kind == "thread" else "") + MODULE.format(body=body), encoding="utf-8")
    include = sysconfig.get_paths()["include"]
    compiler = os.environ.get("CC", "gcc")
    build = [
        compiler,
        "-shared",
        "-fPIC",
        "-O1",
        "-g1",
        f"-I{include}",
        *FLAGS[kind],
        str(source),
        "-o",
        str(module),
    ]
    subprocess.run(build, check=True, capture_output=True)
    code = "import canary; canary.run()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, **reporting_here(), "PYTHONPATH": str(folder)},
        capture_output=True,
    )
    return done.returncode != 0 and (b"Sanitizer" in done.stderr or b"runtime error" in done.stderr)


def main() -> int:
    """Plant each defect; 1 where one is not caught."""
    kind = sys.argv[1] if len(sys.argv) == 2 else ""
    if kind not in DEFECTS:
        print("usage: canaries.py address|thread", file=sys.stderr)
        return 2
    missed = 0
    for name, body in DEFECTS[kind].items():
        with tempfile.TemporaryDirectory() as folder:
            if not caught(kind, body, Path(folder)):
                print(f"{name} is not caught", file=sys.stderr)
                missed = 1
    if not missed:
        print(f"{kind}: {len(DEFECTS[kind])} planted defects, all caught")
    return missed


if __name__ == "__main__":
    sys.exit(main())
