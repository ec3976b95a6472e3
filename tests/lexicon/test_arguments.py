"""Word lists as puzzles take them, and as subcommands name them."""

import argparse

import pytest

from unriddle import Lexicon, LexiconError
from unriddle.cli import main
from unriddle.lexicon.arguments import add_lexicon, lexicon_of, load_lexicon


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
    clean = loaded("--level", "35", "--no-profanity")
    assert set(clean) < set(loaded("--level", "35"))


def test_a_file_and_its_wrong_lines(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("tea\ndon't\n", encoding="utf-8")
    with pytest.warns(UserWarning, match=r"list\.txt: 1 line left out that is no word$"):
        found = loaded("--lexicon", str(path))
    assert (list(found), found.skipped) == (["tea"], 1)
    with pytest.raises(LexiconError, match=r"list\.txt:2:4: .*is not a letter"):
        loaded("--lexicon", str(path), "--strict")
    with pytest.raises(LexiconError, match="applies to the embedded list only"):
        loaded("--lexicon", str(path), "--level", "60")


def test_a_level_is_a_number(capsys):
    with pytest.raises(SystemExit):
        loaded("--level", "high")
    assert "--level: 'high', expected a whole number" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", [["boggle", "tea/ars"], ["ladder", "tea", "eat"], ["best", "2x2", "--rounds", "1"]]
)
def test_every_command_reports_the_lines_of_a_dictionary_that_are_no_words(command, tmp_path, capsys):
    path = tmp_path / "words.dic"
    path.write_text("6\ntea/SM\nars\neat\nera/S po:noun\ndon't\n", encoding="utf-8")
    main([*command, "--lexicon", str(path)])
    out, err = capsys.readouterr()
    assert err.startswith(f"{path}: 4 lines left out that are no words\n")
    if command[0] == "boggle":
        assert f"Lexicon: {path}, 2 words, 4 lines left out\n" in out
    path.write_text("ars\neat\n", encoding="utf-8")
    main([*command, "--lexicon", str(path)])
    assert "left out" not in "".join(capsys.readouterr())


def test_what_an_imported_list_lacks_is_reported_once(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("UNRIDDLE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "other"):
        (tmp_path / name).write_text("tea\ndon't\n", encoding="utf-8")
    assert main(["words", "import", "mine", "--name", "mine"]) == 0
    capsys.readouterr()
    assert main(["words", "list", "--lexicon", "mine"]) == 0 and capsys.readouterr().err == ""
    assert main(["words", "list", "--lexicon", "other"]) == 0
    assert capsys.readouterr().err == "other: 1 line left out that is no word\n"
