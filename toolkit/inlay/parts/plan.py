"""What every verb comes down to: the new file as its footer describes it, and what of the sources is not in it."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, field

from inlay.footer.form import Form
from inlay.pages.chunk_metadata import metadata_of
from inlay.pages.plan import Output
from inlay.pages.thrift_file import ThriftFile
from parquet_format.parquet import ColumnChunk, FileMetaData

MOST_ROW_GROUPS = 32_767
"""`RowGroup.ordinal` is an i16, and readers give row groups numbers of that size."""


@dataclass(frozen=True, slots=True)
class PartsPlan:
    """`notes` has a sentence for everything that does not come along, or not as it was.

    `layout` names what a dual file has beside its Thrift. `longer` are the sources whose chunks may be longer than they say, so that their pages have to be walked.
    """

    output: Output
    form: Form
    notes: list[str] = field(default_factory=list[str])
    longer: Set[ThriftFile] = frozenset()
    layout: str = ""

    @property
    def metadata(self) -> FileMetaData:
        return self.output.metadata

    @property
    def rows(self) -> int:
        return self.metadata.num_rows

    @property
    def chunks(self) -> Iterator[ColumnChunk]:
        for row_group in self.metadata.row_groups:
            yield from row_group.columns

    @property
    def copied(self) -> int:
        """Bytes of pages, filters and indexes, as the footers of the sources say."""
        return sum(map(_size_of, self.chunks))


def _size_of(chunk: ColumnChunk) -> int:
    meta = metadata_of(chunk)
    parts = meta.bloom_filter_length, chunk.column_index_length, chunk.offset_index_length
    return meta.total_compressed_size + sum(length or 0 for length in parts)
