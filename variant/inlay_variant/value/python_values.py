"""Python values to trees, and trees to Python values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias, cast

from inlay_runtime.errors import DecodeError, EncodeError
from inlay_variant.value.decode import step_of
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits
from inlay_variant.value.nodes import Node
from inlay_variant.value.primitives import PythonScalar, Scalar, from_python

if TYPE_CHECKING:
    from inlay_variant.value.variant import Variant

PythonValue: TypeAlias = "PythonScalar | dict[str, PythonValue] | list[PythonValue]"
"""What decoding gives: plain Python, and a Scalar for what Python has no type for."""


class _Open:
    __slots__ = ("filled", "name", "rest")

    def __init__(self, value: Mapping[object, object] | list[object] | tuple[object, ...]) -> None:
        self.filled: dict[str, Node] | list[Node] = {} if isinstance(value, Mapping) else []
        self.rest = iter(value.items() if isinstance(value, Mapping) else enumerate(value))
        self.name: object = None

    def step(self) -> str:
        return step_of(str(self.name)) if isinstance(self.filled, dict) else f"[{self.name}]"


def node_of(value: object, limits: VariantLimits = DEFAULT_LIMITS) -> Node:
    """The tree of a Python value: scalars of any kind (`PythonScalar`), mappings with str keys, lists and
    tuples, and Variants inside of these. Raises EncodeError with the path to what no Variant can hold.
    """
    from inlay_variant.value.variant import Variant

    stack: list[_Open] = []
    try:
        while True:
            if isinstance(value, Mapping | list | tuple) and not isinstance(
                value, Scalar | Variant
            ):
                if len(stack) >= limits.depth:
                    raise EncodeError(f"more than {limits.depth} nested objects and arrays")
                stack.append(_Open(cast("Mapping[object, object] | list[object]", value)))
            else:
                if isinstance(value, bytearray | memoryview):
                    value = bytes(cast("bytearray | memoryview[int]", value))
                node: Node
                if isinstance(value, Variant):
                    node = _tree_of(value, len(stack), limits)
                else:
                    node = from_python(value)
                if not stack:
                    return node
                _add(stack[-1], node)
            while (entry := next(stack[-1].rest, None)) is None:
                done = stack.pop()
                if not stack:
                    return done.filled
                _add(stack[-1], done.filled)
            stack[-1].name, value = entry
    except EncodeError as error:
        path = "$" + "".join(level.step() for level in stack)
        raise EncodeError(error.reason, path) from None


def _tree_of(variant: Variant, depth: int, limits: VariantLimits) -> Node:
    """The tree of a Variant inside of so many objects and arrays. Raises EncodeError."""
    try:
        return variant.node(limits._replace(depth=limits.depth - depth))
    except DecodeError as error:
        raise EncodeError(f"a Variant inside of {depth} others: {error.reason}") from None


def _add(parent: _Open, node: Node) -> None:
    if isinstance(parent.filled, list):
        parent.filled.append(node)
        return
    if not isinstance(parent.name, str):
        raise EncodeError(f"the key {parent.name!r} is not a str")
    try:
        parent.name.encode()
    except UnicodeEncodeError:
        raise EncodeError(f"the key {parent.name!r} has a lone surrogate") from None
    parent.filled[parent.name] = node
