"""Nodes of a search tree."""

from __future__ import annotations

from threading import Lock
from typing import Any, ClassVar
from weakref import WeakValueDictionary

from .hash_keys import attributes_of


class PuzzleNode:
    """A node of a search tree: a configuration, what was made from it, where it came from.

    Parameters
    ----------
    puzzle : Puzzle, optional
        The configuration, or a raw state.
    children : list of PuzzleNode, optional
        Nodes one step on.
    parent : PuzzleNode, optional
        The node one step before; None at the root.

    Notes
    -----
    ``print(node)`` shows the configuration and all below it: of the first node of a path, the whole path.
    Nodes are equal where their configurations and the trees below them are.

    Examples
    --------
    >>> root = PuzzleNode("start")
    >>> leaf = PuzzleNode("end", parent=root)
    >>> root.children.append(leaf)
    >>> leaf.depth, [node is root for node in leaf.path()], root == PuzzleNode("start", [PuzzleNode("end")])
    (1, [True, False], True)
    >>> print(root)
    start
    <BLANKLINE>
    end
    <BLANKLINE>
    <BLANKLINE>
    """

    __slots__ = ("children", "parent", "puzzle")

    puzzle: Any
    children: list[PuzzleNode]
    parent: PuzzleNode | None

    def __new__(cls, *_: Any, **__: Any) -> PuzzleNode:
        """Make a node without a configuration."""
        node = object.__new__(cls)  # whole, also where a subclass leaves out the rest
        node.puzzle, node.children, node.parent = None, [], None
        return node

    def __init__(
        self,
        puzzle: Any = None,
        children: list[PuzzleNode] | None = None,
        parent: PuzzleNode | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.children = [] if children is None else children
        self.parent = parent

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        pairs: list[tuple[PuzzleNode, PuzzleNode]] = [(self, other)]
        while pairs:  # not by recursion: a path may have 100,000 nodes
            mine, theirs = pairs.pop()
            if mine.puzzle != theirs.puzzle or len(mine.children) != len(theirs.children):
                return False
            pairs += zip(mine.children, theirs.children, strict=True)
        return True

    def __hash__(self) -> int:
        return hash(self.puzzle)

    def __str__(self) -> str:
        parts: list[str] = []
        left: list[PuzzleNode | str] = [self]
        while left:
            node = left.pop()
            if isinstance(node, str):
                parts.append(node)
                continue
            parts.append(f"{node.puzzle}\n\n")
            for place, child in enumerate(reversed(node.children)):
                left += ["\n", child] if place else [child]
        return "".join(parts)

    def path(self) -> list[PuzzleNode]:
        """Return the nodes from the root to this one."""
        nodes: list[PuzzleNode] = []
        node: PuzzleNode | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    @property
    def depth(self) -> int:
        """Steps from the root."""
        return len(self.path()) - 1

    def __repr__(self) -> str:
        return f"PuzzleNode({self.puzzle!r}, depth={self.depth}, children={len(self.children)})"

    def __copy__(self) -> PuzzleNode:
        node = type(self).__new__(type(self))
        for name, value in attributes_of(self).items():
            setattr(node, name, value)
        return node

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        tree = _Tree.of(self)
        return _Tree.node, (tree, tree.places[id(self)])


class _Tree:
    """All nodes of a tree, as one object to be copied or pickled: not by recursion from node to node."""

    alive: ClassVar[WeakValueDictionary[int, _Tree]] = WeakValueDictionary()
    lock: ClassVar[Lock] = Lock()

    def __init__(self, kinds: tuple[type[PuzzleNode], ...] = ()) -> None:
        self.nodes = [kind.__new__(kind) for kind in kinds]
        self.places: dict[int, int] = {}

    @classmethod
    def of(cls, node: PuzzleNode) -> _Tree:
        """Return the tree of a node; the same one for all its nodes, as long as somebody pickles it."""
        top = node.path()[0]
        with cls.lock:
            tree = cls.alive.get(id(top))
            if tree is None or id(node) not in tree.places:
                tree = cls._made(top, node)
                cls.alive[id(top)] = tree
            return tree

    @classmethod
    def _made(cls, top: PuzzleNode, node: PuzzleNode) -> _Tree:
        """Return a tree of the nodes around two of them."""
        tree, found = cls(), {id(top): top}
        left = [top]
        if id(node) not in found:  # its parent may not know it
            found[id(node)] = node
            left.append(node)
        while left:
            one = left.pop()
            for other in (*one.children, *(() if one.parent is None else (one.parent,))):
                if id(other) not in found:
                    found[id(other)] = other
                    left.append(other)
        tree.nodes = list(found.values())
        tree.places = {place: k for k, place in enumerate(found)}
        return tree

    def node(self, place: int) -> PuzzleNode:
        """Return the node at a place."""
        return self.nodes[place]

    def __reduce__(self) -> tuple[Any, ...]:
        rows = []
        for node in self.nodes:
            other = attributes_of(node)
            puzzle, parent = other.pop("puzzle"), other.pop("parent")
            children = [self.places[id(child)] for child in other.pop("children")]
            rows.append((puzzle, children, None if parent is None else self.places[id(parent)], other))
        return _Tree, (tuple(map(type, self.nodes)),), rows

    def __setstate__(self, rows: list[tuple[Any, list[int], int | None, dict[str, Any]]]) -> None:
        for node, (puzzle, children, parent, other) in zip(self.nodes, rows, strict=True):
            node.puzzle, node.children = puzzle, [self.nodes[place] for place in children]
            node.parent = None if parent is None else self.nodes[parent]
            for name, value in other.items():
                setattr(node, name, value)
