"""Batches of boards."""

import pytest

from unriddle.puzzles.numbrix.records import HidatoRecords, NumbrixRecords


def answer(batch, *records):
    return batch.solve([batch.parse(record) for record in records])


def test_boards_with_holes_and_rules():
    assert answer(NumbrixRecords("solutions", {}), "1 #/2 .", "1 . 2")[:2] == [
        ["UNIQUE", "NO_SOLUTION"], ["1 #/2 3", ""],
    ]  # fmt: skip
    assert answer(NumbrixRecords("status", {"wrap": True}), "1 . . 2") == [["UNIQUE"]]
    assert answer(HidatoRecords("status", {}), "1 ./. 3") == [["MULTIPLE"]]


@pytest.mark.parametrize("record", ["1 a", "", "# #"])
def test_wrong_records(record):
    with pytest.raises(ValueError, match="expected"):
        NumbrixRecords("status", {}).parse(record)
