"""Where lexicons come from: the cache, files, names."""

from pathlib import Path

import pytest

from unriddle import Lexicon
from unriddle.lexicon.load import from_cache, load_file, to_cache


def test_what_goes_to_the_cache_comes_back() -> None:
    lexicon = Lexicon(["ijs", "auto's", "Zwolle"], language="nl")
    assert from_cache("key", "other") is None
    assert to_cache("key", lexicon)
    again = from_cache("key", "other")
    assert again is not None
    assert (again, again.name, again.skipped, again.left_out) == (lexicon, "other", 2, lexicon.left_out)


def test_a_large_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, letters = tmp_path / "list", "abcdefghijklmnopqrstuvwxyz"
    words = (f"{a}{b}{c}" for a in letters for b in letters for c in letters)
    path.write_text("\n".join(words), encoding="utf-8")
    first = load_file(str(path), False)

    def read(*_: object, **__: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr("unriddle.lexicon.load.from_bytes", read)
    assert load_file(str(path), False) == first
    with pytest.raises(AssertionError, match="read again"):
        load_file(str(path), True)
