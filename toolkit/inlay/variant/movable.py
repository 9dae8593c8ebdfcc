"""A file of any form as one whose chunks can be moved and then be read by everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO

from inlay.encoding.body import chunk_extents
from inlay.encoding.configuration import configured
from inlay.encoding.errors import LayoutRefusedError
from inlay.encoding.pages import Leaf
from inlay.encoding.payload import encoded_chunks
from inlay.encoding.ratify import plain_again, ratified_places
from inlay.encoding.sink import Written
from inlay.encoding.strip import stripped
from inlay.encoding.thrift_file import ThriftFile, open_thrift
from inlay.files.source import Seekable
from inlay.schema.tree import SchemaTree
from inlay.variant.read_ahead import ReadAhead
from parquet_format.parquet import FileMetaData, RowGroup


class Appended:
    """An open file as a target that is written from its start to its end."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write_all(self, data: bytes, offset: int) -> None:
        self._file.write(data)


def movable(file: Seekable, name: str, spare: IO[bytes]) -> ThriftFile:
    """The file; or of one with new encodings, what it was without them, in which case `spare` may become its body.

    Raises RefusedError for what is encrypted, signed, or cannot be read in the old encoding; LayoutRefusedError for a
    footer that does not agree with itself.
    """
    found = open_thrift(ReadAhead(file), name)
    metadata = found.metadata()
    if next(encoded_chunks(metadata), None) is not None:
        found = stripped(found)
        metadata = found.metadata()
    chunk_extents(metadata, found.footer, {})
    _check_counts(metadata)
    known = configured()
    if not known.numbers or not ratified_places(metadata, known):
        return found
    plain_again(found, Written(found.source, Appended(spare)), known)
    return open_thrift(spare, name)


def _check_counts(metadata: FileMetaData) -> None:
    """Whether schema, row groups, chunks and column orders are of the same columns and rows."""
    tree = SchemaTree(metadata.schema)
    if tree.problems:
        raise LayoutRefusedError(tree.problems[0])
    leaves = [Leaf.of(node) for node in tree.leaves]
    orders = metadata.column_orders
    if orders is not None and len(orders) != len(leaves):
        raise LayoutRefusedError(
            f"the footer has {len(orders):,} column orders, and the schema {len(leaves):,} columns"
        )
    for group, row_group in enumerate(metadata.row_groups):
        _check_group(group, row_group, leaves)
    rows = sum(row_group.num_rows for row_group in metadata.row_groups)
    if rows != metadata.num_rows:
        raise LayoutRefusedError(
            f"the row groups have {rows:,} rows, and the file should have {metadata.num_rows:,}"
        )


def _check_group(group: int, row_group: RowGroup, leaves: Sequence[Leaf]) -> None:
    if len(row_group.columns) != len(leaves):
        count = len(row_group.columns)
        raise LayoutRefusedError(
            f"row group {group} has {count:,} column chunks, and the schema {len(leaves):,} columns"
        )
    for leaf, chunk in zip(leaves, row_group.columns, strict=True):
        values = chunk.meta_data.num_values if chunk.meta_data is not None else 0
        if values < row_group.num_rows or (values > row_group.num_rows and not leaf.max_repetition):
            raise LayoutRefusedError(
                f"column {leaf.name} in row group {group} has {values:,} values, "
                f"and there are {row_group.num_rows:,} rows"
            )
