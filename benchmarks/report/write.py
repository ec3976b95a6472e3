"""A report as a folder: report.html, report.md, report.json, report.csv and plots/*.svg."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence

from unriddle.base import PuzzleError
from unriddle.io.text import printable

from .apart import read_apart
from .compose import Report, compose, plots_of
from .history import histories, read_folder
from .html import page
from .markdown import markdown
from .results import read_runs
from .tables import csv_text, json_text

__all__ = ["make_report", "report_files", "write_files"]


def make_report(
    sources: Sequence[str | os.PathLike[str]],
    folder: str | os.PathLike[str],
    *,
    plots: bool = True,
    beside: str | os.PathLike[str] | None = None,
) -> Report:
    """Make a report from files of benchmark results.

    Parameters
    ----------
    sources : sequence of str or path
        Files of `pytest --benchmark-json` or `python -m benchmarks --json`; the first is what later ones are
        compared with. Folders of `python -m benchmarks --save`, whose history is shown; without a file the
        report is on the last run of theirs.
    folder : str or path
        Where it goes; made where it is missing. Made twice from the same data, it is the same byte for byte.
    plots : bool, optional
        Whether the plots stand there as files too; the page has them in any case.
    beside : str or path, optional
        File of figures that were measured apart; see `read_apart`.

    Raises
    ------
    PuzzleError
        Results that cannot be read or contradict each other; a folder that cannot be written.
    """
    folders = [source for source in sources if os.path.isdir(source)]  # noqa: PTH112
    found = histories([run for source in folders for run in read_folder(source)]) if folders else []
    files = [source for source in sources if source not in folders]
    apart = None if beside is None else read_apart(beside)
    report = compose(read_runs(files) if files else [found[-1].runs[-1]], found, apart)
    write_files(report_files(report, plots=plots), folder)
    return report


def report_files(report: Report, *, plots: bool = True) -> dict[str, str]:
    """Return the text of each file by its name in the folder."""
    found = {
        "report.html": page(report),
        "report.md": markdown(report, plots=plots),
        "report.json": json_text(report),
        "report.csv": csv_text(report),
    }
    for plot in plots_of(report.sections) if plots else ():
        found[f"plots/{plot.name}.svg"] = plot.svg
    return found


def write_files(contents: Mapping[str, str], folder: str | os.PathLike[str]) -> None:
    """Write files into a folder, each whole or not at all; plots of an earlier report go.

    Raises
    ------
    PuzzleError
        The folder cannot be made or written.
    """
    root = os.fspath(folder)
    if not root:
        raise PuzzleError("the name of the folder is empty, expected a folder")
    shown = printable(root)
    plots = os.path.join(root, "plots")  # noqa: PTH118 (pathlib costs start-up time)
    try:
        drawn = any(name.startswith("plots/") for name in contents)
        os.makedirs(plots if drawn else root, exist_ok=True)  # noqa: PTH103
        for name, text in contents.items():
            _replace(os.path.join(root, *name.split("/")), text)  # noqa: PTH118
        for name in os.listdir(plots) if os.path.isdir(plots) else ():  # noqa: PTH112, PTH208
            if name.endswith(".svg") and f"plots/{name}" not in contents:
                os.unlink(os.path.join(plots, name))  # noqa: PTH108, PTH118
    except (FileExistsError, NotADirectoryError):
        raise PuzzleError("is a file, expected a folder", file=shown) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise PuzzleError(f"cannot be written: {reason}", file=shown) from None


def _replace(path: str, text: str) -> None:
    """Write a file under another name, to the disk, and rename it."""
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".report-")  # noqa: PTH120
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as stream:  # noqa: PTH123
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, 0o666 & ~_umask())  # noqa: PTH101
        os.replace(temporary, path)  # noqa: PTH105
    except BaseException:
        os.unlink(temporary)  # noqa: PTH108
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
