"""Lists that are kept under a name."""

from pathlib import Path

import pytest

from unriddle import Lexicon, LexiconError
from unriddle.lexicon.saved import forget, kept, load_kept


def test_a_list_is_kept_loaded_replaced_and_forgotten(cache_folder: Path) -> None:
    assert kept() == [] and load_kept("nl") is None
    lexicon = Lexicon(["ijs", "auto's"], language="nl")
    lexicon.keep("nl")
    again = Lexicon.load("nl")
    assert (again, again.name, again.left_out, kept()) == (lexicon, "nl", lexicon.left_out, ["nl"])
    Lexicon(["tea"]).keep("nl")
    assert list(Lexicon.load("nl")) == ["tea"]
    forget("nl")
    assert kept() == [] and list(cache_folder.iterdir()) == []
    with pytest.raises(LexiconError, match="nl: no such file, and no list is kept under that name"):
        Lexicon.load("nl")
    with pytest.raises(LexiconError, match="no list is kept as nl, expected one of: none is kept"):
        forget("nl")


def test_a_file_of_the_same_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nl").write_text("tea\n", encoding="utf-8")
    assert list(Lexicon.load("nl")) == ["tea"]
    Lexicon(["ijs"]).keep("nl")
    assert list(Lexicon.load("nl")) == ["ijs"] and list(Lexicon.load("./nl")) == ["tea"]
    with pytest.raises(LexiconError, match="nl: fold, language and alphabet are for files"):
        Lexicon.load("nl", fold=True)
    with pytest.raises(LexiconError, match="level belongs to the embedded list"):
        Lexicon.load("nl", level=60)


def test_damaged(cache_folder: Path) -> None:
    Lexicon(["ijs"]).keep("nl")
    [path] = cache_folder.iterdir()
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(LexiconError, match="the kept list nl is damaged, expected it to be imported again"):
        Lexicon.load("nl")
    forget("nl")


@pytest.mark.parametrize("name", ["", "english", "NL", "a/b", "../x", "words.txt", "1a", "a" * 40, 5])
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(LexiconError, match="as the name of a list"):
        Lexicon(["tea"]).keep(name)


def test_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNRIDDLE_CACHE", "off")
    with pytest.raises(LexiconError, match=r"the cache is off \(UNRIDDLE_CACHE\)"):
        Lexicon(["tea"]).keep("nl")
    assert kept() == []
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("UNRIDDLE_CACHE", str(tmp_path / "file"))
    with pytest.raises(LexiconError, match="cannot be written, expected a folder"):
        Lexicon(["tea"]).keep("nl")
