"""Encoded values to trees, strictly. This is the specification of the native pass over values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from inlay_runtime import amounts
from inlay_runtime.errors import DecodeError, InvalidValueError, LimitError, TruncatedError
from inlay_variant.value.containers import ARRAY, OBJECT, SHORT, OpenedContainer, open_container
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits
from inlay_variant.value.metadata import Metadata
from inlay_variant.value.nodes import Node
from inlay_variant.value.primitives import (
    DECIMAL_PRECISION,
    MAX_SCALE,
    SIZES,
    PrimitiveType,
    Scalar,
)

_VARIABLE: Final = (PrimitiveType.BINARY, PrimitiveType.STRING)


class _Open:
    """A container whose values are being read; `next` counts them."""

    __slots__ = ("container", "next", "node")

    def __init__(self, container: OpenedContainer) -> None:
        self.container = container
        self.node: dict[str, Node] | list[Node] = [] if container.ids is None else {}
        self.next = 0

    def step(self, metadata: Metadata) -> str:
        """The path from it to the value that is being read."""
        index = self.next - 1
        ids = self.container.ids
        return f"[{index}]" if ids is None else step_of(metadata.texts[ids[index]])


def step_of(name: str) -> str:
    """A field's name as a step of a path."""
    if name.isidentifier():
        return f".{name}"
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"['{escaped}']"


def read_value(
    data: bytes,
    metadata: Metadata,
    limits: VariantLimits = DEFAULT_LIMITS,
    *,
    start: int = 0,
    end: int | None = None,
    of_scalar: Callable[[Scalar], Any] | None = None,
) -> Node:
    """The tree of data[start:end], all of which has to be one value; `of_scalar` makes its leaves something else.

    Raises DecodeErrors: with offsets into `data`, and paths from `$`.
    """
    stop = len(data) if end is None else end
    if stop - start > limits.size:
        raise LimitError(
            f"{amounts.count(stop - start, 'byte')}, {amounts.count(limits.size, 'is allowed', 'are allowed')}",
            start,
            "$",
        )
    stack: list[_Open] = []
    try:
        while True:
            scalar = _read_one(data, start, stop, metadata, limits, stack)
            if scalar is not None:
                node: Node = scalar if of_scalar is None else of_scalar(scalar)
                if not stack:
                    return node
                _add(stack[-1], node, metadata)
            while stack[-1].next == len(stack[-1].container.spans):
                done = stack.pop()
                if not stack:
                    return done.node
                _add(stack[-1], done.node, metadata)
            top = stack[-1]
            start, stop = top.container.spans[top.next]
            top.next += 1
    except DecodeError as error:
        path = "$" + "".join(level.step(metadata) for level in stack)
        raise type(error)(error.reason, error.offset, path) from None


def _add(parent: _Open, node: Node, metadata: Metadata) -> None:
    if isinstance(parent.node, dict):
        assert parent.container.ids is not None
        parent.node[metadata.texts[parent.container.ids[parent.next - 1]]] = node
    else:
        parent.node.append(node)


def _read_one(
    data: bytes, start: int, end: int, metadata: Metadata, limits: VariantLimits, stack: list[_Open]
) -> Scalar | None:
    """The scalar in data[start:end]; a container is pushed instead, and None returned."""
    if start >= end:
        raise TruncatedError("needs 1 byte, 0 are left", start)
    if data[start] & 3 in (OBJECT, ARRAY):
        if len(stack) >= limits.depth:
            raise LimitError(f"more than {limits.depth} nested objects and arrays", start)
        stack.append(_Open(open_container(data, start, end, metadata)))
        return None
    return read_scalar(data, start, end)


def read_scalar(data: bytes, start: int, end: int) -> Scalar:
    """The primitive or short string that fills data[start:end]."""
    if start >= end:
        raise TruncatedError("needs 1 byte, 0 are left", start)
    header = data[start]
    at = start + 1
    if header & 3 == SHORT:
        _fill(header >> 2, at, end)
        return Scalar(PrimitiveType.STRING, _text(data[at:end], at))
    type_ = header >> 2
    if type_ in _VARIABLE:
        if end - at < 4:
            raise TruncatedError(f"needs 4 bytes, {end - at} are left", at)
        size = int.from_bytes(data[at : at + 4], "little")
        _fill(size, at + 4, end)
        content = data[at + 4 : end]
        return Scalar(type_, _text(content, at + 4) if type_ == PrimitiveType.STRING else content)
    if type_ not in SIZES:
        # 'new types may be added ... an implementation should be able to read the rest'
        return Scalar(type_, data[at:end])
    _fill(SIZES[type_], at, end)
    payload = data[at:end]
    if type_ in DECIMAL_PRECISION:
        _check_decimal(type_, payload, at)
    return Scalar(type_, payload)


def _fill(size: int, at: int, end: int) -> None:
    if size > end - at:
        raise TruncatedError(
            f"needs {amounts.count(size, 'byte')}, {amounts.count(end - at, 'is left', 'are left')}",
            at,
        )
    if size < end - at:
        raise InvalidValueError(
            f"{amounts.count(end - at - size, 'byte follows', 'bytes follow')} the value", at + size
        )


def _text(content: bytes, at: int) -> bytes:
    try:
        content.decode()
    except UnicodeDecodeError as error:
        raise InvalidValueError("text that is not UTF-8", at + error.start) from None
    return content


def _check_decimal(type_: int, payload: bytes, at: int) -> None:
    if payload[0] > MAX_SCALE:
        raise InvalidValueError(f"scale {payload[0]}, at most {MAX_SCALE} is allowed", at)
    digits = DECIMAL_PRECISION[type_]
    if abs(int.from_bytes(payload[1:], "little", signed=True)) >= 10**digits:
        raise InvalidValueError(f"a decimal of more than {digits} digits", at + 1)
