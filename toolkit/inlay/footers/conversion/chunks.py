"""The metadata of all column chunks, each with the index of its column."""

from __future__ import annotations

from collections.abc import Iterator

from parquet_format import footer


def iterate_flat_columns(flat: footer.FileMetaData) -> Iterator[tuple[int, footer.ColumnMetadata]]:
    for group in flat.row_groups or []:
        for at, chunk in enumerate(group.columns or []):
            if chunk.metadata is not None:
                yield at, chunk.metadata
