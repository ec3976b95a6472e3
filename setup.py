"""Map src/ to the package `unriddle` and compile its kernels; metadata lives in pyproject.toml."""

import os
import re
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
    except OSError:  # not allowed here: copies of what other kernels look at, made by each build
        left = shutil.ignore_patterns("*.pyx", "*.pxi", "*.so", "*.pyd", "__pycache__", "data")
        shutil.copytree(SOURCE, named, ignore=left)


name_sources()
os.umask(0o022)  # a wheel notes the modes of its files

given = shlex.split(os.environ.get("CFLAGS", ""))
levels = [flag for flag in given if flag.startswith("-O")]  # CFLAGS=-O0 is the last word
LEVEL = levels[-1] if levels else "-O1" if CHECKED or SANITIZED else "-O3"

options = {
    "include_dirs": [str(SOURCE / "core")],
    "depends": sorted(map(str, SOURCE.rglob("*.h"))),
    "extra_compile_args": ["/O2", "/std:c11"] if sys.platform == "win32" else [LEVEL, *(WATCHED or ["-g0"])],
    "extra_link_args": SANITIZERS,
}
chosen = sorted({pyx for pattern in ONLY for pyx in SOURCE.glob(pattern)})
kernels = [
    Extension(".".join([PACKAGE, *pyx.relative_to(SOURCE).with_suffix("").parts]), [str(pyx)], **options)
    for pyx in chosen
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

# The vector paths of dispatch.PATHS that each architecture has, and what tells the compiler so: no more than
# simd.h asks of the processor. Where there are no vectors, all is scalar.
AVX2 = ["-mavx2", "-mbmi", "-mbmi2", "-mpopcnt"]
AVX512 = [f"-mavx512{part}" for part in ("f", "bw", "dq", "vl", "vbmi", "vbmi2", "vpopcntdq")]
VECTORS = {
    "x86_64": {"portable": ["-msse4.1", "-mpopcnt"], "avx2": AVX2, "avx512": [*AVX2, *AVX512]},
    "aarch64": {"portable": []},
}


def vector_paths() -> dict[str, list[str]]:
    """Return the paths to compile for, each with its flags."""
    here = sysconfig.get_platform().replace("-", "_")  # linux-x86_64, macosx-11.0-arm64, win-amd64
    asked = shlex.split(os.environ.get("ARCHFLAGS", ""))
    machines = [word for word in asked if word != "-arch"] or [here]
    machine = "aarch64" if machines[0].endswith("arm64") else machines[0]
    plain = sys.platform == "win32" or len(machines) > 1 or "-DUNRIDDLE_PLAIN_C" in given
    found = [] if plain else [paths for name, paths in VECTORS.items() if machine.endswith(name)]
    return {"scalar": [], **(found[0] if found else {})}


def path_modules(pyx: Path) -> list[Extension]:
    """Return what a kernel has in NAME_paths.pxi: from this one source a module NAME_PATH for each path.

    A path with a form of its own has NAME_PATH.pxi instead.
    """
    shared = pyx.with_name(f"{pyx.stem}_paths.pxi")
    changed = max(path.stat().st_mtime for path in (Path(__file__), *SOURCE.rglob("*.px[di]")))
    made = []
    for path, asked in vector_paths().items() if shared.exists() else ():
        own_form = pyx.with_name(f"{pyx.stem}_{path}.pxi")
        source = own_form if own_form.exists() else shared
        module = Path("build/paths") / source.relative_to(SOURCE).with_name(f"{pyx.stem}_{path}.pyx")
        module.parent.mkdir(parents=True, exist_ok=True)
        text = f'include "{source.relative_to(SOURCE).as_posix()}"\n'
        if not module.exists() or module.stat().st_mtime < changed:  # Cython does not see what it cimports
            module.write_text(text, encoding="utf-8")
        name = ".".join([PACKAGE, *pyx.relative_to(SOURCE).parts[:-1], module.stem])
        own = {**options, "extra_compile_args": [*options["extra_compile_args"], *asked]}
        made.append(
            Extension(name, [str(module)], define_macros=[(f"UNRIDDLE_PATH_{path.upper()}", "1")], **own)
        )
    return made


kernels += [module for pyx in chosen for module in path_modules(pyx)]


def long_description() -> str:
    """Return README.md as a package index shows it: without pictures of the sources and links into them."""
    text = Path("README.md").read_text(encoding="utf-8")
    text = re.sub(r"^!\[.*\n\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\[([^]]*)\]\((?!https?:)[^)]*\)", r"\1", text)


setup(
    long_description=long_description(),
    long_description_content_type="text/markdown",
    packages=[PACKAGE, *(f"{PACKAGE}.{name}" for name in find_packages(str(SOURCE)))],
    package_dir={PACKAGE: str(SOURCE)},
    ext_modules=cythonize(
        [*kernels, Extension(f"{PACKAGE}._cyutility", [str(generated / "_cyutility.c")])],
        shared_utility_qualified_name=f"{PACKAGE}._cyutility",
        include_path=[str(LINKS), str(SOURCE)],
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
            "freethreading_compatible": True,
        },
    ),
    options={
        "build": {"build_base": f"build/{MODE}"},
        "build_ext": {"parallel": os.cpu_count() or 1},
    },
)
