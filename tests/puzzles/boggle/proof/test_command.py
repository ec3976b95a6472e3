"""`unriddle prove` from its arguments to its lines and exit codes."""

import json
from contextlib import nullcontext

import pytest

import unriddle as ur
from unriddle.cli import main


@pytest.fixture
def run(tmp_path, capsys):
    words = tmp_path / "words.txt"
    words.write_text("tea\neat\nate\nsea\n")

    def call(*arguments, lexicon=words):
        code = main(["prove", *arguments, "--lexicon", str(lexicon)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_text_json_and_a_drawing(run, tmp_path):
    code, out, err = run("2x2", "--min-score", "4")
    lines = out.splitlines()
    assert (code, err) == (0, "") and lines[0] == "4: A E/S T"
    assert lines[3:5] == ["", "3 boards of at least 4 (proven)"]
    code, out, _ = run("2x2", "--min-score", "4", "--format", "json", "--svg", str(tmp_path / "x.svg"))
    found = json.loads(out)
    assert (found["status"], found["count"], found["complete"], found["remaining"]) == (
        "MULTIPLE",
        3,
        True,
        0,
    )
    assert found["boards"][0] == {"board": [["a", "e"], ["s", "t"]], "score": 4}
    assert (tmp_path / "x.svg").read_text().startswith("<svg")
    code, out, _ = run("2x2", "--min-score", "5")
    assert code == 1 and out.startswith("0 boards of at least 5 (proven)")
    assert (
        json.loads(run("2x2", "--min-score", "3", "--objective", "words", "--format", "json")[1])["count"] > 3
    )


def test_a_stopped_proof_goes_on(run, tmp_path):
    state = str(tmp_path / "state.json")
    code, out, err = run("2x2", "--min-score", "3", "--checkpoint", state, "--max-nodes", "20")
    assert code == 1 and "not all searched" in out and err == "limit reached: only the boards found so far\n"
    whole = json.loads(run("2x2", "--min-score", "3", "--format", "json")[1])
    code, out, err = run("2x2", "--min-score", "3", "--checkpoint", state, "--format", "json")
    assert (code, err) == (0, "") and json.loads(out)["boards"] == whole["boards"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["4x7", "--min-score", "9"], "at most 25 cells"),
        (["2x2", "--min-score", "3", "--threads", "-1"], "--threads"),
        (["2x2", "--min-score", "3", "--max-memory", "x"], "--max-memory"),
        (["2x2"], "--min-score is required"),
        (["--min-score", "3"], "RxC is required"),
        (["2x2", "--min-score", "3", "--shard", "1/2"], "--shard needs --checkpoint FILE"),
        (["2x2", "--min-score", "3", "--shard", "3/2", "--checkpoint", "x"], "expected i/N, i from 1 to N"),
        (
            ["2x2", "--min-score", "3", "--estimate", "--verify", "x"],
            "--estimate cannot be combined with --verify",
        ),
        (["2x2", "--min-score", "3", "--verify", "x"], "--verify cannot be combined with a size"),
        (["--min-score", "3", "--merge", "x"], "--merge cannot be combined with --min-score"),
        (["2x2", "--min-score", "3", "--sample", "3"], "--sample goes with --estimate or --verify"),
        (["2x2", "--min-score", "3", "--cells", "3"], "--cells goes with --estimate"),
        (["2x2", "--min-score", "3", "--work", "3"], "--work goes with --verify"),
        (["2x2", "--min-score", "3", "--estimate", "--sample", "0"], "--sample 0, expected"),
        (["2x2", "--min-score", "3", "--estimate", "--cells", "14"], "--cells 14, expected"),
        (["--verify", "/nowhere/x"], "no such file"),
        (["2x2", "--min-score", "3", "--cluster", "local:x"], "expected local:N"),
        (["2x2", "--min-score", "0"], "expected a whole number from 1 up"),
        (["2x", "--min-score", "3"], "expected rows and columns"),
    ],
)
def test_wrong_use_is_one_line(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "") and message in err and err.count("\n") == 1


