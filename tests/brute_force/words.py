"""Word placement, grids filled, word squares, layouts and word lists: every way tried."""

import re
from collections import Counter
from itertools import combinations, combinations_with_replacement, groupby, product

from brute_force.common import STEPS, answers, explore, shape, texts, unequal

from unriddle import Lexicon, WordPlacement, placement


def slots_of(rows):
    """Return the cells of each maximal run of two or more open cells, across and down."""
    across, found = [[(r, c) for c in range(len(rows[0]))] for r in range(len(rows))], []
    for line in [*across, *zip(*across, strict=True)]:
        for is_open, run in groupby(line, lambda cell: rows[cell[0]][cell[1]] != "#"):
            cells = tuple(run)
            found += [cells] if is_open and len(cells) > 1 else []
    return found


def fillings(rows, words):
    """Yield the words of all slots and the full rows; a slot that is given has any word."""
    slots = slots_of(rows)
    marks = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}

    def place(letters, used):
        if len(used) == len(slots):
            yield used, tuple("".join(letters[r, c] for c in range(len(row))) for r, row in enumerate(rows))
            return
        own = "".join(marks[cell] for cell in slots[len(used)])
        for word in words if "." in own else [own]:
            new = dict(zip(slots[len(used)], word, strict=False))
            if len(word) == len(own) and all(letters[cell] in (".", new[cell]) for cell in new):
                yield from place({**letters, **new}, (*used, word))

    yield from place(marks, ())


def board(rng, letters):
    """Return rows of blocked cells, given letters and open cells."""
    (rows, cols), blocked, given = shape(rng, 9), rng.choice((0, 0.15, 0.3)), rng.choice((0, 0.1, 0.3))
    draw = lambda: "#" if rng.random() < blocked else rng.choice(letters) if rng.random() < given else "."  # noqa: E731
    return ["".join(draw() for _ in range(cols)) for _ in range(rows)]


def word_placement(rng):
    letters, reuse, exact = rng.choice(("AB", "ABC")), rng.random() < 0.3, rng.random() < 0.7
    rows = board(rng, letters)
    cells = ["".join(mark if mark == "#" else rng.choice(letters) for mark in row) for row in rows]
    words = ["".join(cells[r][c] for r, c in slot) for slot in slots_of(rows)]  # these fit, if none are given
    words += texts(rng, letters, 3, 4, 2) if rng.random() < 0.4 or not words else []
    words = rng.sample(words, len(words) - (len(words) > 1 and rng.random() < 0.2))
    yield rows, words, reuse, exact
    stock, found = Counter(words), set()
    for used, full in fillings(rows, sorted(stock)):
        allowed, count = (set(stock), set(used)) if reuse else (stock, Counter(used))
        if count <= allowed and (count == allowed or not exact) and "." not in "".join(full):
            found.add(full)
    puzzle = WordPlacement(words, rows, reuse=reuse, exact=exact, empty=".")
    yield from answers(puzzle, found, lambda solution: solution.rows)


def filled_grids(rng):
    letters, reuse, no_shared = rng.choice(("AB", "ABC")), rng.random() < 0.4, rng.choice((None, None, 2, 3))
    rows, words = board(rng, letters), texts(rng, letters, 14, 4, 2)
    theme = texts(rng, letters, 2, 4, 2) if rng.random() < 0.25 else []
    scores = {word: rng.choice((rng.randint(0, 9), rng.randint(0, 99) / 10)) for word in words}
    yield rows, scores, reuse, theme, no_shared
    given = ["." not in "".join(rows[r][c] for r, c in slot) for slot in slots_of(rows)]
    runs = lambda word: {word[k : k + no_shared] for k in range(len(word) - no_shared + 1)}  # noqa: E731
    possible, highest = {}, max(scores.values())
    for used, full in fillings(rows, sorted({*scores, *theme})):
        once = [*theme, *(word for word, whole in zip(used, given, strict=True) if not (whole or reuse))]
        fixed = [whole or word in theme for word, whole in zip(used, given, strict=True)]
        pairs = combinations(zip(used, fixed, strict=True), 2)
        shared = no_shared and any(runs(a) & runs(b) for (a, one), (b, other) in pairs if not (one and other))
        if not shared and all(used.count(word) == 1 for word in once):
            possible[full] = sum(round(10 * scores.get(word, highest)) for word in used)
    rules = {"reuse": reuse, "theme": theme, "no_shared": no_shared}
    best = placement.best_fill(rows, scores, seed=1, **rules)
    judged = [placement.filling_faults(rows, full, [*scores], **rules) for full in [*possible][:3]]
    yield from unequal(judged=([[]] * len(judged), judged))
    for found in (best, placement.fill(rows, scores, score=scores, seed=1, **rules)):
        right = found.solution is not None and tuple(found.solution.rows) in possible
        expected = ("SOLVED", True) if possible else ("NO_SOLUTION", False)
        yield from unequal(solved=(expected, (found.status.value, right)))
    if possible:
        yield from unequal(total=((max(possible.values()), True), (round(10 * best.total), best.optimal)))


