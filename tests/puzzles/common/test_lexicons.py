"""Word lists as puzzles take them, and as subcommands name them."""

import argparse

import pytest

from unriddle import Lexicon, LexiconError
from unriddle.puzzles.common.lexicons import add_lexicon, lexicon_of, load_lexicon


def loaded(*arguments):
    parser = argparse.ArgumentParser()
    add_lexicon(parser)
    return load_lexicon(parser.parse_args(list(arguments)))


def test_by_default_the_embedded_list():
    assert loaded() is lexicon_of(None) is Lexicon.load("english")


def test_a_lexicon_stays_itself_and_words_become_one():
    lexicon = Lexicon(["tea"])
    assert lexicon_of(lexicon) is lexicon
    assert lexicon_of(word for word in ("tea", "eat")) == Lexicon(["eat", "tea"])
    with pytest.raises(LexiconError, match="no words"):
        lexicon_of([])


def test_levels_and_clean_lists_are_parts():
    assert loaded("--level", "10") is Lexicon.load("english", level=10)
    clean = loaded("--level", "35", "--clean")
    assert set(clean) < set(loaded("--level", "35"))


def test_a_file_and_its_wrong_lines(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("tea\ndon't\n", encoding="utf-8")
    found = loaded("--lexicon", str(path))
    assert (list(found), found.skipped) == (["tea"], 1)
    with pytest.raises(LexiconError, match=r"list\.txt:2:4: .*is no letter"):
        loaded("--lexicon", str(path), "--strict")
    with pytest.raises(LexiconError, match="belongs to the embedded list"):
        loaded("--lexicon", str(path), "--level", "60")


def test_a_level_is_a_number(capsys):
    with pytest.raises(SystemExit):
        loaded("--level", "high")
    assert "argument --level: invalid int value: 'high'" in capsys.readouterr().err
