"""Masks over trees of nodes, whatever the wire: five children with four children each, and what each mask leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from inlay_runtime.errors import NotDecodedError

LEFT_OUT: Final = "-"
E: Final = LEFT_OUT


def make_children(make: Callable[..., Any]) -> list[Any]:
    """Two levels; every node has a number of its own."""
    return [
        make(value=10 * a, children=[make(value=10 * a + b, children=[]) for b in range(4)])
        for a in range(5)
    ]


def seen(node: Any) -> Any:
    """A node as nested lists: its value and its children, with a dash for what is not decoded."""
    try:
        value = node.value
    except NotDecodedError:
        value = LEFT_OUT
    try:
        children = [seen(child) for child in node.children]
    except NotDecodedError:
        return value
    return [value, *children] if children else value


def whole(first: int) -> list[Any]:
    return [first, first, first + 1, first + 2, first + 3]


PATHS: Final[list[tuple[list[str], Any]]] = [
    ([], E),
    (["value"], 1000),
    (["children"], [E, *[whole(10 * a) for a in range(5)]]),
    (["value", "children.value"], [1000, 0, 10, 20, 30, 40]),
    (["children[1].value"], [E, E, 10, E, E, E]),
    (["children[0,3].value"], [E, 0, E, E, 30, E]),
    (["children[1:3].value"], [E, E, 10, 20, E, E]),
    (["children[3:].value"], [E, E, E, E, 30, 40]),
    (["children[:2].value"], [E, 0, 10, E, E, E]),
    (["children[:].value"], [E, 0, 10, 20, 30, 40]),
    (["children[0:2,4].value"], [E, 0, 10, E, E, 40]),
    (["children[ 0 , 4 ].value"], [E, 0, E, E, E, 40]),
    (["children[99].value"], [E, *[E] * 5]),
    (["children[2:1].value"], [E, *[E] * 5]),
    (["children[1]"], [E, E, whole(10), E, E, E]),
    (["children[1].value", "children[2].value"], [E, E, 10, 20, E, E]),
    (["children[1].value", "children[1].children[0].value"], [E, E, [10, 10, E, E, E], E, E, E]),
    (["children[1]", "children.value"], [E, 0, whole(10), 20, 30, 40]),
    (["children", "children[1].value"], [E, *[whole(10 * a) for a in range(5)]]),
    (["children.children[1].value"], [E, *[[E, E, 10 * a + 1, E, E] for a in range(5)]]),
]
"""The paths of a mask, and what is seen of a root of value 1000."""
