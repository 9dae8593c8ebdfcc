"""Encoded Variants held against a value of a filter, without decoding rows: each type that occurs is a column of its own.

A value of a type is compared as a column of that type is (`compare_columns.py`). One of another kind than the filter's, an
object, an array, and a Variant null are neither true nor false.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

import pyarrow as pa

from inlay.rows.filtering.compare_columns import compare_column
from inlay.rows.pruning.filters import FilterValue
from inlay.rows.pruning.literals import UnfitValueError
from inlay_variant.storage.arrow_classes import Array, pc
from inlay_variant.value.errors import DamagedRowError
from inlay_variant.value.primitives import MAX_SCALE, SIZES, PrimitiveType

VARIANT_NULL: Final = pa.scalar(b"\0", pa.binary())

_BEYOND: Final = (1 << 31) - 1
"""No array of binary has more bytes; pyarrow slices only to an end that is named."""

_SHORT_TEXT: Final = 1
_SHORT_TEXT_ID: Final = -1
"""Beside the ids of primitive types, which a short text has none of."""

_FIXED: Final[dict[int, pa.DataType]] = {
    PrimitiveType.INT8: pa.int8(),
    PrimitiveType.INT16: pa.int16(),
    PrimitiveType.INT32: pa.int32(),
    PrimitiveType.INT64: pa.int64(),
    PrimitiveType.DOUBLE: pa.float64(),
    PrimitiveType.FLOAT: pa.float32(),
    PrimitiveType.DATE: pa.date32(),
    PrimitiveType.TIMESTAMP: pa.timestamp("us", "UTC"),
    PrimitiveType.TIMESTAMP_NTZ: pa.timestamp("us"),
    PrimitiveType.TIME_NTZ: pa.time64("us"),
    PrimitiveType.TIMESTAMP_NANOS: pa.timestamp("ns", "UTC"),
    PrimitiveType.TIMESTAMP_NTZ_NANOS: pa.timestamp("ns"),
    PrimitiveType.UUID: pa.binary(16),
}
_DECIMALS: Final[dict[int, tuple[pa.DataType, int]]] = {
    PrimitiveType.DECIMAL4: (pa.int32(), 4),
    PrimitiveType.DECIMAL8: (pa.int64(), 8),
    PrimitiveType.DECIMAL16: (pa.decimal128(38, 0), 16),
}
_TEXTS: Final[dict[int, pa.DataType]] = {
    PrimitiveType.STRING: pa.string(),
    PrimitiveType.BINARY: pa.binary(),
}


def compare_encoded(values: Array, operator: str, value: FilterValue) -> Array:
    """Booleans of each row of a binary column; null where it is null, or of a kind that is not compared with the value.

    Raises DamagedRowError for bytes that are not a Variant of their type.
    """
    outcome: Array = pa.nulls(len(values), pa.bool_())
    for where, answers in _compare_by_types(values, operator, value):
        outcome = pc.replace_with_mask(outcome, where, answers)
    return outcome


def _compare_by_types(
    values: Array, operator: str, value: FilterValue
) -> Iterator[tuple[Array, Array]]:
    """For each type, which rows have it, and their answers."""
    headers = pc.binary_slice(values, 0, 1)
    by_type: dict[int, list[bytes]] = {}
    for header in pc.unique(headers).drop_null().to_pylist():
        if not header:
            raise DamagedRowError(_find(pc.equal(headers, b"")), "$", "no bytes")
        basic, type_ = header[0] & 3, header[0] >> 2
        if basic in (0, _SHORT_TEXT):
            by_type.setdefault(type_ if basic == 0 else _SHORT_TEXT_ID, []).append(header)
    for type_, some in by_type.items():
        where = pc.is_in(headers, value_set=pa.array(some, pa.binary()))
        for column_where, column in _columns_of(type_, values, where):
            try:
                yield column_where, compare_column(column, operator, value)
            except UnfitValueError:
                continue


def _columns_of(type_: int, values: Array, where: Array) -> Iterator[tuple[Array, Array]]:
    """The values of one type, decimals by their scale; none of what is not compared."""
    rows = values.filter(where)
    if type_ == _SHORT_TEXT_ID:
        sizes = pc.divide(
            _as_numbers(pc.binary_slice(rows, 0, 1), pa.uint8()), pa.scalar(4, pa.uint8())
        )
        yield where, _payload(rows, where, 1, sizes.cast(pa.int32())).view(pa.string())
    elif type_ in (PrimitiveType.TRUE, PrimitiveType.FALSE):
        _payload(rows, where, 1, 0)
        yield where, pa.repeat(pa.scalar(type_ == PrimitiveType.TRUE), len(rows))
    elif type_ in _TEXTS:
        lengths = _as_numbers(_payload(pc.binary_slice(rows, 0, 5), where, 1, 4), pa.uint32())
        yield where, _payload(rows, where, 5, lengths.cast(pa.int64())).view(_TEXTS[type_])
    elif type_ in _DECIMALS:
        scales = pc.binary_slice(rows, 1, 2)
        for scale in pc.unique(scales).to_pylist():
            has_scale = pc.equal(pc.binary_slice(values, 1, 2), pa.scalar(scale, pa.binary()))
            chosen = pc.and_(where, pc.fill_null(has_scale, False))
            if not scale or scale[0] > MAX_SCALE:
                raise DamagedRowError(_find(chosen), "$", "a decimal without a scale that there is")
            yield chosen, _decimals(type_, values.filter(chosen), chosen, scale[0])
    elif type_ in _FIXED:
        width = SIZES[type_]
        yield where, _as_numbers(_payload(rows, where, 1, width), _FIXED[type_])


def _decimals(type_: int, rows: Array, where: Array, scale: int) -> Array:
    stored, width = _DECIMALS[type_]
    unscaled = _as_numbers(_payload(rows, where, 2, width), stored).cast(pa.decimal128(38, 0))
    data = unscaled.buffers()[1]
    return pa.Array.from_buffers(pa.decimal128(38, scale), len(rows), [None, data], 0)


def _payload(rows: Array, where: Array, start: int, sizes: Array | int) -> Array:
    """What follows the header. Raises DamagedRowError unless it has these sizes."""
    payload: Array = pc.binary_slice(rows, start, _BEYOND)
    wrong = pc.or_(
        pc.not_equal(pc.binary_length(payload), sizes),
        pc.less(pc.binary_length(rows), start),
    )
    if wrong.true_count:
        row = pc.indices_nonzero(where)[pc.index(wrong, True).as_py()].as_py()
        raise DamagedRowError(row, "$", "a value of another length than its type has")
    return payload


def _as_numbers(payload: Array, type_: pa.DataType) -> Array:
    """Bytes of one width as the numbers that they are in little endian."""
    data = payload.buffers()[2] if len(payload) else pa.py_buffer(b"")
    return pa.Array.from_buffers(type_, len(payload), [None, data], 0)


def _find(where: Array) -> int:
    return cast(int, pc.index(where, True).as_py())
