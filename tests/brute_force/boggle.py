"""Boggle: every path of a board walked, and what it spells looked up."""

from itertools import permutations, product
from pathlib import Path
from tempfile import TemporaryDirectory

from brute_force.common import neighbours, rows_of, shape, texts, unequal

from unriddle import Boggle, Lexicon, Scoring, boggle, count_paths

POINTS = (0, 0, 0, 1, 1, 2, 3, 5, 11)
TILES = ("a", "b", "c", "q", "u", "qu", "ab", "?", ".")


def letters_of(tile, qu):
    return "qu" if qu and tile == "q" else tile


def paths_by_word(tiles, near, words, qu=False):
    """Return word -> all its paths: each path walked with the words that begin with what it spells."""
    found = {}
    stack = [((cell,), 0, words) for cell, tile in enumerate(tiles) if tile != "."]
    while stack:
        path, place, begun = stack.pop()
        tile = letters_of(tiles[path[-1]], qu)
        after = place + len(tile)
        begun = [word for word in begun if len(word) >= after and tile in ("?", word[place:after])]
        for word in begun:
            if len(word) == after:
                found.setdefault(word, []).append(path)
        if begun:
            stack += [((*path, cell), after, begun) for cell in near[path[-1]] if cell not in path]
    return found


def solving(rng):
    rows, cols = shape(rng, 10)
    tiles = rng.choices(TILES[: rng.choice((3, 9, 9))], k=rows * cols)
    tiles[rng.randrange(len(tiles))] = "a"  # not only holes
    rules = {"topology": rng.choice(("king", "rook", "hex")), "wrap": rng.random() < 0.4}
    rules |= {"qu": rng.random() < 0.3, "min_length": rng.randint(1, 4)}
    values = rng.choice(({}, {"a": 2, "q": 7}))
    cells = rng.choices(("", "", "2L", "3L", "2W", "3W"), k=rows * cols) if rng.random() < 0.3 else ()
    return rows, cols, tiles, texts(rng, "aabcqu", 20, 6), rules, values, cells


def worth(word, path, tiles, values, cells, qu):
    """Return the points of a word on a path; letters of a tile are multiplied by its cell's letter bonus."""
    times, letters = 1, 0
    for cell in path:
        bonus = cells[cell] if cells else ""
        spell = word[: len(letters_of(tiles[cell], qu))]
        word = word[len(spell) :]
        letters += sum(values.get(letter, 0) for letter in spell) * (int(bonus[0]) if "L" in bonus else 1)
        times *= int(bonus[0]) if "W" in bonus else 1
    return times, letters


def solving_differs(instance):
    rows, cols, tiles, words, rules, values, cells = instance
    holes = [cell for cell, tile in enumerate(tiles) if tile == "."]
    near = neighbours(rows, cols, rules["topology"], rules["wrap"], holes)
    ways = paths_by_word(tiles, near, words, rules["qu"])
    found = sorted(word for word in ways if len(word) >= rules["min_length"])
    score = 0
    for word in found:
        options = [worth(word, path, tiles, values, cells, rules["qu"]) for path in ways[word]]
        score += max(times * (POINTS[min(len(word), 8)] + letters) for times, letters in options)
    board = Boggle(rows_of(tiles, cols), **rules)
    lexicon = Lexicon(words)
    scoring = Scoring(letter_values=values, multipliers=cells)
    result = board.solve(lexicon, scoring=scoring)
    different = unequal(
        words=(found, sorted(result.words)),
        score=(score, result.score),
        count=(len(found), int(board.count(lexicon=lexicon))),
        solutions=(found, sorted(board.solutions(lexicon=lexicon))),
        status=(min(len(found), 2), ["NO_SOLUTION", "UNIQUE", "MULTIPLE"].index(result.status.value)),
        checked=([word in ways for word in words], [board.path(word) is not None for word in words]),
        many=(found, sorted(Boggle.solve_many([board, board], lexicon)[1].words)),
    )
    for word in words:
        if word in found:
            different += unequal(paths=(sorted(ways[word]), sorted(result.paths(word))))
        different += unequal(count=(len(ways.get(word, ())), int(board.count_paths_of(word))))
    if not cells and all(len(tile) == 1 and tile != "?" for tile in tiles):
        scores = boggle.score_many(
            ["".join(tiles)] * 3, lexicon, shape=(rows, cols), scoring=scoring, threads=1, **rules
        )
        different += unequal(scores=([score] * 3, scores.tolist()))
    return different


def best(rng):
    rows, cols = rng.choice([(1, 2), (2, 1), (1, 3), (2, 2), (1, 4)])
    rules = {"topology": rng.choice(("king", "rook", "hex")), "wrap": rng.random() < 0.3}
    return rows, cols, texts(rng, "abc", 8, 4, 2), {**rules, "min_length": rng.randint(1, 3)}


