"""Statistics that say nothing: beside a box they say that it counts, for DuckDB looks at no box without them."""

from __future__ import annotations

from parquet_format.parquet import ColumnMetaData, Statistics


def has_box(meta: ColumnMetaData) -> bool:
    """Whether a chunk of geometries says where these are."""
    said = meta.geospatial_statistics
    return said is not None and said.bbox is not None


def drop_empty_statistics(meta: ColumnMetaData) -> None:
    """What has nothing left to say was not there before it was added."""
    if meta.statistics == Statistics() and not has_box(meta):
        meta.statistics = None
