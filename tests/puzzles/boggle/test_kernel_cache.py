"""What boards share of a lexicon: tries and searches that wait."""

import unriddle as ur
from reference.topology import HEX, KING, ROOK

KINDS = {"king": KING, "rook": ROOK, "hex": HEX}


def test_one_lexicon_serves_many_shapes_and_threads():
    from concurrent.futures import ThreadPoolExecutor
    from itertools import product

    from unriddle.puzzles.boggle import kernel_cache as boggle_tables

    words = ["".join(letters) for letters in product("aeinrst", repeat=3)] + ["stare", "retinas"]
    lexicon = ur.Lexicon(words)
    shapes = [(rows, cols) for rows in range(1, 7) for cols in range(1, 7)]
    assert len(shapes) > boggle_tables.MOST_KINDS
    boards = [ur.Boggle.random(shape, dice="uniform", seed=seed) for shape in shapes for seed in range(3)]
    alone = [
        (result.words, result.stats.nodes, result.moves)
        for result in (board.solve(ur.Lexicon(words)) for board in boards)
    ]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            together = pool.map(lambda board: board.solve(lexicon), boards)
            assert [(result.words, result.stats.nodes, result.moves) for result in together] == alone
