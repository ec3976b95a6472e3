"""Searches of the signature: river crossings."""


def test_the_searches_are_as_recorded(as_recorded):
    *puzzles, farmer = as_recorded("river")
    lengths, best, states = puzzles[::4], puzzles[2::4], puzzles[3::4]
    assert lengths[:2] == [7, 11] and lengths[3:] == [
        11,
        5,
    ]  # the farmer, 3 missionaries, 3 couples, a bridge
    assert best[:2] == [2, 4] and states[0] == 10  # shortest plans; safe states of the farmer
    assert farmer == 2
