"""The contract of all puzzles: each verb means the same in each, in Python and on the command line."""

import base64
import contextlib
import copy
import gzip
import hashlib
import importlib
import inspect
import io
import json
import os
import pickle
import re
import subprocess
import sys
import types
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import unriddle
from unriddle import Limits, PuzzleError, Result, SearchStats, Status
from unriddle.cli import main, make_parser
from unriddle.puzzles import registry
from unriddle.puzzles.framework.base import ExplainMixin, PuzzleBase
from unriddle.puzzles.framework.result_sequence import ResultSequence
from unriddle.puzzles.framework.solutions import Count, Solutions
from unriddle.puzzles.framework.steps import Difficulty, Step

NAMES = registry.names()
each = pytest.mark.parametrize("name", NAMES)
VERBS = [
    *("parse", "load", "rules", "text", "to_dict", "from_dict", "format", "to_svg", "_repr_svg_"),
    *("view", "to_html", "in_notebook"),
    *("configuration", "solve", "solutions", "count", "check", "solve_many"),
    *("steps", "hint", "difficulty", "generate", "random", "is_solved", "extensions"),
]
LIMIT = "expected a whole number from 1 up or None"
LIMITS = r"expected Limits\(seconds=…, nodes=…, memory=…\) or None"


def make(name):
    spec = registry.spec(name)
    return spec.load(spec.puzzle).parse(spec.example)


def run(*arguments, stdin=""):
    """Return exit code, standard output and error output of a command."""
    out, err = io.StringIO(), io.StringIO()
    raw = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    before, sys.stdin = sys.stdin, raw
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(list(arguments))
    finally:
        sys.stdin = before
    return code, out.getvalue(), err.getvalue()


def without_times(text):
    found = json.loads(text)
    found.pop("seconds", None)
    return found


# What each puzzle has


@each
def test_a_puzzle_has_each_verb_or_its_spec_says_why_not(name):
    spec, kind = registry.spec(name), registry.get(name)
    assert issubclass(kind, PuzzleBase)
    for verb in VERBS:
        if hasattr(kind, verb):
            assert verb not in spec.cannot, f"{verb} is there"
        else:
            assert spec.cannot.get(verb), f"{verb} is missing and the spec does not say why"
    assert set(spec.cannot) <= set(VERBS)
    assert hasattr(kind, "steps") == issubclass(kind, ExplainMixin)
    assert "random" not in spec.cannot or "generate" not in spec.cannot


@each
def test_options_have_one_word(name):
    spec = registry.spec(name)
    home = importlib.import_module(spec.home)
    functions = [
        getattr(home, n) for n in getattr(home, "__all__", ()) if inspect.isfunction(getattr(home, n))
    ]
    methods = [
        member for n, member in inspect.getmembers(registry.get(name)) if callable(member) and n[0] != "_"
    ]
    for function in functions + methods:
        try:
            parameters = inspect.signature(function).parameters
        except (TypeError, ValueError):
            continue
        said = f"{function.__qualname__}({', '.join(parameters)})"
        for wrong in ("most", "budget", "max_nodes", "nodes", "timeout", "n_threads", "workers", "attempts"):
            assert wrong not in parameters, said
        if "threads" in parameters:
            assert parameters["threads"].default == 0, said
        for word in ("limits", "progress", "threads", "seed", "method"):
            if word in parameters:
                assert parameters[word].kind is inspect.Parameter.KEYWORD_ONLY, (
                    f"{said}: {word} by keyword only"
                )
        for word in ("limit", "limits", "progress", "method"):
            if word in parameters and word != "limit":
                assert parameters[word].default is None, said


@each
def test_the_constructor_works_or_refuses_at_once(name):
    spec, kind = registry.spec(name), registry.get(name)
    for wrong in (spec.example, 5, None, [], {}, object()):
        try:
            puzzle = kind(wrong)
        except (PuzzleError, TypeError):
            continue
        assert puzzle.text() and puzzle == puzzle and puzzle.solve().status in Status


# Reading and writing


@each
def test_text_is_read_back(name):
    puzzle = make(name)
    again = type(puzzle).parse(puzzle.text(), **puzzle.rules())
    assert again == puzzle and hash(again) == hash(puzzle) and again is not puzzle
    assert str(puzzle) == puzzle.format()


