"""`python -m benchmarks`."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks import suites
from benchmarks.__main__ import main
from benchmarks.case import Case
from benchmarks.suites import river

ROOT = Path(__file__).parents[2]
GROUP = "river, three missionaries, bfs"


def test_table_and_json(capsys, tmp_path):
    path = tmp_path / "out.json"
    assert main([GROUP, "--quick", "--json", str(path)]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"{GROUP}\n") and "kernel" in text and "x general" in text and "yardstick" in text
    found = json.loads(path.read_text())
    assert [entry["group"] for entry in found["benchmarks"]] == [GROUP] * 2
    assert found["interrupted"] is False and found["machine_info"]["unriddle"]["noise"]["median_ratio"] >= 1


def test_json_to_standard_output(capsys):
    assert main([GROUP, "--quick", "--json", "-"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1 and len(json.loads(out)["benchmarks"]) == 2


def test_list(capsys):
    assert main(["--list", "--quick"]) == 0
    text = capsys.readouterr().out
    assert all(f"{name}: {line}" in text for name, line in suites.suites().items())
    assert main(["river", "--list", "--quick", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["suites"]["river"][GROUP] == ["kernel", "plain Python"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "no benchmark group is called 'nonsense'"),
        (["boggle\x1b[2J"], "no benchmark group is called"),
        ([GROUP, "--json", "/no/such/folder/out.json"], "/no/such/folder/out.json: cannot be written"),
        ([GROUP, "--json", "."], ".: cannot be written: is a folder"),
    ],
)
def test_bad_usage_is_one_line(arguments, message, capsys):
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1 and "\x1b" not in error


def test_a_planted_wrong_answer_stops_the_run(capsys, monkeypatch, tmp_path):
    def planted(quick):
        return [
            case if case.role != "kernel" or case.group != GROUP else broken(case) for case in cases(quick)
        ]

    def broken(case):
        return Case(
            **{name: getattr(case, name) for name in Case.__slots__} | {"answer": lambda result: [12]}
        )

    cases = river.cases
    monkeypatch.setattr(river, "cases", planted)
    path = tmp_path / "out.json"
    assert main(["river", "--quick", "--json", str(path)]) == 1
    out, error = capsys.readouterr()
    assert error == f"{GROUP}/kernel: wrong answer for puzzle 1: 12, but {GROUP}/plain Python answers 11\n"
    assert out == "" and not path.exists()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_writes_what_is_measured(tmp_path):
    path = tmp_path / "out.json"
    command = [sys.executable, "-m", "benchmarks", "search", "sliding", "--json", str(path)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 130, error
    assert error.splitlines()[-1] == "interrupted" and "Traceback" not in error
    found = json.loads(path.read_text())
    assert found["interrupted"] is True and isinstance(found["benchmarks"], list)
    assert "yardstick" in out
