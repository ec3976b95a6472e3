"""JSON records by patterns and by the scanner, compared with the parser of the standard library."""

import json
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.base import PuzzleError
from unriddle.batch.json_table import JsonForm, members, object_of, only_json, value_text

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(st.sampled_from(["a", "b", "c", 'x"y', "é"]), VALUES, max_size=4)


@given(st.lists(OBJECTS, max_size=12), st.booleans(), st.booleans(), st.sampled_from([None, 1]))
@settings(deadline=None, max_examples=100)
def test_values_are_those_of_the_standard_library(objects, array, ascii_only, indent):
    indent = indent if array else None
    texts = [json.dumps(each, ensure_ascii=ascii_only, indent=indent) for each in objects]
    data = (",\n".join(texts) + "]" if array else "\n".join(texts)).encode()
    for _ in range(2):  # the second time by the patterns that were learned
        form = JsonForm(("a", "c"), array=array)
        places, stop, _ = form.records(data, True)
        assert stop == len(data)
        for _ in range(2):
            columns, faults = form.values(data, places)
            assert not faults
            for name, column in zip(("a", "c"), columns, strict=True):
                for each, value in zip(objects, column, strict=True):
                    assert (value is None) == (name not in each)
                    if value is not None and name in each:
                        assert repr(json.loads(value)) == repr(each[name])
                        json.loads(only_json(value), parse_constant=lambda said: pytest.fail(said))


def test_numbers_and_escapes_stay_as_they_are():
    line = '{"a":1.0,"b":1e5,"c":12345678901234567890,"d":"\\u00e9\\/","e":[ 1 ],"f":' + "9" * 5000 + "}"
    form = JsonForm(tuple("abcdef"), array=False)
    for _ in range(2):
        columns, faults = form.values(line.encode(), form.records(line.encode(), True)[0])
        found = [column[0].decode() for column in columns]
        assert not faults and found[:5] == ["1.0", "1e5", "12345678901234567890", '"\\u00e9\\/"', "[ 1 ]"]
        assert found[5] == "9" * 5000
    assert value_text(b'"\\u00e9\\/"') == "é/"


@pytest.mark.parametrize(
    "line, wrong",
    [
        ('{"b":1', "column 7: not JSON"),
        ('{"b":1,}', "column 8: not JSON"),
        ('{"b" 1}', "column 6: not JSON"),
        ('{"b":007}', "column 7: not JSON"),
        ('{"b":tru}', "column 6: not JSON"),
        ('{"b":"a\tb"}', "column 8: not JSON"),
        ('{"b":"\\q"}', "not JSON"),
        ('{"b":1} x', "column 9: text behind the JSON object"),
        ('{"b":1},', "column 8: text behind the JSON object"),
        ("[1]", "not a JSON object"),
        ("x", "not a JSON object"),
        ('{"b":1,"b":2}', "key 'b' is there twice"),
        ('{"b":' + "[" * 64 + "]" * 64 + "}", "nested deeper than 64"),
        ('{"b":' + "[" * 20_000 + "}", "nested deeper than 64"),
        ('{"b":"\xff"}', "column 7: byte 0xff is not UTF-8"),
    ],
)
def test_one_bad_line_is_one_fault(line, wrong):
    good = '{"b":"tea"}'
    data = "\n".join([good, line, good, ""]).encode("latin-1")
    form = JsonForm(("b",), array=False)
    for _ in range(2):
        [column], faults = form.values(data, form.records(data, True)[0])
        assert list(faults) == [1] and wrong in faults[1]
        assert column == [b'"tea"', None, b'"tea"']


def test_the_end_of_an_array_is_not_remembered():
    """Threads share a form: one reads the last part while another reads a part before it."""
    form = JsonForm((), array=True)
    assert form.records(b',{"a":2}]', True)[2]
    (starts, ends), _, closed = form.records(b'{"a":1}', True)
    assert (starts.tolist(), ends.tolist(), closed) == ([0], [7], False)


def test_many_keys_take_little_memory():
    line = '{"b":"tea",' + ",".join(f'"k{k}":1' for k in range(50_000)) + "}"
    tracemalloc.start()
    found, keys = members(line, ["b"])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == {"b": '"tea"'} and len(keys) == 50_001 and peak < 1 << 24


def test_a_line_of_an_answer():
    assert object_of('{"a":1,"a":2}', ["b"]) == {"a": 2}
    with pytest.raises(PuzzleError, match="key 'a' is there twice"):
        object_of('{"a":1,"a":2}', ["a"])
    with pytest.raises(PuzzleError, match="nested deeper than 64"):
        object_of("[" * 65, [])