@each
@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes with names")
def test_puzzles_and_answers_from_pipes_are_checked_as_from_files(name, tmp_path):
    puzzle = make(name)
    answer = next(iter(puzzle.solutions()))
    texts = {"p": puzzle.text(), "a": answer if isinstance(answer, str) else puzzle.format(answer)}
    for file, text in texts.items():
        (tmp_path / file).write_text(json.dumps(text) + "\n")
    expected = run("check", name, str(tmp_path / "p"), str(tmp_path / "a"))
    assert expected[1].startswith("1: ")
    ends = {}
    for file in texts:
        ends[file], sink = os.pipe()
        os.write(sink, (tmp_path / file).read_bytes())
        os.close(sink)
    found = run("check", name, *(f"/dev/fd/{end}" for end in ends.values()))
    assert found[:2] == expected[:2]
    for end in ends.values():
        os.close(end)


@each
@pytest.mark.skipif(os.name != "posix", reason="limits and devices of Unix")
def test_a_drawing_on_a_full_disk_leaves_the_answer_and_no_file(name, tmp_path, monkeypatch):
    import resource

    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it would be cut off as well, without an error

    inline = registry.spec(name).example
    target = tmp_path / "x.svg"
    shown = run(name, inline, "--format", "json")[1].partition('"nodes"')[0]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, before[1]))
    try:
        code, out, err = run(name, inline, "--svg", str(target), "--format", "json")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (code, err.count("\n")) == (2, 1) and "x.svg: cannot be written: " in err
    assert shown and out.startswith(shown)
    assert list(tmp_path.iterdir()) == []
    if Path("/dev/full").exists():
        code, out, err = run(name, inline, "--svg", "/dev/full")
        assert (code, err) == (2, "/dev/full: cannot be written: No space left on device\n") and out
    assert run(name, inline, "--svg", str(target))[0] == 0 and target.read_text().startswith("<svg")


@pytest.mark.skipif(os.name != "posix", reason="descriptors of Unix")
@pytest.mark.parametrize(
    ("name", "closed", "said"),
    [*((name, ">&-", 1) for name in NAMES), ("sudoku", "<&-", 1), ("sudoku", ">&- 2>&-", 0)],
)
def test_closed_streams_are_one_line(name, closed, said):
    given = [registry.spec(name).example] if ">" in closed else ["-"]
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m unriddle "$@" {closed}', sys.executable, name, *given],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == said, done.stderr


TOO_MUCH = ("--size", "--clues", "--givens", "--letters")
"""Options of a new puzzle with a number that none can have."""


@each
@pytest.mark.parametrize("verb", ["", "play"])
def test_a_new_puzzle_that_cannot_be_is_one_line(name, verb):
    if verb and not registry.spec(name).game:
        return
    start = [verb, name] if verb else [name]
    usage = run(*start, "--help")[1]
    maker = [flag for flag in ("--generate", "--random") if f"{flag} " in usage or f"{flag}]" in usage]
    for option in TOO_MUCH:
        if f"{option} " in usage and (verb or maker):
            code, out, err = run(*start, *maker[:1], option, "1000000")
            assert (code, err.count("\n"), out) == (2, 1, ""), f"{start} {option}: {err}"


@each
def test_a_file_is_loaded_and_named_in_errors(name, tmp_path):
    puzzle = make(name)
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(puzzle.text(), encoding="utf-8")
    assert type(puzzle).load(good, **puzzle.rules()) == puzzle
    bad.write_text("\u2603 \u2603!\n= \u00a7\n", encoding="utf-8")
    with pytest.raises(PuzzleError) as error:
        type(puzzle).load(bad)
    assert str(error.value).startswith(f"{bad}")
    with pytest.raises(PuzzleError, match="no such file"):
        type(puzzle).load(tmp_path / "none.txt")


@each
@pytest.mark.parametrize("text", ["", " ", "\n", "\0", "\u2603", 5, None, b"ab", ["a"]])
def test_what_is_no_puzzle_is_a_puzzle_error(name, text):
    kind = registry.get(name)
    try:
        puzzle = kind.parse(text)
    except PuzzleError:
        return
    assert puzzle.solve().status in Status  # rows of strings, say, that this puzzle takes


@each
def test_json_and_back(name):
    puzzle = make(name)
    values = json.loads(json.dumps(puzzle.to_dict()))
    assert type(puzzle).from_dict(values) == puzzle
    for wrong in (
        {},
        {"text": 5},
        values | {"puzzle": "Nonsense"},
        values | {"nonsense": 1},
        [],
        "text",
        None,
    ):
        with pytest.raises(PuzzleError, match=r"expected"):
            type(puzzle).from_dict(wrong)


