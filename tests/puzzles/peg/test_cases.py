"""Benchmark cases of peg solitaire: what is timed is right."""


def test_the_answers_of_a_group_agree(answers_of):
    answers = answers_of("peg")
    [layers] = answers["peg triangle15, positions/kernel"]
    [solvable] = answers["peg triangle15, solvable positions/kernel"]
    assert len(layers) == 14 and layers[:2] == [1, 1]  # 14 pegs down to 1
    assert 14 < solvable < sum(layers)
    assert answers["peg triangle15, a solution/kernel"] == [True]
