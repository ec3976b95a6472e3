"""Files that are no puzzle, or that lie about what they are."""

from __future__ import annotations

import gzip
import io
import random
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np

__all__ = ["files", "mutated"]


def texts() -> dict[str, bytes]:
    """Return name -> bytes of files that are no text of any puzzle, or none that a reader expects."""
    return {
        "empty": b"",
        "white space": b" \t\n\r\n  \n",
        "nul": b"abc\0def\n",
        "nul alone": b"\0",
        "utf-16": "tea\nars\n".encode("utf-16"),
        "utf-16 without mark": "tea\nars\n".encode("utf-16-le"),
        "utf-32": "tea\nars\n".encode("utf-32"),
        "mark alone": b"\xef\xbb\xbf",
        "latin-1": "caf\xe9\nth\xe9\n".encode("latin-1"),
        "overlong utf-8": b"\xc0\xafabc\n",
        "surrogates": b"\xed\xa0\x80\xed\xb0\x80\n",
        "escapes": b"\x1b[2J\x1b[1;1Hgotcha\x07\n",
        "right to left": "abc\u202edef\n".encode(),
        "carriage returns": b"\r\r\r\r",
        "form feeds": b"\x0c\x0c\n\x0b\n",
        "snowmen": "\u2603 \u2603\n= \xa7\n".encode(),
        "a line of a megabyte": b"\xff" * (1 << 20),
        "digits": b"9" * 100_000 + b"\n",
        "minus": b"-" * 5000 + b"\n",
        "parentheses": b"(" * 100_000,
        "a hundred thousand lines": b"\x01\n" * 100_000,
        "json": b'{"a": [1, 2, {"b": null}]}\n' * 10,
        "deep json": b"[" * 100_000,
        "html": b"<!doctype html><title>404</title>\n",
        "png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        "elf": b"\x7fELF\x02\x01\x01" + bytes(100),
        "zip": b"PK\x03\x04" + bytes(60),
        "parquet": b"PAR1" + bytes(60) + b"PAR1",
        "zstandard": b"\x28\xb5\x2f\xfd" + bytes(40),
        "gzip of nothing": gzip.compress(b""),
        "gzip bomb": gzip.compress(bytes(1 << 29), 9),
        "gzip cut off": gzip.compress(b"tea\nars\n" * 1000)[:-20],
        "gzip of garbage": b"\x1f\x8b\x08\x00" + bytes(range(200)),
        "gzip in gzip": gzip.compress(gzip.compress(b"\xff\xfe")),
    }


def arrays() -> dict[str, bytes]:
    """Return name -> bytes of array files that are damaged, or lie about what they hold."""
    found = {}
    buffer = io.BytesIO()
    np.save(buffer, np.arange(16, dtype=np.uint8).reshape(4, 4))
    good = buffer.getvalue()
    for k in range(0, 128, 3):  # each header of an array with one byte changed
        found[f"npy, byte {k}"] = good[:k] + bytes([good[k] ^ 0x55]) + good[k + 1 :]
    for name, head in {
        "npy, parentheses": "(" * 5000,
        "npy, huge": "{'descr': '|u1', 'fortran_order': False, 'shape': (1000000000000,), }",
        "npy, negative": "{'descr': '|u1', 'fortran_order': False, 'shape': (-4, 4), }",
        "npy, objects": "{'descr': '|O', 'fortran_order': False, 'shape': (4, 4), }",
        "npy, floats": "{'descr': '<f8', 'fortran_order': False, 'shape': (4, 4), }",
        "npy, code": "__import__('os').system('true')",
    }.items():
        raw = head.encode()
        found[name] = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(raw)) + raw + bytes(64)
    return found


def files(folder: Path) -> Iterator[tuple[str, Path, bool]]:
    """Yield name, path and whether it can be no puzzle, of each hostile file."""
    rng = random.Random(1)
    binaries = {f"binary {k}": rng.randbytes(1 + 200 * k) + b"\xff" for k in range(20)}
    for name, data in {**texts(), **binaries, **arrays()}.items():
        path = folder / (
            name.replace(" ", "_").replace(",", "") + (".npy" if name.startswith("npy") else ".txt")
        )
        path.write_bytes(data)
        maybe = name.startswith(("npy, byte", "binary", "digits", "json", "minus", "carriage", "html"))
        yield name, path, not maybe
    sparse = folder / "sparse.txt"
    with sparse.open("wb") as stream:
        stream.truncate(1 << 30)
    yield "a sparse gigabyte", sparse, True
    yield "missing", folder / "no" / "such" / "file.txt", True
    yield "a folder", folder, True
    yield "/dev/zero", Path("/dev/zero"), True
    yield "/dev/null", Path("/dev/null"), True
    yield "a long name", Path("/" + "x" * 5000 + ".txt"), True
    yield "a name with escapes", folder / "\x1b[2Jx.txt", True


def mutated(text: str, rng: random.Random) -> str:
    """Return a puzzle with a few characters changed, left out, doubled or moved."""
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(letters) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            letters.insert(place, rng.choice("0123456789aZ*.#/ ;:,-+?_\xe9\u2603\u0663\x1b\t\n"))
        elif letters and kind == 1:
            del letters[place % len(letters)]
        elif letters and kind == 2:
            letters[place % len(letters)] = rng.choice("0123456789aZ*.#/ ;:,-+?_\xdf\u0661")
        else:
            letters *= rng.randint(1, 3)
    return "".join(letters)