@each
def test_a_switch_is_true_or_false(name):
    puzzle = make(name)
    parameters = inspect.signature(type(puzzle).parse).parameters.values()
    named = {parameter.name: parameter.default for parameter in parameters} | puzzle.rules()
    switches = [rule for rule, usual in named.items() if isinstance(usual, bool)]
    for rule in switches:
        for wrong in ("false", [], [1, 2], 2, 0.5, None, np.array([1, 2]), np.float64(0.5)):
            with pytest.raises(PuzzleError, match=f"{rule}=.*expected True or False"):
                type(puzzle).parse(registry.spec(name).example, **{rule: wrong})
        for right in (0, 1, np.True_, np.int64(0)):
            with contextlib.suppress(PuzzleError):  # the example may be no puzzle under the rule
                again = type(puzzle).parse(registry.spec(name).example, **{rule: right})
                assert again.rules().get(rule, bool(right)) is bool(right)


@each
@pytest.mark.parametrize(
    "wrong", (np.array([[1, 2], [3, 4]]), np.zeros(0), {}, object()), ids=["array", "empty", "dict", "object"]
)
def test_an_argument_of_a_wrong_kind(name, wrong):
    """Whatever makes a puzzle refuses what it cannot take with a `PuzzleError`, and with nothing else."""
    kind, example = registry.get(name), registry.spec(name).example
    for verb, make_one in inspect.getmembers(kind, inspect.ismethod):
        parameters = inspect.signature(make_one).parameters.values()
        if verb.startswith("_") or any(one.kind is one.VAR_POSITIONAL for one in parameters):
            continue
        named = [one for one in parameters if one.kind is not one.VAR_KEYWORD]
        needed = {one.name: example for one in named if one.default is one.empty}
        for one in named:
            if one.name not in ("file", "progress"):
                with contextlib.suppress(PuzzleError):  # some can be made of an array
                    make_one(**needed | {one.name: wrong})


@each
def test_copies_are_equal(name):
    puzzle = make(name)
    solved = puzzle.solve()
    for twin in (pickle.loads(pickle.dumps(puzzle)), copy.copy(puzzle), copy.deepcopy(puzzle)):
        assert twin == puzzle and hash(twin) == hash(puzzle)
        assert twin.solve().status is solved.status
    again = pickle.loads(pickle.dumps(solved))
    assert again.status is solved.status and again.solution == solved.solution
    assert puzzle != 5 and puzzle != "x" and (puzzle == object()) is False


@each
def test_a_seed_says_what_is_made(name):
    kind = registry.get(name)
    for verb in ("generate", "random"):
        if hasattr(kind, verb):
            made = getattr(kind, verb)
            assert made(seed=3) == made(seed=3)
            assert made(seed=3).solve().status is not Status.NO_SOLUTION
            for wrong in (-1, "x", 1.5, True):
                with pytest.raises(PuzzleError, match="expected a whole number from 0 up or None"):
                    made(seed=wrong)


# Answers


@each
def test_an_answer_is_checked_shown_and_drawn(name):
    puzzle = make(name)
    result = puzzle.solve()
    assert isinstance(result, Result) and result.status in (Status.UNIQUE, Status.MULTIPLE, Status.SOLVED)
    answer = result.solution
    assert puzzle.check(answer) is True and puzzle.check(result) is True
    assert isinstance(puzzle.format(answer), str) and puzzle.format(answer)
    for picture in (puzzle.to_svg(), puzzle.to_svg(answer), puzzle._repr_svg_(), result._repr_svg_()):
        assert picture.startswith("<svg") and "<title>" in picture
    for wrong in (None, 5, "nonsense", [], object()):
        assert puzzle.check(wrong) is False


@each
def test_count_is_the_number_of_solutions(name):
    puzzle = make(name)
    solutions = puzzle.solutions()
    assert isinstance(solutions, Solutions)
    found = list(solutions)
    assert found and all(puzzle.check(answer) is True for answer in found)
    assert solutions.found == len(found) and solutions.complete
    assert solutions.status is (Status.UNIQUE if len(found) == 1 else Status.MULTIPLE)
    count = puzzle.count()
    assert isinstance(count, Count) and count == len(found) and count.complete
    assert count.status is solutions.status
    first = puzzle.solutions(1)
    assert len(list(first)) == 1 and first.found == 1
    assert first.status in (Status.UNIQUE, Status.SOLVED)
    for limit in (1, 2, len(found), len(found) + 1):
        assert puzzle.count(limit) == min(limit, len(found))
        assert len(list(puzzle.solutions(limit))) == min(limit, len(found))


@each
@pytest.mark.parametrize("limit", [-1, 0, "x", 1.5, True, [], {}])
def test_a_wrong_limit(name, limit):
    puzzle = make(name)
    for verb in (puzzle.solutions, puzzle.count):
        with pytest.raises(PuzzleError, match=LIMIT):
            verb(limit)


