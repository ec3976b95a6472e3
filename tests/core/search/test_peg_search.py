import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from some_boards import array, both_boards, peg_boards

from reference.search import engine as plain_engine
from reference.search import peg as game
from reference.search import peg_search as twin
from unriddle.core.search import engine, peg, peg_numbered, peg_search
from unriddle.puzzles.peg.boards import board_of

MODULES = peg_search, twin


def test_the_kernel_is_compiled():
    assert peg_search.__file__.endswith((".so", ".pyd"))


@given(peg_boards(), st.data())
def test_layers_equal_the_twin(board, data):
    start = data.draw(st.integers(1, board.whole))
    symmetries = data.draw(st.sampled_from([board.symmetries, board.symmetries[:1]]))
    layers = peg_search.PegLayers(board.core(symmetries), array(start))
    expected = game.layers(start, board.jumps, symmetries)
    for layer in expected:
        assert set(layers.last().tolist()) == layer
        everything = {
            sum(1 << s[h] for h in range(len(board.holes)) if x >> h & 1) for x in layer for s in symmetries
        }
        assert layers.orbits() == len(everything)
        while layers.run(1):
            pass
    assert layers.size() == 0


@given(peg_boards(8), st.data())
def test_searches_take_the_steps_of_the_twin(board, data):
    start, ends = data.draw(st.integers(1, board.whole)), data.draw(st.integers(0, len(board.holes) - 1))
    found = []
    for module, searches, core in zip(
        MODULES, (engine, plain_engine), both_boards(board, board.symmetries), strict=True
    ):
        rules = module.PegRules(core, array(1 << ends))
        for method in range(5):
            goals = array(1 << ends).reshape(1, 1) if method == engine.BIDIRECTIONAL else None
            search = searches.Search(rules, array(start), method, goals)
            while search.run(7):
                pass
            path = [int(state[0]) for state in search.path()]
            found.append((search.status, search.nodes, search.generated, search.pruned, search.cost, path))
    assert found[:5] == found[5:]


@given(peg_boards(8), st.data())
def test_layers_beams_and_ways_back_are_those_of_the_twin(board, data):
    start = data.draw(st.integers(1, board.whole))
    goal = 1 << data.draw(st.integers(0, len(board.holes) - 1))
    assume(goal != board.whole)
    symmetries = board.keeping([start], [goal])
    width = data.draw(st.sampled_from([0, 2]))
    weights = board.weights if width else None
    found = []
    for module, pegs, core in zip(MODULES, (peg, game), both_boards(board, symmetries), strict=True):
        pagodas = None
        if data.draw(st.shared(st.booleans(), key="pagodas")):
            pagodas = pegs.Pagodas(core, array(goal))
            pagodas.choose(array(start), 3)
        layers = module.PegLayers(core, array(start), pagodas, True, width=width, weights=weights)
        behind = module.PegLayers(core, array(board.whole ^ goal), None, True)
        seen = []
        steps = start.bit_count() - 1
        for number in range(steps):
            search = layers if number % 2 else behind
            while search.run(2):
                pass
            seen.append((list(search.last()), list(search.sample(2)), search.size(), search.n_layers))
            seen.append(search.orbits())
        if steps:
            layers.meet(behind, behind.n_layers - 1)
            while layers.meeting(2):
                pass
            seen.append(layers.met)
            while layers.back(2):
                pass
            seen.append([list(layer) for layer in layers.kept_layers()])
            seen.append(
                [
                    layers.among(k, array(start, goal)).count(True)
                    if module is twin
                    else int(layers.among(k, array(start, goal)).sum())
                    for k in range(layers.n_layers)
                ]
            )
            for position in layers.last()[:3]:
                seen.append(layers.path_to(int(position), start))
            seen.append(layers.meet_set(layers.last()[:2]))
        seen.append((layers.nodes, layers.generated, layers.pruned, layers.trimmed, layers.status))
        found.append(seen)
    assert found[0] == found[1]


@given(peg_boards(), st.data())
def test_a_beam_keeps_the_lightest(board, data):
    start = data.draw(st.integers(1, board.whole))
    core = board.core()
    beam = peg_search.PegLayers(core, array(start), None, True, width=1, weights=board.weights)
    beam.run(1 << 40)
    expected = game.layers(start, board.jumps, board.symmetries)
    if len(expected) > 1:
        weights = board.weights.tolist()

        def weight(x):
            return sum(weights[h] for h in range(len(weights)) if x >> h & 1)

        assert beam.size() == 1
        assert weight(int(beam.last()[0])) == min(map(weight, expected[1]))
        assert beam.trimmed == (len(expected[1]) > 1)
        path = beam.path_to(int(beam.last()[0]), start)
        assert path[0] == start
        assert any(path[1] == other for _, other in game.after(start, board.jumps))


