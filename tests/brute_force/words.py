"""Word placement, grids filled, word squares, layouts and word lists: every way tried."""

import re
from collections import Counter
from itertools import product

from brute_force.common import answers
from brute_force.common import shape, texts, unequal

import unriddle as ur
from unriddle.puzzles import placement


def slots_of(rows):
    """Return the cells of each maximal run of two or more open cells, across and down."""
    found = []
    for lines in (
        [[(r, c) for c in range(len(rows[0]))] for r in range(len(rows))],
        [[(r, c) for r in range(len(rows))] for c in range(len(rows[0]))],
    ):
        for line in lines:
            run = []
            for cell in [*line, None]:
                if cell is not None and rows[cell[0]][cell[1]] != "#":
                    run.append(cell)
                else:
                    found += [tuple(run)] if len(run) > 1 else []
                    run = []
    return found


def fillings(rows, words, options):
    """Yield the words of all slots, in their order, wherever each slot has one of its options."""
    slots = slots_of(rows)
    letters = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark not in "#."}

    def place(number, letters, used):
        if number == len(slots):
            yield used
            return
        given = all(rows[r][c] != "." for r, c in slots[number])
        own = "".join(rows[r][c] for r, c in slots[number])
        for word in options(own) if given else words:
            if len(word) == len(slots[number]):
                pairs = [*zip(slots[number], word, strict=True)]
                if all(letters.get(cell, letter) == letter for cell, letter in pairs):
                    yield from place(number + 1, {**letters, **dict(pairs)}, (*used, word))

    yield from place(0, letters, ())


def filled(rows, words):
    """Return rows with the words of all slots written into them."""
    cells = [list(row) for row in rows]
    for slot, word in zip(slots_of(rows), words, strict=True):
        for (row, col), letter in zip(slot, word, strict=True):
            cells[row][col] = letter
    return tuple("".join(row) for row in cells)


def board(rng, letters, most):
    rows, cols = shape(rng, most)
    blocked, given = rng.choice((0, 0.15, 0.3)), rng.choice((0, 0.1, 0.3))
    return [
        "".join(
            "#" if rng.random() < blocked else rng.choice(letters) if rng.random() < given else "."
            for _ in range(cols)
        )
        for _ in range(rows)
    ]


def placing(rng):
    letters = rng.choice(("AB", "ABC"))
    rows = board(rng, letters, 9)
    cells = ["".join(mark if mark == "#" else rng.choice(letters) for mark in row) for row in rows]
    slots = slots_of(rows)
    words = ["".join(cells[r][c] for r, c in slot) for slot in slots]  # these fit, unless letters are given
    if rng.random() < 0.4:
        words += texts(rng, letters, 3, 4, 2)
    if words and rng.random() < 0.2:
        words.pop()
    rng.shuffle(words)
    return rows, words or ["AB"], rng.random() < 0.3, rng.random() < 0.7


def placing_differs(instance):
    rows, words, reuse, exact = instance
    stock, found = Counter(words), set()
    for used in fillings(rows, sorted(stock), lambda own: [own] if own in stock else []):
        count = Counter(used)
        enough = reuse or all(count[word] <= stock[word] for word in count)
        everything = not exact or all(count[word] >= (1 if reuse else stock[word]) for word in stock)
        full = filled(rows, used)
        if enough and everything and not any("." in row for row in full):
            found.add(full)
    puzzle = ur.WordPlacement(words, rows, reuse=reuse, exact=exact, empty=".")
    different = answers(puzzle, found, lambda solution: tuple(solution.rows))
    for full in list(found)[:3]:
        different += unequal(judged=(True, puzzle.check("/".join(full))))
    return different


def filling(rng):
    letters = rng.choice(("AB", "ABC"))
    rows, words = board(rng, letters, 9), texts(rng, letters, 14, 4, 2)
    theme = texts(rng, letters, 2, 4, 2) if rng.random() < 0.25 else []
    scores = {
        word: rng.choice((rng.randint(0, 9), rng.randint(0, 9), rng.randint(0, 99) / 10)) for word in words
    }
    return rows, scores, rng.random() < 0.4, theme, rng.choice((None, None, None, 2, 3))


def filling_differs(instance):
    rows, scores, reuse, theme, no_shared = instance
    slots = slots_of(rows)
    given = [all(rows[r][c] != "." for r, c in slot) for slot in slots]
    runs = lambda word: {word[k : k + no_shared] for k in range(len(word) - no_shared + 1)}  # noqa: E731
    possible = {}
    for used in fillings(rows, sorted({*scores, *theme}), lambda own: [own]):
        count = Counter(used)
        own = Counter(word for word, whole in zip(used, given, strict=True) if not whole)
        allowed = all(count[word] == 1 for word in theme)
        allowed = allowed and (reuse or all(n == 1 for n in own.values()))
        allowed = allowed and (reuse or all(count[word] == 1 for word in own))
        if allowed and no_shared:
            entries = [(word, whole or word in theme) for word, whole in zip(used, given, strict=True)]
            pairs = [
                (a, b)
                for k, (a, fixed) in enumerate(entries)
                for b, too in entries[:k]
                if not (fixed and too)
            ]
            allowed = not any(runs(a) & runs(b) for a, b in pairs)
        if allowed:
            possible[filled(rows, used)] = used
    options = {"reuse": reuse, "theme": theme or None, "no_shared": no_shared}
    result = placement.fill(rows, scores, score=scores, seed=1, **options)
    best = placement.best_fill(rows, scores, seed=1, **options)
    different = unequal(
        solved=(bool(possible), result.status.value == "SOLVED"),
        best=(bool(possible), best.status.value == "SOLVED"),
    )
    faults = lambda full: placement.filling_faults(  # noqa: E731
        rows, full, [*scores], reuse=reuse, theme=theme, no_shared=no_shared
    )
    different += unequal(judged=([], [faults(full) for full in list(possible)[:3] if faults(full)]))
    if possible and result.solution and best.solution:
        highest = max(scores.values(), default=0)
        totals = [sum(round(10 * scores.get(word, highest)) for word in used) for used in possible.values()]
        different += unequal(
            filling=(True, tuple(result.solution.rows) in possible),
            best=(True, tuple(best.solution.rows) in possible),
            total=(max(totals), round(10 * best.total)),
            optimal=(True, best.optimal),
        )
    return different


