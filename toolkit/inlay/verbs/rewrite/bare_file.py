"""A source as pyarrow reads its values as they are stored: the same pages, behind a footer with a bare schema."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, cast

import pyarrow as pa
from pyarrow.parquet import ParquetFile

from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.arrow_fields import fields_in
from inlay.ground.arrow_rows import Array, column_in, make_batch
from inlay.ground.files.native_file import choose_buffer_size, open_pages
from inlay.ground.files.source import Seekable
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.encodings.open_as_plain import open_as_plain
from inlay.pages.encodings.plain_footer import OnFinding
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.verbs.parts.planned_groups import Places
from inlay.verbs.rewrite.bare_schema import ReadFor, bare_elements, bare_type
from inlay.verbs.rewrite.column_bands import band_columns
from inlay.verbs.rewrite.equal_rows import pair_rows
from parquet_format.parquet import ColumnChunk, FileMetaData, RowGroup, SchemaElement

MOST_LEAVES: Final = 2048
"""Columns that are read together."""


@dataclass(frozen=True, slots=True)
class BareRows:
    """The rows of one file: `places` says for each leaf of `tree`, which is the schema of the result, its number in the file, None
    where the file lacks it.
    """

    name: str
    source: Seekable
    tree: SchemaTree
    places: Places

    @contextmanager
    def open(self, read_for: ReadFor, on_finding: OnFinding) -> Generator[ParquetFile]:
        """Raises what pyarrow raises for a footer that it does not read."""
        with self._show(on_finding) as (shown, metadata):
            (footer,) = self._list_footers(metadata, read_for, len(self.places))
            with _open_behind(footer, shown) as file:
                yield file

    @contextmanager
    def _show(self, on_finding: OnFinding) -> Generator[tuple[pa.NativeFile, FileMetaData]]:
        """The pages, and metadata that leads to them."""
        with (
            open_as_plain(self.source, on_finding=on_finding) as plain,
            open_pages(plain.file) as shown,
        ):
            yield shown, read_footer(plain.file).metadata

    def _list_footers(
        self, metadata: FileMetaData, read_for: ReadFor, most: int
    ) -> list[pa.BufferReader]:
        """For each band of columns, which are in the order of the result, the shortest file with its footer. Where chunks lie in the
        file does not matter.

        `metadata` is used up, and chunks are let go of with their band: a wide file has hundreds of thousands, and a copy of each takes
        longer than its values.
        """
        groups = metadata.row_groups
        chunks = [dict(enumerate(group.columns)) for group in groups]
        for group in groups:
            group.columns = []
        places = iter([place for place in self.places if place is not None])
        footers: list[pa.BufferReader] = []
        for band in band_columns(bare_elements(self.tree, self.columns, read_for), most):
            leaves = [(next(places), list(leaf.path)) for leaf in band.leaves]
            row_groups = [
                RowGroup(
                    columns=[_bare_chunk(left.pop(at), path, read_for) for at, path in leaves],
                    num_rows=group.num_rows,
                    total_byte_size=group.total_byte_size,
                )
                for group, left in zip(groups, chunks, strict=True)
            ]
            schema = [node.element for node in band.nodes]
            footers.append(_shortest_file(_bare_metadata(schema, metadata, row_groups)))
        return footers

    @property
    def columns(self) -> set[int]:
        """The columns below the root that the file has."""
        root = self.tree.root
        assert root is not None
        tops = {id(child): at for at, child in enumerate(root.children)}
        there: set[int] = set()
        for leaf, place in zip(self.tree.leaves, self.places, strict=True):
            if place is not None:
                node = leaf
                while node.depth > 1 and node.parent is not None:
                    node = node.parent
                there.add(tops[id(node)])
        return there

    def stream(
        self, schema: pa.Schema, read_for: ReadFor, batch_rows: int, on_finding: OnFinding
    ) -> Iterator[pa.RecordBatch]:
        """`schema` is that of the result, read for the same. Columns that the file lacks are null."""
        with self._show(on_finding) as (shown, metadata):
            bands = [
                _stream_band(shown, footer, batch_rows)
                for footer in self._list_footers(metadata, read_for, MOST_LEAVES)
            ]
            del metadata
            for batches in pair_rows(bands):
                yield _complete(batches, schema, self.columns)


def read_bare_schema(tree: SchemaTree, read_for: ReadFor) -> pa.Schema:
    """What pyarrow makes of the schema. Raises pyarrow's errors for a schema that it does not read."""
    root = tree.root
    assert root is not None
    elements = bare_elements(tree, range(len(root.children)), read_for)
    metadata = FileMetaData(version=2, schema=elements, num_rows=0, row_groups=[])
    schema: pa.Schema = cast("Any", ParquetFile)(_shortest_file(metadata)).schema_arrow
    return schema


def _bare_metadata(
    schema: list[SchemaElement], like: FileMetaData, row_groups: list[RowGroup]
) -> FileMetaData:
    return FileMetaData(
        version=like.version,
        schema=schema,
        num_rows=like.num_rows,
        row_groups=row_groups,
        created_by=like.created_by,
    )


def _bare_chunk(chunk: ColumnChunk, path: list[str], read_for: ReadFor) -> ColumnChunk:
    meta = metadata_of(chunk)
    meta.type = bare_type(meta.type, read_for)
    meta.path_in_schema = path
    meta.statistics = meta.size_statistics = meta.geospatial_statistics = None
    meta.key_value_metadata = meta.extension = None
    return chunk


def _open_behind(footer: pa.BufferReader, pages: pa.NativeFile) -> ParquetFile:
    """The pages that the footer leads to, wherever it is."""
    options: dict[str, Any] = {
        "metadata": cast("Any", ParquetFile)(footer).metadata,
        "pre_buffer": False,
        "buffer_size": choose_buffer_size(pages),
        "page_checksum_verification": True,
    }
    file: ParquetFile = cast("Any", ParquetFile)(pages, **options)
    return file


def _stream_band(
    pages: pa.NativeFile, footer: pa.BufferReader, batch_rows: int
) -> Iterator[pa.RecordBatch]:
    """What pyarrow holds of the columns is let go of before the last batch is given."""
    with _open_behind(footer, pages) as file:
        metadata = file.metadata
        left = sum(metadata.row_group(at).num_rows for at in range(metadata.num_row_groups))
        for batch in cast("Any", file).iter_batches(batch_size=batch_rows):
            left -= batch.num_rows
            if left <= 0:
                break
            yield batch
        else:
            return
    del file, metadata, footer
    yield batch


def _shortest_file(metadata: FileMetaData) -> pa.BufferReader:
    """The shortest file with this footer: pyarrow looks at nothing else."""
    return pa.BufferReader(PLAIN + tail_of(metadata.encode(), PLAIN))


def _complete(
    batches: Sequence[pa.RecordBatch], schema: pa.Schema, there: set[int]
) -> pa.RecordBatch:
    """The columns of all batches, which have as many rows each, and nulls for those that are not there."""
    first = batches[0]
    if len(batches) == 1 and len(there) == len(fields_in(schema)):
        return first
    given = (column_in(batch, at) for batch in batches for at in range(batch.num_columns))
    columns: Sequence[Array] = [
        next(given) if at in there else cast("Any", pa.nulls)(first.num_rows, field.type)
        for at, field in enumerate(fields_in(schema))
    ]
    return make_batch(list(columns), schema)
