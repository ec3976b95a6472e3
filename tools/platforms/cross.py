"""Every kernel compiled for systems that are not here, by Zig's C compiler; a warning is an error."""

from __future__ import annotations

import json
import os
import shutil
import sysconfig
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .work import BUILD, DONE, FAILED, ROOT, CommandError, Outcome, run

GENERATED = ROOT / "build" / "cython-release"
TARGETS = (
    "aarch64-linux-gnu",
    "x86_64-linux-musl",
    "aarch64-macos",
    "x86_64-windows-gnu",
    "aarch64-windows-gnu",
)
FLAGS = ("-O2", "-fPIC", "-fwrapv", "-Wall", "-Werror", "-DNDEBUG")
# What Python.h asks of a 64-bit Windows, where Python comes with this header ready-made.
# https://learn.microsoft.com/cpp/cpp/data-type-ranges, https://docs.python.org/3/c-api/apiabiversion.html
WINDOWS = """\
#define MS_WINDOWS
#define MS_WIN64
#define NT_THREADS 1
#define WITH_THREAD 1
#define HAVE_DECLSPEC_DLL 1
#define Py_ENABLE_SHARED 1
#define Py_NO_ENABLE_SHARED_IMPLICIT_LINK 1
#define STDC_HEADERS 1
#define HAVE_INTTYPES_H 1
#define HAVE_STDDEF_H 1
#define HAVE_STDINT_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_WCHAR_H 1
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_WCHAR_T 2
#define SIZEOF_DOUBLE 8
#define ALIGNOF_SIZE_T 8
#define ALIGNOF_LONG 4
#define ALIGNOF_MAX_ALIGN_T 8
#include <basetsd.h>
"""


def headers(target: str) -> Path:
    """Return a folder with Python's headers for a system: this one's, with other sizes for Windows."""
    here = Path(sysconfig.get_path("include"))
    if "windows" not in target:
        return here
    folder = BUILD / "headers-windows"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(here, folder)
    (folder / "pyconfig.h").write_text(WINDOWS, encoding="ascii")
    return folder


def is_of(source: Path, target: str) -> bool:
    """Say whether setup.py compiles a kernel for this system: x86-64 paths for no other processor."""
    return target.startswith("x86_64") or not source.stem.endswith(("_avx2", "_avx512"))


def own_flags(source: Path, target: str) -> list[str]:
    """Return what setup.py asked for one kernel alone: its vector path, where the system has it."""
    text = source.read_text(encoding="utf-8")
    _, begun, rest = text.partition("/* BEGIN: Cython Metadata")
    asked = json.loads(rest.partition("END: Cython Metadata */")[0])["distutils"] if begun else {}
    machine = [flag for flag in asked.get("extra_compile_args", ()) if flag.startswith("-m")]
    paths = [f"-D{name}={value}" for name, value in asked.get("define_macros", ()) if "_PATH_" in name]
    return [*paths, *(machine if target.startswith("x86_64") else [])]


def compiled(tool: Path, target: str, include: Path, source: Path) -> str:
    """Compile one kernel; return what is wrong with it."""
    name = source.relative_to(GENERATED).with_suffix("").as_posix().replace("/", ".")
    asked = own_flags(source, target)
    objects = BUILD / "objects" / target
    objects.mkdir(parents=True, exist_ok=True)
    command: list[str | Path] = [
        tool,
        "-m",
        "ziglang",
        "cc",
        "-target",
        target,
        *FLAGS,
        *asked,
        f"-I{include}",
        f"-I{ROOT / 'src' / 'core'}",
    ]
    log = f"{target}-{name}.log"
    try:
        run([*command, "-c", source, "-o", objects / f"{name}.o"], log=log)
    except CommandError:
        lines = (BUILD / log).read_text(encoding="utf-8").splitlines()
        wrong = [line for line in lines if "error:" in line or "warning:" in line]
        return wrong[0] if wrong else f"failed ({log})"
    (BUILD / log).unlink()
    return ""


def work(tool: Path) -> Iterator[Outcome]:
    """Compile the kernels that `python setup.py build_ext` wrote in C."""
    sources = sorted(GENERATED.rglob("*.c"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for target in TARGETS:
            include = headers(target)
            here = [source for source in sources if is_of(source, target)]
            wrong = [
                said
                for said in pool.map(lambda c, t=target, i=include: compiled(tool, t, i, c), here)
                if said
            ]
            state = FAILED if wrong or not sources else DONE
            yield Outcome(
                f"kernels for {target}", state, wrong[0] if wrong else f"{len(here)} files, no warning"
            )
