"""Searches of the signature: path counting."""

from reference.topology import HEX, KING, ROOK, neighbours


def paths_from(table, *path):
    """Count the ways to go on from the end of a path, its own end included."""
    return 1 + sum(paths_from(table, *path, cell) for cell in table[path[-1]] if cell not in path)


def test_the_searches_are_as_recorded(as_recorded):
    counts = as_recorded("path_count")[::2]
    plain = []
    for rows, cols, kind in ((3, 4, KING), (4, 5, ROOK), (3, 5, HEX)):
        table = neighbours(rows, cols, kind)
        plain.append(sum(paths_from(table, cell) for cell in range(rows * cols)))
    assert counts == plain
