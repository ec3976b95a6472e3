"""Help, words, seeds and errors that all subcommands have in common."""

import argparse
import re
import shlex

import pytest

from unriddle.cli import main, make_parser
from unriddle.cli.parser import HelpFormatter
from unriddle.cli.subcommands import subcommands
from unriddle.puzzles import registry

VERBS = re.compile(
    r"(add|animate|begin|build|check|choose|continue|copy|count|decide|delete|do|draw|empty|end|estimate|exclude|exit|"
    r"explain|fill|find|forbid|give|join|keep|lay|leave|let|limit|list|make|maximize|measure|merge|place|play|"
    r"prefer|print|prove|put|reach|read|refuse|reject|relate|replace|report|require|roll|run|sample|save|search|"
    r"set|show|skip|solve|stop|store|take|use|write)\b"
)
"""What an option does."""


def options_of(parser):
    """Return the options of a parser that its help shows."""
    return [
        action
        for action in parser._actions
        if action.option_strings
        and action.help != argparse.SUPPRESS
        and not isinstance(action, argparse._HelpAction)
    ]


def names(parser, actions):
    return [f"{parser.prog} {action.option_strings[-1]}: {action.help}" for action in actions]


# Words


def test_what_an_option_does_is_an_imperative(parsers):
    wrong = [
        name
        for parser in parsers
        for name in names(parser, [act for act in options_of(parser) if not imperative(act.help)])
    ]
    assert not wrong, "\n".join(wrong)


def imperative(text):
    return bool(VERBS.match(text or "")) and not re.search(r"\w\.$", text)


def test_arguments_are_explained(parsers):
    for parser in parsers:
        for action in parser._actions:
            if not action.option_strings and not isinstance(action, argparse._SubParsersAction):
                assert action.help, f"{parser.prog} {action.dest}"


def test_defaults_are_in_the_help(parsers):
    for parser in parsers:
        for action in options_of(parser):
            if isinstance(action.default, (str, int, float)) and action.default not in (False, ""):
                shown = HelpFormatter("x")._expand_help(action)
                assert "(default: " in shown, f"{parser.prog} {action.option_strings}: {shown}"


def test_one_word_for_one_thing(parsers):
    for parser in parsers:
        for action in options_of(parser):
            flags, where = action.option_strings, f"{parser.prog} {action.option_strings}"
            assert action.metavar != "TEXT", where
            assert not {"--shape", "--rows", "--cols", "--timeout", "--random-seed"} & set(flags), where
            if "--size" in flags:
                assert action.metavar == "RxC", where
            if "--random" in flags:
                assert action.nargs == 0, where
            if "--seed" in flags:
                assert action.metavar == "N" and action.help.startswith("set the random seed"), where
            if "--format" in flags:
                assert action.help.startswith("choose the output format"), where
            if "--threads" in flags:
                assert action.help.startswith("use N threads; 0 is one per core"), where


# The terminal


