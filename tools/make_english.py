"""Make the embedded English list ``src/lexicon/data/english.xz`` and the copyright texts beside it.

The words come from Debian's binary package ``scowl``, the lists of profane and offensive words and the
copyright texts from its source package; both of version 2020.12.07-2. To make everything again::

    mkdir -p build/scowl && cd build/scowl
    apt-get download scowl
    apt-get source --download-only scowl            # needs a deb-src line in the sources of apt
    dpkg-deb -x scowl_*_all.deb binary
    mkdir -p source && tar -xzf scowl_*.orig.tar.gz --strip-components=1 -C source
    cd ../.. && .venv/bin/python tools/make_english.py build/scowl/binary build/scowl/source

Taken are all ``*-words.LEVEL`` files up to level 80, of all regions and variants, read as UTF-8;
capitalised entries are dropped, accents folded, and what is then two letters or more of a–z is kept with
the lowest level it has. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import lzma
import re
import unicodedata
from pathlib import Path

import numpy as np

from unriddle.lexicon import embedded

DATA = Path(__file__).resolve().parent.parent / "src" / "lexicon" / "data"
WORD = re.compile("[a-z]{2,}")


def without_accents(text: str) -> str:
    """Return `text` without its combining marks."""
    return "".join(ch for ch in unicodedata.normalize("NFD", text) if not unicodedata.combining(ch))


def levels(folder: Path, highest: int) -> dict[str, int]:
    """Return each word of the ``*-words.*`` files with its lowest level."""
    found: dict[str, int] = {}
    for path in sorted(folder.glob("*-words.*")):
        level = int(path.suffix[1:])
        if level > highest:
            continue
        for entry in path.read_text(encoding="utf-8").splitlines():
            word = without_accents(entry)
            if entry == entry.lower() and WORD.fullmatch(word):
                found[word] = min(level, found.get(word, highest))
    return found


def listed(folder: Path) -> frozenset[str]:
    """Return the words that SCOWL lists as profane or offensive."""
    paths = [*folder.glob("profane.*"), *folder.glob("offensive.*")]
    return frozenset(
        without_accents(entry.lower()) for path in paths for entry in path.read_text("utf-8").splitlines()
    )


def main() -> None:
    """Write the list and the texts; print what is in it."""
    parser = argparse.ArgumentParser(description="Make the embedded English list.")
    parser.add_argument("binary", type=Path, help="the unpacked package scowl")
    parser.add_argument("source", type=Path, help="the unpacked source package")
    parser.add_argument("--output", type=Path, default=DATA, help="folder to write to")
    args = parser.parse_args()
    words = levels(args.binary / "usr" / "share" / "dict" / "scowl", embedded.LEVELS[-1])
    taboo = listed(args.source / "misc")
    args.output.mkdir(parents=True, exist_ok=True)
    (args.output / "english.xz").write_bytes(compress(words, taboo))
    (args.output / "SCOWL-copyright.txt").write_bytes((args.source / "Copyright").read_bytes())
    (args.output / "UKACD-readme.txt").write_bytes((args.source / "r" / "ukacd" / "readme.txt").read_bytes())
    for level in embedded.LEVELS:
        print(f"level {level}: {sum(value <= level for value in words.values()):,} words")
    print(f"profane or offensive: {len(taboo & words.keys())}")


def compress(words: dict[str, int], listed: frozenset[str]) -> bytes:
    """Return the bytes of ``english.xz`` for words with their levels; the inverse of `embedded.select`."""
    front, before = bytearray(), ""
    order = sorted(words)
    for word in order:
        pairs = enumerate(zip(before, word, strict=False))
        shared = next((at for at, (a, b) in pairs if a != b), min(len(before), len(word)))
        front.append(embedded.SHARED + shared)
        front += word[shared:].encode("ascii")
        before = word
    flags = bytes(words[word] + embedded.LISTED * (word in listed) for word in order)
    sizes = np.array([len(order), len(front)], dtype=embedded.SIZES).tobytes()
    extreme = 9 | lzma.PRESET_EXTREME
    filters = [{"id": lzma.FILTER_LZMA2, "preset": extreme, "dict_size": 1 << 21, "lc": 4, "lp": 0, "pb": 0}]
    return lzma.compress(sizes + bytes(front) + flags, check=lzma.CHECK_CRC64, filters=filters)


if __name__ == "__main__":
    main()
