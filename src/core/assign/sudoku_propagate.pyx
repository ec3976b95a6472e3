"""Constraints of a grid of n × n cells, as tables that searches share; twin: `reference.assign.sudoku_propagate`."""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from functools import lru_cache

import numpy as np

from ..pool cimport Pool
from ..types cimport cell_t, mask_t
from .clauses cimport var_t

cdef enum:
    MAX_N = 36


def clashes(bytes cells not None, digit_t box_rows, digit_t box_cols):
    """Say whether some row, column or box has a digit twice.

    Equivalent: ``reference.assign.sudoku_propagate.clashes``.

    Parameters
    ----------
    cells : bytes of length n * n
        Row-major, 1 to n, 0 is empty.
    box_rows, box_cols : int
        Height and width of a box; n, at most 36, is their product.

    Notes
    -----
    O(n^2) time, a word for each unit.

    Raises
    ------
    ValueError
        Another number of cells, or a value above n.

    Examples
    --------
    >>> clashes(bytes([1, 0, 0, 1] + [0] * 12), 2, 2), clashes(bytes([1, 0, 0, 2] + [0] * 12), 2, 2)
    (True, False)
    """
    cdef digit_t n = 0, row, col, box
    cdef const uint8_t* values = cells
    cdef mask_t[MAX_N] cols, boxes
    cdef mask_t held, bit
    if 1 <= box_rows <= MAX_N and 1 <= box_cols <= MAX_N:
        n = box_rows * box_cols
    if n < 1 or n > MAX_N or len(cells) != n * n:
        raise ValueError(f"{len(cells)} cells, expected a grid of at most {MAX_N} rows")
    memset(cols, 0, sizeof(cols))
    memset(boxes, 0, sizeof(boxes))
    for row in range(n):
        held = 0
        for col in range(n):
            if values[row * n + col] == 0:
                continue
            if values[row * n + col] > n:
                raise ValueError(f"value {values[row * n + col]}, expected 0 to {n}")
            box = row // box_rows * box_rows + col // box_cols
            bit = <mask_t>1 << values[row * n + col]
            if (held | cols[col] | boxes[box]) & bit:
                return True
            held |= bit
            cols[col] |= bit
            boxes[box] |= bit
    return False


cdef int relate(Board* b, Pool pool, const int32_t[:, ::1] units, const int32_t[:, ::1] apart) except -1:
    """Note the units of each cell, its place in them, and its rivals."""
    cdef int32_t k, at
    mine = [[] for _ in range(b.cells)]
    rivals = [{} for _ in range(b.cells)]
    table = np.asarray(units).tolist()
    for k, unit in enumerate(table):
        for at, cell in enumerate(unit):
            mine[cell].append((k, at))
    for one, two in [] if apart is None else np.asarray(apart).tolist():
        if not any(two in table[unit] for unit, _ in mine[one]):
            rivals[one][two] = rivals[two][one] = None
    b.unit_of = <unit_t*>pool.scratch(b.n_units * units.shape[1] + 1, sizeof(unit_t))
    b.place_in = <digit_t*>pool.scratch(b.n_units * units.shape[1] + 1, sizeof(digit_t))
    b.unit_start = <int32_t*>pool.zeros(b.cells + 1, sizeof(int32_t))
    b.rivals = <cell_t*>pool.scratch(sum(map(len, rivals)) + 1, sizeof(cell_t))
    b.rival_start = <int32_t*>pool.zeros(b.cells + 1, sizeof(int32_t))
    for k in range(b.cells):
        at = b.unit_start[k]
        for unit, place in mine[k]:
            b.unit_of[at] = unit
            b.place_in[at] = place
            at += 1
        b.unit_start[k + 1] = at
        at = b.rival_start[k]
        for cell in rivals[k]:
            b.rivals[at] = cell
            at += 1
        b.rival_start[k + 1] = at
    return 0


