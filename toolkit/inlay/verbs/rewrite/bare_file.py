"""A source as pyarrow reads its values as they are stored: the same pages, behind a footer with a bare schema."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import pyarrow as pa
from pyarrow.parquet import ParquetFile

from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.arrow_fields import fields_in
from inlay.ground.arrow_rows import Array, column_in, make_batch
from inlay.ground.files.native_file import open_for_pyarrow
from inlay.ground.files.source import Seekable
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.encodings.open_as_plain import open_as_plain
from inlay.pages.encodings.plain_footer import OnFinding
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.verbs.parts.planned_groups import Places
from inlay.verbs.rewrite.bare_schema import ReadFor, bare_elements, bare_type
from parquet_format.parquet import FileMetaData, RowGroup


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
        with (
            open_as_plain(self.source, on_finding=on_finding) as plain,
            open_for_pyarrow(plain.file) as shown,
        ):
            metadata = self.bare_footer(read_footer(plain.file).metadata, read_for)
            options: dict[str, Any] = {
                "metadata": cast("Any", ParquetFile)(_shortest_file(metadata)).metadata,
                "pre_buffer": False,
                "page_checksum_verification": True,
            }
            with cast("Any", ParquetFile)(shown, **options) as file:
                yield file

    def bare_footer(self, metadata: FileMetaData, read_for: ReadFor) -> FileMetaData:
        """With the columns in the order of the result. Where chunks lie in the file does not matter. Chunks of `metadata` become those
        of the result: a wide file has hundreds of thousands, and a copy of each takes longer than its values.
        """
        elements = bare_elements(self.tree, self.columns, read_for)
        paths = [list(leaf.path) for leaf in SchemaTree(elements).leaves]
        there = [place for place in self.places if place is not None]
        groups: list[RowGroup] = []
        for group in metadata.row_groups:
            chunks = [group.columns[place] for place in there]
            for chunk, path in zip(chunks, paths, strict=True):
                meta = metadata_of(chunk)
                meta.type = bare_type(meta.type, read_for)
                meta.path_in_schema = path
                meta.statistics = meta.size_statistics = meta.geospatial_statistics = None
                meta.key_value_metadata = meta.extension = None
            groups.append(
                RowGroup(
                    columns=chunks, num_rows=group.num_rows, total_byte_size=group.total_byte_size
                )
            )
        return FileMetaData(
            version=metadata.version,
            schema=elements,
            num_rows=metadata.num_rows,
            row_groups=groups,
            created_by=metadata.created_by,
        )

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
        with self.open(read_for, on_finding) as file:
            for batch in cast("Any", file).iter_batches(batch_size=batch_rows):
                yield _complete(batch, schema, self.columns)


def read_bare_schema(tree: SchemaTree, read_for: ReadFor) -> pa.Schema:
    """What pyarrow makes of the schema. Raises pyarrow's errors for a schema that it does not read."""
    root = tree.root
    assert root is not None
    elements = bare_elements(tree, range(len(root.children)), read_for)
    metadata = FileMetaData(version=2, schema=elements, num_rows=0, row_groups=[])
    schema: pa.Schema = cast("Any", ParquetFile)(_shortest_file(metadata)).schema_arrow
    return schema


def _shortest_file(metadata: FileMetaData) -> pa.BufferReader:
    """The shortest file with this footer: pyarrow looks at nothing else."""
    return pa.BufferReader(PLAIN + tail_of(metadata.encode(), PLAIN))


def _complete(batch: pa.RecordBatch, schema: pa.Schema, there: set[int]) -> pa.RecordBatch:
    if len(there) == len(fields_in(schema)):
        return batch
    given: Iterator[Array] = iter([column_in(batch, at) for at in range(batch.num_columns)])
    columns: Sequence[Array] = [
        next(given) if at in there else cast("Any", pa.nulls)(batch.num_rows, field.type)
        for at, field in enumerate(fields_in(schema))
    ]
    return make_batch(list(columns), schema)
