"""Copies of the schema in `ARROW:schema`, right and wrong, in real files."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from parquet_format.parquet import FileMetaData, KeyValue

KEY = "ARROW:schema"


def encode_schema(schema: pa.Schema) -> str:
    return base64.b64encode(schema.serialize()).decode("ascii")


def decimal_of_no_precision() -> str:
    """Of a column `x`, as carquet writes it; pyarrow makes no such type, so it is that of 9 digits with another number."""
    copy = base64.b64decode(encode_schema(pa.schema([("x", pa.decimal128(9, 2))])))
    at = copy.index(b"\x09\x00\x00\x00", copy.index(b"x\x00\x00\x00"))
    return base64.b64encode(copy[:at] + b"\0" + copy[at + 1 :]).decode("ascii")


def write_with_copy(path: Path, table: pa.Table, copy: str | None) -> Path:
    """A file of pyarrow's with this text under the key."""
    file = io.BytesIO()
    pq.write_table(table, file, store_schema=False)
    data = file.getvalue()
    start = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    metadata = FileMetaData.decode(data[start:-8])
    metadata.key_value_metadata = [KeyValue(key=KEY, value=copy)]
    footer = metadata.encode()
    path.write_bytes(data[:start] + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    return path
