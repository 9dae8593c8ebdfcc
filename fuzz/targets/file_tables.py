"""Any bytes as a file: its footer, pages, page indexes and Bloom filters as Arrow tables."""

from __future__ import annotations

from typing import Final

import inlay
from fuzz.mutators.whole_file import mutate_file
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
        try:
            table = read(data)
        except InlayError:
            continue
        table.validate(full=True)


TARGET: Final = Target(
    "each table is valid for Arrow, to the last value, or refused with a typed error",
    check,
    make_files,
    mutate_file,
    longest=16_384,
    from_file=bytes,
)