cdef class Rules:
    """What the solutions of a grid of n × n cells have to keep to: tables that any number of searches share.

    Equivalent: ``reference.assign.sudoku_propagate.Rules``.

    Parameters
    ----------
    n : int
        Rows, columns and digits, 1 to 36; cells are numbered row by row.
    units : int32 array of shape (k, n)
        Sets of n cells that hold each digit once; the rows of the grid first.
    apart : int32 array of shape (k, 2), optional
        Pairs of cells that differ.
    allowed : uint64 array of shape (n * n,), optional
        Bit d says that the cell may hold digit d, from 0; all of them by default.
    clauses, starts : int32 arrays, optional
        Clauses of two literals or more, one after the other, and where each begins and the last ends. A literal is
        2 * (cell * n + digit), and one more where the cell does not hold the digit.

    Raises
    ------
    ValueError
        Numbers out of range, a cell twice in a unit, no rows.

    Notes
    -----
    O(units * n) time and space, once; immutable.

    Examples
    --------
    >>> rules = Rules(2, np.array([[0, 1], [2, 3], [0, 2], [1, 3]], dtype=np.int32))
    >>> from unriddle.core.assign.sudoku import Search
    >>> search = Search(np.zeros(4, dtype=np.uint8), rules, limit=10)
    >>> search.run(100), search.count
    (False, 2)
    """

    def __cinit__(self):
        memset(&self.board, 0, sizeof(Board))

    def __init__(self, digit_t n, const int32_t[:, ::1] units not None, const int32_t[:, ::1] apart=None,
                 const mask_t[::1] allowed=None, const int32_t[::1] clauses=None, const int32_t[::1] starts=None):
        cdef Board* b = &self.board
        cdef cell_t cell
        cdef int32_t k
        if b.n:
            raise RuntimeError("Rules are made once")
        _check(n, units, apart, allowed, clauses, starts)
        self.pool = Pool()
        b.cells = n * n
        b.n_units = <unit_t>units.shape[0]
        relate(b, self.pool, units, apart)
        b.members = <var_t*>self.pool.scratch((n + b.n_units) * n, sizeof(var_t))
        b.stride = <var_t*>self.pool.scratch(n + b.n_units, sizeof(var_t))
        for cell in range(b.cells):     # n cells are a family: the groups of a cell's own variables
            b.members[cell] = cell // n * n * n + cell % n
        for k in range(b.n_units):
            for cell in range(n):
                b.members[(n + k) * n + cell] = units[k, cell] * n
        for k in range(n + b.n_units):
            b.stride[k] = n if k < n else 1
        b.allowed = <mask_t*>self.pool.scratch(b.cells, sizeof(mask_t))
        for cell in range(b.cells):
            b.allowed[cell] = allowed[cell] if allowed is not None else (<mask_t>1 << n) - 1
        if clauses is not None and starts is not None and starts.shape[0] > 1:
            self.keep = clauses.base, starts.base
            b.clauses = &clauses[0]
            b.clause_start = &starts[0]
            b.n_clauses = <int32_t>starts.shape[0] - 1
        b.n = n

    @property
    def n(self):
        """Rows, columns and digits."""
        return self.board.n


def _check(n, units, apart, allowed, clauses, starts):
    """Raise ValueError unless tables of rules are in range; O(their size)."""
    if not 1 <= n <= MAX_N:
        raise ValueError(f"{n} rows, expected 1 to {MAX_N}")
    table = np.asarray(units)
    if table.shape[0] < n or table.shape[1] != n or not (table[:n] == np.arange(n * n).reshape(n, n)).all():
        raise ValueError(f"units of shape {table.shape}, expected sets of {n} cells, the rows first")
    if table.min() < 0 or table.max() >= n * n or (np.diff(np.sort(table, axis=1), axis=1) == 0).any():
        raise ValueError(f"a unit with a cell twice, or none of the {n * n} cells")
    if apart is not None:
        pairs = np.asarray(apart)
        if pairs.shape[1] != 2 or (pairs.size and not 0 <= pairs.min() <= pairs.max() < n * n) or (
            pairs.size and (pairs[:, 0] == pairs[:, 1]).any()
        ):
            raise ValueError(f"cells apart, expected pairs of the {n * n} cells")
    if allowed is not None and len(allowed) != n * n:
        raise ValueError(f"{len(allowed)} sets of digits, expected {n * n}")
    if (clauses is None) != (starts is None):
        raise ValueError("clauses without starts, expected both or none")
    if clauses is not None:
        lits, begins = np.asarray(clauses), np.asarray(starts)
        if len(begins) == 0 or begins[0] != 0 or begins[len(begins) - 1] != len(lits) or (np.diff(begins) < 2).any():
            raise ValueError("starts of clauses, expected 0 rising by 2 or more to the number of literals")
        if len(lits) and not 0 <= lits.min() <= lits.max() < 2 * n ** 3:
            raise ValueError(f"literal {lits.min()} to {lits.max()}, expected 0 to {2 * n ** 3 - 1}")


@lru_cache(maxsize=64)
def boxed(box_rows, box_cols):
    """Return the rules of a grid with boxes: rows, columns and boxes hold each digit once.

    Parameters
    ----------
    box_rows, box_cols : int
        Height and width of a box; n is their product, from 1 to 36.

    Examples
    --------
    >>> boxed(2, 3).n
    6
    """
    if box_rows < 1 or box_cols < 1 or box_rows * box_cols > MAX_N:
        raise ValueError(f"boxes of {box_rows} × {box_cols}, expected at most {MAX_N} cells")
    n = box_rows * box_cols
    cells = np.arange(n * n, dtype=np.int32).reshape(n, n)
    boxes = cells.reshape(box_cols, box_rows, box_rows, box_cols).transpose(0, 2, 1, 3).reshape(n, n)
    return Rules(n, np.concatenate([cells, cells.T, boxes]))
