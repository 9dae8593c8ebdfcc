"""The records of a footer that code has something to add to."""

from __future__ import annotations

from typing import Final

from inlay.footers.conversion.counterparts import pair_of
from inlay.footers.conversion.unions import UnionPair
from parquet_format import footer, parquet

FILE: Final = pair_of(footer.FileMetaData, parquet.FileMetaData)
ELEMENT: Final = pair_of(footer.SchemaElement, parquet.SchemaElement)
ROW_GROUP: Final = pair_of(footer.RowGroup, parquet.RowGroup)
CHUNK: Final = pair_of(footer.ColumnChunk, parquet.ColumnChunk)
METADATA: Final = pair_of(footer.ColumnMetadata, parquet.ColumnMetaData)
STATISTICS: Final = pair_of(footer.Statistics, parquet.Statistics)
LOGICAL_TYPE: Final = UnionPair(footer.LOGICAL_TYPE, parquet.LOGICAL_TYPE, "logical_type", pair_of)