@each
@pytest.mark.parametrize("limits", [-1, 5, "x", [], {}, Limits])
def test_wrong_limits(name, limits):
    puzzle = make(name)
    for verb in (puzzle.solve, puzzle.solutions, puzzle.count):
        with pytest.raises(PuzzleError, match=LIMITS):
            verb(limits=limits)
    with pytest.raises(PuzzleError, match=LIMITS):
        type(puzzle).solve_many([puzzle], limits=limits)


@pytest.mark.parametrize(
    "values", [{"nodes": -1}, {"nodes": "x"}, {"seconds": "x"}, {"memory": 1.5}, {"nodes": True}]
)
def test_limits_that_are_none(values):
    with pytest.raises(PuzzleError, match="from 0 up or None"):
        Limits(**values)


@each
@pytest.mark.parametrize("threads", [-1, "x", 1.5, None, True, []])
def test_wrong_threads(name, threads):
    puzzle = make(name)
    with pytest.raises(PuzzleError, match=r"threads=.*expected a whole number from 0 up"):
        type(puzzle).solve_many([puzzle], threads=threads)


@each
def test_a_wrong_method(name):
    puzzle = make(name)
    if not getattr(puzzle, "METHODS", ()):
        pytest.skip("it has one way to solve")
    for wrong in ("nonsense", 5, [], ""):
        with pytest.raises(PuzzleError, match=r"method=.*expected one of"):
            puzzle.solve(method=wrong)
    for method in puzzle.METHODS:
        result = puzzle.solve(method=method)
        assert puzzle.check(result) is True, method
    with pytest.raises(PuzzleError, match=f"did you mean {puzzle.METHODS[0]}"):
        puzzle.solve(method=puzzle.METHODS[0] + "x")


@each
@pytest.mark.parametrize(
    "limits", [Limits(nodes=0), Limits(nodes=1), Limits(seconds=0), Limits(seconds=0, nodes=0)]
)
def test_a_limit_is_a_status_and_a_part_never_the_whole(name, limits):
    puzzle = make(name)
    whole = puzzle.count()
    result = puzzle.solve(limits=limits)
    assert result.status in Status
    if result.status in (Status.UNIQUE, Status.NO_SOLUTION):
        assert result.status is whole.status
    count = puzzle.count(limits=limits)
    assert count.found <= whole.found
    if count.status is Status.LIMIT:
        assert not count.complete and count != count.found
        with pytest.raises(PuzzleError, match=r"at least .*expected a count that came to its end"):
            int(count)
    else:
        assert count == whole
    solutions = puzzle.solutions(limits=limits)
    assert len(list(solutions)) <= whole.found
    assert solutions.complete or solutions.status is Status.LIMIT
    many = type(puzzle).solve_many([puzzle, puzzle], limits=limits)
    assert len(many) == 2


@each
def test_ctrl_c_is_never_an_answer(name, monkeypatch):
    puzzle = make(name)
    whole = puzzle.count()

    def interrupt(_):
        raise KeyboardInterrupt

    count = puzzle.count(progress=interrupt)
    assert count == whole or (count.interrupted and count.status is Status.LIMIT)
    with contextlib.suppress(KeyboardInterrupt):
        found = list(puzzle.solutions(progress=interrupt))
        assert len(found) == whole.found
    result = puzzle.solve(progress=interrupt)
    assert result.interrupted == (result.status is Status.LIMIT)


def test_an_error_is_one_printable_line_whatever_it_quotes():
    error = PuzzleError("\x1b[2J\n\u202e", file="a\nb", line=2)
    assert str(error) == "a\\nb:2: \\x1b[2J\\n\\u202e"
    assert (error.reason, error.file) == ("\\x1b[2J\\n\\u202e", "a\\nb")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert len(PuzzleError("\udcff" * 10_000).reason) == 600


# Many


@each
def test_many_are_the_same_as_one_by_one(name):
    puzzle = make(name)
    kind, one = type(puzzle), puzzle.solve()
    many = kind.solve_many([puzzle] * 5, threads=2)
    assert (
        isinstance(many, ResultSequence) and len(many) == 5 and len(list(many)) == 5 and len(many[1:3]) == 2
    )
    assert many.columns() and all(len(column) == 5 for column in many.columns().values())
    assert type(many[0]) is type(many[-1])
    with pytest.raises(IndexError):
        many[5]
    assert len(kind.solve_many([])) == 0 and list(kind.solve_many([])) == []
    if isinstance(many[0], Result):
        assert many[0].status is one.status and many[0].solution == one.solution


