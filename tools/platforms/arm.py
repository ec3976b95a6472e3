"""The wheel for 64-bit ARM, run under emulation by Debian's Python for ARM; nothing is installed here."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from .work import (
    BUILD,
    DONE,
    FAILED,
    LEFT_OUT,
    ROOT,
    TESTED_WITH,
    CommandError,
    Outcome,
    environment,
    pip,
    run,
    summary,
)

HOME = BUILD / "arm"
ROOT_FS, SITE, APT = HOME / "root", HOME / "site", HOME / "apt"
PYTHON = "3.11"
# Debian 12: the interpreter, and what its standard library and NumPy load.
PACKAGES = (
    *(
        "python3.11-minimal",
        "libpython3.11-minimal",
        "libpython3.11-stdlib",
        "libc6",
        "libgcc-s1",
        "libstdc++6",
    ),
    *("libbz2-1.0", "libcrypt1", "libexpat1", "libffi8", "liblzma5", "libsqlite3-0", "libssl3", "libuuid1"),
    "zlib1g",
)
EMULATOR = "qemu-user-static"
# NumPy, and pytest without workers.
NEEDED = tuple(name for name in TESTED_WITH if "xdist" not in name)
TAGS = ("manylinux2014_aarch64", "manylinux_2_17_aarch64", "manylinux_2_27_aarch64", "manylinux_2_28_aarch64")
GLIBC = "2.28"
# The emulator does not keep a limit of address space.
NOT_HERE = ("tests/core/test_pool.py::test_what_there_is_no_room_for_is_a_memory_error",)
SIGNATURE = "tests/benchmarks/signature/test_signature.py"


def apt(*words: str) -> str:
    """Run apt-get with lists and a cache of its own, so that this machine's stay as they are."""
    for name in ("state/lists/partial", "cache/archives/partial", "packages"):
        (APT / name).mkdir(parents=True, exist_ok=True)
    (APT / "status").touch()
    options = {
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
        "APT::Sandbox::User": "root",
        "Dir::State": APT / "state",
        "Dir::State::status": APT / "status",
        "Dir::Cache": APT / "cache",
    }
    given = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    return run(["apt-get", "-qq", *given, *words], cwd=APT / "packages", log="apt.log")


def system() -> None:
    """Lay out an ARM system's files and the emulator below build/wheels/arm."""
    shutil.rmtree(ROOT_FS, ignore_errors=True)
    shutil.rmtree(APT / "packages", ignore_errors=True)
    apt("update")
    apt("download", *PACKAGES)
    run(["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", EMULATOR], cwd=APT / "packages")
    for package in (APT / "packages").glob("*.deb"):
        run(["dpkg-deb", "-x", package, ROOT_FS])
    usr = ROOT_FS / "usr" / "bin"
    emulator = f'"{usr}/qemu-aarch64-static" -L "{ROOT_FS}"'
    # By its own name, as sys.executable: a Python that starts another finds it.
    script(
        HOME / "python", f'export PYTHONPATH="{SITE}"', f'exec {emulator} -0 "$0" "{usr}/python{PYTHON}" "$@"'
    )


def script(path: Path, *lines: str) -> None:
    """Write a program of the shell."""
    path.write_text("\n".join(("#!/bin/sh", *lines, "")), encoding="utf-8")
    path.chmod(0o755)


def wheel(tool: Path) -> Path:
    """Build the wheel by Zig's C compiler."""
    compiler = HOME / "cc"
    script(compiler, f'exec "{tool}" -m ziglang cc -target aarch64-linux-gnu.{GLIBC} "$@"')
    shutil.rmtree(HOME / "dist", ignore_errors=True)
    (tree,) = (BUILD / "sdist").glob("*.tar.gz")
    run(
        [tool, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", HOME / "dist", tree],
        env=environment(
            CC=str(compiler),
            _PYTHON_HOST_PLATFORM="linux-aarch64",
            SETUPTOOLS_EXT_SUFFIX=f".cpython-{PYTHON.replace('.', '')}-aarch64-linux-gnu.so",
        ),
        log="arm-wheel.log",
    )
    (made,) = (HOME / "dist").glob("*.whl")
    return made


def install(tool: Path, made: Path) -> None:
    """Unpack the wheel, NumPy and pytest for ARM side by side."""
    shutil.rmtree(SITE, ignore_errors=True)
    platforms = [word for tag in (*TAGS, "linux_aarch64") for word in ("--platform", tag)]
    wanted: list[str | Path] = [
        "--python-version",
        PYTHON,
        "--only-binary=:all:",
        *platforms,
        "--target",
        SITE,
    ]
    pip(tool, "install", *wanted, made, *NEEDED)


def emulated(*words: str, cwd: Path = ROOT, log: str = "") -> str:
    """Run the ARM Python."""
    (HOME / "home").mkdir(exist_ok=True)
    env = {"HOME": str(HOME / "home"), "LANG": "C.UTF-8", "PATH": os.defpath, "UNRIDDLE_CACHE": "off"}
    return run([HOME / "python", *words], cwd=cwd, env=env, log=log)


def work(tool: Path, tests: list[str]) -> Iterator[Outcome]:
    """Build the wheel for ARM, compare the signature, run the kernels' tests."""
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        yield Outcome("ARM under emulation", LEFT_OUT, "no apt-get here")
        return
    try:
        HOME.mkdir(parents=True, exist_ok=True)
        system()
        made = wheel(tool)
        install(tool, made)
        about = (
            "from unriddle.core import build_info, dispatch; print(build_info.COMPILER, dispatch.chosen())"
        )
        yield Outcome("wheel for ARM", DONE, f"{made.name}, {emulated('-c', about).strip()}")
        (tree,) = (BUILD / "tree").iterdir()
        quiet = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
        signed = emulated(*quiet, SIGNATURE, cwd=tree, log="arm-signature.log")
        yield Outcome("signature on ARM", DONE, summary(signed))
        left = [f"--deselect={name}" for name in NOT_HERE]
        yield Outcome(
            "kernels on ARM", DONE, summary(emulated(*quiet, *left, *tests, cwd=tree, log="arm-tests.log"))
        )
    except CommandError as error:
        yield Outcome("ARM under emulation", FAILED, str(error))
