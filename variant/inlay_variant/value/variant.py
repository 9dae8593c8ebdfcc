"""One Variant: metadata and value, and everything that is done with the pair."""

from __future__ import annotations

from typing import NamedTuple, cast

from inlay_variant.value.decode import read_value
from inlay_variant.value.encode import write_variant
from inlay_variant.value.json_out import json_of
from inlay_variant.value.json_text import node_of_json
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits
from inlay_variant.value.metadata import read_metadata, read_metadata_from
from inlay_variant.value.nodes import Node
from inlay_variant.value.path import look_up, parse_path
from inlay_variant.value.primitives import to_python
from inlay_variant.value.python_values import PythonValue, node_of


class Variant(NamedTuple):
    """A Variant as it is stored; equal by bytes. `canonical()` first, to compare by value."""

    metadata: bytes
    value: bytes

    def node(self, limits: VariantLimits = DEFAULT_LIMITS) -> Node:
        """The tree of scalars, dicts and lists. Raises DecodeErrors with offset and path."""
        limits.checked()
        return read_value(self.value, read_metadata(self.metadata, limits), limits)

    def canonical(self, limits: VariantLimits = DEFAULT_LIMITS) -> Variant:
        """The same value in its canonical bytes; its types stay as they are."""
        return Variant(*write_variant(self.node(limits), limits))


def encode(value: object, limits: VariantLimits = DEFAULT_LIMITS) -> Variant:
    """A Python value as a Variant: None, bool, int, float, Decimal, str, bytes, date, datetime, time,
    UUID, `Scalar`, and dicts and lists of these and of Variants. Raises EncodeError with the path.
    """
    return Variant(*write_variant(node_of(value, limits.checked()), limits))


def decode(
    variant: Variant, limits: VariantLimits = DEFAULT_LIMITS, *, typed: bool = False
) -> PythonValue:
    """A Variant as a Python value; with `typed`, every scalar is a `Scalar` that keeps its type.

    Raises DecodeErrors with offset and path.
    """
    limits.checked()
    names = read_metadata(variant.metadata, limits)
    of_scalar = None if typed else to_python
    return cast(PythonValue, read_value(variant.value, names, limits, of_scalar=of_scalar))


def from_json(text: str | bytes, limits: VariantLimits = DEFAULT_LIMITS) -> Variant:
    """One JSON document as a Variant. Raises DecodeErrors with byte offset and path."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return Variant(*write_variant(node_of_json(data, limits.checked()), limits))


def to_json(variant: Variant, limits: VariantLimits = DEFAULT_LIMITS) -> str:
    """A Variant as compact JSON; what JSON has no type for becomes a string."""
    return json_of(variant.node(limits))


def split(data: bytes, limits: VariantLimits = DEFAULT_LIMITS) -> Variant:
    """A Variant stored as metadata and value, one after the other."""
    size = read_metadata_from(data, limits).size
    return Variant(data[:size], data[size:])


def get(variant: Variant, path: str, limits: VariantLimits = DEFAULT_LIMITS) -> Variant | None:
    """The value of a path, with the same metadata; None where there is none. Decodes nothing else."""
    metadata = read_metadata(variant.metadata, limits.checked())
    span = look_up(variant.value, metadata, parse_path(path), limits)
    return None if span is None else Variant(variant.metadata, variant.value[slice(*span)])