@each
@pytest.mark.parametrize("wrong", [5, None, [5], [None], ["\x1b[2J"], [np.zeros((2, 2), dtype=np.uint8)]])
def test_many_that_are_no_puzzles_are_one_line(name, wrong):
    kind = registry.get(name)
    with pytest.raises(PuzzleError, match=r"expected|; |, but |, write ") as error:
        kind.solve_many(wrong)
    assert str(error.value).isprintable()


@each
def test_many_as_arrow(name):
    pytest.importorskip("pyarrow")
    puzzle = make(name)
    table = type(puzzle).solve_many([puzzle] * 3).to_arrow()
    assert table.num_rows == 3 and table.num_columns >= 1


def listed(columns):
    return {
        name: [getattr(value, "tolist", lambda value=value: value)() for value in values]
        for name, values in columns.items()
    }


COLUMNS = {
    "a generator": lambda texts: (text for text in texts),
    "pyarrow, array": lambda texts: pytest.importorskip("pyarrow").array(texts),
    "pyarrow, pieces": lambda texts: pytest.importorskip("pyarrow").chunked_array([texts[:1], [], texts[1:]]),
    "pyarrow, codes": lambda texts: pytest.importorskip("pyarrow").array(texts).dictionary_encode(),
    "pandas": lambda texts: pytest.importorskip("pandas").Series(texts),
    "pandas, objects": lambda texts: pytest.importorskip("pandas").Series(texts, dtype=object),
    "pandas, categories": lambda texts: pytest.importorskip("pandas").Series(texts, dtype="category"),
    "polars": lambda texts: pytest.importorskip("polars").Series(texts),
    "numpy": lambda texts: np.array(texts),
}


@each
@pytest.mark.parametrize("library", COLUMNS)
def test_many_from_a_column_of_texts(name, library):
    """Every function of many puzzles takes what data comes in."""
    spec, puzzle = registry.spec(name), make(name)
    texts = [spec.example] * 3
    expected = listed(type(puzzle).solve_many([puzzle] * 3).columns())
    home = importlib.import_module(spec.home)
    names = [n for n in getattr(home, "__all__", ()) if n.endswith("_many")]
    of_many = [type(puzzle).solve_many, *(getattr(home, n) for n in names)]
    for function in of_many:
        if function.__name__ == "score_many" or (name == "boggle" and "." not in function.__qualname__):
            continue  # of boards alone: see its own tests
        assert listed(function(COLUMNS[library](texts)).columns()) == expected, function


@each
def test_many_that_hold_no_puzzle_name_the_row(name):
    pl = pytest.importorskip("polars")
    kind, spec = registry.get(name), registry.spec(name)
    with pytest.raises(PuzzleError) as error:
        kind.solve_many(pl.Series([spec.example, "\u2603 \u2603!"]))
    assert "1" in str(error.value)
    with pytest.raises(PuzzleError, match=r"no value, expected"):
        kind.solve_many(pl.Series([spec.example, None]))
    with pytest.raises(PuzzleError, match=r"a table, or records, expected one column"):
        kind.solve_many(pl.DataFrame({"puzzle": [spec.example]}))


@each
@pytest.mark.parametrize("n", [3, 0])
def test_many_as_data_frames(name, n):
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    puzzle = make(name)
    many = type(puzzle).solve_many([puzzle] * n)
    rows = listed(many.columns())
    frame, table = many.to_pandas(), many.to_polars()
    assert listed(frame) == listed(table.to_dict(as_series=False)) == rows
    assert pl.DataFrame(many).to_dict(as_series=False) == table.to_dict(as_series=False)
    assert pa.table(many).to_pydict() == rows and pa.table(many).equals(many.to_arrow())
    with pytest.raises(TypeError, match=r"expected its columns\(\), or to_pandas\(\)"):
        pd.DataFrame(many)


@each
@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_many_without_a_library_say_what_to_install(name, library, monkeypatch):
    puzzle = make(name)
    many = type(puzzle).solve_many([puzzle])
    monkeypatch.setitem(sys.modules, library, None)
    to = {"pandas": many.to_pandas, "polars": many.to_polars, "pyarrow": many.to_arrow}[library]
    with pytest.raises(unriddle.MissingExtraError, match=rf"need {library}: pip install {library}$"):
        to()


# Reasoning


