"""The owner of buffers: what it hands out goes with it, or before, and what there is no room for is told."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import twins

from unriddle.core import pool
from unriddle.core.search.sliding_beam import SlidingBeam
from unriddle.core.search.sliding_table import SlidingTable
from unriddle.core.topology import adjacency_masks, neighbours
from unriddle.core.walk.boggle_exhaustive import Exhaustive
from unriddle.core.walk.path_count import PathCounter

SIZES = Path("/proc/self/statm")
on_linux = pytest.mark.skipif(
    not SIZES.exists() or "san" in os.environ.get("LD_PRELOAD", ""),
    reason="sizes as Linux tells them, of a process whose memory no sanitizer holds back",
)


def mapped():
    """Bytes of the address space: what is leaked shows, whether it was touched or not."""
    return int(SIZES.read_text().split()[0]) * 4096


def table():
    """One block on large pages."""
    return SlidingTable(2, 5)


def counter():
    """Blocks that are made anew when they are full, and given back."""
    order = np.arange(36, dtype=np.int32)
    search = PathCounter(neighbours(6, 6), order)
    search.run(20_000)
    return search


def beam():
    """Many blocks, all given back where the width grows."""
    cells = np.array([*range(1, 16), 0], dtype=np.uint8)
    cells[:4] = cells[3::-1]
    search = SlidingBeam(4, 4, 15, cells)
    search.run(3000)
    return search


def walk():
    trie = twins.module("kernel", "trie").Trie.build(
        np.array([0, 1], np.uint8), np.array([0, 2], np.int64), 2
    )
    tiles = np.arange(2, dtype=np.uint8)
    return Exhaustive(adjacency_masks(1, 2), tiles, np.arange(3, dtype=np.int32), trie, 1)


def test_a_pool_is_a_thing_of_its_own():
    assert pool.__file__.endswith((".so", ".pyd"))
    held = pool.Pool()
    with pytest.raises(AttributeError):
        held.blocks = []
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Other", (pool.Pool,), {})


@on_linux
@pytest.mark.parametrize(("use", "times"), [(table, 60), (counter, 60), (beam, 40), (walk, 3000)])
def test_nothing_is_left_of_searches_that_are_gone(use, times):
    for _ in range(3):  # what is kept once, such as modules and arenas
        use()
    before = mapped()
    for _ in range(times):
        use()
    assert mapped() - before < 8 << 20


SCARCE = """
import resource, sys
from unriddle.core.search.sliding_table import SlidingTable
size = SlidingTable(3, 4).nbytes
used = int(open("/proc/self/statm").read().split()[0]) * 4096
resource.setrlimit(resource.RLIMIT_AS, (used + size // 2, -1))
try:
    SlidingTable(3, 4)
except MemoryError as error:
    print(error)
SlidingTable(2, 4).run(1 << 40)
print("and on", size)
"""


@on_linux
def test_what_there_is_no_room_for_is_a_memory_error():
    run = subprocess.run([sys.executable, "-c", SCARCE], capture_output=True, text=True, timeout=60)
    said, on = run.stdout.splitlines()
    assert said.startswith("no room for ") and said.endswith(" bytes"), run.stderr
    assert on.startswith("and on ") and int(said.split()[3].replace(",", "")) >= 1 << 20
