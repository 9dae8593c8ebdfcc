"""A field id that no field can have is refused by whatever walks the bytes of a footer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inlay.footers.extensions.locate import locate
from inlay.footers.extensions.shapes import shape_of
from inlay.footers.extensions.walk import extensions_in
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.spans import find_field_spans
from inlay_runtime.errors import DecodeError
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import FileMetaData

TRUE = 1
FIRST = bytes([TRUE]) + b"\xf0\xff\x03"  # field 32760, in the long form
BEYOND = bytes([8 << 4 | TRUE])  # 8 more
SHAPE = shape_of(FileMetaData)

WALKS: dict[str, Callable[[bytes], object]] = {
    "decode": FileMetaData.decode,
    "spans": lambda data: find_field_spans(Cursor(data, 0, DEFAULT_LIMITS)),
    "extensions": lambda data: list(extensions_in(data, SHAPE)),
    "a path": lambda data: locate(data, "row_groups[0]", SHAPE),
}


@pytest.mark.parametrize("name", WALKS)
def test_an_id_beyond_32767_is_refused(name: str) -> None:
    with pytest.raises(DecodeError, match="field id 32768 exceeds 32767"):
        WALKS[name](FIRST + BEYOND + b"\0")