@each
def test_steps_and_hints(name):
    puzzle = make(name)
    if not isinstance(puzzle, ExplainMixin):
        pytest.skip("not solved by reasoning")
    steps = puzzle.steps()
    assert isinstance(steps, tuple) and steps and all(isinstance(step, Step) for step in steps)
    assert isinstance(puzzle.difficulty(), Difficulty)
    assert puzzle.hint() == steps[0]
    assert all(str(step).startswith(f"{step.kind}: ") for step in steps)


# The command line


@each
def test_a_puzzle_inline_from_a_file_and_from_standard_input(name, tmp_path):
    spec = registry.spec(name)
    path = tmp_path / "puzzle.txt"
    path.write_text(make(name).text(), encoding="utf-8")
    code, inline, err = run(name, spec.example, "--format", "json")
    assert code == 0, err
    assert without_times(inline)["status"] == str(make(name).solve().status)
    for arguments, stdin in (([str(path)], ""), (["-"], path.read_text(encoding="utf-8"))):
        code, out, err = run(name, *arguments, "--format", "json", stdin=stdin)
        assert code == 0, err
        assert without_times(out) == without_times(inline)


@each
def test_counting_and_listing(name):
    spec = registry.spec(name)
    whole = make(name).count()
    code, out, _ = run(name, spec.example, "--count")
    assert code == 0 and out.split()[0] == str(whole)
    code, out, _ = run(name, spec.example, "--count", "--format", "json")
    found = json.loads(out)
    assert (found["count"], found["complete"], found["status"]) == (int(whole), True, str(whole.status))
    code, out, _ = run(name, spec.example, "--all", "--limit", "1", "--format", "json")
    found = json.loads(out)
    assert code == 0 and len(found["solutions"]) == 1 and found["count"] == 1
    code, out, _ = run(name, spec.example, "--all")
    assert code == 0 and f"{whole} solution" in out
    code, out, err = run(name, spec.example, "--limit", "1")
    assert code == 2 and err.count("\n") == 1 and "--limit" in err


@each
def test_a_drawing(name, tmp_path):
    spec = registry.spec(name)
    code, out, _ = run(name, spec.example, "--svg", str(tmp_path / "x.svg"))
    assert code == 0 and out and (tmp_path / "x.svg").read_text(encoding="utf-8").startswith("<svg")
    code, out, _ = run(name, spec.example, "--svg", "-")
    assert code == 0 and out.startswith("<svg")


# Pages


class Outline(HTMLParser):
    """What a page is made of: its elements, texts by element, and whether each is closed."""

    VOID = frozenset({"meta", "link", "img", "br", "input"})

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.texts, self.attributes = [], [], {}, []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.texts.setdefault(self.open[-1] if self.open else "", []).append(data)


def outline(text):
    """Return the outline of a page that is whole, loads nothing, and runs the scripts that it may.

    Each comes after its data; a page that can be played has two.
    """
    found = Outline(text)
    assert found.open == [] and found.tags.count("script") in (2, 4) and found.tags.count("title") >= 1
    assert not {"link", "img", "iframe", "object", "embed", "base"} & set(found.tags)
    assert not [name for name, _ in found.attributes if name.startswith("on") or name in ("src", "href")]
    policy = re.search("default-src 'none'; script-src ([^;]+);", text)[1]
    for script in found.texts["script"][1::2]:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy.split()
    return found


def data_of(text):
    """Return what the script of a page shows."""
    kind, data = re.search(r'<script type="([^"]+)" id="data">([^<]*)</script>', text).groups()
    return json.loads(gzip.decompress(base64.b64decode(data)) if kind == "application/gzip" else data)


@each
def test_a_page(name):
    puzzle = make(name)
    result = puzzle.solve()
    text = result.to_html()
    assert text == puzzle.to_html(result) == type(puzzle).from_dict(puzzle.to_dict()).to_html(result)
    outline(text)
    shown, data = puzzle.view(result), data_of(text)
    assert len(data["frames"]) == len(shown.frames) and len(data["says"]) == len(shown.frames)
    assert all(frame.svg.startswith("<svg") and frame.says and frame.text for frame in shown.frames)
    frames = []
    for frame in data["frames"]:  # as the script puts them together
        lines = list(frame) if isinstance(frame, list) else list(frames[-1])
        if isinstance(frame, dict):
            for at, line in zip(frame["at"], frame["is"], strict=True):
                lines[at] = line
        frames.append(lines)
    assert ["\n".join(data["lines"][k] for k in lines) for lines in frames] == [
        frame.svg for frame in shown.frames
    ]
    rows = [] if shown.table is None else shown.table.rows
    for row in rows:
        assert len(row.values) == len(shown.table.columns)
        assert all(0 <= cell < len(shown.centres) for cell in row.cells)
    alone = puzzle.view()
    assert len(alone.frames) == 1 and "status" not in dict(alone.facts)
    outline(puzzle.to_html())
    assert "<iframe sandbox=" in puzzle.in_notebook(result) and result._repr_html_()


