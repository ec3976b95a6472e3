"""What a benchmark case is."""

import dataclasses

import numpy as np
import pytest

from benchmarks.case import ROLES, Case, digest, missing, peer_version

SUM = Case(
    suite="sums",
    group="sum of 10",
    name="builtin",
    role="kernel",
    item="sum",
    prepare=lambda: lambda: sum(range(10)),
    answer=lambda found: [found],
)


def test_a_case_is_named_by_its_group_and_has_nothing_to_add():
    found = SUM.prepare()()
    assert SUM.fullname == "sum of 10/builtin" and SUM.answer(found) == [45]
    assert SUM.nodes(found) is None and SUM.facts(found) == {}
    assert (SUM.items, SUM.threads, SUM.seconds, SUM.peer, SUM.series) == (1, 1, 1.0, "", "")


def test_a_role_is_one_of_five():
    for role in ROLES:
        assert dataclasses.replace(SUM, role=role).role == role
    with pytest.raises(ValueError, match=f"^role 'rival', expected one of {', '.join(ROLES)}$"):
        dataclasses.replace(SUM, role="rival")


def test_a_digest_tells_answers_apart():
    table = np.arange(6).reshape(2, 3)
    answers = [None, 0, "0", [0], (0,), [[0]], table, table + 1]
    assert len({digest(answer) for answer in answers}) == len(answers)
    assert all(len(digest(answer)) == 16 and int(digest(answer), 16) >= 0 for answer in answers)
    assert digest(table[:, ::-1]) == digest(table[:, ::-1].copy()) != digest(table)
    assert digest(np.frombuffer(b"abc", np.uint8)) == "ba7816bf8f01cfea"  # SHA-256, FIPS 180-4


def test_a_case_that_needs_another_package():
    assert missing(SUM) == "" and peer_version(SUM) == ""
    peer = dataclasses.replace(SUM, role="peer", peer="numpy.linalg")
    assert missing(peer) == "" and peer_version(peer) == f"numpy {np.__version__}"
    other = dataclasses.replace(SUM, role="peer", peer="no_such_package.part")
    assert missing(other) == "no_such_package is not installed" and peer_version(other) == "no_such_package"
    assert missing(dataclasses.replace(SUM, needs="a list of words")) == "needs a list of words"
