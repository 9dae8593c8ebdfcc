"""Footers whose chunks leave their paths to the schema, and the same with all paths."""

from __future__ import annotations

from inlay.footers.conversion import ConversionError
from inlay.footers.conversion.group_by_group import edit_groups
from inlay.footers.conversion.leaves import Leaves
from parquet_format.without_paths import FileMetaData, RowGroup


def strip_paths(thrift: bytes) -> bytes:
    """Raises DecodeError for bytes that are not a FileMetaData."""
    metadata = FileMetaData.decode(thrift)
    edit_groups(metadata.row_groups, _strip_paths_of)
    return metadata.encode()


def _strip_paths_of(group: RowGroup) -> None:
    for chunk in group.columns:
        if chunk.meta_data is not None:
            chunk.meta_data.path_in_schema = None


def restore_paths(thrift: bytes) -> bytes:
    """A FileMetaData in which every chunk says its path. Raises DecodeError, and ConversionError for chunks that the schema
    has no leaf for."""
    metadata = FileMetaData.decode(thrift, eager=True)
    leaves = Leaves(metadata.schema)
    for at, group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(group.columns):
            if chunk.meta_data is None or chunk.meta_data.path_in_schema is not None:
                continue
            leaf = leaves.at(column)
            if leaf is None or not leaves.adds_up:
                where = f"row_groups[{at}].columns[{column}]"
                raise ConversionError("the schema has no leaf for this chunk", where)
            chunk.meta_data.path_in_schema = leaves.path(leaf)
    return metadata.encode()
