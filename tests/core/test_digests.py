"""Digests of many texts, held to the twin, which is hashlib's."""

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st

WHOLE = st.integers(-(2**63), 2**63 - 1)


def texts_of(texts):
    """Return texts as one array, and where each begins."""
    offsets = np.cumsum([0, *map(len, texts)]).astype(np.int64)
    return np.frombuffer(b"".join(texts), dtype=np.uint8), offsets


@given(
    st.lists(st.binary(max_size=300) | st.binary(min_size=120, max_size=130), max_size=9), st.integers(1, 64)
)
def test_digests_equal_the_twin(texts, length):
    case = *texts_of(texts), length
    kernel, twin = (twins.module(side, "digests").digests for side in ("kernel", "twin"))
    assert kernel(*case).tolist() == twin(*case)


def test_a_text_of_the_standard():
    # RFC 7693, appendix A
    found = twins.module("kernel", "digests").digests(*texts_of([b"abc"]), 64)
    assert (
        found.tobytes().hex().startswith("ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1")
    )


@pytest.mark.parametrize("size", [0, 1, 127, 128, 129, 256, 257, 1000])
def test_blocks(size):
    case = *texts_of([b"x" * size, b"", b"y" * size]), 16
    kernel, twin = (twins.module(side, "digests").digests for side in ("kernel", "twin"))
    assert kernel(*case).tolist() == twin(*case)


@given(WHOLE, st.lists(st.tuples(WHOLE, WHOLE), max_size=20))
def test_seeds_equal_the_twin(seed, pairs):
    numbers, attempts = (np.array([pair[k] for pair in pairs], dtype=np.int64) for k in (0, 1))
    kernel, twin = (twins.module(side, "digests").seeds for side in ("kernel", "twin"))
    assert kernel(seed, numbers, attempts).tolist() == twin(seed, numbers.tolist(), attempts.tolist())


def test_what_is_refused():
    module = twins.module("kernel", "digests")
    data, offsets = texts_of([b"tea", b"at"])
    for length in (0, 65):
        with pytest.raises(ValueError, match=f"digests of {length} bytes, expected 1 to 64"):
            module.digests(data, offsets, length)
    with pytest.raises(ValueError, match="offsets beyond 4 bytes"):
        module.digests(data[:4], offsets, 8)
    with pytest.raises(ValueError, match="text 0 ends before it begins"):
        module.digests(data, np.array([1, 0, 5]), 8)
    with pytest.raises(ValueError, match="2 numbers and 1 attempts"):
        module.seeds(0, np.array([1, 2]), np.array([0]))
