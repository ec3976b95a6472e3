"""Another revision of the package, built from the checkout's history so that it can be measured."""

from __future__ import annotations

import importlib.util
import io
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

from unriddle.base import MissingExtraError, PuzzleError
from unriddle.io.text import printable

from .machine import checkout, commit_info, git

__all__ = ["build", "resolve"]


def resolve(revision: str) -> str:
    """Return the commit that a revision names.

    Raises
    ------
    PuzzleError
        No checkout, or no such revision.
    """
    if checkout() is None:
        raise PuzzleError(
            f"{printable(revision)!r:.60} is neither a file of results nor an installed peer, "
            "and a revision can only be built in a checkout"
        )
    commit = None if revision.startswith("-") else git("rev-parse", "--verify", f"{revision}^{{commit}}")
    if not commit:
        raise PuzzleError(
            f"{printable(revision)!r:.60}, expected a file of results, a peer, or a revision that git knows"
        )
    return commit


def build(commit: str, say: Callable[[str], None] = lambda line: None) -> str | None:
    """Build a commit and return the folder to import it from; None where it is what runs already.

    The tree is unpacked and compiled under ``build/against``, with this interpreter and what it has
    installed, and kept for the next time. The cases are those of now on both sides.

    Raises
    ------
    PuzzleError
        It does not build; the log is kept.
    MissingExtraError
        No compiler of Cython code is installed.
    """
    root = checkout()
    assert root is not None
    if commit_info()["dirty"] is False and all(
        git("rev-parse", f"{commit}:{part}") == git("rev-parse", f"HEAD:{part}")
        for part in ("src", "setup.py")
    ):
        return None
    tree = root / "build" / "against" / commit[:16]
    done = tree / "build" / "done"
    if not done.exists():
        for module in ("Cython", "setuptools"):
            if importlib.util.find_spec(module) is None:
                raise MissingExtraError("revisions that are built", module, "dev")
        say(f"building {commit[:12]}, which takes minutes")
        _unpack(root, commit, tree)
        _compile(tree)
        done.touch()
    return str(tree / "build" / "links")


def _unpack(root: Path, commit: str, tree: Path) -> None:
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    packed = subprocess.run(
        ["git", "-C", str(root), "archive", commit], capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(tree, filter="data")


def _compile(tree: Path) -> None:
    log = tree / "build.log"
    with log.open("w") as stream:
        code = subprocess.run(
            [sys.executable, "setup.py", "build_ext", "--inplace"], cwd=tree, stdout=stream, stderr=stream
        ).returncode
    if code:
        raise PuzzleError("the revision does not build, see there", file=printable(str(log)))
