"""The files of a report: what they hold, and that they hold it the same each time."""

import csv
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from benchmarks.report.compose import compose, plots_of
from benchmarks.report.results import read_runs
from benchmarks.report.write import make_report, report_files, write_files
from unriddle import PuzzleError


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def files(full_run, tmp_path_factory):
    """The files of a report on two runs, one with a planted change."""
    sources = [tmp_path_factory.mktemp("results") / name for name in ("a.json", "b.json")]
    for source, run in zip(sources, (full_run(1), full_run(2, slowed={"kernel 4": 1.6})), strict=True):
        source.write_text(json.dumps(run))
    return report_files(compose(read_runs(sources)))


def test_the_same_data_give_the_same_bytes(full_run, save, tmp_path):
    sources = [save(full_run(1), "a.json"), save(full_run(2), "b.json")]
    make_report(sources, tmp_path / "one")
    script = (
        "import sys; from benchmarks.report.write import make_report; make_report(sys.argv[2:], sys.argv[1])"
    )
    subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "other"), *sources],
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "7", "LC_ALL": "C", "TZ": "Asia/Tokyo"},
    )
    one = tree(tmp_path / "one")
    assert one == tree(tmp_path / "other")
    assert {"report.html", "report.md", "report.json", "report.csv"} < set(one)
    make_report(sources, tmp_path / "one")
    assert tree(tmp_path / "one") == one


def test_plots_of_an_earlier_report_go(full_run, save, results, tmp_path):
    make_report([save(full_run(1))], tmp_path / "out")
    many = len(tree(tmp_path / "out"))
    (tmp_path / "out" / "mine.txt").write_text("kept")
    results.add("g", "a", 1.0, role="kernel")
    results.add("g", "b", 9.0, role="twin")
    make_report([save(results.document())], tmp_path / "out")
    assert sorted(tree(tmp_path / "out")) == [
        "mine.txt", "plots/g.svg", "report.csv", "report.html", "report.json", "report.md"
    ]  # fmt: skip
    assert many > 6


def test_a_file_that_fails_leaves_no_other_behind(tmp_path):
    write_files({"a.txt": "one"}, tmp_path)
    with pytest.raises(PuzzleError, match="cannot be written"):
        write_files({"a.txt": "two \ud800"}, tmp_path)
    assert (tmp_path / "a.txt").read_text() == "one"
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["a.txt"]


def test_the_page_needs_nothing_else(files):
    page = files["report.html"]
    assert not re.search(r"""(src|href)=["'](?!#)""", page)
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", page) and "@import" not in page
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)
    assert page.count('class="plot"') > 5 and len([name for name in files if name.startswith("plots/")]) > 15


def test_identifiers_are_unique(files):
    found = re.findall(r' id="([^"]+)"', files["report.html"])
    assert len(found) == len(set(found))
    anchors = set(re.findall(r'href="#([^"]+)"', files["report.html"]))
    used = set(re.findall(r"url\(#([^)]+)\)", files["report.html"]))
    assert anchors | used <= set(found)


def test_plots_stand_alone_and_have_names(files):
    for name, text in files.items():
        if not name.startswith("plots/"):
            continue
        root = ET.fromstring(text)
        space = "{http://www.w3.org/2000/svg}"
        assert root.get("role") == "img" and root.find(f"{space}title").text, name
        assert root.find(f"{space}desc").text, name
        assert "prefers-color-scheme:dark" in text and "base64" not in text
        assert len(list(root.iter(f"{space}path"))) + len(list(root.iter(f"{space}rect"))) > 0
        assert root.get("width") == "760" and "var(--ink)" in text and "--ink:#1f2328" in text


def test_all_that_is_known_of_the_machine_is_said(files):
    for text in (files["report.html"], files["report.md"]):
        for known in ("Example CPU 9000", "GCC 12.2.0", "-fno-strict-aliasing", "avx512", "0123456789abcdef"):
            assert known in text
        assert "its median was 1.01 times its minimum and its spread 1.1 %" in text


