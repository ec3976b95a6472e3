"""The folder of a run: part files, receipts, the manifest; each is whole or not there, after any kill.

Every file is written under another name in ``.parts``, flushed to the disk, and renamed. A part counts
only with its receipt, which is written after it and holds its digest and the records it rejected;
receipts are checked against the parts when a run continues. At the end the rejects of all receipts become
``_rejects.ndjson``, the manifest lists all parts, and ``.parts`` goes. Of Parquet, all but the parts stands
in a folder of its own, NAME.run, so that any reader takes the folder of the parts as it is; there is also
README.md, the card of the dataset.

A run may write one file instead: then NAME.run is the folder of the run, and at the end its parts are joined
to the file and removed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO

from ..base import PuzzleError
from ..io.formats.training import QA, dataset_card
from ..io.places import is_address
from ..io.stores import store_of
from ..io.text import printable
from .targets import join

MANIFEST, REJECTS, WORK, CARD = "_manifest.json", "_rejects.ndjson", ".parts", "README.md"
ALONE = ("parquet",)
"""Forms whose parts stand alone in their folder: some readers take all files in it, whatever their names."""
FORMER = "manifest.json"
"""What the manifest was called by versions whose runs cannot be continued."""
MOST_MANIFEST, MOST_RECEIPT = 1 << 30, 1 << 28  # bytes
RECEIPT = re.compile(r"([0-9]{8,18})\.json")
ABOUT = ("unriddle", "puzzle", "what", "options", "lexicon")
"""What part files say of the run, of those that have room for it."""


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


def _join(folder: str, name: str) -> str:
    return os.path.join(folder, name)  # noqa: PTH118 (pathlib costs start-up time)


def _beside(path: str) -> str:
    bare = path.rstrip("/")
    named = os.path.basename(bare) not in ("", ".", "..")  # noqa: PTH119
    return f"{bare if named else _absolute(path)}.run"


def _of_run(name: str) -> bool:
    return name in (MANIFEST, REJECTS, WORK, CARD) or name.startswith("part-")


def _absolute(path: str) -> str:
    return path.rstrip("/") if is_address(path) else os.path.abspath(path)  # noqa: PTH100


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A part that is done."""

    part: int
    records: int
    answered: int
    rejected: int
    bytes: int
    digest: str
    """SHA-256 of the part file."""
    input: str | None = None
    """SHA-256 of the bytes that its records were read from; None for Parquet."""


def _receipt_of(fields: Any) -> Receipt | None:
    """Return a receipt with the fields that a file says; None where one is missing or of a wrong type."""
    try:
        made = Receipt(**fields)
    except TypeError:
        return None
    numbers = (made.part, made.records, made.answered, made.rejected, made.bytes)
    right = all(type(number) is int and number >= 0 for number in numbers)
    return made if right and type(made.digest) is str and type(made.input) in (str, type(None)) else None


def _is_manifest(value: Any) -> bool:
    """Return whether a value has what a manifest says of a run."""
    if not isinstance(value, dict) or not isinstance(value.get("job"), dict):
        return False
    if value.get("status") == "running":
        return True
    parts = value.get("parts")
    return (
        value.get("status") == "complete"
        and isinstance(parts, list)
        and all(map(_receipt_of, parts))
        and "rejects" in value
    )


