"""Cases of a folder beside those of the package: found, listed, measured, and refused in one line."""

import json
import textwrap

import pytest

from benchmarks.__main__ import main
from benchmarks.case import Case, missing
from benchmarks.measuring import against
from benchmarks.measuring.bench import WrongAnswerError, answers_of, measure_cases
from benchmarks.measuring.measure import QUICK
from benchmarks.measuring.pairs import Plan, ProcessSide, interleave, with_peer
from benchmarks.measuring.worker import LocalSide
from benchmarks.suites import load, outside, suites
from unriddle import PuzzleError

MODULE = '''
"""Sums of small numbers.

More about them.
"""

from benchmarks.case import Case

from .numbers import N


def cases(quick, data):
    n = 10 if quick else N
    common = {"suite": "sums", "group": "sum of all", "item": "sum", "role": "kernel"}
    common["answer"] = lambda found: [found]
    return [
        Case(name="builtin", prepare=lambda: lambda: sum(range(n)), expect=[n * (n - 1) // 2], **common),
        Case(name="known", prepare=lambda: lambda: 1, needs="" if data else "known sums", **common),
    ]
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv("UNRIDDLE_DATA", raising=False)
    (tmp_path / "cases_sums.py").write_text(MODULE)
    (tmp_path / "numbers.py").write_text("N = 100\n")
    return tmp_path


def made(**other):
    settings = {"suite": "s", "group": "g", "name": "n", "role": "kernel", "item": "sum"}
    return Case(**settings | {"prepare": lambda: lambda: 3, "answer": lambda found: [found]} | other)


def test_a_folder_is_one_suite_more(folder):
    path = str(folder)
    assert (
        suites(path)["sums"] == "Sums of small numbers" and "river" in suites(path) and "sums" not in suites()
    )
    assert [case.name for case in load(["sums"], cases=path)] == ["builtin", "known"]
    assert [case.name for case in load(["sum of all"], cases=path)] == ["builtin", "known"]
    assert len(load(quick=True, cases=path)) == len(load(quick=True)) + 2
    assert load(["sums"], cases=path)[0].prepare()() == 4950
    with pytest.raises(PuzzleError, match="no benchmark group is called 'sums'"):
        load(["sums"])


def test_one_file_is_enough(folder):
    assert [case.name for case in load(["sums"], cases=str(folder / "cases_sums.py"))] == ["builtin", "known"]


def test_a_module_adds_to_a_suite_of_the_package(folder):
    module = MODULE.replace('"sums"', '"river"')
    (folder / "cases_river.py").write_text(module)
    assert suites(str(folder))["river"] == suites()["river"]
    assert {case.group for case in load(["river"], quick=True, cases=str(folder))} > {"sum of all"}


def test_the_folder_of_known_answers(folder, monkeypatch):
    assert outside.data_folder() is None
    monkeypatch.setenv("UNRIDDLE_DATA", str(folder))
    assert outside.data_folder() == folder
    (folder / "data").mkdir()
    assert outside.data_folder() == folder / "data"
    assert not missing(load(["sums"], cases=str(folder))[1])


def test_on_the_command_line(folder, capsys):
    arguments = ["sums", "--quick", "--cases", str(folder)]
    assert main([*arguments, "--list"]) == 0
    assert capsys.readouterr().out == (
        "sums: Sums of small numbers\n  sum of all: builtin; known (needs known sums)\n"
    )
    assert main(arguments) == 0
    text = capsys.readouterr().out
    assert "builtin" in text and text.endswith("left out: 1 case: needs known sums\n")
    assert main([*arguments, "--json", "-"]) == 0
    assert [case["name"] for case in json.loads(capsys.readouterr().out)["benchmarks"]] == ["builtin"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def cases(quick, data):\n    return [", "SyntaxError"),
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("x = 1", "no function cases(quick, data)"),
        ("def cases(quick, data):\n    raise OSError('\\x1b[2Jno')", "cases: OSError"),
        ("def cases(quick, data):\n    return [1]", "1, expected cases of the suite bad"),
        (MODULE, "'sums', expected cases of the suite bad"),
    ],
)
def test_modules_that_are_wrong_are_one_line(folder, capsys, text, message):
    (folder / "cases_bad.py").write_text(textwrap.dedent(text))
    assert main(["bad", "--quick", "--cases", str(folder)]) == 2
    error = capsys.readouterr().err
    assert message in error and "cases_bad.py" in error
    assert error.count("\n") == 1 and "\x1b" not in error


@pytest.mark.parametrize("name", ["nothing", "empty", "numbers.txt"])
def test_paths_without_cases(tmp_path, capsys, name):
    (tmp_path / "empty").mkdir()
    (tmp_path / "numbers.txt").write_text("N = 1\n")
    assert main(["river", "--quick", "--cases", str(tmp_path / name)]) == 2
    assert "expected a folder of modules cases_NAME.py" in capsys.readouterr().err


def test_known_answers_and_checks():
    assert answers_of(made(expect=[3]), 3) == [3]
    with pytest.raises(WrongAnswerError, match="g/n: wrong answer for sum 1: 3, but what is known is 4"):
        answers_of(made(expect=[4]), 3)
    with pytest.raises(WrongAnswerError, match=r"^g/n: too small$"):
        answers_of(made(check=lambda found: "too small" if found < 4 else ""), 3)
    with pytest.raises(WrongAnswerError, match="g/n: wrong"):
        measure_cases([made(expect=[4])], QUICK)


def test_what_runs_once_runs_once():
    calls = []
    once = made(prepare=lambda: lambda: calls.append(1), answer=lambda found: [3], once=True)
    (result,), _, _ = measure_cases([once], QUICK)
    assert calls == [1] and result["stats"]["rounds"] == 1 and "peak_memory" not in result["extra_info"]


def test_wrong_answers_are_no_ratios():
    found = with_peer(made(expect=[4]), made(name="p", role="peer", peer="json"))
    assert found.verdict == "wrong" and "what is known is 4" in found.note


def test_both_sides_of_a_comparison_read_the_folder(folder, monkeypatch, capsys):
    side = ProcessSide("other", cases=str(folder))
    try:
        assert side.prepare("sum of all/builtin", True)["items"] == 1
    finally:
        side.close()
    assert LocalSide().prepare("sum of all/builtin", True, str(folder))["items"] == 1
    monkeypatch.setattr(against.revision, "resolve", lambda name: "0123456789abcdef")
    monkeypatch.setattr(against.revision, "build", lambda commit, say: None)
    found = against.against("HEAD", ["sums"], quick=True, cases=str(folder))
    assert [each["fullname"] for each in found["differences"]] == ["sum of all/builtin"]
    assert found["differences"][0]["pairs"] > 0


def test_what_runs_once_is_one_pair_a_start(folder):
    (folder / "cases_sums.py").write_text(MODULE.replace('name="builtin"', 'name="builtin", once=True'))
    cases = load(["sums"], quick=True, cases=str(folder))[:1]

    def start():
        return ProcessSide("this", cases=str(folder)), ProcessSide("other", cases=str(folder))

    (found,), _ = interleave(cases, start, Plan(starts=1, again=0, round_seconds=1e-6), quick=True)
    assert found.pairs == 1
