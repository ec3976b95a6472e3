"""Arrays kept on disk between runs: mapped into memory, checked before use, thrown away when in doubt.

A file is a head of 64 bytes (magic, format, sizes, checksum) and a body of whole pages: a JSON index,
then the arrays, each at a multiple of 64 bytes. The checksum covers every byte. Files are written under
another name and renamed, so that no reader sees half of one, and never changed after that. A file that is
another user's, or that others can write to, is not loaded.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..io.atomic import new_file
from ..io.places import open_regular

if TYPE_CHECKING:
    from numpy.typing import NDArray

try:  # the same function without the start-up cost of OpenSSL
    from _blake2 import blake2b
except ImportError:  # pragma: no cover
    from hashlib import blake2b

FORMAT = 1
"""Goes up with any change of this layout or of the arrays kept in it; other versions are not read."""

HEAD = struct.Struct("<8sQQQ32s")
MAGIC = b"unriddle"
PAGE, ALIGN = 4096, 64
# One odd factor for each 8 bytes of a page; multiples of the golden ratio, as in Fibonacci hashing.
FACTORS = (np.arange(1, PAGE // 8 + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)) | np.uint64(1)


def digest_of(*parts: bytes | NDArray[Any]) -> str:
    """Return 32 hexadecimal digits that stand for the content of `parts`, boundaries included."""
    state = blake2b(digest_size=16)
    for part in parts:
        data = memoryview(cast(bytes, part)).cast("B")
        state.update(struct.pack("<Q", data.nbytes))
        state.update(data)
    text: str = state.hexdigest()
    return text


def folder() -> str | None:
    """Return the folder of the cache, None where there is to be none."""
    chosen = os.environ.get("UNRIDDLE_CACHE")
    if chosen is not None:
        return None if chosen.lower() in ("", "off") else os.path.abspath(chosen)  # noqa: PTH100 (start-up time)
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "")
        return os.path.join(local, "unriddle", "Cache") if os.path.isabs(local) else None  # noqa: PTH117, PTH118
    if sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")  # noqa: PTH111 (start-up time)
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):  # noqa: PTH117 (what the XDG specification asks for)
            base = os.path.expanduser("~/.cache")  # noqa: PTH111
    return os.path.join(base, "unriddle") if os.path.isabs(base) else None  # noqa: PTH117, PTH118


def _path(key: str) -> str | None:
    where = folder()
    return None if where is None else os.path.join(where, f"{key}.v{FORMAT}")  # noqa: PTH118


def _checksum(head: bytes, body: memoryview) -> bytes:
    pages = np.frombuffer(body, dtype="<u8").reshape(-1, PAGE // 8)
    sums = (pages @ FACTORS).astype("<u8", copy=False)
    checksum: bytes = blake2b(head + sums.tobytes(), digest_size=32).digest()
    return checksum


def load(key: str) -> tuple[dict[str, NDArray[Any]], dict[str, Any]] | None:
    """Return the arrays and the notes kept under `key`; None where there are none, or none that are whole."""
    path = _path(key)
    if path is None:
        return None
    try:
        with open_regular(path, own=True) as stream:
            data = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
        magic, version, size, index_size, checksum = HEAD.unpack_from(data)
        body = data[HEAD.size :]
        if (magic, version, size) != (MAGIC, FORMAT, len(body)) or size % PAGE or index_size > size:
            return None
        if _checksum(bytes(data[:32]), body) != checksum:
            return None
        index = json.loads(bytes(body[:index_size]))
        if index["key"] != key:  # a file under another's name
            return None
        arrays = {
            name: np.frombuffer(body, dtype=dtype, count=int(np.prod(shape)), offset=at).reshape(shape)
            for name, (dtype, shape, at) in index["arrays"].items()
        }
        return arrays, index["notes"]
    except (OSError, ValueError, TypeError, KeyError, AttributeError, struct.error):
        return None


def store(key: str, arrays: Mapping[str, NDArray[Any]], notes: Mapping[str, Any] | None = None) -> bool:
    """Keep `arrays` and `notes` (JSON values) under `key`; return whether that was possible."""
    path = _path(key)
    if path is None:
        return False
    parts = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    # The places depend on the size of the index, so the index is given room before they are known.
    room = _round_up(256 + len(key) + len(json.dumps(dict(notes or {}))) + 128 * len(parts), ALIGN)
    places, at = {}, room
    for name, array in parts.items():
        places[name] = (array.dtype.str, array.shape, at)
        at = _round_up(at + array.nbytes, ALIGN)
    index = json.dumps({"key": key, "notes": dict(notes or {}), "arrays": places}).encode()
    body = bytearray(_round_up(at, PAGE))
    body[: len(index)] = index
    for name, array in parts.items():
        start = places[name][2]
        body[start : start + array.nbytes] = array.tobytes()
    head = struct.pack("<8sQQQ", MAGIC, FORMAT, len(body), len(index))
    return _replace(path, head + _checksum(head, memoryview(body)) + body)


def _replace(path: str, data: bytes) -> bool:
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)  # noqa: PTH103, PTH120
        with new_file(path, mode=0o600) as stream:
            stream.write(data)
    except OSError:
        return False
    return True


def _round_up(size: int, unit: int) -> int:
    return -(-size // unit) * unit
