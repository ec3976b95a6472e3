"""Checkpoints, proofs and folders of runs with one value changed: one line says what is wrong."""

import copy
import json
import random
import shutil

import pytest

from unriddle import Lexicon, PuzzleError
from unriddle.batch import run_batch
from unriddle.batch.folder import canonical, digest_of
from unriddle.io.checkpoints import checked, value_of
from unriddle.puzzles.boggle import RandomBoard, merge_streams, prove, stream, verify_proof

VALUES = [
    None, True, -1, 0, 3, 10**9, 10**30, 1.5, float("nan"), float("inf"), "", "x", "../x", "AAAAAAAAAAA=",
    "\x1b[31m\n", [], [0], [[1, 2]], [10**9, 10**9], {}, {"x": 1},
]  # fmt: skip
WORDS = Lexicon(["teas", "seat", "eat", "tea", "ate", "rate", "tears"])


def places(value, at=()):
    """Yield the path of each value in a JSON value."""
    yield at
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from places(each, (*at, key))


def changed(value, at, new):
    """Return a copy of a JSON value with another one at a place; without that place for `...`."""
    if not at:
        return new
    made = copy.deepcopy(value)
    inside = made
    for key in at[:-1]:
        inside = inside[key]
    if new is ...:
        del inside[at[-1]]
    else:
        inside[at[-1]] = new
    return made


def forgeries(value, few=4):
    """Yield JSON values that differ from one in one place, a few for each place; some are none of it."""
    chance = random.Random(1)
    for at in places(value):
        for new in chance.sample([*VALUES, *([...] if at else ())], few):
            yield changed(value, at, new)


def one_line(call, *arguments, **options):
    """Call a function that may raise an error of one line, and no other."""
    try:
        return call(*arguments, **options)
    except PuzzleError as error:
        assert "\n" not in str(error) and "\x1b" not in str(error)
        return None


def test_forged_checkpoints_of_a_stream(tmp_path):
    path, board = tmp_path / "part.json", RandomBoard("40x30", seed=1)
    for paths in (False, True):
        path.unlink(missing_ok=True)
        stream(board, WORDS, shard=(1, 2), checkpoint=path, paths=paths, threads=1)
        right = value_of(path.read_text().splitlines()[0])
        for value in forgeries(right):
            if not isinstance(value, dict):
                continue
            path.write_text(checked(value) + "\n")
            one_line(merge_streams, [path, path], WORDS)
            one_line(stream, board, WORDS, shard=(1, 2), checkpoint=path, paths=paths, threads=1)


def test_forged_proofs(tmp_path):
    path = tmp_path / "proof.json"
    prove("2x2", 3, WORDS, checkpoint=path, threads=1)
    lines = path.read_text().splitlines()
    for place in (0, 1):
        forged = [value for value in forgeries(value_of(lines[place])) if isinstance(value, dict)]
        for value in random.Random(1).sample(forged, min(40, len(forged))):
            path.write_text("\n".join([*lines[:place], checked(value), *lines[place + 1 :], ""]))
            one_line(verify_proof, path, WORDS)


def sealed(value):
    """Return a manifest with its digest."""
    return json.dumps({**value, "digest": digest_of(canonical(value))}, indent=1).encode() + b"\n"


def run(out, **options):
    """Run a batch, and return what it wrote."""
    boards = out.with_name("boards.txt")
    boards.write_text("teas\nrate\nx\n" * 5)
    how = {"options": {"shape": "2x2"}, "lexicon": WORDS, "part_size": 4, "threads": 1}
    run_batch("boggle", boards, out, **how, **options)
    return b"".join(part.read_bytes() for part in sorted(out.glob("part-*")))


def test_forged_manifests(tmp_path):
    out, kept = tmp_path / "out", tmp_path / "kept"
    whole = run(out)
    shutil.copytree(out, kept)
    value = json.loads((out / "_manifest.json").read_bytes())
    del value["digest"]
    for forged in filter(lambda each: isinstance(each, dict), forgeries(value)):
        shutil.rmtree(out)
        shutil.copytree(kept, out)
        (out / "_manifest.json").write_bytes(sealed(forged))
        assert one_line(run, out, resume=True) in (None, whole), forged


@pytest.mark.parametrize("text", ["[" * 50_000, '{"job":' * 50_000, "", "{}", "[]", "null", "\0" * 99])
def test_what_is_no_json(text, tmp_path):
    out = tmp_path / "out"
    run(out)
    (out / "_manifest.json").write_text(text)
    one_line(run, out, resume=True)


def test_forged_receipts(tmp_path, monkeypatch):
    out, kept = tmp_path / "out", tmp_path / "kept"
    whole = run(out)
    shutil.rmtree(out)
    monkeypatch.setattr("unriddle.batch.folder.Folder.finalise", lambda *_: False)
    run(out)
    shutil.copytree(out, kept)
    monkeypatch.undo()
    receipt = out / ".parts" / "00000001.json"
    head, _, rejects = receipt.read_bytes()[:-65].partition(b"\n")
    for forged in [*forgeries(json.loads(head)), ["["] * 3]:
        body = canonical(forged) + b"\n" + rejects
        shutil.rmtree(out)
        shutil.copytree(kept, out)
        receipt.write_bytes(body + digest_of(body).encode() + b"\n")
        for name in ("²²²².json", "1.json", "00000009.json", "x.json"):
            (out / ".parts" / name).write_bytes(receipt.read_bytes())
        found = one_line(run, out, resume=True)
        assert found in (None, whole), forged