@each
def test_what_is_wrong_has_no_page(name):
    puzzle = make(name)
    assert "status</dt><dd>LIMIT" in puzzle.to_html(
        Limited(status=Status.LIMIT, stats=SearchStats(), puzzle=puzzle)
    )
    with pytest.raises(PuzzleError, match="has no page"):
        puzzle.count().to_html()


@dataclass(frozen=True, kw_only=True)
class Limited(Result):
    """A result that knows nothing."""

    puzzle: object
    solution: object = None


@each
def test_a_page_by_the_command_line(name, tmp_path):
    spec = registry.spec(name)
    code, out, _ = run(name, spec.example, "--html", str(tmp_path / "x.html"))
    assert code == 0 and out
    outline((tmp_path / "x.html").read_text(encoding="utf-8"))
    code, out, _ = run(name, spec.example, "--html", "-")
    assert code == 0 and out.startswith("<!doctype html>") and out.rstrip().endswith("</html>")
    code, out, _ = run(name, spec.example, "--html", "-", "--format", "json")
    assert code == 0 and json.loads(out)["html"].startswith("<!doctype html>")
    code, out, _ = run(name, spec.example, "--all", "--limit", "1", "--html", str(tmp_path / "all.html"))
    assert code == 0 and (tmp_path / "all.html").exists()
    code, out, err = run(name, spec.example, "--count", "--html", str(tmp_path / "none.html"))
    assert code == 2 and err.count("\n") == 1 and not (tmp_path / "none.html").exists()


@each
def test_a_page_of_many(name, tmp_path):
    spec = registry.spec(name)
    (tmp_path / "in.txt").write_text(f"{spec.example}\n" * 3, encoding="utf-8")
    path = str(tmp_path / "in.txt")
    code, out, err = run(name, path, "--lines", "--html", str(tmp_path / "x.html"))
    assert code == 0 and out.startswith("3 puzzles: 3 "), err
    text = (tmp_path / "x.html").read_text(encoding="utf-8")
    outline(text)
    data = data_of(text)
    assert data["table"]["values"][0] == [1, 2, 3] and len(data["table"]["spans"]) == 3
    assert all(first <= last < len(data["frames"]) for first, last in data["table"]["spans"])
    code, out, err = run(name, spec.example, "--lines")
    assert code == 2 and err.count("\n") == 1
    (tmp_path / "bad.txt").write_text(f"{spec.example}\n\u2603 \u2603!\n", encoding="utf-8")
    code, out, err = run(name, str(tmp_path / "bad.txt"), "--lines", "--html", str(tmp_path / "y.html"))
    assert code == 2 and f"{tmp_path / 'bad.txt'}:2" in err and not (tmp_path / "y.html").exists()


@each
def test_many_in_a_notebook(name):
    puzzle = make(name)
    many = type(puzzle).solve_many([puzzle] * 12)
    shown = many._repr_html_()
    assert shown.count("<tr>") == 11 and "… and 2 more" in shown
    outline(many.to_html())


@each
def test_a_png_or_a_line_that_says_what_to_install(name, tmp_path, monkeypatch):
    spec = registry.spec(name)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    code, _, err = run(name, spec.example, "--svg", str(tmp_path / "x.png"))
    assert code == 2 and err == "PNG files need resvg-py: pip install resvg-py\n"
    drawn = []
    fake = types.SimpleNamespace(
        svg_to_bytes=lambda **options: (
            drawn.append(options) or b"\x89PNG" + options["svg_string"][-20:].encode()
        )
    )
    monkeypatch.setitem(sys.modules, "resvg_py", fake)
    code, _, _ = run(name, spec.example, "--svg", str(tmp_path / "x.PNG"))
    assert code == 0 and (tmp_path / "x.PNG").read_bytes().startswith(b"\x89PNG")
    assert drawn[-1]["svg_string"].startswith("<svg") and "<title>" in drawn[-1]["svg_string"]