def word_squares(rng):
    size, kind, reuse = rng.choice((2, 2, 3)), rng.choice(("single", "double", "cube")), rng.random() < 0.4
    words = texts(rng, rng.choice(("AB", "ABC")), 9 if kind != "cube" else 7 - size, size, size)
    yield size, words, kind, reuse
    if kind == "cube":  # cells that differ in the order of their places alone have one letter
        lines, found = [*combinations_with_replacement(range(size), 2)], 0
        for chosen in product(words, repeat=len(lines)):
            pairs, letters = product(zip(lines, chosen, strict=True), range(size)), {}
            cells = [(tuple(sorted((*line, k))), word[k]) for (line, word), k in pairs]
            agree = all(letters.setdefault(cell, letter) == letter for cell, letter in cells)
            found += agree and (reuse or len({*chosen}) == len(chosen))
        yield from unequal(cubes=(found, int(placement.word_cubes(size, words, reuse=reuse).count())))
        return
    found = []
    for used, rows in fillings(["." * size] * size, words):
        lines = used if kind == "double" else used[size:]
        fit = kind == "double" or used[:size] == lines
        found += [rows] if fit and (reuse or len({*lines}) == len(lines)) else []
    puzzle = placement.word_squares(size, words, double=kind == "double", reuse=reuse)
    first = puzzle.solve(seed=1).solution
    yield from unequal(
        count=(len(found), int(puzzle.count())),
        listed=(sorted(found), [square.rows for square in puzzle]),
        first=(True, first.rows in found if found else first is None),
    )


def criss_cross_layouts(rng):
    words, seed = texts(rng, rng.choice(("AB", "ABCD")), 5, 5, 2), rng.randint(0, 9)
    yield words, seed
    made = placement.layout(words, seed=seed, unique=True, tries=3)
    rows, put = made.solution.rows, [word for word in words if word not in made.left_out]
    runs = sorted("".join(rows[r][c] for r, c in slot) for slot in slots_of(rows))
    cells = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "#"}
    near = lambda cell: {(cell[0] + down, cell[1] + right) for down, right in STEPS["rook"]} & cells  # noqa: E731
    joined = explore(min(cells), lambda cell: [(other, 1) for other in near(cell)])
    open_rows = [row.replace("0", "#").replace("1", ".") for row in made.puzzle.board]
    yield from unequal(
        words=(put, runs),
        joined=(cells, {*joined}),
        unique=({rows}, {full for used, full in fillings(open_rows, put) if sorted(used) == put}),
    )


def word_lists(rng):
    letters = rng.choice(("ab", "abc", "abcdefghijklmnopqrstuvwxyz"))
    entries = [rng.choice((word, word, word.upper())) for word in texts(rng, letters, 30, 6) for _ in "ab"]
    entries += rng.sample(("don't", "ice cream", "x1", ""), rng.randint(0, 2))
    rng.shuffle(entries)
    pattern = "".join(rng.choice([*letters[:3], "?", "*", "?"]) for _ in range(rng.randint(1, 5)))
    start = "".join(rng.choices(letters, k=rng.randint(1, 3)))
    yield entries, pattern, start
    words, lexicon = sorted({entry.lower() for entry in entries if entry.isalpha()}), Lexicon(entries)
    like = re.compile(pattern.replace("?", ".").replace("*", ".*"))
    beginning, letters = [word for word in words if word.startswith(start)], Counter("".join(words))
    yield from unequal(
        words=((words, len(words)), (list(lexicon), len(lexicon))),
        numbers=([*range(len(words))], [lexicon.number(word.upper()) for word in words]),
        decoded=(words[::-1], lexicon.decode(range(len(words))[::-1])),
        absent=([start in words, pattern in words], [start in lexicon, pattern in lexicon]),
        match=([word for word in words if like.fullmatch(word)], list(lexicon.match(pattern))),
        prefix=(beginning, list(lexicon.prefix(start))),
        between=(beginning, list(lexicon.between(*lexicon.prefix_range(start)))),
        subset=(words[::2], list(lexicon.subset(range(0, len(words), 2)))),
        digest=(Lexicon(reversed(entries)).info.digest, lexicon.info.digest),
        letters=(
            {letter: round(n / letters.total(), 9) for letter, n in letters.items()},
            {letter: round(n, 9) for letter, n in lexicon.letter_frequencies().items() if n},
        ),
    )
