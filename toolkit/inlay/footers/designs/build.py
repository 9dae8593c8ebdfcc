"""Arrow arrays out of Python values, without `pyarrow.array`: that, and `pyarrow.scalar`, import pandas
wherever it is installed, which takes longer than a scan."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import Any, Final

import pyarrow as pa

from inlay.footers.designs.extracted import Array
from inlay.ground.arrow_fields import fields_in
from inlay.ground.arrow_rows import make_batch, make_struct

_CODES: Final = {8: "b", 16: "h", 32: "i", 64: "q"}
_FLOATS: Final = {32: "f", 64: "d"}


def array_from(values: Sequence[Any], type_: pa.DataType) -> Array:
    """An array of numbers, booleans, moments (counted in the unit of the type), texts, bytes, or lists, maps (given as their
    items) and structs (given as dicts) of these."""
    types, given = pa.types, len(values)
    kind: Any = type_
    if types.is_map(type_) or types.is_list(type_):
        offsets = _offsets([0 if value is None else len(value) for value in values])
        below = list(chain.from_iterable(value for value in values if value is not None))
        if types.is_map(type_):
            keys = array_from([key for key, _ in below], kind.key_type)
            items = array_from([item for _, item in below], kind.item_type)
            pairs = [keys.cast(kind.key_type), items]
            inner = make_struct(pairs, [kind.key_field, kind.item_field])
        else:
            inner = array_from(below, kind.value_type)
        return pa.Array.from_buffers(type_, given, [_validity(values), offsets], children=[inner])
    if types.is_struct(type_):
        inside = [
            array_from(
                [None if value is None else value[field.name] for value in values], field.type
            )
            for field in fields_in(kind)
        ]
        return pa.Array.from_buffers(type_, given, [_validity(values)], children=inside)
    if types.is_string(type_) or types.is_binary(type_):
        data = [b"" if value is None else _encode(value) for value in values]
        sizes = _offsets([len(item) for item in data])
        buffers = [_validity(values), sizes, pa.py_buffer(b"".join(data))]
        return pa.Array.from_buffers(type_, given, buffers)
    if types.is_boolean(type_):
        buffers = [_validity(values), _bits([bool(value) for value in values])]
        return pa.Array.from_buffers(type_, given, buffers)
    codes = _FLOATS if types.is_floating(type_) else _CODES
    numbers = array(codes[kind.bit_width], [0 if value is None else value for value in values])
    return pa.Array.from_buffers(type_, given, [_validity(values), pa.py_buffer(numbers)])


@lru_cache
def make_scalar(value: int | str, type_: pa.DataType) -> Any:
    """A value as compute functions take it."""
    return array_from([value], type_)[0]


def batch_from(rows: Sequence[Mapping[str, Any]], schema: pa.Schema) -> pa.RecordBatch:
    """A row for each of the dicts, with the columns of the schema."""
    columns = [
        array_from([row.get(field.name) for row in rows], field.type) for field in fields_in(schema)
    ]
    return make_batch(columns, schema)


def table_from(rows: Sequence[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    return pa.Table.from_batches([batch_from(rows, schema)])


def _encode(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else bytes(value)


def _offsets(sizes: Sequence[int]) -> pa.Buffer:
    return pa.py_buffer(array("i", accumulate(sizes, initial=0)))


def _validity(values: Sequence[Any]) -> pa.Buffer | None:
    if None not in values:
        return None
    return _bits([value is not None for value in values])


def _bits(flags: Sequence[bool]) -> pa.Buffer:
    """One bit for each, the first one lowest."""
    digits = "".join(["1" if flag else "0" for flag in reversed(flags)])
    return pa.py_buffer(int(digits or "0", 2).to_bytes((len(flags) + 7) // 8, "little"))


DOT: Final = make_scalar(".", pa.string())
"""Between the names of a path."""
