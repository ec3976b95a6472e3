from unriddle import LadderResult, SearchStats, Status, WordLadderPuzzle


def test_a_ladder_and_none():
    result = WordLadderPuzzle("cat", "cog", ["cat", "cot", "cog"]).solve()
    assert (result.solution, result.length, result.cost) == (("cat", "cot", "cog"), 2, 2)
    assert str(result) == "cat -> cot -> cog"
    none = LadderResult(status=Status.NO_SOLUTION, stats=SearchStats())
    assert (none.solution, none.length, str(none)) == (None, 0, "NO_SOLUTION")
    assert none._repr_svg_().startswith("<svg")
