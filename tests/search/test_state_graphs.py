"""The graph of the configurations in reach."""

import xml.etree.ElementTree as ElementTree

import pytest

import unriddle as ur
from unriddle.search.example import CountToTen

ENDLESS = {"start": 0, "successors": lambda n: [n + 1], "is_goal": lambda n: False}
SQUARE = {
    "start": (0, 0),
    "successors": lambda at: [(at[0] + 1, at[1]), (at[0], at[1] + 1)],
    "is_goal": lambda at: at == (3, 3),
    "fail_fast": lambda at: max(at) > 3,
    "step_cost": lambda a, b: 2,
}


def interrupted(successors):
    """Return the same function, which Ctrl-C interrupts at a state."""

    def called(state):
        if state == (1, 1):
            raise KeyboardInterrupt
        return successors(state)

    return called


def test_it_has_all_configurations_and_steps():
    graph = ur.state_graph(SQUARE)
    inside = [(i, j) for i in range(4) for j in range(4)]
    outside = [(i, 4) for i in range(4)] + [(4, j) for j in range(4)]
    assert sorted(graph.states) == sorted(inside + outside) and graph.complete
    assert len(graph.steps) == 2 * 16 and set(graph.steps.values()) == {2.0}
    assert [graph.states[place] for place in graph.solved] == [(3, 3)]
    assert sorted(graph.states, key=sum) == graph.states


@pytest.mark.parametrize(
    "limited",
    [
        lambda p: ur.state_graph(p, 5),
        lambda p: ur.state_graph(p, limits=ur.Limits(nodes=3)),
        lambda p: ur.state_graph(p, limits=3),
        lambda p: ur.state_graph(p, limits=ur.Limits(memory=1)),
        lambda p: ur.state_graph({**p, "successors": interrupted(p["successors"])}),
    ],
    ids=["configurations", "nodes", "a number", "memory", "Ctrl-C"],
)
def test_a_part_is_never_said_to_be_the_whole(limited):
    graph = limited(SQUARE)
    assert not graph.complete and "incomplete" in repr(graph) and len(graph) < 24


def test_an_endless_graph_ends_with_the_time():
    assert not ur.state_graph(ENDLESS, None, limits=ur.Limits(seconds=0.05)).complete


def test_other_libraries_take_it():
    networkx = pytest.importorskip("networkx")
    graph = ur.state_graph(SQUARE)
    other = graph.to_networkx()
    goal = graph.states.index((3, 3))
    assert networkx.shortest_path_length(other, 0, goal, weight="cost") == 12
    assert other.nodes[goal] == {"state": (3, 3), "solved": True}
    assert graph.to_dot().count("->") == len(graph.steps)


def test_drawings_are_whole_or_refused():
    graph = ur.state_graph(CountToTen(1))
    assert len(ElementTree.fromstring(graph.to_svg()).findall("{*}rect")) == len(graph)
    with pytest.raises(ur.PuzzleError, match="at most 500"):
        ur.state_graph(ENDLESS, 501).to_svg()


def test_wrong_puzzles_are_one_line():
    raw = {"start": 1, "is_goal": bool}
    with pytest.raises(ur.PuzzleError, match="expected a list"):
        ur.state_graph({**raw, "successors": lambda n: None})
    with pytest.raises(ur.PuzzleError, match="cannot be hashed"):
        ur.state_graph({**raw, "successors": lambda n: [[n]]})
    with pytest.raises(ur.PuzzleError, match="limit=0"):
        ur.state_graph(SQUARE, 0)
