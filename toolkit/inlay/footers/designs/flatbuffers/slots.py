"""The slots of FlatBuffers footers by name, and their values for many tables at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inlay.footers.designs.extracted import array_of
from inlay.footers.designs.fetch import Range
from inlay_runtime.columnar import ExtractedColumn
from inlay_runtime.columnar.plan import Kind
from inlay_runtime.flat.gather import Positions, TableGatherer
from inlay_runtime.flat.table import Table
from parquet_format import footer


def _slots(cls: type[Table]) -> Mapping[str, int]:
    return {field.name: field.id for field in cls.SCHEMA.fields}


FILE: Final = _slots(footer.FileMetaData)
ELEMENT: Final = _slots(footer.SchemaElement)
ROW_GROUP: Final = _slots(footer.RowGroup)
CHUNK: Final = _slots(footer.ColumnChunk)
METADATA: Final = _slots(footer.ColumnMetadata)
STATISTICS: Final = _slots(footer.Statistics)


class Slots:
    """Many tables of one kind, of which `slots` are the numbers."""

    def __init__(
        self, gatherer: TableGatherer, tables: Positions, slots: Mapping[str, int]
    ) -> None:
        self._gatherer = gatherer
        self._tables = tables
        self._slots = slots

    def number(self, name: str, kind: Kind, default: int | None = None) -> ExtractedColumn:
        """One number a table; absent, it is null or the default."""
        return self._gatherer.numbers(self._tables, self._slots[name], kind, default)

    def binary(self, name: str) -> ExtractedColumn:
        """The bytes of a string or a vector of each table."""
        return self._gatherer.binaries(self._tables, self._slots[name])

    def place(self, name: str) -> Range | None:
        """Of the first table, `name`_offset and `name`_length; None unless both are there."""
        offset = array_of(self.number(f"{name}_offset", Kind.I64))[0].as_py()
        length = array_of(self.number(f"{name}_length", Kind.I32))[0].as_py()
        return None if offset is None or length is None else Range(offset, length)
