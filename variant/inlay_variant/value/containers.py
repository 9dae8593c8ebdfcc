"""Objects and arrays: where their values lie, and how they are written.

Strict: every byte of a container belongs to its header, its tables, or to exactly one value. Two fields
that share bytes would let a small value describe millions, so they are refused, and so are gaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from inlay_runtime import amounts
from inlay_runtime.errors import DuplicateFieldError, InvalidValueError, TruncatedError
from inlay_variant.value.metadata import TOLERANT_ONLY, Metadata, width_of

PRIMITIVE: Final = 0
SHORT: Final = 1
OBJECT: Final = 2
ARRAY: Final = 3


class OpenedContainer(NamedTuple):
    """`ids` is None for an array; `spans` are (start, end) of the values, in the order of the ids."""

    ids: list[int] | None
    spans: list[tuple[int, int]]


def open_container(
    data: bytes, start: int, end: int, metadata: Metadata, *, in_order: bool = True
) -> OpenedContainer:
    """Reads the tables of the object or array in data[start:end]; fields have to be `in_order` of their names.

    Raises DecodeErrors whose path is empty: only the caller knows it.
    """
    is_object = data[start] & 3 == OBJECT
    header = data[start] >> 2
    width = (header & 3) + 1
    id_width = (header >> 2 & 3) + 1 if is_object else 0
    is_large = header >> (4 if is_object else 2) & 1
    position = start + 1
    count_width = 4 if is_large else 1
    if end - position < count_width:
        raise TruncatedError(
            f"needs {amounts.count(count_width, 'byte')}, {amounts.count(end - position, 'is left', 'are left')}",
            position,
        )
    count = int.from_bytes(data[position : position + count_width], "little")
    position += count_width
    tables = count * id_width + (count + 1) * width
    if tables > end - position:
        raise TruncatedError(
            f"{amounts.count(count, 'value needs', 'values need')} tables of {amounts.count(tables, 'byte')}, {amounts.count(end - position, 'is left', 'are left')}",
            position,
        )
    ids = [_unsigned(data, position + i * id_width, id_width) for i in range(count)]
    offsets_at = position + count * id_width
    first = offsets_at + (count + 1) * width
    offsets = [_unsigned(data, offsets_at + i * width, width) for i in range(count + 1)]
    if offsets[-1] != end - first:
        kind = TruncatedError if offsets[-1] > end - first else InvalidValueError
        raise kind(
            f"the values take {amounts.count(offsets[-1], 'byte')} by their last offset, {amounts.count(end - first, 'is there', 'are there')}",
            offsets_at + count * width,
        )
    if is_object:
        _check_ids(ids, metadata, position, id_width, in_order)
    return OpenedContainer(
        ids if is_object else None, _spans(offsets, is_object, first, offsets_at, width)
    )


def _check_ids(
    ids: Sequence[int], metadata: Metadata, position: int, width: int, in_order: bool
) -> None:
    """'field IDs and offsets must be listed in the order of the corresponding field names'"""
    names = metadata.names
    before: bytes | None = None
    for index, id_ in enumerate(ids):
        if id_ >= len(names):
            raise InvalidValueError(
                f"field id {id_}, and the dictionary has {len(names):,} names",
                position + index * width,
            )
        if in_order and before is not None and names[id_] <= before:
            if names[id_] == before:
                text = before.decode()
                raise DuplicateFieldError(
                    f"field {text!r} is there twice", position + index * width
                )
            raise InvalidValueError(
                f"fields are not sorted by name{TOLERANT_ONLY}",
                position + index * width,
            )
        before = names[id_]


def _spans(
    offsets: Sequence[int], is_object: bool, first: int, offsets_at: int, width: int
) -> list[tuple[int, int]]:
    starts = offsets[:-1]
    # 'the actual value entries do not need to be in any particular order', in objects only.
    ordered = sorted(starts) if is_object else starts
    expected = 0
    ends: dict[int, int] = {}
    for index, begin in enumerate(ordered):
        after = ordered[index + 1] if index + 1 < len(ordered) else offsets[-1]
        if (index == 0 and begin != expected) or after <= begin:
            raise InvalidValueError(
                "the offsets leave a gap, overlap or are out of range", offsets_at + index * width
            )
        ends[begin] = after
    if not starts and offsets[-1]:
        raise InvalidValueError("no values, and bytes for them", offsets_at)
    return [(first + begin, first + ends[begin]) for begin in starts]


def write_object(fields: Sequence[tuple[int, bytes]]) -> bytes:
    """Fields as (id, encoded value), sorted by name by the caller; in the smallest widths."""
    total = sum(len(value) for _, value in fields)
    width = width_of(total)
    id_width = width_of(max((id_ for id_, _ in fields), default=0))
    is_large = len(fields) > 255
    header = (is_large << 4 | (id_width - 1) << 2 | (width - 1)) << 2 | OBJECT
    return b"".join(
        [
            bytes([header]),
            len(fields).to_bytes(4 if is_large else 1, "little"),
            *[id_.to_bytes(id_width, "little") for id_, _ in fields],
            _offsets([value for _, value in fields], width),
            *[value for _, value in fields],
        ]
    )


def write_array(values: Sequence[bytes]) -> bytes:
    """Encoded values, in the smallest widths."""
    width = width_of(sum(map(len, values)))
    is_large = len(values) > 255
    header = (is_large << 2 | (width - 1)) << 2 | ARRAY
    return b"".join(
        [
            bytes([header]),
            len(values).to_bytes(4 if is_large else 1, "little"),
            _offsets(values, width),
            *values,
        ]
    )


def _offsets(values: Sequence[bytes], width: int) -> bytes:
    offset = 0
    parts = [offset.to_bytes(width, "little")]
    for value in values:
        offset += len(value)
        parts.append(offset.to_bytes(width, "little"))
    return b"".join(parts)


def _unsigned(data: bytes, offset: int, width: int) -> int:
    return int.from_bytes(data[offset : offset + width], "little")
