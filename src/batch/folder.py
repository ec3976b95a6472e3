"""The folder of a run: part files, receipts, the manifest; each is whole or not there, after any kill.

Every file is written under another name in ``.parts``, flushed to the disk, and renamed. A part counts
only with its receipt, which is written after it and holds its digest and the records it rejected;
receipts are checked against the parts when a run goes on. At the end the rejects of all receipts become
``rejects.ndjson``, the manifest lists all parts, and ``.parts`` goes.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO

from ..base import PuzzleError
from ..textio import printable

__all__ = ["Folder", "Receipt", "canonical", "digest_of"]

MANIFEST, REJECTS, WORK = "manifest.json", "rejects.ndjson", ".parts"


def canonical(value: Any) -> bytes:
    """Return JSON that is the same for equal values."""
    return json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode()


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of some bytes."""
    return hashlib.sha256(data).hexdigest()


def _sealed(manifest: Mapping[str, Any]) -> bytes:
    """Return the bytes of a manifest, with its digest as its last entry."""
    whole = {**manifest, "digest": digest_of(canonical(manifest))}
    return json.dumps(whole, ensure_ascii=True, indent=1).encode() + b"\n"


def _file_digest(path: str) -> tuple[int, str]:
    """Return size and SHA-256 of a file."""
    with open(path, "rb") as stream:  # noqa: PTH123 (pathlib costs start-up time)
        return os.fstat(stream.fileno()).st_size, hashlib.file_digest(stream, "sha256").hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A part that is done.

    Attributes
    ----------
    part, records, answered, rejected, bytes : int
    digest : str
        SHA-256 of the part file.
    input : str or None
        SHA-256 of the bytes that its records were read from; None for Parquet.
    """

    part: int
    records: int
    answered: int
    rejected: int
    bytes: int
    digest: str
    input: str | None = None


class Folder:
    """Where a run puts its files.

    Parameters
    ----------
    path : str
        The folder; made where it is missing.
    form : str
        Ending of the part files.
    job : mapping
        What the run is: JSON values. Two runs with the same job give the same bytes.
    """

    def __init__(self, path: str, form: str, job: Mapping[str, Any]) -> None:
        self.path, self.form, self.job = path, form, dict(job)
        self.job_digest = digest_of(canonical(self.job))
        self.work = os.path.join(path, WORK)  # noqa: PTH118 (pathlib costs start-up time)
        self._lock: int | None = None
        self._made, self._begun = False, False

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_lock": None}

    def name(self, part: int) -> str:
        """Return the name of a part file."""
        return f"part-{part:08d}.{self.form}"

    def _inside(self, name: str) -> str:
        return os.path.join(self.path, name)  # noqa: PTH118

    def _receipt(self, part: int) -> str:
        return os.path.join(self.work, f"{part:08d}.json")  # noqa: PTH118

    # A run begins

    def begin(self, *, resume: bool, shared: bool) -> dict[int, Receipt]:
        """Open the folder for a run and return the parts that are done, all checked.

        Parameters
        ----------
        resume : bool
            Go on with a run that is there.
        shared : bool
            Other shards may be at work in the folder.

        Raises
        ------
        PuzzleError
            A folder that holds something else, or a run of another job, or is in use.
        OSError
            A folder that cannot be written.
        """
        shown = printable(self.path)
        try:
            self._made = not os.path.isdir(self.path)  # noqa: PTH112
            os.makedirs(self.path, exist_ok=True)  # noqa: PTH103
            self._take_lock(shared)
            names = set(os.listdir(self.path))  # noqa: PTH208
        except (FileExistsError, NotADirectoryError):
            raise PuzzleError("is a file, expected a folder", file=shown) from None
        if names and not names & {MANIFEST, WORK}:
            raise PuzzleError("is not empty and holds no run, expected a new or an empty folder", file=shown)
        manifest = self._manifest() if MANIFEST in names else None
        if names and not resume and not shared:
            raise PuzzleError("holds a run already, expected --resume or another folder", file=shown)
        if manifest is not None and manifest["job"] != self.job:
            raise PuzzleError(self._difference(manifest["job"]), file=shown)
        os.makedirs(self.work, exist_ok=True)  # noqa: PTH103
        if not shared:
            self._sweep()
        if manifest is not None and manifest["status"] == "complete":
            done = self._complete(manifest)
            if done is not None:
                return done
        done = dict(self._receipts())
        if not shared:  # what no receipt vouches for is made again
            for name in names - {self.name(part) for part in done} - {MANIFEST, WORK}:
                if name == REJECTS or name.startswith("part-"):
                    os.unlink(self._inside(name))  # noqa: PTH108
        self._begun = not done
        self._write_manifest({"status": "running"})
        return done

    def _take_lock(self, shared: bool) -> None:
        """Keep two runs out of one folder; the lock goes with the process, however it ends."""
        try:
            import fcntl
        except ImportError:  # pragma: no cover
            return
        self._lock = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(self._lock, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
            if not os.path.samestat(os.fstat(self._lock), os.stat(self.path)):  # noqa: PTH116
                raise BlockingIOError  # a run that failed took its folder away, and another made it anew
        except BlockingIOError:
            raise PuzzleError("another run is at work here", file=printable(self.path)) from None
        except OSError as error:  # a file system without locks
            if error.errno not in (errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS):
                raise

    def close(self) -> None:
        """Let other runs use the folder."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def abandon(self) -> None:
        """Leave no trace of a run that failed before any part was done."""
        with suppress(OSError):
            if not self._begun or any(name.endswith(".json") for name in os.listdir(self.work)):  # noqa: PTH208
                return
            shutil.rmtree(self.work)
            for name in os.listdir(self.path):  # noqa: PTH208
                if name == MANIFEST or name.startswith("part-"):
                    os.unlink(self._inside(name))  # noqa: PTH108
            if self._made:
                os.rmdir(self.path)  # noqa: PTH106

    def _sweep(self) -> None:
        for name in os.listdir(self.work):  # noqa: PTH208
            if name.endswith(".tmp"):
                os.unlink(os.path.join(self.work, name))  # noqa: PTH108, PTH118

    def _difference(self, other: Mapping[str, Any]) -> str:
        for key in (*self.job, *other):
            mine, theirs = self.job.get(key), other.get(key)
            if mine == theirs:
                continue
            if key in ("input", "lexicon"):
                return f"holds a run with another {key}, expected the same"
            if isinstance(mine, dict) and isinstance(theirs, dict):
                key = next(name for name in (*mine, *theirs) if mine.get(name) != theirs.get(name))
                mine, theirs = mine.get(key), theirs.get(key)
            return f"holds a run with {key} {theirs!s:.40}, not {mine!s:.40}; expected the same"
        return "holds another run"  # pragma: no cover

    # The manifest

    def _manifest(self) -> dict[str, Any] | None:
        """Return the manifest, None where it is damaged."""
        try:
            with open(self._inside(MANIFEST), "rb") as stream:  # noqa: PTH123
                raw = stream.read()
            manifest = json.loads(raw)
            del manifest["digest"]
        except (FileNotFoundError, ValueError, TypeError, KeyError):
            return None
        if raw != _sealed(manifest):  # byte for byte: one that lost its last line end is damaged as well
            return None
        found: dict[str, Any] = manifest
        return found

    def _write_manifest(self, rest: Mapping[str, Any]) -> None:
        with self.new_file(MANIFEST) as stream:
            stream.write(_sealed({"job": self.job, **rest}))

    def _complete(self, manifest: Mapping[str, Any]) -> dict[int, Receipt] | None:
        """Return the parts of a run that had come to its end; None where a file is damaged."""
        done = {entry["part"]: Receipt(**entry) for entry in manifest["parts"]}
        if all(self.holds(receipt) for receipt in done.values()):
            with suppress(FileNotFoundError):
                if list(_file_digest(self._inside(REJECTS))) == manifest["rejects"]:
                    shutil.rmtree(self.work)
                    return done
        return None

    @property
    def complete(self) -> bool:
        """Whether all of the run is done."""
        manifest = self._manifest()
        return manifest is not None and manifest["job"] == self.job and manifest["status"] == "complete"

    # Parts

    @contextmanager
    def new_file(self, name: str) -> Iterator[BinaryIO]:
        """Yield a stream for a file that appears under its name when it is whole and on the disk."""
        mark = f"{os.getpid():x}{os.urandom(4).hex()}.tmp"
        temporary = os.path.join(self.work, f"{os.path.basename(name)}.{mark}")  # noqa: PTH118, PTH119
        final = self._inside(name)
        try:
            with open(temporary, "xb") as stream:  # noqa: PTH123
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(temporary, final)  # noqa: PTH105
            _sync_folder(os.path.dirname(final))  # noqa: PTH120
        except BaseException as error:
            with suppress(OSError):
                os.unlink(temporary)  # noqa: PTH108
            if isinstance(error, OSError) and error.filename is None and error.errno is not None:
                raise OSError(error.errno, error.strerror, final) from None
            raise

    def finish(self, part: int, records: int, rejects: Sequence[bytes], source: str | None) -> Receipt:
        """Write the receipt of a part whose file stands, with the lines of its rejects."""
        size, digest = _file_digest(self._inside(self.name(part)))
        receipt = Receipt(
            part=part,
            records=records,
            answered=records - len(rejects),
            rejected=len(rejects),
            bytes=size,
            digest=digest,
            input=source,
        )
        body = canonical({"job": self.job_digest, **asdict(receipt)}) + b"\n" + b"".join(rejects)
        with self.new_file(os.path.join(WORK, f"{part:08d}.json")) as stream:  # noqa: PTH118
            stream.write(body + digest_of(body).encode() + b"\n")
        return receipt

    def _load(self, part: int) -> tuple[Receipt, bytes] | None:
        """Return a receipt and the lines of its rejects; None where it is missing, damaged or another's."""
        try:
            with open(self._receipt(part), "rb") as stream:  # noqa: PTH123
                raw = stream.read()
        except FileNotFoundError:
            return None
        body, seal = raw[:-65], raw[-65:]
        if seal != digest_of(body).encode() + b"\n":
            return None
        head, _, rejects = body.partition(b"\n")
        fields = json.loads(head)
        if fields.pop("job") != self.job_digest:
            raise PuzzleError(
                "holds parts of another run, expected the same options and input", file=printable(self.path)
            )
        return (Receipt(**fields), rejects) if fields["part"] == part else None

    def holds(self, receipt: Receipt) -> bool:
        """Say whether the part file is what its receipt says."""
        try:
            return _file_digest(self._inside(self.name(receipt.part))) == (receipt.bytes, receipt.digest)
        except FileNotFoundError:
            return False

    def _receipts(self) -> Iterator[tuple[int, Receipt]]:
        for name in sorted(os.listdir(self.work)):  # noqa: PTH208
            number = name.removesuffix(".json")
            if name.endswith(".json") and number.isdigit():
                loaded = self._load(int(number))
                if loaded is not None and self.holds(loaded[0]):
                    yield int(number), loaded[0]

    # A run ends

    def finalise(self, n_parts: int, source: str | None) -> bool:
        """Bring a run to its end if all its parts are done; return whether they are.

        Shards that end at the same time may all call this: they write the same bytes.
        """
        if not all(os.path.exists(self._receipt(part)) for part in range(n_parts)):  # noqa: PTH110
            return self.complete
        if self._lock is not None:  # the last of several shards does it
            import fcntl

            with suppress(OSError):
                fcntl.flock(self._lock, fcntl.LOCK_EX)
        try:
            parts = []
            with self.new_file(REJECTS) as stream:
                for part in range(n_parts):
                    loaded = self._load(part)
                    if loaded is None:
                        raise FileNotFoundError(self._receipt(part))
                    parts.append(asdict(loaded[0]))
                    stream.write(loaded[1])
            rest = {
                "status": "complete",
                "input": source,
                "records": sum(part["records"] for part in parts),
                "answered": sum(part["answered"] for part in parts),
                "rejected": sum(part["rejected"] for part in parts),
                "rejects": list(_file_digest(self._inside(REJECTS))),
                "parts": parts,
            }
            self._write_manifest(rest)
        except FileNotFoundError:
            return self.complete
        shutil.rmtree(self.work, ignore_errors=True)
        return True


def _sync_folder(path: str) -> None:
    """Make a rename last; file systems and systems without that do nothing."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
