"""Bounds that a FlatBuffers footer holds in integers, as columns of bytes.

`inlay.footers.conversion.statistics.unpack` says what the integers mean; `native_columns.pyx` does the same in C.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, cast

from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.statistics import ABSENT, PackedBound, PackedBounds, unpack
from inlay.footers.designs.extracted import array_of
from inlay_runtime.columnar import ExtractedColumn
from inlay_runtime.columnar.buffers import flatten
from inlay_runtime.columnar.plan import Kind
from inlay_runtime.core import load_native
from inlay_runtime.errors import InvalidValueError

NATIVE: Final = "inlay.footers.designs.native_columns"


class PackedColumn(NamedTuple):
    """One of the two bounds of many chunks: the slots of `PackedBound`, and what they share with the other one.

    `whole` are the bounds that lie there as they are; they go before packed ones.
    """

    lo4: ExtractedColumn
    lo8: ExtractedColumn
    hi8: ExtractedColumn
    length: ExtractedColumn
    prefix: ExtractedColumn
    whole: ExtractedColumn


def unpack_bounds(packed: PackedColumn, types: Sequence[int], height: int) -> ExtractedColumn:
    """The bound of each chunk, null where it has none. `types` are the physical types of the columns, each with `height`
    chunks one after the other. Raises InvalidValueError for a length that the type does not have.
    """
    compiled = load_native(NATIVE)
    if compiled is not None:
        unpacked = compiled.unpack_bounds(packed, array("b", types).tobytes(), height)
        if unpacked is not None:
            offsets, values, validity, null_count = unpacked
            return ExtractedColumn(
                Kind.BINARY,
                len(types) * height,
                null_count,
                validity=validity,
                values=values,
                offsets=offsets,
            )
    return _unpack_pure(packed, types, height)


def _unpack_pure(packed: PackedColumn, types: Sequence[int], height: int) -> ExtractedColumn:
    lists = [_values(column) for column in packed]
    bounds: list[bytes | None] = []
    for row, (lo4, lo8, hi8, length, prefix, whole) in enumerate(zip(*lists, strict=True)):
        if whole is not None:
            bounds.append(whole)
            continue
        slots = PackedBound(lo4 % (1 << 32), lo8 % (1 << 64), hi8 % (1 << 64), length)
        try:
            bounds.append(unpack(types[row // height], PackedBounds(slots, ABSENT, prefix)).min)
        except ConversionError as error:
            raise InvalidValueError(error.reason, 0, "statistics") from error
    return flatten(Kind.BINARY, bounds)


def _values(column: ExtractedColumn) -> list[Any]:
    return cast("list[Any]", array_of(column).to_pylist())
