"""9 × 9 of each kind against the rules written once more: pairs of cells, and a plain search without units.

What the rules are is said here of two cells and their numbers, without any part of the package; the search
takes the cell with the fewest numbers left. Solutions are compared in full, of puzzles with one and several.
"""

from functools import cache
from itertools import product

import pytest

from unriddle import SudokuPuzzle

JIGSAW = "AAAAABBBB/AACCCBDDB/AECCCDDDB/AEECDDFDB/EEECCGFDB/EEEGGGFFF/HHHGGFFIF/HGGGIIFII/HHHHHIIII"
MARKS = "r1c1<r1c2<r1c3<r2c3 r5c5>r5c6>r6c6 r9c9<r9c8 r4c1>r3c1 r7c7<r6c7"
GROUPS = "r1c1 r2c4 r3c7 r5c5 r8c8; r9c1 r6c2 r4c9; r2c9 r3c1 r7c4 r8c5 r5c8 r6c6 r1c2 r4c3 r9c7"
NEXT = "r1c1~r1c2 r3c3~r4c3 r5c5~r5c6 r9c8~r9c9 r7c2~r8c2"
EVEN, ODD = "r1c1 r2c5 r9c9 r4c4 r6c1", "r1c2 r5c5 r8c8 r3c9"
KINDS = {
    "plain": {},
    "diagonal": {"variants": "diagonal"},
    "windoku": {"variants": "windoku"},
    "jigsaw": {"regions": JIGSAW},
    "disjoint": {"variants": "disjoint"},
    "anti-knight": {"variants": "anti-knight"},
    "anti-king": {"variants": "anti-king"},
    "nonconsecutive": {"variants": "nonconsecutive"},
    "consecutive": {"relations": NEXT},
    "even and odd": {"even": EVEN, "odd": ODD},
    "signs": {"relations": MARKS},
    "groups": {"groups": GROUPS},
    "latin": {"variants": "latin"},
    "futoshiki": {"variants": "latin", "relations": MARKS},
    "asterisk": {"variants": "asterisk"},
    "girandola": {"variants": "girandola"},
    "centre-dot": {"variants": "centre-dot"},
}
STARS = {
    "asterisk": {(1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4)},
    "girandola": {(0, 0), (0, 8), (1, 4), (4, 1), (4, 4), (4, 7), (7, 4), (8, 0), (8, 8)},
    "centre-dot": set(product((1, 4, 7), repeat=2)),
}


def places(text):
    return [(int(part[1]) - 1, int(part[3]) - 1) for part in text.split()]


def signs(text):
    """Return pairs of cells with the sign between, chains taken apart."""
    found = []
    for chain in text.split():
        cells = places(" ".join(chain[k : k + 4] for k in range(0, len(chain), 5)))
        found += zip(cells, chain[4::5], cells[1:], strict=False)
    return found


def same_never(kind, a, b):
    """Say whether two different cells may not hold the same number, by the rules of a kind."""
    (r, c), (s, d) = a, b
    down, right = abs(r - s), abs(c - d)
    rows = JIGSAW.split("/")
    if r == s or c == d:
        return True
    if kind in STARS and a in STARS[kind] and b in STARS[kind]:
        return True
    return {
        "latin": False,
        "futoshiki": False,
        "jigsaw": rows[r][c] == rows[s][d],
    }.get(kind, (r // 3, c // 3) == (s // 3, d // 3)) or {
        "diagonal": (r == c and s == d) or (r + c == 8 and s + d == 8),
        "windoku": all(k % 4 for k in (r, c, s, d)) and (r // 4, c // 4) == (s // 4, d // 4),
        "disjoint": (r % 3, c % 3) == (s % 3, d % 3),
        "anti-knight": {down, right} == {1, 2},
        "anti-king": max(down, right) == 1,
        "groups": any(a in places(group) and b in places(group) for group in GROUPS.split(";")),
    }.get(kind, False)


def pairs_of(kind, a, b):
    """Return for each number of a cell those that another one may hold, or None where any may."""
    marks = {"consecutive": NEXT, "signs": MARKS, "futoshiki": MARKS}.get(kind, "")
    between = [(one == a, sign) for one, sign, two in signs(marks) if {a, b} == {one, two}]
    apart = kind == "nonconsecutive" and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    differ = same_never(kind, a, b)
    if not (between or apart or differ):
        return None
    says = {"<": lambda x, y: x < y, ">": lambda x, y: x > y, "~": lambda x, y: abs(x - y) == 1}

    def may(v, w):
        marked = all(says[sign](*((v, w) if first else (w, v))) for first, sign in between)
        return marked and not (differ and v == w) and not (apart and abs(v - w) == 1)

    return {v: {w for w in range(1, 10) if may(v, w)} for v in range(1, 10)}


CELLS = [(r, c) for r in range(9) for c in range(9)]


@cache
def tables(kind):
    """Return by cell the others that it rules numbers out of, each with the numbers that it leaves."""
    kept = {cell: [] for cell in range(81)}
    for a, b in product(range(81), repeat=2):
        table = pairs_of(kind, CELLS[a], CELLS[b]) if a != b else None
        if table is not None:
            kept[a].append((b, table))
    return kept


def solutions(kind, clues):
    """Return all solutions of a grid of 81 numbers, 0 where empty."""
    left = [{clue} if clue else set(range(1, 10)) for clue in clues]
    if kind == "even and odd":
        for parity, text in enumerate((EVEN, ODD)):
            for r, c in places(text):
                left[9 * r + c] = {v for v in left[9 * r + c] if v % 2 == parity}
    kept = tables(kind)
    found = []

    def go_on(left, open_cells):
        if not open_cells:
            found.append("".join(str(*some) for some in left))
            return
        cell = min(open_cells, key=lambda k: len(left[k]))
        for value in sorted(left[cell]):
            after = list(left)
            after[cell] = {value}
            for other, table in kept[cell]:
                after[other] = after[other] & table[value]
                if not after[other]:
                    break
            else:
                go_on(after, open_cells - {cell})

    go_on(left, frozenset(range(81)))
    return sorted(found)


@pytest.mark.parametrize("kind", KINDS)
def test_nine_by_nine_of_each_kind(kind):
    rules = KINDS[kind]
    puzzle = SudokuPuzzle.generate(
        9, seed=4, clues=34 if "latin" not in rules.get("variants", "") else 48, **rules
    )
    text = puzzle.text()
    expected = solutions(kind, [int(sign) if sign != "." else 0 for sign in text])
    result = puzzle.solve()
    assert [result.solution.text()] == expected and result.status.value == "UNIQUE"
    assert puzzle.check(expected[0]) and puzzle.count() == 1
    given = [k for k, sign in enumerate(text) if sign != "."]
    for dropped in (given[::5][:3], given[1::4][:4]):
        fewer = "".join("." if k in dropped else sign for k, sign in enumerate(text))
        wider = SudokuPuzzle.parse(fewer, **rules)
        expected = solutions(kind, [int(sign) if sign != "." else 0 for sign in fewer])
        assert sorted(filled.text() for filled in wider.solutions()) == expected
        assert wider.count() == len(expected)
        many = SudokuPuzzle.solve_many([fewer], limit=1000, **rules)
        assert int(many.counts[0]) == len(expected)
