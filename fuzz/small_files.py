"""Files to begin with, a few hundred bytes each, so that a run gets through many of their changes: what a column can have, and encrypted ones."""

from __future__ import annotations

import io
from functools import cache
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from parquet_format.parquet import (
    AesGcmV1,
    EncryptionWithColumnKey,
    FileCryptoMetaData,
    FileMetaData,
)

_NONCE: Final = bytes(range(12))
_TAG: Final = bytes(range(16))
_ALGORITHM: Final = AesGcmV1(aad_file_unique=b"unique")


@cache
def indexed_file() -> bytes:
    """A column of numbers with a null, with statistics and page indexes."""
    return _write({"a": pa.array([1, None], pa.int32())}, write_page_index=True)


@cache
def nested_file() -> bytes:
    """A column in a list in a struct, with a dictionary, compressed, with key-values."""
    table = pa.table({"n": [{"y": ["a"]}, None]}).replace_schema_metadata({"k": "v"})
    return _write(table, use_dictionary=True, compression="snappy", data_page_version="2.0")


@cache
def bloom_file() -> bytes:
    """A column of texts with a Bloom filter, and pages with checksums."""
    options = {"t": {"ndv": 4, "fpp": 0.1}}
    return _write({"t": ["x", "y"]}, bloom_filter_options=options, write_page_checksum=True)


@cache
def typed_file() -> bytes:
    """Columns of several types, with statistics."""
    columns: dict[str, Any] = {
        "when": pa.array([0, 1], pa.timestamp("us")),
        "real": [0.5, -0.0],
        "flag": [True, None],
        "none": pa.nulls(2, pa.int64()),
        "money": pa.array([1, 2], pa.decimal128(5, 2)),
    }
    return _write(columns)


@cache
def grouped_file() -> bytes:
    """Two columns in two row groups, with statistics."""
    return _write({"a": [1, 2], "flag": [True, None]}, row_group_size=1)


@cache
def encrypted_column_file() -> bytes:
    """A plaintext footer with a signature; modules are as long as they say, and nobody has their key."""
    plain = indexed_file()
    metadata, modules = _read_footer(plain), _module(b"header") + _module(b"a page")
    (chunk,) = metadata.row_groups[0].columns
    assert chunk.meta_data is not None
    chunk.meta_data.data_page_offset = 4
    chunk.meta_data.total_compressed_size = len(modules)
    chunk.column_index_offset, chunk.offset_index_offset = 4 + len(modules), 4 + len(modules) + 37
    chunk.column_index_length = chunk.offset_index_length = 37
    chunk.encrypted_column_metadata = _module(chunk.meta_data.encode())
    key = EncryptionWithColumnKey(path_in_schema=["a"], key_metadata=b"key")
    chunk.crypto_metadata = key
    metadata.encryption_algorithm = _ALGORITHM
    body = b"PAR1" + modules + 2 * _module(b"index")
    return _end(body, metadata.encode() + _NONCE + _TAG, b"PAR1")


@cache
def encrypted_footer_file() -> bytes:
    crypto = FileCryptoMetaData(encryption_algorithm=_ALGORITHM, key_metadata=b"key").encode()
    return _end(b"PARE" + _module(b"header"), crypto + _module(b"footer"), b"PARE")


def _write(columns: Any, **options: Any) -> bytes:
    sink = io.BytesIO()
    table = columns if isinstance(columns, pa.Table) else pa.table(columns)
    plain = {"compression": "none", "use_dictionary": False, "store_schema": False}
    pq.write_table(table, sink, **{**plain, **options})
    return sink.getvalue()


def _read_footer(file: bytes) -> FileMetaData:
    size = int.from_bytes(file[-8:-4], "little")
    return FileMetaData.decode(file[-8 - size : -8])


def _module(hidden: bytes) -> bytes:
    inner = _NONCE + hidden + _TAG
    return len(inner).to_bytes(4, "little") + inner


def _end(body: bytes, footer: bytes, magic: bytes) -> bytes:
    return body + footer + len(footer).to_bytes(4, "little") + magic
