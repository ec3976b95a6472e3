"""A few instances of each ability, with fixed seeds; `make brute` compares more of them."""

import pytest
from brute_force.run import abilities, differences


@pytest.mark.parametrize("name", abilities())
def test_the_package_agrees_with_the_reference(name):
    for seed in range(8):
        instance, lines = differences(name, seed)
        assert lines == [], f"seed {seed}: {instance!r}"
