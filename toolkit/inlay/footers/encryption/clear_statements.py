"""What a footer in the clear says of the values of a column that is encrypted, and the metadata without it."""

from __future__ import annotations

from parquet_format.parquet import ColumnMetaData


def list_clear_statements(meta: ColumnMetaData) -> list[str]:
    """In words: pyarrow and parquet-java take bounds out, and leave sizes and boxes."""
    statistics, sizes, places = meta.statistics, meta.size_statistics, meta.geospatial_statistics
    said: list[str] = []
    if statistics is not None and any(
        bound is not None
        for bound in (
            statistics.min_value,
            statistics.max_value,
            statistics.min,
            statistics.max,
        )
    ):
        said.append("bounds")
    if sizes is not None and (
        sizes.unencoded_byte_array_data_bytes is not None
        or sizes.repetition_level_histogram
        or sizes.definition_level_histogram
    ):
        said.append("size statistics")
    if places is not None and places.bbox is not None:
        said.append("the box")
    return said


def drop_statements(meta: ColumnMetaData) -> ColumnMetaData:
    """Where the pages lie, and nothing of their values."""
    return meta.replace(
        statistics=None,
        encoding_stats=None,
        size_statistics=None,
        geospatial_statistics=None,
        key_value_metadata=None,
    )