def test_wrong_arguments_are_refused():
    board = board_of(((True, True, True),)).core()
    for goals in (array(), array(8), array(0), array(1, 3)):
        with pytest.raises(ValueError, match="goal"):
            peg_search.PegRules(board, goals)
    for starts in (array(8), array(0)):
        with pytest.raises(ValueError, match="pegs on the board"):
            peg_search.PegLayers(board, starts)
    with pytest.raises(ValueError, match="weight"):
        peg_search.PegLayers(board, array(3), width=1)
    layers = peg_search.PegLayers(board, array(3))
    other = peg_search.PegLayers(board, array(3))
    other.run(10)
    with pytest.raises(ValueError, match="kept"):
        layers.meet(other, 0)
    with pytest.raises(ValueError, match="kept"):
        layers.path_to(3, 3)
    with pytest.raises(ValueError, match="meet"):
        layers.meeting(1)
    with pytest.raises(ValueError, match="meet"):
        layers.back(1)
    with pytest.raises(ValueError, match="layer 1"):
        layers.among(1, array(3))


def test_a_layer_that_is_expanded_is_its_positions_alone():
    board = board_of(tuple(tuple(True for _ in range(5)) for _ in range(5)))
    layers = peg_search.PegLayers(board.core(), array(board.whole ^ 1))
    for _ in range(7):
        layers.run(1 << 40)
    layer = layers.last()
    assert layers.among(7, layer[:100]).all() and layers.bytes >= 24 * len(layer)
    layers.run(1)
    assert (layers.last() == layer).all() and layers.bytes <= 8 * len(layer) + 4096
    other = peg_search.PegLayers(board.core(), array(1))
    for wrong in (lambda: layers.among(7, layer), lambda: other.meet(layers, 7)):
        with pytest.raises(ValueError, match="kept"):
            wrong()
    while layers.run(1000):
        pass
    whole = peg_search.PegLayers(board.core(), array(board.whole ^ 1), keep=True)
    for _ in range(8):
        whole.run(1 << 40)
    assert (layers.last() == whole.last()).all() and layers.n_layers == 9


def test_a_wide_layer_is_trimmed_in_slices():
    shape = board_of(tuple(tuple(True for _ in range(6)) for _ in range(6)))
    board, start = shape.core(), array(shape.whole ^ 1 << 14)
    whole = peg_search.PegLayers(board, start)
    while whole.size() < 20_000:
        whole.run(1 << 40)
    begins = whole.last()
    whole.run(1 << 40)
    assert whole.size() > 1 << 16
    width = 50_000
    beam = peg_search.PegLayers(board, begins, None, True, width=width, weights=shape.weights)
    slices = []
    while beam.run(1 << 40):
        slices.append((beam.nodes, beam.size(), beam.trimmed))
    assert len(slices) > 1 and set(slices) == {(len(begins), len(begins), True)}
    weights = [sum(int(w) for h, w in enumerate(shape.weights) if x >> h & 1) for x in whole.last().tolist()]
    lightest = sorted(range(len(weights)), key=weights.__getitem__)[:width]
    assert beam.last().tolist() == whole.last()[sorted(lightest)].tolist()
    little = peg_search.PegLayers(board, begins, None, True, 4_000_000, width=width, weights=shape.weights)
    while little.run(1 << 40):
        pass
    assert little.status == peg_search.OUT_OF_MEMORY


def test_memory_is_bounded():
    board = board_of(tuple(tuple(True for _ in range(6)) for _ in range(6)))
    layers = peg_search.PegLayers(board.core(), array(board.whole ^ 1), None, True, 100_000)
    while not layers.status and layers.size():
        layers.run(1 << 40)
    assert layers.status == peg_search.OUT_OF_MEMORY


@pytest.mark.parametrize("kind", [peg_search.PegLayers, peg_numbered.PegNumbered])
def test_a_meeting_ends_with_the_layer_that_it_looks_at(kind):
    more = [None] if kind is peg_search.PegLayers else []
    line = board_of(((True,) * 5,))
    board = line.core(line.symmetries[:1])
    layers, other = (kind(board, array(start), *more, True) for start in (0b01011, 0b10011))
    layers.meet(other, 0)
    assert layers.meeting(0)
    while layers.run(1):
        pass
    with pytest.raises(ValueError, match="meeting needs a meet"):
        layers.meeting(1)
