"""Fixtures for tests of kernels and their twins."""

import pytest
import twins


@pytest.fixture(scope="session", params=twins.SIDES)
def side(request):
    """``side("walk.boggle_small")`` is the kernel in one run of the test, its twin in the other."""
    return twins.Side(request.param)
