"""Walking things that refer to each other, without recursion: a text may chain thousands."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def walk(edges: Mapping[Node, Sequence[Node]]) -> tuple[list[Node], list[list[Node]]]:
    """The nodes, each after those it refers to, and the cycles that make this impossible.

    A cycle begins at the node that comes first in `edges`; a node is in at most one of them.
    """
    order: list[Node] = []
    cycles: list[list[Node]] = []
    seen: set[Node] = set()
    cyclic: set[Node] = set()
    for root in edges:
        path: list[Node] = []
        place: dict[Node, int] = {}
        pending: list[Iterator[Node]] = []
        if root not in seen:
            seen.add(root)
            place[root] = 0
            path.append(root)
            pending.append(iter(edges[root]))
        while pending:
            target = next(pending[-1], None)
            if target is None:
                pending.pop()
                done = path.pop()
                del place[done]
                order.append(done)
            elif target in place:
                if target not in cyclic:
                    cycle = path[place[target] :]
                    cycles.append(cycle)
                    cyclic.update(cycle)
            elif target in edges and target not in seen:
                seen.add(target)
                place[target] = len(path)
                path.append(target)
                pending.append(iter(edges[target]))
    return order, cycles
