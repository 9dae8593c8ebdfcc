"""Arrow's arrays and scalars out of Python values, without `pyarrow.array` and `pyarrow.scalar`: these import pandas wherever it is installed,
which takes 0.2 s and 33 MiB."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, Final, cast

import pyarrow as pa

from inlay_variant.storage.arrow_classes import Array

_CODES: Final = {32: "i", 64: "q"}


def integers(values: Iterable[int], type_: pa.DataType) -> Array:
    """Of 32 or 64 bits, without nulls."""
    numbers = array(_CODES[cast(Any, type_).bit_width], values)
    return pa.Array.from_buffers(type_, len(numbers), [None, pa.py_buffer(numbers)])


def binaries(values: Sequence[bytes | None]) -> Array:
    """Of the type `binary`."""
    data = [value or b"" for value in values]
    offsets = array("i", accumulate(map(len, data), initial=0))
    valid = None if None not in values else flags([value is not None for value in values])
    buffers = [
        None if valid is None else valid.buffers()[1],
        pa.py_buffer(offsets),
        pa.py_buffer(b"".join(data)),
    ]
    return pa.Array.from_buffers(pa.binary(), len(data), buffers)


def flags(values: Sequence[bool]) -> Array:
    """Of the type `bool`, without nulls."""
    digits = "".join("1" if value else "0" for value in reversed(values))
    bits = int(digits or "0", 2).to_bytes((len(values) + 7) // 8, "little")
    return pa.Array.from_buffers(pa.bool_(), len(values), [None, pa.py_buffer(bits)])


def integer(value: int, type_: pa.DataType) -> Any:
    """A scalar of 32 or 64 bits."""
    return integers([value], type_)[0]


def binary(value: bytes) -> Any:
    """A scalar of the type `binary`."""
    return binaries([value])[0]


def flag(value: bool) -> Any:
    """A scalar of the type `bool`."""
    return flags([value])[0]


def null(type_: pa.DataType) -> Any:
    """A scalar that is null."""
    return cast(Any, pa).nulls(1, type_)[0]
