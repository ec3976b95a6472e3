"""The page: what is read, what is shown, what changed between two runs."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from benchmarks.report.__main__ import main
from benchmarks.report.compare import WITHIN, changes, sources
from benchmarks.report.page import card
from benchmarks.report.peers import facts, headlines, measured_where, tables
from benchmarks.report.results import ResultsError, read_run

ROOT = Path(__file__).parents[3]


def benchmark(
    group, way, seconds, *, kind="ours", items=1, digest="d", spread=0.01, file="boggle_many", **info
):
    """Return what pytest-benchmark writes about one way."""
    low, high = seconds * (1 - spread), seconds * (1 + spread)
    stats = {"min": low, "q1": low, "median": seconds, "q3": high, "max": high, "rounds": 5}
    about = {"way": way, "kind": kind, "unit": "board", "items": items, "digest": digest, **info}
    name = f"test_{way}"
    fullname = f"benchmarks/bench_{file}.py::{name}"
    return {"group": group, "name": name, "fullname": fullname, "stats": stats, "extra_info": about}


def document(*benchmarks, noise=0.01):
    machine = {
        "processor": "CPU <9000>",
        "cores": 2,
        "simd": "avx2",
        "noise": {"spread": noise, "median_ratio": 1},
    }
    return {
        "machine_info": {"unriddle": machine},
        "datetime": "2026-01-02T03:04",
        "benchmarks": list(benchmarks),
    }


SCORE = [
    benchmark("Score 4×4 <boards>", "kernel", 1e-4, items=100),
    benchmark("Score 4×4 <boards>", "pyggle", 4e-5, kind="other"),
    benchmark("Score 4×4 <boards>", "prefix set", 2e-4, kind="textbook", items=10),
]
CURVE = [
    benchmark(f"Solve {n}×{n}", "kernel", n * 1e-6, curve="one board of dice", x=n * n, x_name="cells")
    for n in (2, 4, 8)
]


@pytest.fixture
def save(tmp_path):
    def saved(content, name="run.json"):
        path = tmp_path / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(path)

    return saved


def test_a_run_is_read(save):
    run = read_run(save(document(*SCORE)))
    (group,) = run.groups.values()
    assert group.section == "Boggle" and group.base.name == "kernel"
    assert [way.name for way in group.sorted()] == ["kernel", "prefix set", "pyggle"]
    assert group.base.median == 1e-6 and group.fastest("other").name == "pyggle"
    where = "2026-01-02, commit unknown, CPU <9000>, 2 cores, vector path AVX2, noise 1 %"
    assert (run.noise, run.source) == (0.01, where)


def test_noise_that_was_not_recorded_is_not_called_none(save):
    content = document(*SCORE)
    del content["machine_info"]["unriddle"]["noise"]
    run = read_run(save(content))
    assert run.noise is None and run.source.endswith("noise not recorded")


def test_the_base_of_factors_is_the_first_way_of_ours(save):
    ways = [("2 threads", 1.0, {"threads": 2}), ("batch", 4.0, {}), ("kernel alone", 2.0, {})]
    ways = [benchmark("Solve", name, seconds, **info) for name, seconds, info in ways]
    path = save(document(benchmark("Solve", "pyggle", 8.0, kind="other"), *ways))
    (group,) = read_run(path).groups.values()
    assert group.base.name == "batch"
    factors = {row["way"].name: row["factor"] for row in card(group)["ways"]}
    assert factors == {"2 threads": 0.25, "kernel alone": 0.5, "batch": 1.0, "pyggle": 2.0}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "not JSON"),
        ("[]", "not a file of pytest-benchmark"),
        ("{}", "not a file of pytest-benchmark"),
        (document(), "holds no benchmark"),
        (document(SCORE[0], SCORE[0]), "'kernel' twice"),
        (document(benchmark("g", "w", 1.0, kind="none")), "kind 'none'"),
        (document(benchmark("g", "w", 1.0, items=0)), "of 0 items"),
        (document(benchmark("g", "w", 1.0, spread=-0.5)), "times are not in order"),
        (document(benchmark("g", "w", float("nan"))), "times are not in order"),
        (document({"group": "g"}), "not a file of pytest-benchmark"),
    ],
)
def test_what_is_no_run(save, capsys, tmp_path, content, told):
    path = save(content)
    with pytest.raises(ResultsError, match=re.escape(told)):
        read_run(path)
    assert main([path, "-o", str(tmp_path / "out.html")]) == 2
    error = capsys.readouterr().err
    assert error.startswith(path) and error.count("\n") == 1
    assert main([str(tmp_path / "none.json")]) == 2


class Structure(HTMLParser):
    """Check that tags are closed in order, and keep the text, ids and what is loaded."""

    VOID = ("meta", "input", "link", "br", "path", "use")

    def __init__(self):
        super().__init__()
        self.open, self.text, self.ids, self.loaded = [], "", [], []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids += [given["id"]] if "id" in given else []
        self.loaded += [given[key] for key in ("src", "data") if key in given]
        self.loaded += [given["href"]] if tag == "link" else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def structure(path):
    found = Structure()
    found.feed(Path(path).read_text())
    assert found.open == [] and found.loaded == [] and len(found.ids) == len(set(found.ids))
    return found


def test_the_page_of_one_run(save, tmp_path, capsys):
    out = tmp_path / "out.html"
    files = {file for one in facts()["measurements"] for table in one["tables"] for file in table["suite"]}
    every = [benchmark(file, "kernel", 1.0, file=file.removeprefix("bench_")) for file in sorted(files)]
    assert main([save(document(*SCORE, *CURVE, *every)), "-o", str(out)]) == 0
    page = structure(out)
    assert (
        "On 12 pieces of work, unriddle is" in page.text
        and "CPU <9000>, 2 cores, vector path AVX2, noise 1 %" in page.text
    )
    assert "Score 4×4 <boards>" in page.text and "1,000,000 boards per second" in page.text
    assert page.text.count("2026-01-02, commit unknown, CPU <9000>") == 6  # run, 3 sections, scale, how
    assert {"boggle", "sudoku", "scale", "how", "other-programs", "search"} <= set(page.ids)
    text = out.read_text()
    assert (
        text.count("<svg") == 3 and "One Boggle board" in page.text
    )  # the first chart, wide and narrow; a curve
    assert not re.search(r'(?:src|href)="(?!#|https://pytest-benchmark)', text.replace('href="#', 'href="#'))
    assert re.search(r"url\(\s*['\"]?http|@import", text) is None
    for row, _, _ in headlines(facts()):
        assert text.count(row["work"].replace("'", "&#39;")) + text.count(row["work"]) >= 2


def test_a_page_compares_only_what_its_run_has(save, tmp_path):
    out = tmp_path / "out.html"
    assert main([save(document(benchmark("Ladders", "kernel", 1.0, file="ladder"))), "-o", str(out)]) == 0
    page = structure(out)
    text = page.text
    assert {"other-puzzles", "other-programs"} <= set(page.ids) and "sudoku" not in page.ids
    assert "Find one word ladder: unriddle is 8.4 times as fast" in text and "networkx 3.6.1" in text
    assert "tdoku" not in text.split("Compared with other programs")[0] and "Score random 4×4" not in text
    assert main([save(document(benchmark("Words", "trie", 1.0, file="lexicon"))), "-o", str(out)]) == 0
    text = structure(out).text
    assert "best other program" not in text and "Compared with other programs" not in text
    assert "One run:" in text


def test_the_factor_is_next_to_the_work():
    assert {tuple(table.columns[:2]) for table in tables(facts())} == {("work", "factor")}


def test_every_table_says_where_it_was_measured():
    for measured in facts()["measurements"]:
        where = measured_where(measured)
        path = {"avx512": "AVX-512", "avx2": "AVX2"}[measured["simd"]]
        parts = (measured["date"], measured["commit"], measured["machine"], f"vector path {path}")
        assert all(part in where for part in parts) and where.endswith("noise not recorded")
    assert all(table.measured.startswith("2026-") for table in tables(facts()))


def test_one_workload_has_one_figure():
    for measured in facts()["measurements"]:
        seen = {}
        for table in measured["tables"]:
            for row in table["rows"]:
                if row["ours"] is not None:
                    assert seen.setdefault((table["unit"], row["work"]), row["ours"]) == row["ours"]


def changed(save, **after):
    before = [benchmark("a", "kernel", 1.0), benchmark("b", "kernel", 1.0), benchmark("gone", "kernel", 1.0)]
    runs = [
        before,
        [benchmark("a", "kernel", **{"seconds": 1.0, **after}), before[1], benchmark("new", "kernel", 1.0)],
    ]
    return [save(document(*run), f"{number}.json") for number, run in enumerate(runs)]


@pytest.mark.parametrize(
    ("after", "verdict", "code"),
    [
        ({"seconds": 1.2}, "slower", 1),
        ({"seconds": 0.8}, "faster", 0),
        ({"seconds": 1.04}, WITHIN, 0),
        ({"seconds": 1.2, "spread": 0.3}, WITHIN, 0),  # within its own spread
        ({"digest": "e"}, "other answers", 1),
    ],
)
def test_changes_beyond_the_noise_come_first(save, tmp_path, capsys, after, verdict, code):
    paths = changed(save, **after)
    found = changes(*map(read_run, paths))
    assert [(one.after.group, one.verdict) for one in found if one.after.group == "a"] == [("a", verdict)]
    out, note = tmp_path / "out.html", tmp_path / "note.md"
    assert main([*paths, "-o", str(out), "--markdown", str(note)]) == code
    told = "no change beyond the noise" if verdict == WITHIN else f"1 {verdict}"
    sentence = f"2 ways measured in both: {told}, 1 new, 1 no longer measured."
    assert sentence in capsys.readouterr().out and sentence in structure(out).text
    text = note.read_text()
    assert text.startswith(sentence) and text.count("| b | 1.0 |") == 1
    assert f"{2 if verdict == WITHIN else 1} within the noise</summary>" in text
    noise = "60" if after.get("spread") else "5"
    expected = f"within the noise (±{noise} %)" if verdict == WITHIN else f"{verdict} (noise ±{noise} %)"
    assert expected in text and expected in structure(out).text
    for line in ("Before: 2026-01-02, commit unknown, CPU <9000>", "After: 2026-01-02"):
        assert line in text and line in structure(out).text
    assert "different processors" not in text
    assert verdict == WITHIN or text.index("| a | ") < text.index("<details>")


def test_noise_of_a_run_is_no_change(save):
    paths = changed(save, seconds=1.2)
    document_ = json.loads(Path(paths[0]).read_text())
    document_["machine_info"]["unriddle"]["noise"]["spread"] = 0.3
    found = changes(read_run(save(document_, "noisy.json")), read_run(paths[1]))
    assert {str(one) for one in found} == {"within the noise (±30 %)"}


def test_runs_of_two_machines_are_not_compared_silently(save):
    paths = changed(save)
    other = json.loads(Path(paths[1]).read_text())
    other["machine_info"]["unriddle"]["simd"] = "avx512"
    lines = sources(read_run(paths[0]), read_run(save(other, "other.json")))
    assert "different processors or vector paths" in lines[-1]


def test_options_that_do_not_go_together(save, capsys):
    path = save(document(*SCORE))
    for arguments in ([path, "--markdown", "x.md"], [path, path, path]):
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        assert stop.value.code == 2


def test_a_factor_is_that_of_its_row():
    for measured in facts()["measurements"]:
        for table in measured["tables"]:
            for row in table["rows"]:
                if row["theirs"] is None:
                    continue
                quotient = row["theirs"] / row["ours"]
                quotient = 1 / quotient if "second" in table["unit"] else quotient
                assert quotient == pytest.approx(row["factor"], rel=0.025), row["work"]
                for path in ("avx2", "portable"):
                    time, factor = row.get(path) or (None, None)
                    if factor is not None:
                        assert row["theirs"] / time == pytest.approx(factor, rel=0.025), row["work"]


def test_what_is_behind_is_shown():
    known = facts()
    assert len(headlines(known)) == 12
    behind = [row[row_of.columns.index("factor")] for row_of in tables(known) for row in row_of.rows]
    assert {"0.93", "0.7"} <= set(behind)


@pytest.mark.skipif(not (ROOT / "docs").exists(), reason="docs/ is not here")
def test_the_published_run_can_be_read():
    run = read_run(ROOT / "docs" / "benchmarks" / "results.json")
    assert len(run.groups) > 300 and {group.section for group in run.groups.values()} == {
        "Boggle",
        "Sudoku",
        "Other puzzles",
    }
    folder = ROOT / "docs" / "benchmarks"
    assert {path.name for path in folder.iterdir()} == {"results.json", "report.html", "speed.md"}
    assert sum(path.stat().st_size for path in folder.iterdir()) < 1 << 20