@pytest.mark.parametrize("width", [60, 80, 120])
def test_help_fits_the_terminal(width, parsers, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    widest = 0
    for parser in parsers:
        lines = parser.format_help().splitlines()
        widest = max(widest, *map(len, lines))
        long = [line for line in lines if len(line) > width]
        assert not long, f"{parser.prog}: {long[0]}"
    assert widest > width - 12, "as wide as it"


def test_the_commands_in_the_help_are_commands(parsers):
    for parser in parsers:
        blocks = (parser.description or "").split("\n\n")
        for line in "\n".join(block for block in blocks if block.startswith("unriddle ")).split("\n"):
            if line:
                words = shlex.split(line.partition(" > ")[0])[1:]
                assert make_parser(words[0]).parse_args(words).command == words[0], line


def test_a_long_command_is_broken_between_its_words(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["prove", "--help"]) == 0
    command = re.search(r"unriddle prove 4x4 (.*\\\n)+.*\n", capsys.readouterr().out)[0]
    assert shlex.split(command.replace("\\\n", ""))[:3] == ["unriddle", "prove", "4x4"]
    assert main(["river", "--help"]) == 0
    assert "\n  passenger farmer rows\n" in capsys.readouterr().out, "what is indented stays as it is"


# Ways to the help


def test_help_is_a_subcommand(capsys):
    def printed(*words):
        assert main(list(words)) == 0
        return capsys.readouterr().out

    assert printed("help") == printed("--help")
    assert printed("help", "sudoku") == printed("sudoku", "--help") == printed("sudoku", "-h")
    assert printed("help", "batch", "sudoku") == printed("batch", "sudoku", "--help")
    assert printed("-V") == printed("--version")
    assert main(["help", "sudko"]) == 2
    assert "did you mean sudoku?" in capsys.readouterr().err


@pytest.mark.parametrize("name", subcommands())
def test_each_subcommand_has_its_help(name, capsys):
    assert main(["help", name]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"usage: unriddle {name}")


# Seeds

DRAWS = {
    "best": "2x2 --rounds 1 --level 35",
    "boggle": "--random --size 2x2",
    "gogen": "--generate",
    "hidato": "--generate --size 3x3",
    "ladder": "--random --letters 3",
    "numbrix": "--generate --size 3x3",
    "peg": "--random --pegs 4",
    "placement": "--generate",
    "placement fill": ".../.../...",
    "placement layout": "tea,eat,rate",
    "placement square": "--size 3",
    "prove": "1x2 --min-score 1 --estimate --level 35",
    "river": "--random",
    "sliding": "--random --size 2x2",
    "stream": "--random --size 9x9 --summary",
    "sudoku": "--generate --size 4",
    "survey": "--boards 100 --level 35",
    "book": "sudoku --easy 1 -o OUT.html",
    **{f"generate {name}": "-n 1 -o OUT" for name in registry.factory_names()},
    **{
        f"play {spec.name}": "--moves MOVES"
        for spec in registry.specs()
        if spec.game and spec.name != "placement"
    },
    "play peg": "--pegs 5 --moves MOVES",
}
"""Subcommand -> arguments with which it draws at random."""


def test_all_that_draw_are_tried(parsers):
    drawing = {parser.prog.removeprefix("unriddle ") for parser in parsers if has_seed(parser)}
    assert drawing == set(DRAWS)


def has_seed(parser):
    return any("--seed" in action.option_strings for action in parser._actions)


@pytest.mark.parametrize("name", DRAWS)
def test_the_seed_that_was_used_is_printed_and_makes_the_same_again(name, tmp_path, capsys):
    (tmp_path / "moves").write_text("quit\n")
    printed = []
    for again in (False, True):
        given = (
            DRAWS[name]
            .replace("OUT", str(tmp_path / f"out{again}"))
            .replace("MOVES", str(tmp_path / "moves"))
        )
        seed = ["--seed", printed[0][0]] if again else []
        assert main([*name.split(), *given.split(), *seed]) in (0, 1)
        out, err = capsys.readouterr()
        found = re.search(r"\bseed (\d+)", err + out)
        printed.append((found[1] if found else seed[1], without_times(out)))
    assert printed[0] == printed[1]


def without_times(text):
    return re.sub(r"[\d.,]+ (µs|ms|s)\b|[\d,]+/s|/\S*out(True|False)", "", text)


# Errors


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("sudoku --generate --difficulty simple", "expected one of easy, medium, hard, expert"),
        ("sudoku --difficulty eazy", "did you mean easy? (easy, medium, hard, expert)"),
        ("peg --board french", "--board 'french', expected one of english, european"),
        ("sudoku x --explain", "unrecognized arguments: --explain, did you mean --steps?"),
        ("numbrix x --explain", "unrecognized arguments: --explain, did you mean --steps?"),
        ("boggle tea/ars --level high", "--level 'high', expected a whole number"),
        ("placement fill ... --min-score x", "--min-score 'x', expected a number"),
        ("boggle tea/ars --min-length 0", "--min-length 0, expected a whole number from 1 to 254"),
        ("sudoku ................ --variants spiral", "--variants 'spiral', expected one of diagonal"),
        ("boggle tears", "5 letters do not fill a square board; pass --size 1x5 or 5x1"),
        ("boggle tea/ars --random", "--random cannot be combined with a board"),
        ("generate river -n 1 -o out --boat x", "--boat 'x', expected a whole number"),
        ("sudko", "there is no subcommand 'sudko'; did you mean sudoku?"),
        ("boggle tea/ars --svg", "--svg needs a value"),
        ("boggle tea/ars extra", "unexpected argument extra"),
        ("boggle tea/ars --language xx", "--language 'xx' applies to word files only; omit it"),
        ("boggle --random --size 0x4", "--size 0x4, expected rows and columns from 1 up"),
        ("sudoku nofile", "nofile: no such file; read as a puzzle: 6 cells, but a 4×4 Sudoku has 16"),
        ("sudoku x --hint --steps", "--steps cannot be combined with --hint"),
        (
            "sliding 123/450 --goal middle",
            "--goal 'middle', expected blank-last, blank-first or rows of tiles",
        ),
        ("sudoku x --count --svg x.svg", "--svg cannot be combined with --count"),
        ("ladder --diameter --svg x.svg", "--diameter cannot be combined with --svg"),
        ("boggle teas --html x.pdf", "--html 'x.pdf', expected a file that ends in .html"),
        ("check boggle teas eats --min-length 4", "unrecognized arguments: --min-length 4"),
        ("check boggle teas eats --level 60", "unrecognized arguments: --level 60"),
        ("prove", "unriddle prove: RxC is required (see unriddle prove --help)"),
        ("prove 3x3", "unriddle prove: --min-score is required (see unriddle prove --help)"),
        ("prove --verify nofile", "nofile: no such file"),
        ("best 3x3 --rounds 0", "--rounds 0, expected a whole number from 1 up\n"),
        ("ladder cat dogs", "name words of one length, or pass --insert-delete\n"),
        ("ladder --diameter --letters 40", "the list has no word of 40 letters"),
        ("generate peg -n 1 -o out --pegs 40", "--pegs 40, expected a whole number from 1 to 32"),
        ("generate ladder -n 1 -o out --least 5 --most 3", "--most 3 is less than --least 5"),
        ("gogen --generate --givens 99", "--givens 99, expected a whole number from 1 to 25"),
        ("sliding --random --size 1x1", "--size 1x1, expected 2x2 to 8x8"),
    ],
)
def test_an_error_names_the_option_and_what_to_do(words, said, capsys):
    assert main(words.split()) == 2
    err = capsys.readouterr().err
    assert said in err and err.count("\n") == 1


@pytest.mark.parametrize("name", registry.names())
def test_no_error_shows_an_object(name, capsys):
    """Wrong values of every option are one line, without the form of an object of Python."""
    parser = make_parser(name)
    [action] = [action for action in parser._actions if action.dest == "command"]
    for option in options_of(action.choices[name]):
        if option.nargs == 0 or option.dest in ("cnf", "svg", "html", "dot", "graph_svg", "checkpoint"):
            continue
        code = main([name, registry.spec(name).example, option.option_strings[-1], "=§"])
        err = capsys.readouterr().err
        assert code in (0, 1, 2) and err.count("\n") <= 2, f"{option.option_strings}: {err}"
        assert not re.search(r"<\w|object at|NoneType|\bclass '|\ba [aeiou]\w*,", err), err
