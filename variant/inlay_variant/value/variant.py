"""One Variant: metadata and value, and everything that is done with the pair."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, cast, overload

from inlay_variant.value.decode import read_value
from inlay_variant.value.encode import write_variant
from inlay_variant.value.in_order import put_in_order
from inlay_variant.value.json_out import json_of
from inlay_variant.value.json_text import node_of_json
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits
from inlay_variant.value.metadata import read_metadata, read_metadata_from
from inlay_variant.value.nodes import Node
from inlay_variant.value.path import look_up, parse_path
from inlay_variant.value.primitives import to_python
from inlay_variant.value.python_values import PythonValue, node_of

Binary: TypeAlias = "bytes | bytearray | memoryview"


class Variant(NamedTuple):
    """A Variant as it is stored; equal by bytes. `canonical()` first, to compare by value."""

    metadata: bytes
    value: bytes

    def node(self, limits: VariantLimits = DEFAULT_LIMITS, *, tolerant: bool = False) -> Node:
        """The tree of scalars, dicts and lists; with `tolerant`, of names in any order. Raises DecodeErrors with offset and path."""
        limits.checked()
        metadata, value = put_in_order(*self, limits) if tolerant else self
        return read_value(value, read_metadata(metadata, limits), limits)

    def canonical(
        self, limits: VariantLimits = DEFAULT_LIMITS, *, tolerant: bool = False
    ) -> Variant:
        """The same value in its canonical bytes; its types stay as they are. `tolerant` as of `node`."""
        return Variant(*write_variant(self.node(limits, tolerant=tolerant), limits))


Pair: TypeAlias = "Variant | tuple[Binary, Binary]"
"""What stands for one Variant: its metadata and its value."""


def encode(value: object, limits: VariantLimits = DEFAULT_LIMITS) -> Variant:
    """A Python value as a Variant: None, bool, int, float, Decimal, str, bytes, date, datetime, time,
    UUID, `Scalar`, and dicts and lists of these and of Variants. Raises EncodeError with the path.
    """
    return Variant(*write_variant(node_of(value, limits.checked()), limits))


@overload
def decode(
    variant: Pair,
    value: VariantLimits | None = None,
    limits: VariantLimits = ...,
    *,
    typed: bool = ...,
    tolerant: bool = ...,
) -> PythonValue: ...
@overload
def decode(
    variant: Binary,
    value: Binary,
    limits: VariantLimits = ...,
    *,
    typed: bool = ...,
    tolerant: bool = ...,
) -> PythonValue: ...
def decode(
    variant: Pair | Binary,
    value: Binary | VariantLimits | None = None,
    limits: VariantLimits = DEFAULT_LIMITS,
    *,
    typed: bool = False,
    tolerant: bool = False,
) -> PythonValue:
    """A Variant as a Python value; with `typed`, every scalar is a `Scalar` that keeps its type.

    `decode(metadata, value)` takes the two by themselves. With `tolerant`, the names of fields may be in any order.
    Raises DecodeErrors with offset and path, and TypeError for what are not bytes.
    """
    if isinstance(value, VariantLimits):
        limits, value = value, None
    limits.checked()
    pair = _take_pair(variant if value is None else (variant, value))
    metadata, encoded = put_in_order(*pair, limits) if tolerant else pair
    of_scalar = None if typed else to_python
    names = read_metadata(metadata, limits)
    return cast(PythonValue, read_value(encoded, names, limits, of_scalar=of_scalar))


def from_json(text: str | Binary, limits: VariantLimits = DEFAULT_LIMITS) -> Variant:
    """One JSON document as a Variant. Raises DecodeErrors with byte offset and path."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)
    return Variant(*write_variant(node_of_json(data, limits.checked()), limits))


def to_json(
    variant: Pair, limits: VariantLimits = DEFAULT_LIMITS, *, tolerant: bool = False
) -> str:
    """A Variant as compact JSON; what JSON has no type for becomes a string. `tolerant` as of `decode`."""
    return json_of(_take_pair(variant).node(limits, tolerant=tolerant))


def split(data: Binary, limits: VariantLimits = DEFAULT_LIMITS) -> Variant:
    """A Variant stored as metadata and value, one after the other."""
    data = bytes(data)
    size = read_metadata_from(data, limits).size
    return Variant(data[:size], data[size:])


def get(
    variant: Pair, path: str, limits: VariantLimits = DEFAULT_LIMITS, *, tolerant: bool = False
) -> Variant | None:
    """The value of a path, with the same metadata; None where there is none. Decodes nothing else. With `tolerant`, names may be in
    any order, and what is returned is in order."""
    pair = _take_pair(variant)
    limits.checked()
    metadata, value = put_in_order(*pair, limits) if tolerant else pair
    span = look_up(value, read_metadata(metadata, limits), parse_path(path), limits)
    return None if span is None else Variant(metadata, value[slice(*span)])


def _take_pair(given: object) -> Variant:
    """Raises TypeError for what are no two pieces of bytes."""
    kind = type(given).__name__
    if isinstance(given, tuple):
        pieces = cast("tuple[object, ...]", given)
        kinds = {type(piece) for piece in pieces}
        if len(pieces) == 2 and kinds <= {bytes, bytearray, memoryview}:
            metadata, value = cast("tuple[Binary, Binary]", pieces)
            return Variant(bytes(metadata), bytes(value))
    what = "a Variant is needed, or its metadata and value as bytes"
    raise TypeError(f"{what}, not {kind}")