def test_threads_and_memory(run):
    whole = json.loads(run("2x2", "--min-score", "3", "--format", "json")[1])
    for options in (["--threads", "1"], ["--threads", "3", "--max-memory", "2M"]):
        code, out, _ = run("2x2", "--min-score", "3", "--format", "json", *options)
        assert code == 0 and json.loads(out)["boards"] == whole["boards"]
    code, out, err = run("2x2", "--min-score", "3", "--max-memory", "1000")
    assert code == 1 and "not all searched" in out and err == "limit reached: only the boards found so far\n"


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Some 190 words in a file."""
    english = ur.Lexicon.load("english", level=35)
    path = tmp_path_factory.mktemp("words") / "many.txt"
    path.write_text("\n".join(word for word in english if len(word) <= 5 and set(word) <= set("aelnrst")))
    return path


def test_shards_merging_and_verifying(run, many, tmp_path):
    size = ("2x4", "--min-score", "82")
    whole = json.loads(run(*size, "--format", "json", lexicon=many)[1])
    parts = [str(tmp_path / f"part{number}") for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        code, out, err = run(*size, "--shard", f"{number}/2", "--checkpoint", part, lexicon=many)
        assert (code, err) == (0, "") and f"shard {number}/2 is done; " in out
    code, out, _ = run("--merge", parts[0], lexicon=many)
    assert code == 1 and " missing\n" in out
    merged = str(tmp_path / "merged")
    code, out, _ = run("--merge", *parts, "--checkpoint", merged, "--format", "json", lexicon=many)
    found = json.loads(out)
    assert code == 0 and found["boards"] == whole["boards"] and found["certificates"] == 26
    code, out, _ = run("--verify", merged, "--sample", "4", lexicon=many)
    assert code == 0 and "26 classes, all boards are covered; 4 done again, 4 of them whole; 0 differ" in out
    code, out, _ = run("--verify", parts[0], "--sample", "0", "--format", "json", lexicon=many)
    assert code == 1 and json.loads(out)["missing"] > 0
    code, _, err = run("--verify", merged)
    assert code == 2 and "another proof" in err


def test_an_estimate(run, many):
    size = ("2x4", "--min-score", "82", "--estimate", "--sample", "3")
    code, out, _ = run(*size, lexicon=many)
    assert code == 0 and "of processor time, standard error" in out and "of 26 classes" in out
    code, out, _ = run(*size, "--cells", "3", "--format", "json", lexicon=many)
    found = json.loads(out)
    assert code == 0 and found["cpu_seconds"] > 0 and (found["classes"], found["sampled"]) == (26, 3)


def test_a_terminal_shows_the_time_left(run, many, monkeypatch, capsys):
    from unriddle.puzzles.boggle.proof import command, cost_estimate

    shown = []

    class Line:
        def __call__(self, count):
            shown.append(str(self.more))

        more = ""

    monkeypatch.setattr(cost_estimate, "SHOWN_EVERY", 0.0)
    monkeypatch.setattr(command, "progress_line", lambda *_: nullcontext(Line()))
    run("2x4", "--min-score", "82", lexicon=many)
    assert "classes done" in shown[-1]


def test_a_checkpoint_of_another_proof_is_overwritten_if_asked(run, tmp_path):
    file = tmp_path / "proof.json"
    asked = ("2x2", "--min-score", "10", "--checkpoint", str(file))
    file.write_text("no checkpoint")
    for options in ([], ["--overwrite"]):
        code, _, err = run(*asked, *options)
        assert code == 2 and str(file) in err and file.read_text() == "no checkpoint"
    file.unlink()
    assert run("2x2", "--min-score", "12", "--checkpoint", str(file))[0] < 2
    code, _, err = run(*asked)
    assert code == 2 and str(file) in err
    first, again = run(*asked, "--overwrite"), run(*asked)
    assert first[0] == again[0] < 2 and "certificates" not in first[2]
