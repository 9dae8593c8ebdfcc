"""A Parquet file whose columns are written some at a time, each piece by pyarrow: to write 300,000 columns at once takes it 2 GiB.

What pyarrow has written is not changed, except for where it lies: pages are copied, and the footer has what the footers of the pieces have.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain
from typing import IO, Final, NamedTuple

import pyarrow as pa

from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import trailer_of
from inlay.ground.files.spill import Spill
from inlay.ground.files.steps import read_steps
from inlay.pages.engine.encoded_footer import EncodedList, fill_lists
from inlay.rows.variants.annotation import SPECIFICATION_VERSION
from parquet_format.parquet import (
    ColumnChunk,
    ColumnOrder,
    FileMetaData,
    KeyValue,
    RowGroup,
    SchemaElement,
    VariantType,
)

_SCHEMA: Final = 2
_ROW_GROUPS: Final = 4
"""The ids of the lists in a FileMetaData,"""

_COLUMNS: Final = 1
"""and in a RowGroup."""


class _TopField:
    """A field of the root. One that is a group may have its members in several pieces."""

    def __init__(self, element: SchemaElement) -> None:
        self.element = element
        self.below: list[bytes] = []  # of each piece
        self.count = 0


class _WrittenGroup(NamedTuple):
    """A row group without its chunks, and where these are put aside: how many, encoded one after the other."""

    row_group: RowGroup
    start: int
    size: int
    chunks: int


class JoinedWriter:
    """`variants` are the ids of groups that get the annotation of a Variant, which pyarrow does not write."""

    def __init__(self, file: IO[bytes], variants: Collection[int]) -> None:
        self._file = file
        self._variants = variants
        self._root = SchemaElement(name="schema")
        self._fields: dict[str, _TopField] = {}
        self._orders: list[ColumnOrder] = []
        self._groups: list[_WrittenGroup] = []
        self._chunks = Spill()
        self._rows = 0
        self._created_by: str | None = None
        file.write(PLAIN)

    def write(self, pieces: Iterable[pa.RecordBatch]) -> None:
        """A row group: its columns in their order, some in each piece, all of the same rows. A group that goes on in the next piece has its name
        there."""
        start, count = self._chunks.size, 0
        whole = RowGroup(columns=[], total_byte_size=0, num_rows=0, total_compressed_size=0)
        whole.file_offset = self._file.tell()
        for piece in pieces:
            metadata, shift = self._copy(piece)
            (group,) = metadata.row_groups
            for chunk in group.columns:
                _shift(chunk, shift)
                self._chunks.append(chunk.encode())
            count += len(group.columns)
            whole.num_rows = group.num_rows
            whole.total_byte_size += group.total_byte_size
            whole.total_compressed_size = (whole.total_compressed_size or 0) + (
                group.total_compressed_size or 0
            )
            if not self._groups:
                self._note(metadata)
        self._rows += whole.num_rows
        self._groups.append(_WrittenGroup(whole, start, self._chunks.size - start, count))

    def finish(self, key_values: Mapping[str, str]) -> None:
        """Writes the footer."""
        root = self._root.replace(num_children=len(self._fields))
        elements = [root.encode()]
        for field in self._fields.values():
            elements += field.element.encode(), *field.below
        count = 1 + sum(1 + field.count for field in self._fields.values())
        pairs = [KeyValue(key=key, value=value) for key, value in key_values.items()]
        metadata = FileMetaData(
            version=2,
            schema=[],
            num_rows=self._rows,
            row_groups=[],
            key_value_metadata=pairs or None,
            created_by=self._created_by,
            column_orders=self._orders or None,
        )
        groups = chain.from_iterable(map(self._encode, self._groups))
        lists = {
            _SCHEMA: EncodedList(elements, count),
            _ROW_GROUPS: EncodedList(groups, len(self._groups)),
        }
        size = 0
        for piece in fill_lists(metadata.encode(), lists):
            size += self._file.write(piece)
        self._file.write(trailer_of(size))

    def _encode(self, group: _WrittenGroup) -> Iterator[bytes]:
        chunks = read_steps(self._chunks, group.start, group.size)
        lists = {_COLUMNS: EncodedList(chunks, group.chunks)}
        return fill_lists(group.row_group.encode(), lists)

    def _copy(self, piece: pa.RecordBatch) -> tuple[FileMetaData, int]:
        """The footer of the piece, and how much further its pages are now."""
        from pyarrow.parquet import ParquetWriter

        sink = BytesIO()
        # Types and ids are those of Parquet: Arrow's copy would be half of a wide file.
        with ParquetWriter(sink, piece.schema, compression="zstd", store_schema=False) as writer:
            writer.write_batch(piece)
        footer = read_footer(sink)
        shift = self._file.tell() - len(PLAIN)
        self._file.write(sink.getbuffer()[len(PLAIN) : footer.offset])
        return footer.metadata, shift

    def _note(self, metadata: FileMetaData) -> None:
        """The fields of a piece, which are the same in each row group."""
        elements = metadata.schema
        self._root = elements[0]
        at = 1
        while at < len(elements):
            top, end = elements[at], _find_end(elements, at)
            field = self._fields.get(top.name)
            if field is None:
                self._fields[top.name] = field = _TopField(top)
            else:
                field.element.num_children = (field.element.num_children or 0) + (
                    top.num_children or 0
                )
            below = elements[at + 1 : end]
            for element in below:
                if element.field_id in self._variants:
                    element.logicalType = VariantType(specification_version=SPECIFICATION_VERSION)
            field.below.append(b"".join([element.encode() for element in below]))
            field.count += end - at - 1
            at = end
        self._orders += metadata.column_orders or []
        self._created_by = metadata.created_by


def _find_end(elements: Sequence[SchemaElement], at: int) -> int:
    """Behind an element and all that is below it."""
    left = 1
    while left:
        left += (elements[at].num_children or 0) - 1
        at += 1
    return at


def _shift(chunk: ColumnChunk, shift: int) -> None:
    """pyarrow writes no index and no Bloom filter here."""
    meta = chunk.meta_data
    assert meta is not None
    meta.data_page_offset += shift
    if meta.dictionary_page_offset is not None:
        meta.dictionary_page_offset += shift
    if chunk.file_offset:
        chunk.file_offset += shift
