"""What subcommands share that name a puzzle and read its records."""

import argparse

import pytest

from unriddle import PuzzleError
from unriddle.cli.puzzles import add_puzzles, add_rules, given_rules
from unriddle.puzzles import registry

HELP = "What it does.\n\nunriddle x sudoku FILE\nunriddle x sudoku -\n\nMore."


def test_a_puzzle_has_its_examples():
    def of(name):
        parser = argparse.ArgumentParser(prog="x", description=HELP)
        add_puzzles(parser, [name], lambda below, _: None)
        [action] = [each for each in parser._actions if each.dest == "puzzle"]
        return action.choices[name].description.split("\n\n")[1]

    assert of("sudoku") == "unriddle x sudoku FILE\nunriddle x sudoku -"
    assert of("peg") == "unriddle x peg FILE"


def parsed(name, *arguments):
    parser = argparse.ArgumentParser(prog="x", description=HELP)
    kind, batch = registry.get(name), registry.batch(name)
    add_puzzles(parser, [name], lambda below, _: add_rules(below, batch, kind))
    return parser.parse_args([name, *arguments])


def rules(name, *arguments):
    return given_rules(parsed(name, *arguments), registry.batch(name), registry.get(name))[0]


def test_rules_are_those_of_a_batch():
    assert rules("sudoku", "--box", "2x3") == {"box": (2, 3)}
    assert (
        rules("numbrix", "--wrap") == {"topology": "rook", "wrap": True, "empty": None} and rules("peg") == {}
    )
    assert rules("boggle", "--size", "4x5", "--topology", "rook")["topology"] == "rook"


def test_further_rules_are_json():
    assert rules("peg", "--rules", '{"goal":"d4"}') == {"goal": "d4"}
    for wrong in ("x", "[1]", "[" * 5000):
        with pytest.raises(PuzzleError, match="expected a JSON object"):
            rules("peg", "--rules", wrong)
    for name in ("goals", "text", "file"):
        with pytest.raises(PuzzleError, match="expected goal, jumps"):
            rules("peg", "--rules", f'{{"{name}":1}}')


def test_options_of_the_search_are_none_of_reading(capsys):
    with pytest.raises(SystemExit):
        parsed("sudoku", "--max-nodes", "5")
    assert "unrecognized arguments" in capsys.readouterr().err


def test_what_is_given_holds_for_records_too():
    def given(name, *arguments):
        return given_rules(parsed(name, *arguments), registry.batch(name), registry.get(name))[1]

    assert given("numbrix") == {} and given("numbrix", "--topology", "rook") == {"topology": "rook"}
    assert given("placement", "--allow-unused") == {"exact": False}
    assert given("sudoku", "--variants", "x", "--rules", '{"strict":false}') == {
        "variants": "x",
        "strict": False,
    }
    assert set(given("ladder")) == {"words"}, "a list of words is in no record"
