"""Where the least and the largest of many values lie, natively: see `inlay.ground.values.extremes`."""

from collections.abc import Sequence
from typing import TypeAlias

import pyarrow as pa

_Spans: TypeAlias = Sequence[tuple[int, int]]
_Places: TypeAlias = list[tuple[int, int, int]]

def find_in_fixed(values: pa.Buffer, order: int, width: int, spans: _Spans) -> _Places: ...
def find_in_binary(offsets: pa.Buffer, data: pa.Buffer, order: int, spans: _Spans) -> _Places: ...
def find_in_dictionary(
    indexes: pa.Buffer,
    stamps: bytearray,
    offsets: pa.Buffer,
    data: pa.Buffer,
    order: int,
    spans: _Spans,
) -> _Places: ...
def find_steps_in_fixed(
    values: pa.Buffer, order: int, width: int, first: int, count: int, steps: bytearray
) -> None: ...
def find_steps_in_binary(
    indexes: pa.Buffer | None,
    offsets: pa.Buffer,
    data: pa.Buffer,
    order: int,
    first: int,
    count: int,
    steps: bytearray,
) -> None: ...
