"""A part while it is written: under another name, until it is whole and synced."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pyarrow as pa

from inlay.changes.rewrite.new_file import NewFile
from inlay.ground.arrow_rows import Array, make_batch
from inlay.verbs.store.manifest import StorePart
from inlay.verbs.store.read_parts import ROWS, sum_footer

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetWriter


class PartFile:
    def __init__(self, path: str, schema: pa.Schema) -> None:
        from pyarrow.parquet import ParquetWriter

        self.name = os.path.basename(path)
        self.files = 0
        self.schema = schema
        self._waiting: list[pa.RecordBatch] = []
        self._new = NewFile(path)
        try:
            self._writer: ParquetWriter = ParquetWriter(
                self._new.file, schema, compression="zstd", write_page_checksum=True
            )
        except BaseException:
            self._new.abandon()
            raise

    def write(self, columns: Mapping[str, Array]) -> None:
        """Rows of which a row group is made when there are enough."""
        self._waiting.append(make_batch([columns[name] for name in self.schema.names], self.schema))
        self.files += self._waiting[-1].num_rows
        if sum(batch.num_rows for batch in self._waiting) >= ROWS:
            self._write_waiting()

    def _write_waiting(self) -> None:
        table = pa.Table.from_batches(self._waiting, self.schema)
        self._writer.write_table(table, row_group_size=ROWS)
        self._waiting = []

    def close(self) -> StorePart:
        """Synced, under its name."""
        self._write_waiting()
        self._writer.close()
        crc = sum_footer(self._new.file)
        self._new.close()
        return StorePart(self.name, self.files, crc)

    def abandon(self) -> None:
        self._new.abandon()
