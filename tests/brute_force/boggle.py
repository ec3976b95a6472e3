"""Boggle: every path of a board walked, and what it spells looked up."""

from itertools import permutations, product
from pathlib import Path
from tempfile import TemporaryDirectory

from brute_force.common import neighbours, rows_of, shape, texts, unequal

from unriddle import Boggle, Lexicon, Scoring, boggle, count_paths

POINTS = (0, 0, 0, 1, 1, 2, 3, 5, *[11] * 9)
TILES = ("a", "b", "c", "q", "u", "qu", "ab", "?", ".", "q/qu", "a/b/u")


def rules_for(rng):
    rules = {"topology": rng.choice(("king", "rook", "hex")), "wrap": rng.random() < 0.4}
    return {**rules, "min_length": rng.randint(1, 4)}


def paths_by_word(tiles, near, words, min_length=1):
    """Return word -> all its paths: each path walked with the words that begin with what it spells."""
    found = {}
    stack = [((cell,), 0, words) for cell, tile in enumerate(tiles) if tile != "."]
    while stack:
        path, place, begun = stack.pop()
        for way in tiles[path[-1]].split("/"):
            after = place + len(way)
            fits = [word for word in begun if len(word) >= after and way in ("?", word[place:after])]
            for word in fits:
                if len(word) == after >= min_length:
                    found.setdefault(word, []).append(path)
            if fits:
                stack += [((*path, cell), after, fits) for cell in near[path[-1]] if cell not in path]
    return found


def worth(word, path, tiles, values, cells):
    """Return the points of a word on a path: those of its length and letters, with the bonus of each cell."""
    times, letters, points = 1, 0, POINTS[len(word)]
    for cell in path:
        bonus = cells[cell] if cells else ""
        spell = word[: len(tiles[cell])]
        word = word[len(spell) :]
        letters += sum(values.get(letter, 0) for letter in spell) * (int(bonus[0]) if "L" in bonus else 1)
        times *= int(bonus[0]) if "W" in bonus else 1
    return times * (points + letters)


def Boggle_words(rng):
    (rows, cols), rules = shape(rng, 10), {**rules_for(rng), "qu": rng.random() < 0.3}
    tiles = ["a", *rng.choices(TILES[: rng.choice((3, 9, 11))], k=rows * cols - 1)]  # not only holes
    rng.shuffle(tiles)
    words, values = texts(rng, "aabcqu", 20, 6), rng.choice(({}, {"a": 2, "q": 7}))
    bonus = rng.choices(("", "", "2L", "3L", "2W", "3W"), k=rows * cols) if rng.random() < 0.3 else ()
    bonus = () if any("/" in tile for tile in tiles) else bonus
    yield rows, cols, tiles, words, rules, values, bonus
    near = neighbours(rows, cols, rules["topology"], rules["wrap"])
    spelled = ["qu" if tile == "q" and rules["qu"] else tile for tile in tiles]
    ways = paths_by_word(spelled, near, words)
    found = [word for word in words if word in ways and len(word) >= rules["min_length"]]
    best = [max(worth(word, path, spelled, values, bonus) for path in ways[word]) for word in found]
    board, lexicon = Boggle(rows_of(tiles, cols), **rules), Lexicon(words)
    scoring = Scoring(letter_values=values, multipliers=bonus)
    result = board.solve(lexicon, scoring=scoring)
    yield from unequal(
        words=(found, sorted(result.words)),
        score=(sum(best), result.score),
        count=(len(found), int(board.count(lexicon=lexicon))),
        solutions=(found, sorted(board.solutions(lexicon=lexicon))),
        status=(("NO_SOLUTION", "UNIQUE", "MULTIPLE")[min(len(found), 2)], result.status.value),
        checked=([word in ways for word in words], [board.path(word) is not None for word in words]),
        many=(found, sorted(Boggle.solve_many([board, board], lexicon)[1].words)),
        paths=([sorted(ways[word]) for word in found], [sorted(result.paths(word)) for word in found]),
        ways=([len(ways.get(word, ())) for word in words], [*map(board.count_paths_of, words)]),
    )
    if not bonus and all(len(tile) == 1 and tile != "?" for tile in tiles):
        options = {"shape": (rows, cols), "scoring": scoring, "threads": 1, **rules}
        scores = boggle.score_many(["".join(tiles)] * 3, lexicon, **options)
        yield from unequal(scores=([sum(best)] * 3, scores.tolist()))


