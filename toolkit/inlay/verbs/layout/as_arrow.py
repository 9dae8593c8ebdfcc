"""The ledger as an Arrow table; numbers that do not apply are null."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from inlay.ground.arrow_rows import Array, make_dictionary
from inlay.verbs.layout.kinds import LABELS
from parquet_format.parquet import Encoding

if TYPE_CHECKING:
    from inlay.verbs.layout.ledger import Ledger


def table_of(ledger: Ledger) -> pa.Table:
    """A row for each owner, in the order of the file. `parent` is the number of a row."""
    return pa.table(
        {
            "start": _numbers(ledger.start, pa.int64()),
            "size": _numbers(ledger.length, pa.int64()),
            "own": _numbers(ledger.own, pa.int64()),
            "kind": make_dictionary(_numbers(ledger.kind, pa.int8()), pa.array(LABELS)),
            "name": _words(ledger.name, ledger.names),
            "row_group": _nullable(ledger.row_group),
            "column": _nullable(ledger.column),
            "page": _nullable(ledger.page),
            "encoding": _encodings(ledger.encoding),
            "parent": _nullable(ledger.parent),
        }
    )


def _numbers(values: array[int], type_: pa.DataType) -> Array:
    return pa.Array.from_buffers(type_, len(values), [None, pa.py_buffer(values)])


def _nullable(values: array[int]) -> Array:
    import pyarrow.compute

    compute: Any = pyarrow.compute
    numbers = _numbers(values, pa.int32())
    chosen: Array = compute.if_else(
        compute.less(numbers, pa.scalar(0, pa.int32())), pa.scalar(None, pa.int32()), numbers
    )
    return chosen


def _words(values: array[int], words: list[str]) -> Array:
    return make_dictionary(_nullable(values), pa.array(words, pa.string()))


def _encodings(values: array[int]) -> Array:
    """By name; those that the IDL does not have are in none of the others' places."""
    used = sorted({number for number in values if number >= 0})
    places = {number: at for at, number in enumerate(used)}
    names = [Encoding(number).name for number in used]
    return _words(array("i", [places.get(number, -1) for number in values]), names)
