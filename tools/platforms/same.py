"""Two wheels of one state, made in different folders at different times: equal to the byte."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

from .work import BUILD, DONE, FAILED, ROOT, CommandError, Outcome, environment, run

MADE_AT = "1700000000"
FOLDERS = ("one", "two/deeper")


def work(tool: Path) -> Iterator[Outcome]:
    """Build the wheel twice, each time with another file mode mask, and compare.

    It is compiled with less effort: what could differ are paths, times, orders and modes.
    """
    made: list[Path] = []
    for mask, name in zip((0o022, 0o077), FOLDERS, strict=True):
        folder = BUILD / "same" / name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        for file in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
            shutil.copy(ROOT / file, folder)
        env = environment(SOURCE_DATE_EPOCH=MADE_AT, CFLAGS="-O1")
        before = os.umask(mask)
        try:
            built: list[str | Path] = ["wheel", "--no-deps", "--no-build-isolation", "-w", folder, "."]
            run([tool, "-m", "pip", *built], cwd=folder, env=env, log=f"same-{mask:o}.log")
        except CommandError as error:
            yield Outcome("equal wheels", FAILED, str(error))
            return
        finally:
            os.umask(before)
        made += folder.glob("*.whl")
    one, other = (path.read_bytes() for path in made)
    differing = "" if one == other else f"differing: {', '.join(_differing(*made)) or 'the archive alone'}"
    yield Outcome("equal wheels", FAILED if differing else DONE, differing or f"{len(one):,} bytes")


def _differing(*wheels: Path) -> list[str]:
    """Return the names of files that are not the same in two wheels."""
    one, other = (
        {
            info.filename: (info.CRC, info.date_time, info.external_attr)
            for info in zipfile.ZipFile(wheel).infolist()
        }
        for wheel in wheels
    )
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
