"""Benchmark cases of peg solitaire: what is timed is right."""

from benchmarks.suites import peg as cases


def test_the_answers_of_a_group_agree(answers_of):
    answers = answers_of("peg")
    [layers] = answers["peg triangle15, positions/kernel"]
    [solvable] = answers["peg triangle15, solvable positions/kernel"]
    assert len(layers) == 14 and layers[:2] == [1, 1]  # 14 pegs down to 1
    assert 14 < solvable < sum(layers)
    assert answers["peg triangle15, a solution/kernel"] == [True]
    for side, moves in ((4, 5), (5, 9)):
        group = f"peg triangle of {side} rows, fewest moves"
        assert answers[f"{group}/kernel"] == answers[f"{group}/breadth-first, moves as steps"] == [moves]


def test_pegs_on_a_line():
    jumps = [(at, at + step, at + 2 * step) for at in range(5) for step in (1, -1) if 0 <= at + 2 * step < 5]
    assert cases._depth_first(0b00011, jumps, {0b00100}) == (True, 2)
    assert cases._depth_first(0b10001, jumps, {0b00001}) == (False, 1)  # no jump at all
    assert cases._depth_first(0b01111, jumps, {0b00001}) == (False, 3)  # then 0b10011, then 0b10100
    assert cases._fewest_moves(0b01011, jumps, {0b00001, 0b10000}) == (1, 4)  # one peg jumps twice
    assert cases._fewest_moves(0b00111, [(1, 0, 3), (2, 3, 1)], {0b00010}) == (2, 3)
