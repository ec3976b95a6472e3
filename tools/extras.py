"""Print what extras of the package ask for, a line each: `pip install --requirement` takes it.

python tools/extras.py dev peers > build/requirements.txt

Installing ``.[dev]`` would compile every kernel once more than the build beside it.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path


def main(extras: list[str]) -> int:
    """Print the requirements of the extras; say which are not there."""
    with (Path(__file__).resolve().parent.parent / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    known = project["optional-dependencies"]
    if unknown := [extra for extra in extras if extra not in known]:
        print(f"no extra {', '.join(unknown)}, expected of: {', '.join(known)}", file=sys.stderr)
        return 2
    print(
        *dict.fromkeys([*project["dependencies"], *(line for extra in extras for line in known[extra])]),
        sep="\n",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
