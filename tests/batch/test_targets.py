"""What a run writes, by the name of its target."""

import pytest

from unriddle import PuzzleError
from unriddle.batch.targets import target_of


@pytest.mark.parametrize(
    ("out", "form", "expected"),
    [
        ("out", None, ("ndjson", False)),
        ("out", "csv", ("csv", False)),
        ("csv", None, ("ndjson", False)),
        ("a.csv/b", None, ("ndjson", False)),
        ("run.v2", "npy", ("npy", False)),
        ("out.csv/", None, ("ndjson", False)),
        ("out.csv", None, ("csv", True)),
        ("out.csv", "csv", ("csv", True)),
        ("OUT.CSV", None, ("csv", True)),
        ("a/out.ndjson", None, ("ndjson", True)),
        ("out.jsonl", "ndjson", ("ndjson", True)),
        ("out.npy", None, ("npy", True)),
        ("out.parquet", None, ("parquet", True)),
    ],
)
def test_the_form_of_a_name(out, form, expected):
    assert target_of(out, form) == expected


@pytest.mark.parametrize("name", ["out.csv", "out.txt"])
def test_a_folder_that_is_there_is_a_folder(name, tmp_path):
    (tmp_path / name).mkdir()
    assert target_of(str(tmp_path / name), "npy") == ("npy", False)


@pytest.mark.parametrize("out", ["out.json", "out.csv.gz", "out.tsv", "out.XLSX", "out.feather", "out.txt"])
def test_files_that_are_not_written_are_refused_with_the_cure(out):
    with pytest.raises(
        PuzzleError, match=rf"use .ndjson, .jsonl, .csv, .npy, .parquet, or {out}/ for a folder"
    ):
        target_of(out, None)


@pytest.mark.parametrize("out", ["", "-"])
def test_standard_output_is_no_target(out):
    with pytest.raises(PuzzleError, match="name a folder or a file"):
        target_of(out, None)


def test_a_name_against_a_form():
    with pytest.raises(PuzzleError, match=r"out\.csv: the name is of a csv file, and --format is ndjson"):
        target_of("out.csv", "ndjson")
