"""A comparison as a comment on a pull request, and the exit code where the noise forbids a judgement."""

import json

import pytest

from benchmarks.__main__ import main
from benchmarks.measuring import against
from benchmarks.measuring.pairs import Difference, difference
from benchmarks.measuring.pull import summary
from benchmarks.report import compare as stored

GROUP = "river, three missionaries, bfs"


def found(*verdicts, note=""):
    each = [
        {"fullname": f"g{at}/k", "ratio": 1 + at / 10, "low": 0.9, "high": 2.0, "pairs": 3}
        | {"verdict": one, "note": note}
        for at, one in enumerate(verdicts, 1)
    ]
    whole = against.summary([Difference(**one) for one in each])
    return {
        "against": {"kind": "revision", "name": "main"},
        "differences": each,
        "verdict": whole,
        "notes": [],
    }


def test_changes_stand_first_and_the_rest_is_folded():
    text = summary(found("same", "faster", "slower", "not judged", "slower"))
    assert text.startswith("### Benchmarks against main: slower\n")
    assert "2 slower, 1 not judged: too noisy, 1 faster, 1 no difference measurable, of 5 cases." in text
    above, below = text.split("<details>")
    assert [line.split(" ")[1] for line in above.splitlines() if line.startswith("| g")] == [
        "g5/k",
        "g3/k",
        "g2/k",
    ]
    assert "| g5/k | **1.50** (+50 %) | 0.90 to 2.00 | slower |" in above
    assert "g1/k" in below and "g4/k" in below and below.count("</details>") == 1


def test_hostile_names_are_only_text():
    told = found("slower", note="@everyone | <b> \x1b[2J\nline")
    told["differences"][0]["fullname"] = "a|b*c*"
    text = summary(told)
    assert "@everyone" not in text and "\x1b" not in text and "| <" not in text
    assert all(line.replace("\\|", "").count("|") == 5 for line in text.splitlines() if line.startswith("|"))


@pytest.mark.parametrize(
    ("verdicts", "worst"),
    [
        (["same", "not judged", "faster"], "not judged"),
        (["not judged", "slower"], "slower"),
        (["same", "absent"], "same"),
    ],
)
def test_what_is_not_judged_is_worse_than_nothing_found(verdicts, worst):
    assert found(*verdicts)["verdict"] == worst


def test_noise_forbids_a_judgement_only_where_it_could_hide_a_change():
    assert difference("c", [[1.4, 0.7, 1.1, 0.9], [0.8, 1.3, 0.7, 1.2]]).verdict == "not judged"
    assert difference("c", [[1.02, 0.97, 1.01], [0.98, 1.03, 1.0]]).verdict == "same"
    assert difference("c", [[2.4, 1.7, 2.1, 1.9], [1.8, 2.3, 1.7, 2.2]]).verdict == "slower"


def test_exit_codes_and_files(tmp_path, capsys, monkeypatch):
    old, text = tmp_path / "old.json", tmp_path / "pull.md"
    assert main([GROUP, "--quick", "--json", str(old)]) == 0
    command = [GROUP, "--quick", "--against", str(old)]
    monkeypatch.setattr(stored, "SHORTEST", 1e9)
    assert main([*command, "--markdown", str(text)]) == 3
    assert "not judged: too noisy" in capsys.readouterr().out
    assert text.read_text().startswith("### Benchmarks against ")
    capsys.readouterr()
    assert main([*command, "--markdown", "-"]) == 3
    assert capsys.readouterr().out.startswith("### Benchmarks against ")
    monkeypatch.setattr(stored, "SHORTEST", 0.0)
    monkeypatch.setattr(stored, "FLOOR", 1e9)
    assert main([*command, "--json", str(tmp_path / "told.json")]) == 0
    assert summary(json.loads((tmp_path / "told.json").read_text())).count("no difference measurable") > 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--markdown", "x.md"], "--markdown alone"),
        (["--against", "x.json", "--markdown", "-", "--json", "-"], "both to standard output"),
        (["--against", "x.json", "--markdown", "/no/such/folder/x.md"], "cannot be written"),
    ],
)
def test_bad_usage(arguments, message, capsys):
    assert main([*arguments]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1
