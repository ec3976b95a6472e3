"""Every kernel has a twin that carries its names and takes its arguments."""

import inspect
from functools import reduce

import pytest
import twins

OWN = {"trie.Trie"}
"""Constructors with arguments of their own: a trie is made by `build`, a twin has no arrays of nodes."""


def test_there_are_kernels_in_every_family():
    families = {name.rpartition(".")[0] for name in twins.names()}
    assert families == {"", "assign", "search", "walk"}
    assert len(twins.names("walk")) == 13 and twins.names("") == [
        "decode_words",
        "digests",
        "format_numbers",
        "join_text",
        "random_letters",
        "result_slots",
        "topology",
        "trie",
    ]


@pytest.mark.parametrize("name", twins.names())
def test_a_kernel_is_compiled(name):
    assert twins.module("kernel", name).__file__.endswith((".so", ".pyd"))


@pytest.mark.parametrize("name", twins.names())
def test_a_twin_is_plain_python_with_the_names_of_its_kernel(name):
    kernel, twin = twins.pair(name)
    assert twin.__file__.endswith(".py")
    for public in twins.public_names(name):
        assert hasattr(kernel, public), f"{name} lacks {public}, which its stub declares"
        assert hasattr(twin, public), f"the twin of {name} lacks {public}"
        assert public in twin.__all__
        value = getattr(kernel, public)
        if isinstance(value, (int, str, tuple)):
            assert getattr(twin, public) == value


@pytest.mark.parametrize("name", twins.names())
def test_a_twin_takes_the_arguments_of_its_kernel(name):
    twin = twins.module("twin", name)
    for called, expected in twins.parameters(name).items():
        if f"{name}.{called}" in OWN:
            continue
        callee = reduce(getattr, called.split("."), twin)
        given = [parameter for parameter in inspect.signature(callee).parameters if parameter != "self"]
        assert given == expected, f"{name}.{called}"