def best_differs(instance):
    rows, cols, words, rules = instance
    cells, near = range(rows * cols), neighbours(rows, cols, rules["topology"], rules["wrap"])
    points = {}
    for tiles in product("abc", repeat=rows * cols):
        ways = paths_by_word(tiles, near, words)
        scores = [POINTS[min(len(word), 8)] for word in ways if len(word) >= rules["min_length"]]
        points["".join(tiles)] = sum(scores)
    highest, size, start = max(points.values()), (rows, cols), "abcabc"[: rows * cols]
    lexicon = Lexicon(words, alphabet="abc")
    found = boggle.best(size, lexicon, seed=1, rounds=2, threads=1, **rules)
    scores = boggle.score_many([*points], lexicon, shape=size, threads=1, **rules).tolist()
    others = boggle.score_neighbours(Boggle(rows_of(start, cols), **rules), lexicon)
    swapped = [[{a: start[b], b: start[a]} for b in cells] for a in cells]
    changed = [[{cell: letter} for letter in "abc"] for cell in cells]
    after = lambda change: points["".join(change.get(cell, start[cell]) for cell in cells)]  # noqa: E731
    different = unequal(
        scores=([*points.values()], scores),
        best=(highest, found.score),
        letters=([[*map(after, row)] for row in changed], others.letters.tolist()),
        swaps=([[*map(after, row)] for row in swapped], others.swaps.tolist()),
    )
    alike = [
        turn for turn in permutations(cells) if all({turn[b] for b in near[a]} == near[turn[a]] for a in near)
    ]
    for least in {max(1, highest - 1), highest + 1}:
        proof = boggle.prove(size, least, lexicon, threads=1, **rules)
        boards = ["".join(map(board.tile, cells)) for board in proof.boards]
        listed = dict(zip(boards, map(int, proof.scores), strict=True))
        turned = {"".join(board[cell] for cell in turn) for board in listed for turn in alike}
        different += unequal(
            proven=({board for board, score in points.items() if score >= least}, turned),
            listed=({board: points[board] for board in listed}, listed),
        )
    return different


def streaming(rng):
    rows, cols = rng.randint(2, 30), rng.randint(2, 4)
    letters = rng.choice(("ab", "abq", "abñ", "aé"))
    board = [
        "".join(rng.choices([*letters, "."], [9, *(9 for _ in letters[1:]), 1], k=cols)) for _ in range(rows)
    ]
    rules = {"topology": rng.choice(("king", "rook", "hex")), "qu": "q" in letters and rng.random() < 0.5}
    rules["min_length"] = rng.randint(1, 3)
    return board, texts(rng, [*letters, "qu"] if "q" in letters else letters, 20, 6), rules, rng.randint(1, 4)


def streaming_differs(instance):
    board, words, rules, parts = instance
    tiles = "".join(board)
    holes = [cell for cell, tile in enumerate(tiles) if tile == "."]
    near = neighbours(len(board), len(board[0]), rules["topology"], holes=holes)
    found = paths_by_word(tiles, near, words, rules["qu"])
    expected, lexicon = sorted(word for word in found if len(word) >= rules["min_length"]), Lexicon(words)
    options = {"shape": (len(board), len(board[0])), "threads": 1, **rules}
    with TemporaryDirectory() as folder:
        file = Path(folder, "board.txt")
        file.write_text("\n".join(board) + "\n", encoding="utf-8")
        whole = boggle.stream(file, lexicon, paths=True, **options)
        files = [f"{folder}/part{part}" for part in range(parts)]
        for part, checkpoint in enumerate(files, 1):
            boggle.stream(file, lexicon, shard=(part, parts), checkpoint=checkpoint, **options)
        merged = boggle.merge_streams(files, lexicon)
    cols = len(board[0])
    paths = [tuple(row * cols + col for row, col in path) for path in whole.paths]
    return unequal(
        words=(expected, whole.words),
        merged=(expected, merged.words),
        paths=([], [path for word, path in zip(whole.words, paths, strict=True) if path not in found[word]]),
    )


def counting(rng):
    rows, cols = shape(rng, 8)
    holes = [cell for cell in range(rows * cols) if rng.random() < 0.15]
    return rows, cols, rng.choice(("king", "rook", "hex")), rng.random() < 0.4, holes


def counting_differs(instance):
    rows, cols, topology, wrap, holes = instance
    near = neighbours(rows, cols, topology, wrap, holes)
    lengths, starts = [0] * (rows * cols + 1), [0] * (rows * cols)
    stack = [(cell,) for cell in near if cell not in holes]
    while stack:
        path = stack.pop()
        lengths[len(path)] += 1
        starts[path[0]] += 1
        stack += [(*path, cell) for cell in near[path[-1]] if cell not in path]
    holes = [divmod(hole, cols) for hole in holes]
    rules = {"topology": topology, "wrap": wrap, "holes": holes}
    plain = count_paths((rows, cols), **rules)
    by_length = count_paths((rows, cols), by_length=True, **rules)
    by_start = count_paths((rows, cols), by_start=True, **rules)
    padded = [*by_length.by_length, *lengths[len(by_length.by_length) :]]
    return unequal(
        total=(sum(lengths), int(plain)),
        lengths=(lengths, padded),
        starts=(starts, [count for row in by_start.by_start for count in row]),
    )


ABILITIES = {
    "Boggle": (solving, solving_differs),
    "best board": (best, best_differs),
    "streamed boards": (streaming, streaming_differs),
    "counting paths": (counting, counting_differs),
}