@each
def test_bad_input_is_one_line_and_exit_code_2(name, tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("\u2603 \u2603!\n= \u00a7\n", encoding="utf-8")
    for arguments in ([str(path)], ["\u2603"], [str(tmp_path)], [str(tmp_path / "none.txt")], [""]):
        code, out, err = run(name, *arguments)
        assert code == 2 and not out and err.count("\n") == 1, (arguments, out, err)


@each
def test_did_you_mean(name):
    for wrong, right in (("--al", "--all"), ("--coun", "--count"), ("--formt", "--format")):
        code, _, err = run(name, "x", wrong + "z")
        assert code == 2 and f"did you mean {right}?" in err, err
    code, _, err = run(name, "x", "--format", "jsno")
    assert code == 2 and "did you mean json?" in err
    code, _, err = run(name + "x")
    assert code == 2 and "did you mean" in err and err.count("\n") == 1


@each
def test_options_have_one_word_on_the_command_line(name):
    parser = make_parser(name)
    [below] = [action for action in parser._actions if action.dest == "command"]
    options = set(below.choices[name]._option_string_actions)
    assert {"--all", "--count", "--limit", "--format", "--stats", "--svg", "--html", "--lines"} <= options
    assert {"--max-seconds", "--max-nodes", "--max-memory"} <= options
    assert not {"--most", "--budget", "--timeout", "--out", "--steps-limit"} & options


@each
def test_a_batch(name, tmp_path):
    spec = registry.spec(name)
    assert "\n" not in spec.example
    (tmp_path / "in.txt").write_text(f"{spec.example}\n{spec.example}\n", encoding="utf-8")
    code, _, err = run("batch", name, str(tmp_path / "in.txt"), "-o", str(tmp_path / "out"))
    assert code == 0, err
    lines = (tmp_path / "out" / "part-00000000.ndjson").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2


@each
def test_many_are_made(name, tmp_path):
    """The same for any number of threads and in a folder, read back, right; or the spec says why not."""
    spec, kind = registry.spec(name), registry.get(name)
    if "generate" in spec.cannot and "random" in spec.cannot:
        with pytest.raises(PuzzleError, match=re.escape(spec.cannot["generate"])):
            kind.generate_many(3, seed=1)
        return
    many = kind.generate_many(3, seed=1, threads=1)
    columns = many.columns()
    assert columns["number"].tolist() == [1, 2, 3] and len(set(columns["form"])) == 3
    code, _, err = run(
        "generate", name, "-n", "3", "--seed", "1", "-o", str(tmp_path / "out"), "--threads", "2"
    )
    assert code == 0, err
    lines = (tmp_path / "out" / "part-00000000.ndjson").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    for column in ("puzzle", "rules", "solution", "status", "form", "nodes", "seed"):
        assert [row[column] for row in rows] == list(columns[column]), column
    for k, puzzle in enumerate(many):
        assert puzzle == kind.parse(rows[k]["puzzle"], **json.loads(rows[k]["rules"]))
        result = puzzle.solve()
        assert puzzle.check(result) and result.status.value == rows[k]["status"]
        assert (result.status is Status.UNIQUE) or not registry.factory(name).unique()


# The package


def test_version_and_names():
    assert unriddle.__version__
    assert callable(unriddle.batch.run_batch)
    assert set(dir(unriddle)) == {*unriddle.__all__, "__version__"}


def test_the_defaults_of_the_command_line_are_those_of_python():
    assert len(unriddle.Lexicon()) == len(unriddle.Lexicon.load("english"))
    code, out, _ = run("ladder", "cost", "save", "--format", "json")
    assert json.loads(out)["length"] == unriddle.WordLadderPuzzle("cost", "save").solve().length
    code, out, _ = run("count-paths", "3x3")
    assert code == 0 and int(out) == unriddle.count_paths("3x3") == 10_305


def test_wrong_shapes_are_one_error():
    expected = "expected rows and columns (from 1 up, )?such as 4x5, \\(4, 5\\) or 4"
    for wrong in ("x", "4x", (1,), (1, 2, 3), 0, -1, 1.5, None, [], "0x4", True):
        with pytest.raises(PuzzleError, match=expected):
            unriddle.count_paths(wrong)
        if wrong is not None:
            with pytest.raises(PuzzleError, match=expected):
                unriddle.Boggle.random(wrong)
            with pytest.raises(PuzzleError, match=expected):
                unriddle.Boggle.parse("abcdefghijkl", shape=wrong)
            with pytest.raises(PuzzleError, match=expected):
                unriddle.SudokuPuzzle.generate(6, box=wrong, seed=1)


def test_wrong_topologies_are_one_error():
    for wrong in ([], "x", 5, ""):
        with pytest.raises(PuzzleError, match=r"topology=.*expected one of king, rook, hex"):
            unriddle.Boggle.parse("abcd", topology=wrong)
        with pytest.raises(PuzzleError, match=r"topology=.*expected one of king, rook, hex"):
            unriddle.count_paths("3x3", topology=wrong)