def squares(rng):
    size = rng.choice((2, 2, 3))
    return (
        size,
        texts(rng, rng.choice(("AB", "ABC")), 9, size, size),
        rng.choice(("single", "double", "cube")),
        rng.random() < 0.4,
    )


def squares_differs(instance):
    size, words, kind, reuse = instance
    found = []
    if kind == "cube":
        lines = [(i, j) for i in range(size) for j in range(i, size)]
        if len(words) ** len(lines) > 3_000:
            return []
        for chosen in product(words, repeat=len(lines)):
            cube = {}
            pairs = zip(lines, chosen, strict=True)
            cells = [(tuple(sorted((i, j, k))), word[k]) for (i, j), word in pairs for k in range(size)]
            agree = all(cube.setdefault(cell, letter) == letter for cell, letter in cells)
            if agree and (reuse or len(set(chosen)) == len(chosen)):
                found.append(chosen)
        count = placement.word_cubes(size, words, reuse=reuse).count()
        return unequal(cubes=(len(found), int(count)))
    for rows in product(words, repeat=size):
        columns = tuple(map("".join, zip(*rows, strict=True)))
        lines = rows if kind == "single" else rows + columns
        fit = all(column in words for column in columns) and (kind == "double" or rows == columns)
        if fit and (reuse or len(set(lines)) == len(lines)):
            found.append(rows)
    puzzle = placement.word_squares(size, words, double=kind == "double", reuse=reuse)
    result = puzzle.solve(seed=1)
    return unequal(
        count=(len(found), int(puzzle.count())),
        listed=(sorted(found), [tuple(square.rows) for square in puzzle]),
        solved=(bool(found), result.status.value == "SOLVED"),
        first=(True, not found or tuple(result.solution.rows) in found),
    )


def laying(rng):
    return texts(rng, rng.choice(("AB", "ABCD")), 5, 5, 2), rng.randint(0, 9), rng.random() < 0.5


def laying_differs(instance):
    words, seed, unique = instance
    made = placement.layout(words, seed=seed, unique=unique, tries=3)
    rows, put = made.solution.rows, [word for word in words if word not in made.left_out]
    runs = sorted("".join(rows[r][c] for r, c in slot) for slot in slots_of(rows))
    cells = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "#"}
    part = {min(cells)}
    while (
        more := {(r + d, c + e) for r, c in part for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        & cells - part
    ):
        part |= more
    different = unequal(words=(sorted(put), runs), connected=(cells, part))
    if unique:
        open_rows = [row.replace("0", "#").replace("1", ".") for row in made.puzzle.board]
        ways = {
            filled(open_rows, used)
            for used in fillings(open_rows, put, lambda own: [own])
            if sorted(used) == put
        }
        different += unequal(unique=({tuple(rows)}, ways))
    return different


# Word lists.


def listing(rng):
    letters = rng.choice(("ab", "abc", "abcdefghijklmnopqrstuvwxyz"))
    words = texts(rng, letters, 30, 6)
    entries = [
        word.upper() if rng.random() < 0.2 else word for word in words for _ in range(rng.choice((1, 1, 2)))
    ]
    rng.shuffle(entries)
    odd = ["don't", "ice cream", "x1", ""]
    pattern = "".join(rng.choice([*letters[:3], "?", "*", "?"]) for _ in range(rng.randint(1, 5)))
    return (
        entries + rng.sample(odd, rng.randint(0, 2)),
        pattern,
        "".join(rng.choices(letters, k=rng.randint(1, 3))),
    )


def listing_differs(instance):
    entries, pattern, start = instance
    words = sorted({entry.lower() for entry in entries if entry.isalpha()})
    lexicon = ur.Lexicon(entries)
    like = re.compile(pattern.replace("?", ".").replace("*", ".*"))
    beginning = [word for word in words if word.startswith(start)]
    first, end = lexicon.prefix_range(start)
    saved = ur.Lexicon(reversed(entries))
    letters = Counter("".join(words))
    shares = {letter: share for letter, share in lexicon.letter_frequencies().items() if share}
    return unequal(
        words=(words, list(lexicon)),
        size=(len(words), len(lexicon)),
        numbers=([*range(len(words))], [lexicon.number(word.upper()) for word in words]),
        decoded=(words[::-1], lexicon.decode(range(len(words))[::-1])),
        absent=([start in words, pattern in words], [start in lexicon, pattern in lexicon]),
        match=([word for word in words if like.fullmatch(word)], list(lexicon.match(pattern))),
        prefix=(beginning, list(lexicon.prefix(start))),
        between=(beginning, list(lexicon.between(first, end))),
        subset=(words[::2], list(lexicon.subset(range(0, len(words), 2)))),
        digest=(saved.info.digest, lexicon.info.digest),
        letters=(
            {k: round(n / letters.total(), 9) for k, n in letters.items()},
            {k: round(s, 9) for k, s in shares.items()},
        ),
    )


ABILITIES = {
    "word placement": (placing, placing_differs),
    "filling grids": (filling, filling_differs),
    "word squares": (squares, squares_differs),
    "criss-cross layouts": (laying, laying_differs),
    "word lists": (listing, listing_differs),
}
