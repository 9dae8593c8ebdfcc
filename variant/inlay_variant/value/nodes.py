"""A Variant as a tree: scalars that keep their types, dicts and lists.

Everything that is not about bytes works on trees. Nothing recurses over them, for a value may be a
thousand levels deep and Python stops there: `fold` goes from the leaves up with a stack of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

from inlay_variant.value.primitives import Scalar

Node: TypeAlias = "Scalar | dict[str, Node] | list[Node]"
Result = TypeVar("Result")


class _Open(Generic[Result]):
    """A container whose children are being folded."""

    __slots__ = ("children", "done", "keys")

    def __init__(self, node: Mapping[str, Node] | Sequence[Node]) -> None:
        self.keys = list(node) if isinstance(node, Mapping) else None
        self.children: Iterator[Node] = iter(
            list(node.values()) if isinstance(node, Mapping) else node
        )
        self.done: list[Result] = []


def fold(
    node: Node,
    of_scalar: Callable[[Scalar], Result],
    of_object: Callable[[Mapping[str, Result]], Result],
    of_array: Callable[[Sequence[Result]], Result],
) -> Result:
    """The result of a tree from the results of its parts."""
    root: _Open[Result] = _Open([node])
    stack = [root]
    while True:
        top = stack[-1]
        child = next(top.children, None)
        if isinstance(child, Scalar):
            top.done.append(of_scalar(child))
        elif child is not None:
            stack.append(_Open(child))
        elif top is root:
            return root.done[0]
        else:
            stack.pop()
            keys, done = top.keys, top.done
            result = (
                of_array(done) if keys is None else of_object(dict(zip(keys, done, strict=True)))
            )
            stack[-1].done.append(result)
