"""Write what the parts of the signature must be, after a search was meant to change.

    python tools/record_signature.py

Names the parts that changed. Run it on the release build, then the tests on the checked one.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks import signature


def main() -> None:
    """Run every part and write `benchmarks/signature/recorded.py`."""
    target = Path(signature.__file__).with_name("recorded.py")
    found = {name: signature.part(name) for name in signature.PARTS}
    lines = "".join(f'    "{name}": "{digest}",\n' for name, digest in found.items())
    target.write_text(
        '"""What the parts of the signature must be; written by tools/record_signature.py."""\n\n'
        "from __future__ import annotations\n\n"
        "from typing import Final\n\n"
        '__all__ = ["RECORDED"]\n\n'
        f"RECORDED: Final[dict[str, str]] = {{\n{lines}}}\n"
        '"""Name of a part -> its digest."""\n',
        encoding="utf-8",
    )
    for name, digest in found.items():
        if signature.RECORDED.get(name) != digest:
            print(f"{name}: {signature.RECORDED.get(name)} -> {digest}")


if __name__ == "__main__":
    main()
