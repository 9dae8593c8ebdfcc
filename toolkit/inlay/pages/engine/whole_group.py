"""A row group that moves whole: small, its chunks side by side, and nothing in it changes but where it lies.

Compactions move thousands of these, and then what takes time is objects: a dozen for each chunk, again for each thing that is
asked. Here the row group stays encoded, and `native_whole_groups.pyx` reads numbers where they lie and writes others in their
place. Whatever is not plain, or not as it should be, is None here; then the row group is decoded, and the classes that move
chunks one by one know what to do, or say what is wrong. The bytes that come out are the same (`tests/pages/engine/test_whole_groups.py`).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from inlay.ground.files.source import read_at
from inlay.ground.schema.encoded_path import encode_path
from inlay.pages.engine.chunk_pieces import ChunkPieces
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.page_list import PageArrays, PageList
from inlay.pages.engine.piece import BLOOM_FILTER, COLUMN_INDEX, OFFSET_INDEX, PieceKind
from inlay.pages.engine.plan import Origin
from inlay.pages.engine.sink import Sink
from inlay.pages.engine.thrift_file import ThriftFile
from inlay_runtime.core import load_native
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.text import bytes_of
from parquet_format.parquet import PageHeader, RowGroup, Type

if TYPE_CHECKING:
    from inlay.ground.schema.tree import SchemaTree

_native: Any = load_native("inlay.pages.engine.native_whole_groups")

MOST: Final = 1 << 20
"""Bytes of pages: a row group that has more is read chunk by chunk,"""
MOST_OF_A_CHUNK: Final = 1 << 10
"""unless it has so many chunks that these are small: objects for each would take more time and memory than their pages."""

_LIST_OF_ONE: Final = b"\x1c"


class EncodedLeaves(NamedTuple):
    """What row groups say of the leaves of a schema: the path of each as they spell it, and whether it may have more values
    than rows; and the leaves, with their physical types."""

    paths: list[bytes]
    repeated: bytes
    leaves: list[Leaf]
    kinds: list[Type]

    def choose(self, columns: Sequence[int]) -> EncodedLeaves:
        """Some of them."""
        return EncodedLeaves(
            [self.paths[column] for column in columns],
            bytes(self.repeated[column] for column in columns),
            [self.leaves[column] for column in columns],
            [self.kinds[column] for column in columns],
        )

    @classmethod
    def of(cls, tree: SchemaTree, leaves: list[Leaf]) -> EncodedLeaves:
        """`leaves` are those of the tree. Raises UnicodeEncodeError for a name that stands for no bytes."""
        return cls(
            [encode_path([*map(bytes_of, node.path)]) for node in tree.leaves],
            bytes(leaf.max_repetition > 0 for leaf in leaves),
            leaves,
            [Type.BOOLEAN if (kind := node.element.type) is None else kind for node in tree.leaves],
        )


class WholeChunk(NamedTuple):
    """A chunk of a row group: where its pages begin, and their bytes; the same of its indexes, and the bytes of its Bloom filter;
    0 for what it has not; how many values it has."""

    start: int
    size: int
    column_index: int
    column_index_length: int
    offset_index: int
    offset_index_length: int
    bloom_filter_length: int
    values: int

    def kinds(self) -> Iterator[PieceKind]:
        """What it has beside its pages."""
        if self.bloom_filter_length:
            yield BLOOM_FILTER
        if self.column_index_length:
            yield COLUMN_INDEX
        if self.offset_index_length:
            yield OFFSET_INDEX


class WholeGroup(NamedTuple):
    """Row group `number` of a file: from `begin` to `end` in `thrift`, which is its footer, or what is left of the row group where only
    some `columns` are wanted; `size` bytes of pages, which with what lies between are
    `span` bytes from `start` on; `copied` with those of indexes and Bloom filters. An `ordinal` is for those that have one.
    """

    source: ThriftFile
    thrift: bytes
    leaves: EncodedLeaves
    number: int
    begin: int
    end: int
    rows: int
    start: int
    span: int
    size: int
    copied: int
    has_ordinal: bool
    ordinal: int = 0
    columns: Sequence[int] | None = None
    """Their numbers in the file; None for all."""

    @property
    def is_small(self) -> bool:
        """Whether its pages may be in memory together."""
        return self.span <= MOST or self.span <= MOST_OF_A_CHUNK * len(self.leaves.paths)

    @property
    def parts(self) -> Sequence[WholeGroup]:
        """Row groups of which each moves whole, one behind the other."""
        return (self,)

    @property
    def chunk_count(self) -> int:
        return len(self.leaves.paths)

    @property
    def has_others(self) -> bool:
        """Whether it has more than pages."""
        return self.copied > self.size

    def decode(self) -> tuple[RowGroup, list[Origin]]:
        """As an object, with where its chunks come from."""
        row_group = RowGroup.decode(self.thrift[self.begin : self.end])
        if self.has_ordinal:
            row_group.ordinal = self.ordinal
        columns = range(len(row_group.columns)) if self.columns is None else self.columns
        return row_group, [Origin(self.source, (self.number, column)) for column in columns]

    def choose(self, columns: Sequence[int], leaves: EncodedLeaves) -> WholeGroup | None:
        """Some of its columns, whose numbers ascend; `leaves` are these. None where what is left is not plain."""
        kept = bytearray(len(self.leaves.paths))
        for column in columns:
            kept[column] = 1
        left = _native.keep_chunks(self.thrift, self.begin, self.end, bytes(kept))
        if left is None:
            return None
        data: bytes = left[0]
        start, span, size, copied = left[1:]
        return self._replace(
            thrift=data,
            leaves=leaves,
            begin=0,
            end=len(data),
            start=start,
            span=span,
            size=size,
            copied=copied,
            columns=columns,
        )

    def chunks(self) -> list[WholeChunk]:
        return list(map(WholeChunk._make, _native.find_chunks(self.thrift, self.begin)))

    def list_encodings(self) -> set[int] | None:
        """The numbers of those that its chunks list; None for a chunk that lists none."""
        numbers: set[int] | None = _native.list_encodings(self.thrift, self.begin)
        return numbers

    def find_runs(self) -> list[tuple[int, int]]:
        """Where its pages lie, and their bytes, of chunks side by side together."""
        runs: list[tuple[int, int]] = _native.find_runs(self.thrift, self.begin)
        return runs

    def place(self, start: int, others: list[int] | None) -> bytes | None:
        """As the new footer has it, with its pages from `start` on; None unless it reads back as that. `others` has four numbers
        for each chunk, unless it is None: where its Bloom filter is, its column index, its offset index, the length of that.
        """
        data: bytes | None = _native.place(
            self.thrift, self.begin, self.end, start, self.ordinal, others
        )
        if data is None:
            return None
        group = _LIST_OF_ONE + data
        rows, size = self.rows, self.size
        read = _native.find_groups(
            group, 0, start + size, self.leaves.paths, self.leaves.repeated, b""
        )
        expected = 1, len(group), rows, start, size, size, self.has_ordinal
        return data if read is not None and (*read[0][:6], *read[0][7:]) == expected else None


class WholePages(NamedTuple):
    """The pages of a whole row group, unless nobody has looked at them: their bytes; and of all data pages how many there are up to
    the end of each chunk, and what a list of pages has of each: where it is, its bytes, values, rows and nulls.
    """

    data: bytes = b""
    ends: Sequence[int] = ()
    arrays: PageArrays | None = None

    def list_of(self, column: int) -> PageList:
        if self.arrays is None:
            return PageList()
        pages = slice(self.ends[column - 1] if column else 0, self.ends[column])
        return PageList(self.arrays.cut(pages))


def find_whole_groups(
    file: ThriftFile, at: int, leaves: EncodedLeaves, behind: bytes
) -> list[WholeGroup] | None:
    """Those of the list that begins at `at` in its footer; None unless all are such, and `behind` is what comes behind the list.
    The footer was decoded, and is spelt as it would be written here."""
    if _native is None:
        return None
    read = _native.find_groups(file.thrift, at, file.footer, leaves.paths, leaves.repeated, behind)
    if read is None:
        return None
    return [
        WholeGroup(file, file.thrift, leaves, number, *each) for number, each in enumerate(read)
    ]


def check_whole(group: WholeGroup) -> WholePages | None:
    """Its pages, which fill its chunks, match their CRCs, and are as many values as there should be; None if they do not, or
    where that is not known here."""
    data = read_at(group.source.source, group.start, group.span)
    if len(data) != group.span:
        return None
    checked = _native.check_pages(
        PageHeader,
        group.thrift,
        group.begin,
        data,
        group.start,
        group.size,
        DEFAULT_LIMITS,
        group.has_others,
    )
    if checked is None:
        return None
    pages, ends, *numbers = checked
    arrays = PageArrays._make(map(array, "qqiii", numbers)) if group.has_others else None
    return WholePages(pages, ends, arrays)


def are_pages_whole(file: ThriftFile, row_group: bytes, chunks: ChunkPieces) -> bool:
    """Whether the pages of each chunk are known to fill it, of a row group of the file that may be in memory; `chunks` are its own."""
    size, span = chunks.pages_size, chunks.end - chunks.start
    if _native is None or not 0 < span <= max(MOST, MOST_OF_A_CHUNK * len(chunks)):
        return False
    data = read_at(file.source, chunks.start, span)
    known = PageHeader, row_group, 0, data, chunks.start, size, DEFAULT_LIMITS, False
    return len(data) == span and _native.check_pages(*known) is not None


def take_unseen(_: WholeGroup) -> WholePages:
    """Its pages, which are copied without a look."""
    return WholePages()


def copy_whole(group: WholeGroup, pages: WholePages, sink: Sink) -> None:
    """Its pages, without what lies between chunks."""
    file = group.source.source
    if pages.data or group.span == group.size:
        sink.copy(file, group.start, group.size, pages.data)
    else:
        for start, size in group.find_runs():
            sink.copy(file, start, size)
