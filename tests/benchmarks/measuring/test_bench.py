"""Measuring: rounds, memory, noise; a wrong answer stops the run; the document is pytest-benchmark's."""

import json
import os
import signal
import time
from dataclasses import replace

import pytest

from benchmarks.measuring import bench, machine
from benchmarks.measuring.bench import (
    Stop,
    WrongAnswerError,
    document,
    measure_cases,
    table,
    write_json,
)
from benchmarks.measuring.measure import QUICK, Settings, Yardstick, peak_memory, stats, time_rounds
from benchmarks.suites import Case

STATS = {"min", "max", "mean", "stddev", "median", "iqr", "q1", "q3", "rounds", "iterations", "data"}


def case(name="kernel", answers=(3, 4), role="kernel", **other):
    return of_work(name, lambda: answers, **{"role": role, "items": len(answers)} | other)


def of_work(name, work, **other):
    settings = {"suite": "sums", "group": "sum", "item": "sum", "role": "kernel"} | other
    return Case(name=name, prepare=lambda: work, answer=list, **settings)


def test_rounds_are_within_their_bounds():
    calls = []
    settings = Settings(seconds=10.0, round_seconds=0.0, most_rounds=7)
    rounds = time_rounds(lambda: calls.append(1), (1e-6, 1e-6), settings)
    assert len(rounds.wall) == len(rounds.process) == 7 and len(calls) == 7
    assert rounds.iterations == 1 and min(rounds.wall) > 0


def test_a_round_repeats_quick_work():
    rounds = time_rounds(lambda: None, (1e-7, 1e-7), Settings(seconds=0.01, round_seconds=0.001))
    assert rounds.iterations > 1000


def test_slow_work_is_timed_by_its_first_run():
    def never():
        raise AssertionError

    settings = replace(QUICK, long=1.0)
    rounds = time_rounds(lambda: None, (0.5, 0.5), settings)  # a first run that made what is kept
    assert len(rounds.wall) >= 3 and max(rounds.wall) < 0.5
    for enough, first in ((settings, 5.0), (QUICK, 0.02)):
        rounds = time_rounds(never, (first, 4.0), enough)
        assert (rounds.wall, rounds.process) == ([first], [4.0])


def test_statistics():
    found = stats([4.0, 1.0, 2.0, 3.0], 2)
    assert set(found) >= STATS
    assert (found["min"], found["max"], found["median"], found["q1"], found["iterations"]) == (
        1,
        4,
        2.5,
        1.75,
        2,
    )
    assert stats([1.0])["stddev"] == 0


def test_memory_is_that_of_the_work():
    size, how = peak_memory(lambda: b"x" * (32 << 20))
    assert 30 << 20 < size < 80 << 20 and how in ("resident", "traced")
    assert peak_memory(lambda: None)[0] < 8 << 20


def test_memory_where_linux_does_not_tell(monkeypatch):
    monkeypatch.setattr("sys.platform", "elsewhere")
    size, how = peak_memory(lambda: bytearray(1 << 22))
    assert size >= 1 << 22 and how == "traced"


def test_the_yardstick_tells_noise():
    yardstick = Yardstick()
    assert yardstick.noise() == {"median_ratio": 1.0, "spread": 0.0}
    yardstick.samples = [1.0, 1.0, 1.2, 1.4, 2.0]
    noise = yardstick.noise()
    assert noise["median_ratio"] == 1.2 and noise["spread"] == pytest.approx(0.4 / 1.2)
    assert yardstick.sample() >= 1


def test_what_is_quick_runs_nothing_slow_twice():
    calls = []

    def work():
        calls.append(time.sleep(0.02))
        return [10]

    (result,), _, _ = measure_cases([of_work("kernel", work)], QUICK)
    assert len(calls) == 1 and result["stats"]["rounds"] == 1 and "peak_memory" not in result["extra_info"]


