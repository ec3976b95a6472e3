"""Map src/ to the package `unriddle` and compile its kernels; metadata lives in pyproject.toml."""

import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup

PACKAGE, SOURCE, LINKS = "unriddle", Path("src"), Path("build/links")
CHECKED = bool(os.environ.get("UNRIDDLE_CHECKED"))  # bounds checks, annotated HTML
SANITIZED = os.environ.get("UNRIDDLE_SANITIZE", "")  # address (undefined behaviour), thread; fuzz: coverage
MODE = SANITIZED or ("checked" if CHECKED else "release")
ONLY = os.environ.get("UNRIDDLE_KERNELS", "**/*.pyx").split()  # patterns below src/: some kernels
SANITIZERS = {
    "": [],
    "address": ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    "thread": ["-fsanitize=thread"],
    "fuzz": ["-fsanitize-coverage=trace-pc"],  # calls what tools/fuzzing/coverage.c defines
}[SANITIZED]
# Python's own flags make signed overflow wrap, which would hide it.
WATCHED = [*SANITIZERS, "-fno-wrapv", "-fno-omit-frame-pointer", "-g1"] if SANITIZERS else []


def name_sources() -> None:
    """Lay src/ under the name of the package, where `cimport unriddle.…`, mypy and pyright find it."""
    named = LINKS / PACKAGE
    LINKS.mkdir(parents=True, exist_ok=True)
    if named.is_symlink():
        return
    shutil.rmtree(named, ignore_errors=True)
    try:
        named.symlink_to(Path("../../src"), target_is_directory=True)
    except OSError:  # not allowed here: copies of what other kernels look at, made anew by each build
        left = shutil.ignore_patterns("*.pyx", "*.so", "*.pyd", "__pycache__", "data")
        shutil.copytree(SOURCE, named, ignore=left)


name_sources()

given = shlex.split(os.environ.get("CFLAGS", ""))
levels = [flag for flag in given if flag.startswith("-O")]  # CFLAGS=-O0 is the last word
LEVEL = levels[-1] if levels else "-O2" if CHECKED or SANITIZED else "-O3"

options = {
    "include_dirs": [str(SOURCE / "core")],
    "depends": sorted(map(str, SOURCE.rglob("*.h"))),
    "extra_compile_args": ["/O2", "/std:c11"] if sys.platform == "win32" else [LEVEL, *WATCHED],
    "extra_link_args": SANITIZERS,
}
kernels = [
    Extension(".".join([PACKAGE, *pyx.relative_to(SOURCE).with_suffix("").parts]), [str(pyx)], **options)
    for pyx in sorted({pyx for pattern in ONLY for pyx in SOURCE.glob(pattern)})
]
python = shlex.split(sysconfig.get_config_var("CFLAGS") or "")
flags = [flag for flag in [*python, *given, *options["extra_compile_args"]] if not set(flag) & set('/\\"')]
for kernel in kernels:
    if kernel.name.endswith(".build_info"):  # benchmarks say how the kernels were compiled
        text = " ".join(dict.fromkeys(flags))
        kernel.define_macros = [("UNRIDDLE_FLAGS", f'"{text}"'), ("UNRIDDLE_CHECKED", str(int(CHECKED)))]
if not kernels:
    raise SystemExit("no .pyx under src/: was the sdist built without MANIFEST.in?")

generated = Path("build") / f"cython-{MODE}"
generated.mkdir(parents=True, exist_ok=True)

setup(
    packages=[PACKAGE, *(f"{PACKAGE}.{name}" for name in find_packages(str(SOURCE)))],
    package_dir={PACKAGE: str(SOURCE)},
    ext_modules=cythonize(
        [*kernels, Extension(f"{PACKAGE}._cyutility", [str(generated / "_cyutility.c")])],
        shared_utility_qualified_name=f"{PACKAGE}._cyutility",
        include_path=[str(LINKS)],
        build_dir=str(generated),
        nthreads=os.cpu_count() or 1,
        annotate=CHECKED,
        compiler_directives={
            "language_level": 3,
            "cdivision": True,
            "wraparound": False,
            "boundscheck": CHECKED,
            "initializedcheck": CHECKED,
            "auto_pickle": False,
            "autotestdict": False,
        },
    ),
    options={
        "build": {"build_base": f"build/{MODE}"},
        "build_ext": {"parallel": os.cpu_count() or 1},
    },
)