def test_what_is_not_known_is_said_to_be_unknown(save):
    document = {"benchmarks": [{"name": "n", "stats": {"min": 1, "median": 2}}]}
    text = report_files(compose(read_runs([save(document)])))["report.md"]
    for name in ("processor", "cores", "compiler", "compiler flags", "commit", "dispatch path", "word list"):
        assert f"| {name} | unknown |" in text
    assert "unknown: the results hold no yardstick" in text


def test_the_first_screen_says_the_result(files):
    text = files["report.md"].partition("## Summary")[2].partition("\n## ")[0]
    assert "times as fast as plain Python" in text and "Ahead of the best other package in" in text
    assert "Behind in Boggle many 4×4 dice (boggler 2.0, 2.0 times as fast)" in text
    assert "Example CPU 9000 @ 3.0 GHz, 8 cores, avx512" in text and "quiet" in text
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")]
    heads, factors = rows[0], [row[3] for row in rows[1:] if "×" in row[3]]
    assert heads[2:4] == ["over textbook", "over best package"] and len(factors) == 3
    ranked = [float(factor.partition("×")[0].replace(",", "")) for factor in factors[:2]]
    assert ranked == sorted(ranked, reverse=True)


def test_each_group_is_one_folded_section_and_its_labels_stand_once(files):
    page = files["report.html"]
    (group,) = re.findall(
        r'<details class="entry" id="group-sudoku-order-4".*?\n</details>\n', page, re.DOTALL
    )
    assert 'data-puzzle="Sudoku"' in group and 'data-kinds="peer twin"' in group and "<svg" not in group
    for name in ("kernel 4", "twin 4", "OR-Tools 4"):
        assert group.count(f"<span>{name}</span>") == 1
    assert "open" not in re.findall(r'<details class="entry"[^>]*>', page)[0]
    assert group.count('class="bar"') == 3


def test_rounds_are_there_to_be_opened(files, full_run):
    page = files["report.html"]
    (case,) = [one for one in full_run(2)["benchmarks"] if one["name"] == "kernel 3"]
    shown = [[int(part) for part in found.split()] for found in re.findall(r'data-rounds="([\d ]+)"', page)]
    least = min(case["stats"]["data"])
    assert [round(1000 * (one / least - 1)) for one in case["stats"]["data"]] in shown
    assert "20 rounds: best " in page and "one round" in page


def test_the_change_is_named(files):
    assert "1 slower, most of all kernel 4 (sudoku order 4) by a factor of 1.6" in files["report.md"]
    found = json.loads(files["report.json"])["comparisons"][0]["changes"]
    assert [change["name"] for change in found if change["verdict"] != "same"] == ["kernel 4"]


def test_a_group_that_the_last_run_lacks(results, save):
    results.add("old", "a", 1.0, role="kernel")
    results.add("old", "b", 2.0, role="twin")
    other = type(results)()
    other.add("new", "a", 1.0, role="kernel")
    other.add("new", "b", 2.0, role="twin")
    runs = read_runs([save(results.document(), "1.json"), save(other.document(), "2.json")])
    text = report_files(compose(runs))["report.md"]
    assert "From 1.json." in text and "From 2.json" not in text and "no case in common" in text


def test_csv_and_json_agree(files):
    rows = list(csv.DictReader(files["report.csv"].splitlines()))
    cases = [case for run in json.loads(files["report.json"])["runs"] for case in run["cases"]]
    assert len(rows) == len(cases) == 110
    for row, case in zip(rows, cases, strict=True):
        assert row["name"] == case["name"] and float(row["seconds_per_item"]) == case["seconds_per_item"]
    kernel = next(row for row in rows if row["name"] == "kernel, scores of dice")
    assert float(kernel["times_textbook"]) == pytest.approx(250, rel=0.05)


def test_questions_are_answered_from_the_figures(files):
    text = files["report.md"]
    assert "From 2×2 to 6×6" in text and "the words of a board from" in text
    assert "| 3×3 | 10,305 |" in text  # paths of a 3×3 board, counted by others too
    assert re.search(r"At 6×6 a walk of all paths makes [\d,]+ times the moves", text)
    assert "Measured at 3×3, the textbook search is 10 times as fast with pruning." in text
    assert re.search(r"Of 12 boards 4×4, the poorest has \d+ words and the richest \d+ words", text)
    assert re.search(r"as many words or more in \d+ % of the pairs", text)
    assert "All boards 3×3 have the same 10,305 paths" in text


