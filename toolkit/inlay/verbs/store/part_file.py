"""A part while it is written: under another name, until it is whole and synced."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, cast

import pyarrow as pa

from inlay.changes.rewrite.new_file import NewFile
from inlay.ground.arrow_fields import Field, field_in, fields_in
from inlay.ground.arrow_rows import Array, make_batch
from inlay.verbs.store.manifest import StorePart
from inlay.verbs.store.part_schema import FOOTER
from inlay.verbs.store.read_parts import ROWS, sum_footer

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetWriter


_MOST_BYTES: Final = 32 << 20
"""Of a row group: files of thousands of columns have footers of megabytes."""

_LEVEL: Final = 3
"""Of zstd: an eighth less than at 1, for no more time than its noise."""

_REPEATED: Final = 100
"""Rows of which values repeat. To pyarrow a dictionary is 14 KiB of memory, also of one value, and files of thousands of columns, which have
a row each, are few in a row group."""


class PartFile:
    def __init__(self, path: str, schema: pa.Schema) -> None:
        self.name = os.path.basename(path)
        self.files = 0
        self.schema = schema
        self._waiting: list[pa.RecordBatch] = []
        self._waiting_bytes = 0
        self._writer: ParquetWriter | None = None
        self._new = NewFile(path)

    def write(self, columns: Mapping[str, Array]) -> None:
        """Rows of which a row group is made when there are enough."""
        self._waiting.append(make_batch([columns[name] for name in self.schema.names], self.schema))
        self.files += self._waiting[-1].num_rows
        self._waiting_bytes += self._waiting[-1].nbytes
        has_enough = sum(batch.num_rows for batch in self._waiting) >= ROWS
        if has_enough or self._waiting_bytes >= _MOST_BYTES:
            self._write_waiting()

    def _write_waiting(self) -> None:
        table = pa.Table.from_batches(self._waiting, self.schema)
        if self._writer is None:
            self._writer = self._begin(table.num_rows)
        self._writer.write_table(table, row_group_size=ROWS)
        self._waiting, self._waiting_bytes = [], 0

    def _begin(self, rows: int) -> ParquetWriter:
        """Of the part, whose first row group has so many rows."""
        from pyarrow.parquet import ParquetWriter

        # A footer is there once, so it is put into no dictionary, of which pyarrow would make another copy.
        leaves = [
            leaf for it in fields_in(self.schema) if it.name != FOOTER for leaf in _list_leaves(it)
        ]
        return ParquetWriter(
            self._new.file,
            self.schema,
            compression="zstd",
            compression_level=_LEVEL,
            use_dictionary=cast(
                "bool", leaves if rows >= _REPEATED else []
            ),  # the stubs know no names
            write_statistics=leaves,
            write_page_checksum=True,
        )

    def close(self) -> StorePart:
        """Synced, under its name."""
        self._write_waiting()
        assert self._writer is not None  # what was waiting began it
        self._writer.close()
        crc = sum_footer(self._new.file)
        self._new.close()
        return StorePart(self.name, self.files, crc)

    def abandon(self) -> None:
        self._new.abandon()


def _list_leaves(field: Field, above: str = "") -> Iterator[str]:
    """What pyarrow calls the columns that a field becomes."""
    path = f"{above}{field.name}"
    if isinstance(field.type, pa.StructType):
        members, between = fields_in(field.type), "."
    elif isinstance(field.type, pa.ListType):
        # The stubs leave open what is in a list, which has its element as a struct has its first member.
        members, between = [field_in(cast("pa.StructType", field.type), 0)], ".list."
    else:
        yield path
        return
    for member in members:
        yield from _list_leaves(member, f"{path}{between}")
