"""The disk cache: what goes in comes out, and what is damaged does not."""

import os
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from unriddle import Lexicon, LexiconError
from unriddle.lexicon import cache
from unriddle.lexicon.saved import delete, saved_names

ARRAYS = {
    "a": np.arange(10, dtype=np.uint8),
    "b": np.arange(6_000, dtype=np.int64).reshape(-1, 6),
    "none": np.zeros((0, 4), dtype=np.uint32),
}


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_round_trip(cache_folder: Path) -> None:
    assert cache.load("key") is None
    assert cache.store("key", ARRAYS, {"note": "é"})
    kept = cache.load("key")
    assert kept is not None
    arrays, notes = kept
    assert notes == {"note": "é"}
    assert list(arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        np.testing.assert_array_equal(arrays[name], array)
        assert not arrays[name].flags.writeable
    only_file(cache_folder)  # nothing temporary stays


def test_any_damaged_byte_is_seen(cache_folder: Path) -> None:
    cache.store("key", {"a": np.arange(4000, dtype=np.uint8)})
    path = only_file(cache_folder)
    whole = path.read_bytes()
    for at in [*range(80), *range(80, len(whole), 61), len(whole) - 1]:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        assert cache.load("key") is None, at
    path.write_bytes(whole)
    assert cache.load("key") is not None


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 4096, 4159])
def test_truncated_or_foreign(cache_folder: Path, size: int) -> None:
    cache.store("key", ARRAYS)
    path = only_file(cache_folder)
    whole = path.read_bytes()
    for content in (whole[:size], bytes(size), b"x" * size, bytes(len(whole)), whole + bytes(4096)):
        path.write_bytes(content)
        assert cache.load("key") is None


def test_swapped_pages_and_another_key(cache_folder: Path) -> None:
    cache.store("key", ARRAYS)
    path = only_file(cache_folder)
    whole = path.read_bytes()
    path.write_bytes(
        whole[: 64 + 4096]
        + whole[64 + 8192 : 64 + 12288]
        + whole[64 + 4096 : 64 + 8192]
        + whole[64 + 12288 :]
    )
    assert cache.load("key") is None
    path.write_bytes(whole)
    path.rename(path.with_name(path.name.replace("key", "other")))
    assert cache.load("other") is None