def test_results_have_the_keys_of_the_schema():
    results, noise, interrupted = measure_cases(
        [
            case(nodes=lambda found: 5, facts=lambda found: {"words": 2}, series="sums", x=2, x_name="terms"),
            case("twin", role="twin"),
        ],
        replace(QUICK, thorough=True),
    )
    assert not interrupted and [result["fullname"] for result in results] == ["sum/kernel", "sum/twin"]
    for result in results:
        assert set(result["stats"]) >= STATS and result["group"] == "sum"
        assert {"role", "item", "items", "digest", "peak_memory", "memory_by", "process"} <= set(
            result["extra_info"]
        )
    extra = results[0]["extra_info"]
    assert (extra["nodes"], extra["words"], extra["series"], extra["x"], extra["x_name"]) == (
        5,
        2,
        "sums",
        2,
        "terms",
    )
    assert extra["digest"] == results[1]["extra_info"]["digest"]
    found = json.loads(json.dumps(document(results, noise, interrupted)))
    info = found["machine_info"]["unriddle"]
    assert set(info) >= {
        "version", "commit", "processor", "cores", "compiler", "flags", "python", "numpy", "simd", "lexicon",
        "noise", "timer",
    }  # fmt: skip
    assert set(info["lexicon"]) == {"name", "words", "digest"} and info["compiler"]
    assert set(found["commit_info"]) >= {"id", "dirty", "time"} and found["datetime"] and found["version"]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ((3, 5), "sum/broken: wrong answer for sum 2: 5, but sum/twin answers 4"),
        ((4,), "sum/broken: wrong answer for sum 1: 4, but sum/twin answers 3"),
    ],
)
def test_a_broken_answer_stops_the_run_with_its_name(wrong, message):
    timed = []
    good = case("twin", role="twin")
    broken = of_work("broken", lambda: timed.append(1) or wrong, items=len(wrong))
    with pytest.raises(WrongAnswerError) as error:
        measure_cases([broken, good], QUICK)
    assert str(error.value) == message
    assert len(timed) == 1, "it was timed before its answer was looked at"


def test_too_few_answers_are_wrong():
    with pytest.raises(WrongAnswerError, match="sum/kernel: 2 answers, expected 9: one for each sum"):
        measure_cases([case(items=9)], QUICK)


def test_a_missing_peer_is_left_out():
    results, _, _ = measure_cases([case(), case("other", role="peer", peer="no_such_package")], QUICK)
    assert [result["name"] for result in results] == ["kernel"]


def test_ctrl_c_keeps_what_is_measured():
    def press():
        os.kill(os.getpid(), signal.SIGINT)
        return [1]

    last = case("pressed", group="other")
    pressed = of_work("pressed", press, group="other")
    results, _, interrupted = measure_cases([case(), pressed, last], QUICK)
    assert interrupted and [result["fullname"] for result in results] == ["sum/kernel"]


def test_ctrl_c_that_a_search_took_for_its_own_counts():
    def swallow():
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            return [0]
        return [1]

    pressed = of_work("swallow", swallow)
    results, _, interrupted = measure_cases([pressed, case("twin", (1,), "twin")], QUICK)
    assert interrupted and results == []
    assert not Stop().asked and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "out.json"
    path.write_text("before")
    with pytest.raises(TypeError):
        write_json(str(path), {"a": object()})
    assert path.read_text() == "before" and len(list(tmp_path.iterdir())) == 1
    write_json(str(path), {"a": 1})
    assert json.loads(path.read_text()) == {"a": 1} and len(list(tmp_path.iterdir())) == 1


@pytest.mark.skipif(os.name != "posix", reason="devices and links")
def test_devices_and_links_stay_what_they_are(tmp_path):
    write_json(os.devnull, {"a": 1})
    assert not os.path.isfile(os.devnull)  # noqa: PTH113
    link, real = tmp_path / "link.json", tmp_path / "real.json"
    link.symlink_to(real)
    write_json(str(link), {"a": 1})
    assert link.is_symlink() and json.loads(real.read_text()) == {"a": 1}


def test_the_table_has_speed_ups_over_the_twin():
    results, _, _ = measure_cases([case(), case("twin", role="twin")], QUICK, memory=False)
    for result, least in zip(results, (0.001, 0.1), strict=True):
        result["stats"].update(min=least, median=least)
    text = table(results)
    assert text.startswith("sum\n") and "500 µs a sum" in text and "100 x twin" in text
    assert table([]) == ""


def test_a_package_that_is_installed_names_no_commit(monkeypatch, tmp_path):
    monkeypatch.setattr(machine, "ROOT", tmp_path)
    assert machine.checkout() is None
    assert machine.commit_info() == {"id": None, "dirty": None, "time": None, "project": "unriddle"}


def test_times_and_rates_as_text():
    assert [bench.time_text(s) for s in (1e-9, 9.996e-7, 0.1, 99.9, 1234.4)] == [
        "1.00 ns", "1.00 µs", "100 ms", "99.9 s", "1,234 s",
    ]  # fmt: skip
    assert [bench.rate_text(r) for r in (0.5, 999, 1000, 310_123)] == ["0.5", "999", "1,000", "310,000"]
