"""Gogens in batches."""

import numpy as np
import pytest

from unriddle.base import PuzzleError
from unriddle.puzzles.framework.batch_records import TextRecords
from unriddle.puzzles.gogen.records import GogenRecords


def answers(text, **options):
    data = np.frombuffer(text.encode(), np.uint8)
    return GogenRecords("solutions", options).answer(TextRecords(data, np.array([0]), np.array([len(data)])))


def test_a_record_and_its_options():
    assert answers("AB/C.: ADC").columns[1] == ["AB/CD"]
    assert answers("AB/..: ABA").columns[0] == ["NO_SOLUTION"]
    assert answers("AB/..: ABA", revisit=True).columns[0] == ["MULTIPLE"]
    assert answers("nonsense").rejected[0][1].endswith("expected them after an empty line or a colon")
    assert answers(".....", **{"max-nodes": 3}).kept.tolist() == []
    with pytest.raises(PuzzleError, match="expected a whole number from 0 up"):
        GogenRecords("solutions", {"max-nodes": -1})
