"""The Pythons of this machine that the package takes: those in PATH, pyenv's and uv's."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

LATEST = 20  # minor versions of Python that are looked for


def version_of(python: str) -> str | None:
    """Return major and minor version; None where it does not run (a shim, say), or is no plain CPython."""
    code = (
        "import sys, sysconfig; assert sys.implementation.name == 'cpython' "
        "and not sysconfig.get_config_var('Py_GIL_DISABLED'); print('%d.%d' % sys.version_info[:2])"
    )
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def pythons() -> dict[str, str]:
    """Return the Pythons of the machine that the package takes: version -> program."""
    names = [sys.executable]
    names += [path for minor in range(11, LATEST) if (path := shutil.which(f"python3.{minor}"))]
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    names += [str(path) for path in sorted(versions.glob("3.*/bin/python3"), reverse=True)]
    if (uv := shutil.which("uv")) is not None:
        done = subprocess.run(
            [uv, "python", "list", "--only-installed", "--output-format", "json"],
            capture_output=True,
            text=True,
            check=False,
        )
        names += [entry["path"] for entry in json.loads(done.stdout or "[]")]
    found: dict[str, str] = {}
    for name in names:
        version = version_of(name)
        if version is not None and tuple(map(int, version.split("."))) >= (3, 11):
            found.setdefault(version, name)
    return dict(sorted(found.items(), key=lambda item: int(item[0].split(".")[1])))
