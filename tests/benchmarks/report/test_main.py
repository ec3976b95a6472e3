"""`python -m benchmarks.report` from its arguments to its files and lines."""

import json
import os
import subprocess
import sys

import pytest

from benchmarks.__main__ import main as bench
from benchmarks.report.__main__ import main


def results(**change):
    case = {
        "group": "sums",
        "name": "fast",
        "extra_info": {"role": "kernel", "digest": "aa", **change},
        "stats": {"min": 1.0, "median": 1.01, "q1": 1.0, "q3": 1.02, "rounds": 20},
    }
    twin = {**case, "name": "slow", "extra_info": {"role": "twin", "digest": "aa"}}
    return json.dumps({"datetime": "2026-11-20T12:00:00", "benchmarks": [case, twin]})


@pytest.fixture
def run(tmp_path, capsys):
    def call(*contents, out="out"):
        paths = []
        for at, content in enumerate(contents):
            path = tmp_path / f"results{at}.json"
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            paths.append(str(path))
        code = main([*paths, "-o", str(tmp_path / out)])
        return code, *capsys.readouterr()

    return call


def test_a_report(run, tmp_path):
    code, out, error = run(results())
    assert (code, error) == (0, "")
    assert out == f"{tmp_path}/out/report.html: 2 cases in 1 group, 1 plot\n"
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "plots", "report.csv", "report.html", "report.json", "report.md"
    ]  # fmt: skip


def test_two_runs(run):
    code, out, _ = run(results(), results().replace("1.0", "3.0"))
    assert code == 0
    assert out.startswith("results1.json against results0.json: ")


def test_json(run, tmp_path, capsys):
    path = tmp_path / "r.json"
    path.write_text(results())
    assert main([str(path), "-o", str(tmp_path / "o"), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {"folder": f"{tmp_path}/o", "cases": 2, "groups": 1, "plots": 1, "changes": []}


def test_standard_input(tmp_path):
    call = [sys.executable, "-m", "benchmarks.report", "-", "-o", str(tmp_path / "out")]
    done = subprocess.run(call, input=results(), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "<stdin>" in (tmp_path / "out" / "report.md").read_text()


def test_a_broken_answer_stops_the_report(run, tmp_path):
    code, out, error = run(results(digest="bb"))
    assert (code, out) == (2, "")
    assert "broken answer in group 'sums'" in error and "fast (bb)" in error and error.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "results0.json: is empty"),
        (b"{", "results0.json:1:2: "),
        (b"[]", "no key 'benchmarks'"),
        (b"\xff\xfea", "is UTF-16"),
        (b"\x1f\x8bxx", "damaged gzip file"),
        (bytes(range(256)), "NUL byte"),
        (b'{"benchmarks": [{"name": "a\\u001b[2J", "stats": 1}]}', "benchmarks[0].stats is 1"),
        (results(role="a\x1b[2J"), "'a\\x1b[2J', expected one of"),
    ],
)
def test_hostile_input_gives_one_line_and_2(run, tmp_path, content, message):
    code, out, error = run(content)
    assert (code, out) == (2, "") and message in error
    assert error.count("\n") == 1 and "\x1b" not in error
    assert not (tmp_path / "out").exists()


def test_hostile_places(run, tmp_path, capsys):
    (tmp_path / "file").write_text("mine")
    for out in ("file", "file/below"):
        code, _, error = run(results(), out=out)
        assert code == 2 and "expected a folder" in error and error.count("\n") == 1
    assert (tmp_path / "file").read_text() == "mine"
    (tmp_path / "taken" / "report.html").mkdir(parents=True)
    code, _, error = run(results(), out="taken")
    assert code == 2 and "cannot be written: Is a directory" in error
    assert [path.name for path in (tmp_path / "taken").rglob(".report-*")] == []
    (tmp_path / "empty").mkdir()
    assert main([str(tmp_path / "empty"), "-o", str(tmp_path / "o")]) == 2
    assert (
        "empty: holds no file NAME.json, expected runs of `python -m benchmarks --save`"
        in capsys.readouterr().err
    )
    (tmp_path / "empty" / "x.json").write_text("{}")
    assert main([str(tmp_path / "empty"), "-o", str(tmp_path / "o")]) == 2
    assert "x.json: no key 'benchmarks'" in capsys.readouterr().err
    assert main([str(tmp_path / "none"), "-o", str(tmp_path / "o")]) == 2
    assert "no such file" in capsys.readouterr().err
    assert main([str(tmp_path / "results0.json"), "-o", ""]) == 2
    assert "the name of the folder is empty" in capsys.readouterr().err
    assert main(["-", "-", "-o", str(tmp_path / "o")]) == 2
    assert "standard input is named twice" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written(run, tmp_path):
    (tmp_path / "out").mkdir(mode=0o500)
    code, _, error = run(results())
    assert code == 2 and "cannot be written: Permission denied" in error


def test_nothing_else_need_be_installed(tmp_path):
    """A report is made where matplotlib cannot be imported."""
    (tmp_path / "r.json").write_text(results())
    script = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from benchmarks.report.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    call = [sys.executable, "-c", script, str(tmp_path / "r.json"), "-o", str(tmp_path / "out")]
    assert subprocess.run(call, capture_output=True, timeout=60).returncode == 0
    assert (tmp_path / "out" / "report.html").exists()


def test_arguments(capsys):
    assert main(["x.json"]) == 2
    assert "the following arguments are required: -o/--out" in capsys.readouterr().err
    assert main(["--help"]) == 0
    assert "python -m benchmarks.report before.json after.json" in capsys.readouterr().out


def test_the_questions_are_answered(tmp_path, capsys):
    path = str(tmp_path / "results.json")
    counted = (f"boggle growth {side}x{side}, all paths counted" for side in (2, 3, 4))
    assert bench(["growth", *counted, "--quick", "--json", path]) == 0
    capsys.readouterr()
    assert main([path, "-o", str(tmp_path / "growth")]) == 0
    assert capsys.readouterr().out.startswith(f"{tmp_path}/growth/report.html: 15 cases in 6 groups")
    text = (tmp_path / "growth" / "report.md").read_text()
    saved = text.partition("What does pruning save?")[2]
    rows = [line for line in saved.splitlines() if line.startswith("| 4×4 |")]
    assert "12,029,640" in rows[0] and rows[0].count("≈") == 2  # OEIS A236690; neither was walked
    assert "was not run: it is extrapolated" in saved
    assert next(line for line in saved.splitlines() if line.startswith("| 2×2 |")).count("≈") == 0
