"""Trees to bytes, canonically: smallest widths, sorted keys, values in the order of their keys.

Types stay as they are: an int64 of 1 is not the same value as an int8 of 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inlay_runtime import amounts
from inlay_runtime.errors import EncodeError
from inlay_variant.value.containers import PRIMITIVE, SHORT, write_array, write_object
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits
from inlay_variant.value.metadata import write_metadata
from inlay_variant.value.nodes import Node, fold
from inlay_variant.value.primitives import SHORT_STRING, PrimitiveType, Scalar


def write_scalar(scalar: Scalar) -> bytes:
    """Header and payload; text of up to 63 bytes as a short string."""
    type_, payload = scalar
    if type_ == PrimitiveType.STRING and len(payload) <= SHORT_STRING:
        return bytes([len(payload) << 2 | SHORT]) + payload
    header = bytes([type_ << 2 | PRIMITIVE])
    if type_ in (PrimitiveType.STRING, PrimitiveType.BINARY):
        return header + len(payload).to_bytes(4, "little") + payload
    return header + payload


def write_variant(node: Node, limits: VariantLimits = DEFAULT_LIMITS) -> tuple[bytes, bytes]:
    """Metadata and value. Raises EncodeError for what exceeds the limits."""
    names = _names(node)
    ids = {name: id_ for id_, name in enumerate(sorted(names))}
    metadata = write_metadata(names)

    def write_fields(fields: Mapping[str, bytes]) -> bytes:
        entries = sorted((ids[name.encode()], value) for name, value in fields.items())
        return write_object(entries)

    value = fold(node, write_scalar, write_fields, write_array)
    for what, part in (("metadata", metadata), ("value", value)):
        if len(part) > limits.size:
            raise EncodeError(
                f"{amounts.count(len(part), 'byte')} of {what}, {amounts.count(limits.size, 'is allowed', 'are allowed')}"
            )
    return metadata, value


def _names(node: Node) -> set[bytes]:
    names: set[bytes] = set()

    def note(fields: Mapping[str, None]) -> None:
        names.update(name.encode() for name in fields)

    def ignore(_: Scalar | Sequence[None]) -> None:
        return None

    fold(node, ignore, note, ignore)
    return names