def growth(results, words):
    """Add boards of each side with these words, a case a seed, as the textbook's roles name pruning."""
    for side, counts in words.items():
        for seed, count in enumerate(counts):
            board = {"rows": side, "cols": side, "seed": seed, "words": count, "moves": 10 * count + 5}
            results.add("boggle growth", f"kernel[{side}-{seed}]", 1e-5 * side, role="kernel", **board)
            results.add("boggle growth", f"prefix[{side}-{seed}]", 1e-3 * side, role="textbook", **board)
            every = {**board, "moves": 100**side}
            results.add("boggle growth", f"every path[{side}-{seed}]", 5e-2, role="textbook", **every)
    return results.document()


def test_questions_of_cases_that_hold_one_board_each(results, save):
    document = growth(results, {2: [1, 2, 3], 3: [10, 20, 30], 4: [40, 50, 60]})
    text = report_files(compose(read_runs([save(document)])))["report.md"]
    assert "the words of a board from 2 to 50" in text
    assert "The ranges of the sizes measured do not overlap" in text
    assert "the textbook search is 13 times as fast with pruning" in text


def test_other_figures_give_other_sentences(results, save):
    document = growth(results, {2: [0, 2, 3], 3: [1, 2, 30]})
    text = report_files(compose(read_runs([save(document)])))["report.md"]
    assert "Of 3 boards 3×3, the poorest has 1 word and the richest 30 words, 30 times as many" in text
    assert "The larger the board, the more is saved" in text and "do not overlap" not in text


def test_without_boards_the_questions_stay_open(results, save):
    results.add("g", "a", 1.0, role="kernel")
    text = report_files(compose(read_runs([save(results.document())])))["report.md"]
    assert "The results hold no Boggle boards" in text


HOSTILE = (
    "<script>alert(1)</script> $\\frac{1}{0}$ & \"quoted\" 'x' | `*_[z](javascript:1)` \u202e 界 \x1b[2J"
)


def test_hostile_names_are_only_text(results, save):
    for role in ("kernel", "twin"):
        for x in (1, 2, 3):
            results.add(
                HOSTILE, f"{HOSTILE} {role} {x}", x, role=role, x=x, x_name=HOSTILE, series=HOSTILE, nodes=x
            )
    results.add(HOSTILE, "../../peer", 1.0, role="peer", peer=HOSTILE, item=HOSTILE)
    results.add("=cmd()", "=1+1", 1.0)
    document = results.document()
    document["machine_info"] = {"unriddle": {"processor": HOSTILE}}
    found = report_files(compose(read_runs([save(document, "a'<b>.json")])))
    page = found["report.html"]
    assert page.count("<script>") == 1 and "<script>alert" not in page and "\x1b" not in page
    assert "\u202e" not in page and "\\u202e" in page
    assert all(re.fullmatch(r"[\w.-]+|plots/[\w.-]+\.svg", name) for name in found)
    for name, text in found.items():
        if name.endswith(".svg"):
            ET.fromstring(text)
    assert "'=1+1" in found["report.csv"]


def test_names_that_make_one_file_name(results, save):
    for group in ("a b", "a-b", "a--b", "!", "?"):
        results.add(group, "x", 1.0, role="kernel")
        results.add(group, "y", 2.0, role="twin")
    report = compose(read_runs([save(results.document())]))
    names = [plot.name for plot in plots_of(report.sections)]
    assert len(names) == len(set(names)) == 5


@pytest.mark.parametrize("seconds", [(1e-9, 1e-9), (1e-9, 1e6), (1.0, 1.0001), (3e-18, 9e59)])
def test_extreme_figures(results, save, seconds):
    for at, value in enumerate(seconds):
        results.add(
            "g", f"n{at}", value, role="kernel", x=10.0 ** (at * 9), x_name="x", nodes=10 ** (at * 15)
        )
    results.add("g", "twin", seconds[1], role="twin", x=1.0, x_name="x")
    assert report_files(compose(read_runs([save(results.document())])))["report.html"]
