"""The values of a chunk that are there, page by page, without those that are not: what its statements are about.

Whatever the column is nested in, its pages without their levels are the pages of a required column. So pyarrow is shown a file of one
such column, with every encoding that it knows, and gives physical values, bit for bit. The levels are counted here.
A page that is damaged is left out with what is wrong with it, and those behind it are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

import pyarrow as pa

from inlay.ground.values.orders import WIDTHS
from inlay.ground.wording import amounts
from inlay.pages.engine.chunk_pages import DataPage, Page, data_of, dictionary_of, has_damaged_crc
from inlay.pages.engine.codecs import LARGEST, Bytes, is_known
from inlay.pages.engine.decoded_size import INDEXES, Room, UndecodedError
from inlay.pages.engine.dense_file import LEFT_TO_US, read_dense
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.levels import LevelsError, first_of
from inlay.pages.engine.page_levels import count_levels
from inlay.pages.engine.page_runs import RUN, cut_into_runs, measure_page
from inlay.pages.engine.required_file import DenseDictionary, DensePage
from inlay.pages.engine.walk import ReadAt, find_data_header, values_in, walk
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    DataPageHeader,
    DataPageHeaderV2,
    Encoding,
    PageType,
    Type,
)

NO_MATCH: Final = "does not match its CRC"
"""The damage of a page whose bytes are not what was written."""

_DECODED: Final = {
    *INDEXES,
    *(Encoding.PLAIN, Encoding.RLE, Encoding.BYTE_STREAM_SPLIT, Encoding.DELTA_BINARY_PACKED),
    *(Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY),
}


@dataclass(slots=True)
class DensePageLevels:
    """A data page: where its header is, its first value in the chunk, how many are there, and their bytes before compression, where
    values are read; levels by how often each is in it.

    `rows` begin in it, and `begins_row` says whether its first value does. `damage` is what is wrong with it: then nothing else is
    known, and it has no values.
    """

    offset: int
    entries: int
    encoding: Encoding
    header: DataPageHeader | DataPageHeaderV2
    first: int = 0
    count: int = 0
    size: int = field(default=0, compare=False)
    definitions: list[int] = field(default_factory=list)
    repetitions: list[int] = field(default_factory=list)
    begins_row: bool = True
    damage: str = ""
    definition_bytes: bytes = b""
    """Its definition levels as they lie in it, where they were asked for."""

    repetition_bytes: bytes = b""
    """The same of its repetition levels."""

    @property
    def rows(self) -> int:
        return self.repetitions[0] if self.repetitions else 0


@dataclass(slots=True)
class DenseChunk:
    """Of a chunk, or of a run of its pages, whose first value is number `first` of the chunk.

    `values` are physical ones without nulls: numbers, booleans, bytes of one width (INT96 too), byte arrays, or a dictionary of these.
    `damage` is what ends the walk over its pages, with its offset; then there are others that nobody has seen.
    """

    values: pa.ChunkedArray[Any]
    pages: list[DensePageLevels]
    damage: ChunkError | None = None
    first: int = 0

    @property
    def is_whole(self) -> bool:
        return self.damage is None and not any(page.damage for page in self.pages)

    def spans(self) -> list[tuple[int, int]]:
        """Of each page: its first value among these, and how many they are."""
        return [(page.first - self.first, page.count) for page in self.pages]


class PageDecoder(NamedTuple):
    """What decodes pages in an encoding that pyarrow does not know: the page, how many values it has, and its offset, to PLAIN values.
    Raises ChunkError."""

    encoding: Encoding
    decode: Callable[[DataPage, int, int], bytes]


def read_dense_values(
    chunk: Bytes,
    meta: ColumnMetaData,
    leaf: Leaf,
    at: int,
    *,
    decoder: PageDecoder | None = None,
    keeps_levels: bool = False,
) -> DenseChunk:
    """The values of a chunk that lies at offset `at` of its file. Raises UndecodedError; damage is in the result.

    Memory holds the chunk, its pages without levels, and its values.
    """
    reader = _Reader(meta, leaf, at, decoder, keeps_levels=keeps_levels)
    pages = reader.walk(chunk)
    return next(reader.decode(pages, 0, None))


def read_dense_runs(
    chunk: Bytes, meta: ColumnMetaData, leaf: Leaf, at: int
) -> Iterator[DenseChunk]:
    """The same values, some pages at a time, and one run at least. Memory holds the chunk, its dictionary, and a run: its pages without
    levels, and its values. A chunk may have more values than can be decoded at once."""
    reader = _Reader(meta, leaf, at, None, keeps_levels=False)
    pages = reader.walk(chunk)
    most = max(RUN, reader.dictionary.size if reader.dictionary is not None else 0)
    width = reader.arrow_type.bit_width if meta.type != Type.BYTE_ARRAY else 0
    first = 0
    for run in cut_into_runs(pages, meta.type, width, most):
        for decoded in reader.decode(run, first, most):
            first += len(decoded.values)
            yield decoded
            del decoded  # or there would be two


class DenseRun(NamedTuple):
    values: DenseChunk
    is_only: bool
    """Whether there is no other."""


def stream_dense_runs(
    read: ReadAt,
    extent: tuple[int, int],
    meta: ColumnMetaData,
    leaf: Leaf,
    most: int,
    *,
    decoder: PageDecoder | None = None,
    keeps_levels: bool = False,
    before_large: Callable[[], object] = lambda: None,
) -> Iterator[DenseRun]:
    """The same values, of a chunk that is read from the front to the back, in runs of up to `most` bytes of values, or of a page, or of as
    much as the dictionary has. Memory holds what `read` gives of a run, the dictionary, and the run; `before_large` is called before more
    than `most` bytes are read or decoded at once. What ends the walk over the pages is in the last run. Raises UndecodedError, behind other
    runs too."""
    start, end = extent
    reader = _Reader(meta, leaf, start, decoder, keeps_levels=keeps_levels)
    width = reader.arrow_type.bit_width if meta.type != Type.BYTE_ARRAY else 0
    first = size = 0
    run: list[Page] = []
    was_index = is_later = False
    for page in reader.iterate(partial(_read_in_turn, read, most, before_large), end):
        own, is_index = measure_page(page, meta.type, width)
        room = most if reader.dictionary is None else max(most, reader.dictionary.size)
        if max(own, room) > most:
            before_large()
        is_other = meta.type == Type.BYTE_ARRAY and is_index != was_index
        if run and (is_other or size + own > room):
            for decoded in reader.decode(run, first, room):
                first += len(decoded.values)
                yield DenseRun(decoded, is_only=False)
                del decoded  # or there would be two
            run, size, is_later = [], 0, True
        run.append(page)
        size, was_index = size + own, is_index
    room = most if reader.dictionary is None else max(most, reader.dictionary.size)
    for decoded in reader.decode(run, first, room):
        yield DenseRun(decoded, is_only=not is_later and len(decoded.pages) == len(run))
        del decoded


def _read_in_turn(
    read: ReadAt, most: int, before_large: Callable[[], object], offset: int, size: int
) -> bytes | memoryview:
    if size > most:
        before_large()
    return read(offset, size)


def find_physical_type(type_: Type, length: int | None) -> pa.DataType:
    """Of values as they come. Raises UndecodedError for a type that is newer than the IDL, and for a length that is none."""
    if type_ == Type.INT96:
        return pa.binary(WIDTHS[Type.INT96])
    if type_ == Type.FIXED_LEN_BYTE_ARRAY:
        if not length or length < 0:
            raise UndecodedError("its values have no length")
        return pa.binary(length)
    if type_ not in _ARROW:
        raise UndecodedError(f"its type is {type_.name}")
    return _ARROW[type_]()


_ARROW: Final[dict[Type, Callable[[], pa.DataType]]] = {
    Type.BOOLEAN: pa.bool_,
    Type.INT32: pa.int32,
    Type.INT64: pa.int64,
    Type.FLOAT: pa.float32,
    Type.DOUBLE: pa.float64,
    Type.BYTE_ARRAY: pa.binary,
}


class _PageApart(NamedTuple):
    levels: DensePageLevels
    values: DensePage


class _Reader:
    """Goes over the pages of a chunk, and takes each apart."""

    def __init__(
        self,
        meta: ColumnMetaData,
        leaf: Leaf,
        at: int,
        decoder: PageDecoder | None,
        *,
        keeps_levels: bool,
    ) -> None:
        if not is_known(meta.codec):
            raise UndecodedError(f"its codec is {meta.codec.name}, which no library here has")
        self.arrow_type = find_physical_type(meta.type, leaf.type_length)
        self._decoder = decoder
        self._keeps_levels = keeps_levels
        self._meta = meta
        self._leaf = leaf
        self._at = at
        self._damage: ChunkError | None = None
        self.dictionary: DenseDictionary | None = None

    def walk(self, chunk: Bytes) -> list[Page]:
        """The data pages, none of them decoded."""
        view, start = memoryview(chunk), self._at
        return list(
            self.iterate(lambda at, size: view[at - start : at - start + size], start + len(chunk))
        )

    def iterate(self, read: ReadAt, end: int) -> Iterator[Page]:
        """The same, of a chunk up to `end` of the file."""
        try:
            for page in _iterate_pages(read, self._at, end):
                if page.is_data:
                    yield page
                elif page.header.type == PageType.DICTIONARY_PAGE and self.dictionary is None:
                    self._add_dictionary(page)
        except ChunkError as error:
            self._damage = error

    def decode(self, pages: Sequence[Page], first: int, most: int | None) -> Iterator[DenseChunk]:
        """At once, or where that is more than `most` bytes, in parts, of a page at least. `first` is the number of their first value."""
        apart = [self._take_apart(page) for page in pages]
        self._require_decodable([dense for _, dense in apart])
        return self._decode_parts(apart, first, most)

    def _decode_parts(
        self, pages: Sequence[_PageApart], first: int, most: int | None
    ) -> Iterator[DenseChunk]:
        levels, dense = [it for it, _ in pages], [it for _, it in pages]
        most_of_all = most if len(pages) > 1 else None
        try:
            values = read_dense(
                self._meta, self._leaf, self.arrow_type, self.dictionary, dense, most_of_all
            )
        except UndecodedError:
            if most_of_all is None:
                raise
            for part in (pages[: len(pages) // 2], pages[len(pages) // 2 :]):
                for decoded in self._decode_parts(part, first, most):
                    first += len(decoded.values)
                    yield decoded
            return
        next_first = first
        for page, its in pages:
            if its.damage:
                page.damage = its.damage
            if page.damage:
                page.count = 0
            page.first = next_first
            next_first += page.count
        yield DenseChunk(values, levels, self._damage, first)

    def _add_dictionary(self, page: Page) -> None:
        header = page.header.dictionary_page_header
        count = 0 if header is None else header.num_values
        dense = DenseDictionary(page.body, count, Encoding.PLAIN)
        dense.size = page.header.uncompressed_page_size
        dense.is_compressed = self._meta.codec != CompressionCodec.UNCOMPRESSED
        _require_small(dense.size)
        if dense.size < 0 or dense.count < 0:
            dense.damage = "cannot be read: its dictionary page has a negative size"
        elif has_damaged_crc(page):
            dense.damage = NO_MATCH
        elif self._meta.codec in LEFT_TO_US:
            try:
                dense.body = dictionary_of(page, self._meta.codec, self._at)
                dense.is_compressed = False
            except ChunkError as error:
                dense.damage = f"cannot be read, as its dictionary page cannot: {error.what}"
        self.dictionary = dense

    def _take_apart(self, page: Page) -> _PageApart:
        header = find_data_header(page.header)
        assert header is not None  # values_in has seen to it
        offset = self._at + page.offset
        levels = DensePageLevels(offset, header.num_values, header.encoding, header)
        dense = DensePage(b"", 0, header.encoding)
        try:
            if has_damaged_crc(page):
                raise ChunkError(NO_MATCH, offset)
            repetition, definition = self._fill_in(page, header, dense)
            self._count(levels, repetition, definition)
            if self._decoder is not None and header.encoding == self._decoder.encoding:
                self._decode(self._decoder, page, levels, dense)
        except LevelsError as error:
            levels.damage = f"has no levels: {error}"
        except ChunkError as error:
            levels.damage = error.what
        dense.count, levels.size = levels.count, dense.size
        if levels.damage:
            dense.damage = levels.damage
        return _PageApart(levels, dense)

    def _fill_in(
        self, page: Page, header: DataPageHeader | DataPageHeaderV2, dense: DensePage
    ) -> tuple[Bytes, Bytes]:
        """Fills in the values of the page; its levels of both kinds."""
        is_left = self._meta.codec not in LEFT_TO_US
        leaf, size = self._leaf, page.header.uncompressed_page_size
        _require_small(size)
        if size < 0:
            raise ChunkError(f"has {amounts.count(size, 'byte')}", self._at + page.offset)
        is_compressed = self._meta.codec != CompressionCodec.UNCOMPRESSED
        if isinstance(header, DataPageHeaderV2) and is_left:
            first, second = (
                header.repetition_levels_byte_length,
                header.definition_levels_byte_length,
            )
            if first < 0 or second < 0 or first + second > len(page.body):
                raise ChunkError(
                    f"has {amounts.count(first + second, 'byte')} of levels, and ends",
                    self._at + page.offset,
                )
            dense.body = page.body[first + second :]
            dense.size = size - first - second
            dense.is_compressed = is_compressed and header.is_compressed is not False
            return page.body[:first], page.body[first : first + second]
        if isinstance(header, DataPageHeader):
            require_runs(header, leaf)
            if is_left and not leaf.max_definition and not leaf.max_repetition:
                dense.body, dense.size, dense.is_compressed = page.body, size, is_compressed
                return b"", b""
        data = data_of(page, self._meta.codec, leaf, self._at)
        dense.body, dense.size, dense.is_compressed = data.values, len(data.values), False
        return data.repetition, data.definition

    def _decode(
        self, decoder: PageDecoder, page: Page, levels: DensePageLevels, dense: DensePage
    ) -> None:
        data = data_of(page, self._meta.codec, self._leaf, self._at)
        dense.body = decoder.decode(data, levels.count, levels.offset)
        dense.encoding, dense.size, dense.is_compressed = Encoding.PLAIN, len(dense.body), False

    def _count(self, levels: DensePageLevels, repetition: Bytes, definition: Bytes) -> None:
        leaf, entries = self._leaf, levels.entries
        levels.definitions = count_levels(definition, entries, leaf.max_definition)
        levels.repetitions = count_levels(repetition, entries, leaf.max_repetition)
        levels.count = levels.definitions[leaf.max_definition]
        if self._keeps_levels:
            levels.definition_bytes = bytes(definition)
            levels.repetition_bytes = bytes(repetition)
        if entries and leaf.max_repetition:
            levels.begins_row = first_of(bytes(repetition[:16]), leaf.max_repetition) == 0

    def _require_decodable(self, pages: Sequence[DensePage]) -> None:
        total = 0
        are_arrays = pa.types.is_binary(self.arrow_type)
        width = 4 if are_arrays else (self.arrow_type.bit_width + 7) // 8
        for page in pages:
            if page.encoding not in _DECODED and page.count:
                raise UndecodedError(f"it has pages in the encoding {page.encoding.name}")
            total += page.count * width
            if are_arrays and page.encoding not in INDEXES:
                total += page.size
        Room().take(total)


def _require_small(size: int) -> None:
    if size > LARGEST:
        raise UndecodedError(
            f"it has a page of {amounts.count(size, 'byte')}; up to {LARGEST:,} are read"
        )


def require_runs(header: DataPageHeader, leaf: Leaf) -> None:
    """Before 2014, levels could be packed without runs."""
    for most, encoding in (
        (leaf.max_repetition, header.repetition_level_encoding),
        (leaf.max_definition, header.definition_level_encoding),
    ):
        if most and encoding == Encoding.BIT_PACKED:
            raise UndecodedError("its levels are in the encoding BIT_PACKED")


def _iterate_pages(read: ReadAt, first: int, last: int) -> Iterator[Page]:
    """Raises ChunkError where they do not fill the chunk, behind those before it."""
    for page in walk(read, first, last):
        header, offset, start, end = page
        values_in(header, offset)
        yield Page(header, offset - first, page.size, memoryview(read(start, end - start)))
