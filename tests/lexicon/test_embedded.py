"""The English list of the package, and the script that makes it."""

import runpy
import sys
from importlib.metadata import distributions
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Lexicon, LexiconError
from unriddle.lexicon import embedded

SCRIPT = Path(__file__).parents[2] / "tools" / "make_english.py"
COMPRESS = runpy.run_path(str(SCRIPT))["compress"] if SCRIPT.exists() else None


def test_sizes() -> None:
    sizes = {level: len(Lexicon.load("english", level=level)) for level in (60, 70, 80)}
    assert sizes == {60: 82_058, 70: 118_284, 80: 254_989}
    full = Lexicon.load()
    assert (full.alphabet, full.min_length, full.max_length) == ("abcdefghijklmnopqrstuvwxyz", 2, 45)
    assert full.digest == "09a84fd58722f3535768667df0d29961"  # says that the list has not changed unnoticed


def test_levels_are_nested_and_named() -> None:
    common, large, full = (Lexicon.load(f"english-{name}") for name in ("common", "large", "full"))
    assert set(common) < set(large) < set(full)
    assert common is Lexicon.load("english", level=60)
    assert large == Lexicon.load("english", level=70)
    assert full is Lexicon.load("english")
    assert Lexicon.load("english-common", level=80) is common
    assert list(full) == sorted(set(full))
    for word in ("aah", "boggle", "cafe", "quizzes", "zyzzyva"):
        assert word in full
    for word in ("a", "london", "don't", "café", "qqq"):
        assert word not in full


@pytest.mark.parametrize("level", [0, 61, 95, -1, "60"])
def test_levels_that_are_none(level: int) -> None:
    with pytest.raises(LexiconError, match=f"level={level!r}, expected one of 10, 20"):
        Lexicon.load("english", level=level)


def test_clean() -> None:
    full, clean = Lexicon.load(), Lexicon.load(clean=True)
    left_out = set(full) - set(clean)
    assert len(left_out) == len(full) - len(clean) == 81
    assert {"shit", "fart", "kraut", "abos"} <= left_out
    assert clean.name == "english clean"


def test_copyright_texts_are_carried() -> None:
    names = ("SCOWL-copyright.txt", "UKACD-readme.txt")
    paths = [path for made in distributions(name="unriddle") for path in made.files or ()]
    texts = {path.name: path.read_text() for path in paths if path.name in names and path.locate().exists()}
    assert "Copyright 2000-2018 by Kevin Atkinson" in texts["SCOWL-copyright.txt"]
    assert "Copyright (c) J Ross Beresford 1993-2000" in texts["UKACD-readme.txt"]


@pytest.mark.skipif(not SCRIPT.exists(), reason="the script is not with the tests")
@settings(deadline=None, max_examples=25)
@given(
    st.dictionaries(st.text("abz", min_size=1, max_size=12), st.sampled_from(embedded.LEVELS), min_size=1),
    st.sampled_from(embedded.LEVELS),
    st.booleans(),
)
def test_compressed_and_back(words: dict[str, int], level: int, clean: bool) -> None:
    listed = frozenset(word for word in words if word < "b")
    expected = sorted(w for w in words if words[w] <= level and not (clean and w in listed))
    table = embedded.select(COMPRESS(words, listed), level, clean)
    assert bytes(table.codes + ord("a")).decode() == "".join(expected)
    assert table.lengths.tolist() == [len(word) for word in expected]


@pytest.mark.skipif(not SCRIPT.exists(), reason="the script is not beside the tests")
def test_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lists = tmp_path / "binary" / "usr" / "share" / "dict" / "scowl"
    misc, ukacd = tmp_path / "source" / "misc", tmp_path / "source" / "r" / "ukacd"
    for folder in (lists, misc, ukacd):
        folder.mkdir(parents=True)
    (lists / "english-words.10").write_text("tea\na\nParis\ncafé\n", encoding="utf-8")
    (lists / "british-words.60").write_text("tea\ncoon's\ncoon\nnaïveté\n", encoding="utf-8")
    (lists / "english-words.95").write_text("rare\n")
    (lists / "english-upper.10").write_text("upper\n")
    (misc / "offensive.2").write_text("Coon\ncoon's\n")
    (tmp_path / "source" / "Copyright").write_text("C")
    (ukacd / "readme.txt").write_text("R")
    made = []
    for turn in "12":
        output = tmp_path / turn
        arguments = [str(SCRIPT), str(tmp_path / "binary"), str(tmp_path / "source"), "--output", str(output)]
        monkeypatch.setattr(sys, "argv", arguments)
        runpy.run_path(str(SCRIPT), run_name="__main__")
        made.append({path.name: path.read_bytes() for path in output.iterdir()})
    assert made[0] == made[1]
    assert set(made[0]) == {"english.xz", "SCOWL-copyright.txt", "UKACD-readme.txt"}
    packed = made[0]["english.xz"]
    assert bytes(embedded.select(packed, 80, False).codes + 97) == b"cafecoonnaivetetea"
    assert bytes(embedded.select(packed, 80, True).codes + 97) == b"cafenaivetetea"
    assert bytes(embedded.select(packed, 10, False).codes + 97) == b"cafetea"
