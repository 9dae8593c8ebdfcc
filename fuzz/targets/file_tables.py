"""Any bytes as a file: its footer, pages, page indexes and Bloom filters as Arrow tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from zlib import crc32

import pyarrow as pa

import inlay
from fuzz.mutators.whole_file import mutate_file
from fuzz.sampling import SHARE
from fuzz.seeds import make_files
from fuzz.target import Target
from inlay.errors import InlayError

TABLES: Final = (
    inlay.file_table,
    inlay.chunk_table,
    inlay.row_group_table,
    inlay.schema_table,
    inlay.key_value_table,
    inlay.extension_table,
    inlay.page_table,
    inlay.index_table,
    inlay.bloom_table,
)


def check(data: bytes) -> None:
    for read in TABLES:
        _read(read, data)


def quick(data: bytes) -> None:
    """One of the tables, chosen by the bytes."""
    _read(TABLES[crc32(data) // SHARE % len(TABLES)], data)


def _read(read: Callable[[bytes], pa.Table], data: bytes) -> None:
    try:
        table = read(data)
    except InlayError:
        return
    table.validate(full=True)


TARGET: Final = Target(
    "each table is valid for Arrow, to the last value, or refused with a typed error",
    check,
    make_files,
    mutate_file,
    longest=2_048,
    quick=quick,
    from_file=bytes,
)
