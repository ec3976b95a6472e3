"""Batches of fill-ins."""

import pytest

from unriddle import PuzzleError
from unriddle.puzzles.placement.records import PlacementRecords


def answer(batch, *records):
    return batch.solve([batch.parse(record) for record in records])


def test_options():
    assert answer(PlacementRecords("status", {}), "AB,XY;11", "AB;11/00/11") == [["NO_SOLUTION"] * 2]
    assert answer(PlacementRecords("status", {"spare": True}), "AB,XY;11") == [["MULTIPLE"]]
    assert answer(PlacementRecords("solutions", {"reuse": True}), "AB;11/00/11")[1] == ["AB/##/AB"]
    with pytest.raises(PuzzleError, match=r"^1:5: character"):
        PlacementRecords("status", {}).parse("AB;1!")
