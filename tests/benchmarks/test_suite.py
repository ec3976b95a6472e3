"""The suite measures what it says, and a wrong answer is no time; `make bench-quick` runs all of it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PEER = """
import sys
for line in sys.stdin:
    word, *rest = line.split()
    if word == "boards":
        boards = [sys.stdin.readline() for _ in range(int(rest[0]))]
    if word == "answers":
        print("\\n".join(["ANSWER"] * len(boards)), flush=True)
    elif word != "end":
        print({"work": "ready stub 1.0", "boards": "ok", "run": "done"}[word], flush=True)
"""


def run(*arguments, **environment):
    """Run pytest over the suite at its quick sizes."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("UNRIDDLE_")}
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**kept, "UNRIDDLE_BENCH_QUICK": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_groups_and_names_are_those_of_pytest_benchmark(tmp_path):
    out = tmp_path / "out.json"
    options = ("--benchmark-enable", "--benchmark-max-time=0.01", f"--benchmark-json={out}")
    done = run("benchmarks/bench_boggle_one.py", "-k", "solve_one and 2x2 and dice", *options)
    assert done.returncode == 0 and "benchmark 'Solve one 2×2 board of dice'" in done.stdout, done.stdout
    document = json.loads(out.read_text())
    about = document["machine_info"]["unriddle"]
    assert about["processor"] and set(document["noise"]) == {"median_ratio", "spread"}
    assert "node" not in document["machine_info"]
    found = {case["extra_info"]["way"]: case for case in document["benchmarks"]}
    assert {way: case["extra_info"]["kind"] for way, case in found.items()} == {
        "kernel": "ours",
        "prefix set": "textbook",
        "definition": "definition",
    }
    kernel = found["kernel"]["extra_info"]
    assert (kernel["unit"], kernel["items"], kernel["nodes"]) == ("board", 1, 43)
    assert len({case["extra_info"]["digest"] for case in found.values()}) == 1
    assert {case["group"] for case in found.values()} == {"Solve one 2×2 board of dice"}


@pytest.mark.parametrize(("answer", "code"), [("1", 0), ("2", 1)])
def test_another_program_by_lines(tmp_path, answer, code):
    """Every generated Sudoku has one solution."""
    program, out = tmp_path / "peer.py", tmp_path / "out.json"
    program.write_text(PEER.replace("ANSWER", answer))
    done = run(
        *("benchmarks/bench_peers.py", "-k", "sudoku", f"--benchmark-json={out}"),
        *("--benchmark-enable", "--benchmark-max-time=0.01"),
        UNRIDDLE_PEERS=f"stub={sys.executable} {program}",
    )
    assert done.returncode == code, done.stdout
    ways = [case["extra_info"]["way"] for case in json.loads(out.read_text())["benchmarks"]]
    assert ways == (["kernel", "stub"] if code == 0 else ["kernel"])
    assert code == 0 or "answer 1 is 2, but 1 by kernel" in done.stdout


def test_a_wrong_answer_of_work_that_runs_once_has_no_time(tmp_path):
    (tmp_path / "conftest.py").write_text("from benchmarks.conftest import *\n")
    (tmp_path / "bench_wrong.py").write_text(
        "import pytest\n\n\n@pytest.mark.benchmark(group='sums')\n"
        "@pytest.mark.parametrize('number', [3, 4])\n"
        "def test_sum_by_hand(measure, number):\n"
        "    measure(lambda: number, lambda found: [found], expect=[3], once=True, unit='sum')\n"
    )
    out = tmp_path / "out.json"
    done = run(
        str(tmp_path), "-c", str(ROOT / "pyproject.toml"), "--benchmark-enable", f"--benchmark-json={out}"
    )
    assert done.returncode == 1 and "answer 1 is 4, but 3 by what is known" in done.stdout, done.stdout
    assert [case["params"]["number"] for case in json.loads(out.read_text())["benchmarks"]] == [3]