class Folder:
    """Where a run puts its files: the folder `path`, made where it is missing, or with `one` that file.

    `form` is the ending of the part files. `job` is what the run is, in JSON values: two runs with the same
    job give the same bytes.
    """

    def __init__(self, path: str, form: str, job: Mapping[str, Any], *, one: bool = False) -> None:
        if one and os.path.islink(path):  # noqa: PTH114 (followed, as by all that writes files)
            path = os.path.realpath(path)
        self.file = path if one else None
        self.path = path = _beside(path) if one else path
        self.form, self.job = form, dict(job)
        self.job_digest = digest_of(canonical(self.job))
        self.about = {name: self.job[name] for name in ABOUT if name in self.job}
        self.store = store_of(path)
        self.side = _beside(path) if form in ALONE and not one else path
        self.work = _join(self.side, WORK)
        self._made: list[str] = []
        self._begun = False

    def name(self, part: int) -> str:
        """Return the name of a part file."""
        return f"part-{part:08d}.{'jsonl' if self.form == QA else self.form}"

    def absolute(self) -> Folder:
        """Return the folder as a process with another working folder finds it."""
        path = _absolute(self.path if self.file is None else self.file)
        return Folder(path, self.form, self.job, one=self.file is not None)

    def inside(self, name: str) -> str:
        """Return the path of a file of the run; parts may stand apart from what is known of them."""
        return _join(self.path if name.startswith("part-") else self.side, name)

    def _receipt(self, part: int) -> str:
        return _join(self.work, f"{part:08d}.json")

    # A run begins

    def check(self, *, resume: bool, shared: bool, overwrite: bool = False) -> None:
        """Refuse what `begin` refuses before the job is known; nothing is made or changed."""
        if overwrite and (resume or shared):
            wrong = "--resume" if resume else "--shard"
            raise PuzzleError(f"--overwrite cannot be combined with {wrong}", file=printable(self.path))
        home = os.path.dirname(self.file or "")  # noqa: PTH120
        if home and not is_address(self.path) and not self.store.is_folder(home):
            wrong = f"cannot be written: there is no folder {printable(home)}"
            raise PuzzleError(wrong, file=printable(self.file or ""))
        for folder in (self.path, self.side):
            self.store.check_folder(folder, link=folder == self.path and self.file is None)
        self._names(resume=resume, shared=shared, overwrite=overwrite)

    def begin(self, *, resume: bool, shared: bool, overwrite: bool = False) -> dict[int, Receipt]:
        """Open the folder for a run and return the parts that are done, all checked.

        Where it is `shared`, other shards may be at work in it. A folder that holds something else, or a run
        of another job, or is in use is a PuzzleError.
        """
        self.check(resume=resume, shared=shared, overwrite=overwrite)
        self._make(self.path)
        self.store.lock(self.path, shared=shared)
        names = self._names(resume=resume, shared=shared, overwrite=overwrite)
        if overwrite:
            self._clear()
            names = set()
        self._make(self.side)
        self.store.same_disk(self.path, self.side)
        manifest = self._manifest() if MANIFEST in names else None
        if manifest is not None and manifest["job"] != self.job:
            raise PuzzleError(self._difference(manifest["job"]), file=printable(self.side))
        self.store.make_folder(self.work)
        if not shared:
            self._sweep()
        if manifest is not None and manifest["status"] == "complete":
            done = self._complete(manifest)
            if done is not None:
                return done
        done = dict(self._receipts())
        if not shared:  # what no receipt vouches for is made again
            for name in names - {self.name(part) for part in done} - {MANIFEST, WORK}:
                if _of_run(name):
                    self.store.remove(self.inside(name))
        self._begun = not done
        self._write_manifest({"status": "running"})
        return done

    def _names(self, *, resume: bool, shared: bool, overwrite: bool) -> set[str]:
        """Return the names of the files of a run that is there; an error names the folder that holds them."""
        found: dict[str, set[str]] = {}
        for folder in self._folders(overwrite):
            found[folder] = names = self.store.names(folder)
            if FORMER in names and MANIFEST not in names:
                wrong = f"holds a run of an earlier version ({FORMER}); use a new folder"
                raise PuzzleError(wrong, file=printable(folder))
        names = set().union(*found.values())
        full = next((printable(folder) for folder in found if found[folder]), "")
        if overwrite:
            for folder, inside in found.items():
                if strange := sorted(name for name in inside if not _of_run(name)):
                    wrong = f"holds {printable(strange[0])!r:.60}, which is of no run; use another folder"
                    raise PuzzleError(wrong, file=printable(folder))
            return names
        if names and not names & {MANIFEST, WORK}:
            raise PuzzleError("is not empty and has no earlier run; use another folder", file=full)
        if names and not resume and not shared:
            place = printable(self.side) if found.get(self.side) else full
            raise PuzzleError("holds a run already; use --resume, --overwrite or another name", file=place)
        if self.file is not None and not names and self.store.is_file(self.file):
            wrong = "exists already; use --overwrite or another name"
            raise PuzzleError(wrong, file=printable(self.file))
        return names

    def _folders(self, overwrite: bool) -> list[str]:
        """Return the folders that are there of a run; those of any form, where it is to be overwritten."""
        folders = [self.path] if self.store.is_folder(self.path) else []
        inside = self.store.names(self.path) if folders else set()
        alone = overwrite and inside and not inside & {MANIFEST, WORK}  # parts of Parquet
        side = _beside(self.path) if alone else self.side
        if side != self.path and self.store.is_folder(side):
            folders.append(side)
        return folders

    def _clear(self) -> None:
        """Remove the run that is there; one file stays until the new one is whole."""
        for folder in self._folders(True):
            for name in self.store.names(folder):
                remove = self.store.remove_tree if name == WORK else self.store.remove
                remove(_join(folder, name))
            if folder not in (self.path, self.side):
                self.store.remove_folder(folder)

    def _make(self, folder: str) -> None:
        if not self.store.is_folder(folder):
            self._made.append(folder)
        try:
            self.store.make_folder(folder)
        except (FileExistsError, NotADirectoryError):
            raise PuzzleError("is a file; name a folder", file=printable(folder)) from None

    def close(self) -> None:
        """Let other runs use the folder."""
        self.store.unlock()

    def abandon(self) -> None:
        """Leave no trace of a run that failed before any part was done."""
        with suppress(OSError):
            if not self._begun or any(name.endswith(".json") for name in self.store.names(self.work)):
                return
            self.store.remove_tree(self.work)
            for name in self.store.names(self.path) | self.store.names(self.side):
                if name == MANIFEST or name.startswith("part-"):
                    self.store.remove(self.inside(name))
            for folder in self._made:
                self.store.remove_folder(folder)

    def _sweep(self) -> None:
        for name in self.store.names(self.work):
            if name.endswith(".tmp"):
                self.store.remove(_join(self.work, name))

    def _difference(self, other: Mapping[str, Any]) -> str:
        for key in (*self.job, *other):
            mine, theirs = self.job.get(key, ...), other.get(key, ...)
            if mine == theirs:
                continue
            if key in ("input", "lexicon"):
                return f"holds a run with another {key}; use another folder, or --overwrite"
            if isinstance(mine, dict) and isinstance(theirs, dict):
                key = next(name for name in (*mine, *theirs) if mine.get(name, ...) != theirs.get(name, ...))
                mine, theirs = mine.get(key), theirs.get(key)
            mine, theirs = (None if each is ... else printable(str(each)[:40]) for each in (mine, theirs))
            differs = f"{printable(key)[:40]} {theirs}, not {mine}"
            return f"holds a run with {differs}; use another folder, or --overwrite"
        return "holds another run"  # pragma: no cover

    # The manifest

    def _manifest(self) -> dict[str, Any] | None:
        """Return the manifest, None where it is damaged."""
        try:
            raw = self.store.read(self.inside(MANIFEST), MOST_MANIFEST)
            manifest = json.loads(raw)
            del manifest["digest"]
        except PuzzleError:
            raise
        except (FileNotFoundError, ValueError, TypeError, KeyError, RecursionError):
            return None
        # Byte for byte: one that lost its last line end is damaged as well.
        if not _is_manifest(manifest) or raw != _sealed(manifest):
            return None
        found: dict[str, Any] = manifest
        return found

    def _write_manifest(self, rest: Mapping[str, Any]) -> None:
        with self.new_file(MANIFEST) as stream:
            stream.write(_sealed({"job": self.job, **rest}))

    def _complete(self, manifest: Mapping[str, Any]) -> dict[int, Receipt] | None:
        """Return the parts of a run that had come to its end; None where a file is damaged."""
        receipts = map(_receipt_of, manifest["parts"])
        done = {receipt.part: receipt for receipt in receipts if receipt is not None}
        with suppress(FileNotFoundError):
            if self.file is not None:
                whole = self._holds(self.file, manifest.get("file"))
            else:
                whole = all(self.holds(receipt) for receipt in done.values())
            if whole and self._holds(self.inside(REJECTS), manifest["rejects"]):
                self._tidy()
                return done
        return None

    def _holds(self, path: str, known: Any) -> bool:
        """Return whether a file has the size and digest of a manifest; of another size none is read."""
        if not isinstance(known, list) or len(known) != 2 or self.store.size(path) != known[0]:
            return False
        return list(self.store.digest(path)) == known

    def _tidy(self) -> None:
        """Remove what a run that is complete needs no more: its receipts, and parts that are in its file."""
        with suppress(OSError):
            self.store.remove_tree(self.work)
            if self.file is not None:
                for name in self.store.names(self.path):
                    if name.startswith("part-"):
                        self.store.remove(self.inside(name))

    @property
    def complete(self) -> bool:
        """Whether all of the run is done."""
        manifest = self._manifest()
        return manifest is not None and manifest["job"] == self.job and manifest["status"] == "complete"

    # Parts

    def new_file(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Return a context with a stream for a file that appears under its name when it is whole."""
        made: AbstractContextManager[BinaryIO] = self.store.new_file(self.inside(name), self.work)
        return made

    def finish(
        self, part: int, records: int, rejects: Sequence[bytes], source: str | None, keys: bytes = b""
    ) -> Receipt:
        """Write the receipt of a part whose file stands, with the lines of its rejects and of its keys."""
        size, digest = self.store.digest(self.inside(self.name(part)))
        receipt = Receipt(
            part=part,
            records=records,
            answered=records - len(rejects),
            rejected=len(rejects),
            bytes=size,
            digest=digest,
            input=source,
        )
        head = {"job": self.job_digest, **asdict(receipt)}
        if keys:
            head["keys"] = base64.b64encode(keys).decode()
        body = canonical(head) + b"\n" + b"".join(rejects)
        with self.new_file(_join(WORK, f"{part:08d}.json")) as stream:
            stream.write(body + digest_of(body).encode() + b"\n")
        return receipt

    def _load(self, part: int) -> tuple[Receipt, bytes, bytes] | None:
        """Return a receipt, the lines of its rejects, and its keys; None where it is missing or damaged."""
        try:
            raw = self.store.read(self._receipt(part), MOST_RECEIPT)
        except FileNotFoundError:
            return None
        body, seal = raw[:-65], raw[-65:]
        if seal != digest_of(body).encode() + b"\n":
            return None
        head, _, rejects = body.partition(b"\n")
        try:
            fields = json.loads(head)
            job, keys = fields.pop("job"), base64.b64decode(fields.pop("keys", ""))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None
        if job != self.job_digest:
            raise PuzzleError(
                "holds parts of a run with other options or another input", file=printable(self.side)
            )
        receipt = _receipt_of(fields)
        return (receipt, rejects, keys) if receipt is not None and receipt.part == part else None

    def keys(self, n_parts: int) -> list[bytes] | None:
        """Return the keys of all parts, None where some are not done, or the run is complete."""
        if not self.store.is_folder(self.work):
            return None
        names = self.store.names(self.work)
        if not all(f"{part:08d}.json" in names for part in range(n_parts)):
            return None
        self.store.lock_alone()  # the last of several shards does what follows
        loaded = [self._load(part) for part in range(n_parts)]
        return None if None in loaded else [found[2] for found in loaded if found is not None]

    def holds(self, receipt: Receipt) -> bool:
        """Say whether the part file is what its receipt says."""
        try:
            return self._holds(self.inside(self.name(receipt.part)), [receipt.bytes, receipt.digest])
        except FileNotFoundError:
            return False

    def _receipts(self) -> Iterator[tuple[int, Receipt]]:
        for name in sorted(self.store.names(self.work)):
            if (found := RECEIPT.fullmatch(name)) is not None:
                loaded = self._load(int(found[1]))
                if loaded is not None and self.holds(loaded[0]):
                    yield int(found[1]), loaded[0]

    # A run ends

    def finalise(self, n_parts: int, source: str | None) -> bool:
        """Bring a run to its end if all its parts are done; return whether they are.

        Shards that end at the same time may all call this: they write the same bytes.
        """
        names = self.store.names(self.work) if self.store.is_folder(self.work) else set()
        if not all(f"{part:08d}.json" in names for part in range(n_parts)):
            return self.complete
        self.store.lock_alone()  # the last of several shards does it
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
                "input": source or None,
                "records": sum(part["records"] for part in parts),
                "answered": sum(part["answered"] for part in parts),
                "rejected": sum(part["rejected"] for part in parts),
                "rejects": list(self.store.digest(self.inside(REJECTS))),
                "parts": parts,
            }
            if self.file is not None:
                with self.store.new_file(self.file, self.work) as stream:
                    join(
                        self.form,
                        (self.store.read(self.inside(self.name(n))) for n in range(n_parts)),
                        stream,
                    )
                rest["file"] = list(self.store.digest(self.file))
            if self.form == "parquet":
                files = "part-*.parquet" if self.file is None else os.path.basename(self.file)  # noqa: PTH119
                with self.new_file(CARD) as stream:
                    stream.write(dataset_card(self.job, files, rest["answered"]).encode("utf-8", "replace"))
            self._write_manifest(rest)
        except FileNotFoundError:
            return self.complete
        self._tidy()
        return True
