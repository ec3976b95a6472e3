"""Columns by the Arrow PyCapsule interface: every kind that pyarrow makes."""

import itertools
import sys

import numpy as np
import pytest

import unriddle as ur
from unriddle.arrow import Texts, is_column, read_column
from unriddle.base import LexiconError, PuzzleError

pa = pytest.importorskip("pyarrow")
WORDS = ["tear", "", "a text that is too long to stand in its view", "é", "quit" * 9, "tear"]
LISTS = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 2, 3]]
TEXTS = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]
NUMBERS = [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()]


def kinds_of_lists(inner):
    return [
        pa.list_(inner),
        pa.large_list(inner),
        pa.list_(inner, 3),
        pa.list_view(inner),
        pa.large_list_view(inner),
    ]


def cut(array):
    """Yield an array, parts of a longer one at every bit of a byte, and pieces of it."""
    yield array
    for before in (1, 7, 8, 9):
        more = pa.concat_arrays([array] * 4)
        start = before % len(array)
        yield pa.concat_arrays([more.slice(len(array) - start, start), more.slice(0, len(array))]).slice(
            start
        )
    yield pa.chunked_array([array[:1], array[1:1], array[1:3], array[3:]])


@pytest.mark.parametrize("kind", TEXTS, ids=str)
@pytest.mark.parametrize("coded", [False, True])
def test_texts_of_every_kind(kind, coded):
    array = pa.array(WORDS if pa.types.is_string(kind) else [word.encode() for word in WORDS], kind)
    if coded and ("view" in str(kind)):
        pytest.skip("pyarrow codes no views")
    for given in cut(array.dictionary_encode() if coded else array):
        found = read_column(given)
        assert isinstance(found, Texts) and list(found) == WORDS and found[-1] == "tear"
        assert found[1:3] == WORDS[1:3] and is_column(given)


def test_texts_of_a_fixed_size():
    for given in cut(pa.array([b"teas", b"rate", b"star", b"quit"], pa.binary(4))):
        found = read_column(given)
        assert list(found) == ["teas", "rate", "star", "quit"]
        assert found.table().tobytes() == b"teasratestarquit"


@pytest.mark.parametrize("inner", NUMBERS, ids=str)
def test_lists_of_every_kind(inner):
    for kind in kinds_of_lists(inner):
        for given in cut(pa.array(LISTS, kind)):
            found = read_column(given)
            assert found.tolist() == LISTS and found.dtype == inner.to_pandas_dtype(), kind
    assert read_column(pa.array([3, 1], inner)).tolist() == [3, 1]


def test_lists_in_lists():
    boards = [[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 1], [2, 3]]]
    fixed = pa.list_(pa.list_(pa.int8(), 2), 3)
    for kind in (fixed, pa.list_(pa.list_(pa.int8())), pa.large_list(pa.list_(pa.int8(), 2))):
        for given in (pa.array(boards, kind), pa.array([boards[1], *boards], kind)[1:]):
            assert read_column(given).tolist() == boards


def test_texts_that_are_missing_are_empty_or_refused():
    for kind in TEXTS[:3]:
        for given in cut(pa.array(["tea", None, "eat", None], kind)):
            assert list(read_column(given, empty=True)) == ["tea", "", "eat", ""]
            with pytest.raises(PuzzleError, match=r"^column\[1\]: no value, expected texts"):
                read_column(given)
    coded = pa.array(["tea", None, "eat"]).dictionary_encode()
    assert list(read_column(coded, empty=True)) == ["tea", "", "eat"]
    with pytest.raises(LexiconError, match=r"^list\[1\]: no value"):
        read_column(coded, name="list", error=LexiconError)


@pytest.mark.parametrize(
    "values, told",
    [
        (pa.array([[1], [1, 2]]), "column[1]: a list of 2 values, expected 1 as before"),
        (pa.chunked_array([[[1]], [[1, 2]]]), "column[1]: a list of 2 values, expected 1 as before"),
        (pa.array([[1, 2], [3, None]]), "column[1]: a list without a value in it"),
        (pa.array([[1], None]), "column[1]: no value"),
        (pa.array([None]), "column[0]: no value"),
        (pa.array([1, None]), "column[1]: no value"),
        (pa.array([1.5]), "a column of double"),
        (pa.array([True]), "a column of bool"),
        (pa.array([["a"]]), "lists of texts"),
        (pa.array([{"a": 1}]), "a table, or records, expected one column"),
        (pa.table({"a": [1]}), "a table, or records, expected one column"),
        (pa.array([[1.5]]), "a column of double"),
        (pa.chunked_array([], pa.float64()), "a column of double"),
        (pa.array([1], pa.decimal128(5)), "a column of decimal128(5, 0)"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_what_is_no_column_of_records_is_one_line(values, told):
    with pytest.raises(PuzzleError) as error:
        read_column(values)
    assert told in str(error.value) and "expected" in str(error.value) and str(error.value).isprintable()


def test_nothing():
    for kind in TEXTS:
        assert list(read_column(pa.array([], kind))) == list(read_column(pa.chunked_array([], kind))) == []
    for kind in (*kinds_of_lists(pa.int8()), pa.int8(), pa.null()):
        assert len(read_column(pa.array([], kind))) == len(read_column(pa.chunked_array([], kind))) == 0


def test_a_text_that_is_not_utf_8():
    with pytest.raises(PuzzleError, match=r"column\[1\]:2: byte 0xff is not UTF-8"):
        list(read_column(pa.array([b"tea", b"t\xff"])))


class Stranger:
    """An object that claims to export columns."""

    def __init__(self, handed):
        self.handed = handed

    def __arrow_c_array__(self, requested_schema=None):
        return self.handed


def test_capsules_that_are_none_are_refused():
    schema, array = pa.array(["tea"]).__arrow_c_array__()
    for handed in (None, (), (schema,), (array, schema), (schema, schema), (1, 2), (schema, array, array)):
        with pytest.raises(PuzzleError, match="cannot be read"):
            read_column(Stranger(handed))
    capsules = pa.array(["tea"]).__arrow_c_array__()
    pa.Array._import_from_c_capsule(*capsules)  # takes what is in them
    with pytest.raises(PuzzleError, match="cannot be read"):
        read_column(Stranger(capsules))


def test_without_pyarrow_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ur.MissingExtraError, match="pyarrow") as error:
        read_column(Stranger(None))
    assert "\n" not in str(error.value)


def test_what_a_producer_says_where_it_fails():
    def batches():
        yield pa.record_batch({"a": ["tea"]})
        raise ValueError("the disk is\non fire")

    class Failing:
        def __arrow_c_stream__(self, requested_schema=None):
            kind = pa.schema({"a": pa.string()})
            return pa.RecordBatchReader.from_batches(kind, batches()).__arrow_c_stream__()

    with pytest.raises(PuzzleError) as error:  # a stream of tables: refused, or with what the producer said
        read_column(Failing())
    assert str(error.value).isprintable()


def test_all_that_is_handed_out_is_freed():
    before = pa.total_allocated_bytes()
    for _ in range(20):
        for given in itertools.chain(cut(pa.array(WORDS * 100)), cut(pa.array(LISTS * 100))):
            read_column(given)
        with pytest.raises(PuzzleError):
            read_column(pa.chunked_array([pa.array([1.5] * 1000)]))
    del given
    assert pa.total_allocated_bytes() <= before


def test_what_hands_out_no_column():
    for values in (["tea"], "tea", np.array(["tea"]), 5, None, pa.Array, iter(["tea"])):
        assert not is_column(values)
    assert len(read_column(pa.array(["x"])).table()) == 1