def test_off_and_unwritable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ("off", "OFF", ""):
        monkeypatch.setenv("UNRIDDLE_CACHE", value)
        assert cache.folder() is None
        assert not cache.store("key", ARRAYS)
        assert cache.load("key") is None
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    monkeypatch.setenv("UNRIDDLE_CACHE", str(in_the_way))
    assert not cache.store("key", ARRAYS)
    assert cache.load("key") is None
    assert len(Lexicon.load("english", level=10)) == 4038


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folder of Linux and its like")
def test_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("UNRIDDLE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == str(tmp_path / "unriddle")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # to be ignored, says the specification
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.folder() == str(tmp_path / "home" / ".cache" / "unriddle")


@pytest.mark.skipif(sys.platform == "win32", reason="paths of POSIX")
@pytest.mark.parametrize(
    ("platform", "expected"),
    [
        ("win32", "{home}/local/unriddle/Cache"),
        ("darwin", "{home}/Library/Caches/unriddle"),
        ("linux", "{home}/.cache/unriddle"),
    ],
)
def test_folder_of_each_system(
    platform: str, expected: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where platformdirs puts the cache of an application without an author."""
    monkeypatch.delenv("UNRIDDLE_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.setattr(sys, "platform", platform)
    assert cache.folder() == expected.format(home=tmp_path)
    monkeypatch.delenv("LOCALAPPDATA")
    assert (cache.folder() is None) == (platform == "win32")


def test_concurrent_writers_and_readers(cache_folder: Path) -> None:
    wrong: list[object] = []

    def work(seed: int) -> None:
        for turn in range(20):
            cache.store("key", {"a": np.full(5000, 7 * seed + turn)})
            kept = cache.load("key")
            if kept is None or np.unique(kept[0]["a"]).size != 1:
                wrong.append(kept)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    only_file(cache_folder)


WORDS = [
    a + b + c + d
    for a in "stpr"
    for b in "aeiouy"
    for c in "lmnrst"
    for d in map("".join, zip("abcdefgh" * 30, "q" * 240, strict=True))
]


@pytest.fixture
def big_list(tmp_path: Path) -> Path:
    path = tmp_path / "big.txt"
    path.write_text("\n".join(WORDS) + "\ndon't\n")
    return path


def test_a_list_is_kept_and_a_damaged_cache_rebuilt(big_list: Path, cache_folder: Path) -> None:
    cold = Lexicon.load(big_list)
    assert cold.trie.n_words == len(set(WORDS))
    files = sorted(cache_folder.iterdir())
    # Words of this size: one file for the list; its trie is cheaper to make than to read.
    assert [path.name.split("-")[0] for path in files] == ["words"]
    warm = Lexicon.load(big_list)
    assert not warm.letter_codes.flags.owndata
    assert (warm, list(warm), warm.info) == (cold, sorted(set(WORDS)), cold.info)
    files[0].write_bytes(bytes(files[0].stat().st_size))
    assert list(Lexicon.load(big_list)) == list(cold)
    assert cache.load(files[0].name.removesuffix(f".v{cache.FORMAT}")) is not None  # whole again


def test_strict_is_not_forgiven_by_the_cache(big_list: Path) -> None:
    Lexicon.load(big_list)
    with pytest.raises(ValueError, match="is not a letter"):
        Lexicon.load(big_list, strict=True)


def test_trie_is_kept_and_derived_arrays_too(cache_folder: Path) -> None:
    words = [f"{a}{b}" for a in Lexicon.load("english", level=10) for b in ("ly", "ness", "ing")]
    made: list[int] = []

    def build() -> dict[str, np.ndarray]:
        made.append(1)
        return {"x": np.arange(5)}

    for _ in range(2):
        lexicon = Lexicon(words)
        assert "abilityness" in lexicon
        for _ in range(2):
            derived = lexicon.derived("five", build)
            assert derived["x"].tolist() == [0, 1, 2, 3, 4]
            assert not derived["x"].flags.writeable
    assert made == [1]
    for path in cache_folder.iterdir():
        os.truncate(path, path.stat().st_size // 2)
    assert Lexicon(words).derived("five", build)["x"].size == 5
    assert made == [1, 1]
    assert "abilityness" in Lexicon(words)


def test_small_lists_leave_no_files(cache_folder: Path) -> None:
    assert "tea" in Lexicon(["tea"])
    assert not cache_folder.exists()


def test_a_list_is_kept_loaded_replaced_and_forgotten(cache_folder: Path) -> None:
    assert saved_names() == []
    lexicon = Lexicon(["ijs", "auto's"], language="nl")
    lexicon.save("nl")
    again = Lexicon.load("nl")
    assert (again, again.name, again.left_out, saved_names()) == (lexicon, "nl", lexicon.left_out, ["nl"])
    Lexicon(["tea"]).save("nl")
    assert list(Lexicon.load("nl")) == ["tea"]
    delete("nl")
    assert saved_names() == [] and list(cache_folder.iterdir()) == []
    with pytest.raises(LexiconError, match="nl: no such file, and no list is saved under that name"):
        Lexicon.load("nl")
    with pytest.raises(LexiconError, match="no imported list is called 'nl'; imported lists: none"):
        delete("nl")


def test_a_file_of_the_same_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nl").write_text("tea\n", encoding="utf-8")
    assert list(Lexicon.load("nl")) == ["tea"]
    Lexicon(["ijs"]).save("nl")
    assert list(Lexicon.load("nl")) == ["ijs"] and list(Lexicon.load("./nl")) == ["tea"]
    with pytest.raises(LexiconError, match="nl: fold, language and alphabet are for files"):
        Lexicon.load("nl", fold=True)
    with pytest.raises(LexiconError, match="applies to the embedded list only"):
        Lexicon.load("nl", level=60)


def test_damaged(cache_folder: Path) -> None:
    Lexicon(["ijs"]).save("nl")
    [path] = cache_folder.iterdir()
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(LexiconError, match="the saved list nl is damaged; import it again"):
        Lexicon.load("nl")
    delete("nl")


@pytest.mark.parametrize("name", ["", "english", "NL", "a/b", "../x", "words.txt", "1a", "a" * 40, 5])
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(LexiconError, match="as the name of a list"):
        Lexicon(["tea"]).save(name)


def test_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNRIDDLE_CACHE", "off")
    with pytest.raises(LexiconError, match=r"the cache is off \(UNRIDDLE_CACHE\)"):
        Lexicon(["tea"]).save("nl")
    assert saved_names() == []
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("UNRIDDLE_CACHE", str(tmp_path / "file"))
    with pytest.raises(LexiconError, match="cannot be written, expected a folder"):
        Lexicon(["tea"]).save("nl")


@pytest.mark.skipif(sys.platform == "win32", reason="modes and owners of POSIX")
def test_a_file_of_another_user_is_not_loaded(cache_folder: Path) -> None:
    assert cache.store("key", ARRAYS)
    path = only_file(cache_folder)
    assert path.stat().st_mode & 0o777 == 0o600
    for mode, loaded in ((0o644, True), (0o664, False), (0o602, False), (0o400, True)):
        path.chmod(mode)
        assert (cache.load("key") is not None) is loaded, oct(mode)
    path.chmod(0o666)
    assert cache.store("key", ARRAYS) and cache.load("key") is not None  # written again, with its own mode
    if os.geteuid() == 0:
        os.chown(path, 12345, 12345)
        assert cache.load("key") is None
    path.unlink()
    os.mkfifo(path)
    assert cache.load("key") is None