def best_boards(rng):
    rows, cols = size = rng.choice([(1, 2), (2, 1), (1, 3), (2, 2), (1, 4)])
    words, rules = texts(rng, "abc", 8, 4, 2), rules_for(rng)
    yield size, words, rules
    cells, near = range(rows * cols), neighbours(rows, cols, rules["topology"], rules["wrap"])
    points = {}
    for tiles in product("abc", repeat=rows * cols):
        ways = paths_by_word(tiles, near, words, rules["min_length"])
        points["".join(tiles)] = sum(POINTS[len(word)] for word in ways)
    lexicon, options = Lexicon(words, alphabet="abc"), {"threads": 1, **rules}
    highest, start = max(points.values()), "abca"[: rows * cols]
    others = boggle.score_neighbours(Boggle(rows_of(start, cols), **rules), lexicon)
    after = lambda change: points["".join(change.get(cell, start[cell]) for cell in cells)]  # noqa: E731
    yield from unequal(
        scores=([*points.values()], boggle.score_many([*points], lexicon, shape=size, **options).tolist()),
        best=(highest, boggle.best(size, lexicon, seed=1, rounds=2, **options).score),
        letters=([[after({cell: letter}) for letter in "abc"] for cell in cells], others.letters.tolist()),
        swaps=([[after({a: start[b], b: start[a]}) for b in cells] for a in cells], others.swaps.tolist()),
    )
    alike = lambda turn: all({turn[b] for b in near[a]} == near[turn[a]] for a in near)  # noqa: E731
    turns = [*filter(alike, permutations(cells))]
    for least in {max(1, highest - 1), highest + 1}:
        proof = boggle.prove(size, least, lexicon, **options)
        boards = ["".join(map(board.tile, cells)) for board in proof.boards]
        turned = {"".join(board[cell] for cell in turn) for board in boards for turn in turns}
        yield from unequal(
            proven=({board for board, score in points.items() if score >= least}, turned),
            listed=([points[board] for board in boards], [*proof.scores]),
        )


def streamed_boards(rng):
    rows, cols = size = rng.randint(2, 30), rng.randint(2, 4)
    letters, rules = rng.choice(("ab", "abq", "abñ", "aé")), {**rules_for(rng), "wrap": False}
    board = ["".join(rng.choices(letters * 9 + ".", k=cols)) for _ in range(rows)]
    if "q" in letters:
        letters, rules["qu"] = ["a", "b", "q", "qu"], rng.random() < 0.5
    words, parts = texts(rng, letters, 20, 6), rng.randint(1, 4)
    yield board, words, rules, parts
    lexicon, options = Lexicon(words), {"shape": size, "threads": 1, **rules}
    near = neighbours(rows, cols, rules["topology"])
    spelled = ["qu" if tile == "q" and rules.get("qu") else tile for tile in "".join(board)]
    found = paths_by_word(spelled, near, words, rules["min_length"])
    with TemporaryDirectory() as folder:
        file = Path(folder, "board.txt")
        file.write_text("\n".join(board) + "\n", encoding="utf-8")
        whole = boggle.stream(file, lexicon, paths=True, **options)
        files = [f"{folder}/part{part}" for part in range(1, parts + 1)]
        for part, checkpoint in enumerate(files, 1):
            boggle.stream(file, lexicon, shard=(part, parts), checkpoint=checkpoint, **options)
        merged = boggle.merge_streams(files, lexicon)
    paths = [tuple(row * cols + col for row, col in path) for path in whole.paths]
    wrong = [path for word, path in zip(whole.words, paths, strict=True) if path not in found.get(word, ())]
    yield from unequal(
        words=(sorted(found), whole.words), merged=(sorted(found), merged.words), paths=([], wrong)
    )


def counted_paths(rng):
    (rows, cols), topology, wrap = shape(rng, 8), rng.choice(("king", "rook", "hex")), rng.random() < 0.4
    holes = [cell for cell in range(rows * cols) if rng.random() < 0.15]
    yield rows, cols, topology, wrap, holes
    near = neighbours(rows, cols, topology, wrap, holes)
    lengths, starts = [0] * (rows * cols + 1), [0] * (rows * cols)
    stack = [(cell,) for cell in near if cell not in holes]
    while stack:
        path = stack.pop()
        lengths[len(path)] += 1
        starts[path[0]] += 1
        stack += [(*path, cell) for cell in near[path[-1]] if cell not in path]
    rules = {"topology": topology, "wrap": wrap, "holes": [divmod(hole, cols) for hole in holes]}
    by_length = count_paths((rows, cols), by_length=True, **rules).by_length
    by_start = count_paths((rows, cols), by_start=True, **rules).by_start
    yield from unequal(
        total=(sum(lengths), int(count_paths((rows, cols), **rules))),
        lengths=(lengths, [*by_length, *lengths[len(by_length) :]]),
        starts=(starts, [count for row in by_start for count in row]),
    )
