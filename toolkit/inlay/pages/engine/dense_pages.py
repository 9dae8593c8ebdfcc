"""The pages of a chunk, each taken apart into levels, which are counted, and values, which pyarrow decodes as those of a required column."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import pyarrow as pa

from inlay.ground.values.orders import WIDTHS
from inlay.ground.wording import amounts
from inlay.pages.engine.at_once import is_large
from inlay.pages.engine.chunk_pages import (
    DataPage,
    Page,
    data_of,
    dictionary_of,
    has_damaged_crc,
    require_runs,
)
from inlay.pages.engine.codecs import LARGEST, Bytes, CodecError, is_known
from inlay.pages.engine.decoded_size import INDEXES, Room
from inlay.pages.engine.dense_chunk import DenseChunk, DensePageLevels
from inlay.pages.engine.dense_file import LEFT_TO_US, read_dense
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.large_page import open_large_dictionary, open_large_page
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.levels import LevelsError, first_of
from inlay.pages.engine.page_bytes import UnsplitPageError
from inlay.pages.engine.page_levels import count_levels
from inlay.pages.engine.page_pieces import are_deltas, can_cut, cut_page, read_deltas
from inlay.pages.engine.required_file import DenseDictionary, DensePage
from inlay.pages.engine.walk import (
    PlacedPage,
    ReadAt,
    find_data_header,
    values_in,
    walk,
)
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


class PageDecoder(NamedTuple):
    """What decodes pages in an encoding that pyarrow does not know: the page, how many values it has, and its offset, to PLAIN values.
    Raises ChunkError."""

    encoding: Encoding
    decode: Callable[[DataPage, int, int], bytes]


class _PageApart(NamedTuple):
    levels: DensePageLevels
    values: DensePage


class DensePages:
    """Goes over the pages of a chunk, and takes each apart."""

    def __init__(
        self,
        read: ReadAt,
        extent: tuple[int, int],
        meta: ColumnMetaData,
        leaf: Leaf,
        decoder: PageDecoder | None,
        *,
        keeps_levels: bool = False,
        in_pieces: bool = False,
        before_large: Callable[[], object] = lambda: None,
    ) -> None:
        if not is_known(meta.codec):
            raise UndecodedError(f"its codec is {meta.codec.name}, which no library here has")
        self.arrow_type = _find_physical_type(meta.type, leaf.type_length)
        self._decoder = decoder
        self._keeps_levels = keeps_levels
        self._in_pieces = in_pieces
        self._before_large = before_large
        self._meta = meta
        self._leaf = leaf
        self._read = read
        self._at, self._end = extent
        self._damage: ChunkError | None = None
        self.dictionary: DenseDictionary | None = None

    def walk(self) -> list[PlacedPage]:
        """The data pages, none of them decoded."""
        return list(self.iterate())

    def iterate(self) -> Iterator[PlacedPage]:
        """The same, one behind the other."""
        try:
            for page in walk(self._read, self._at, self._end):
                values_in(page.header, page.offset)
                if page.is_data:
                    yield page
                elif page.header.type == PageType.DICTIONARY_PAGE and self.dictionary is None:
                    if self._in_pieces and is_large(page):
                        self._before_large()
                        self.dictionary = open_large_dictionary(
                            self._read, page, self._meta.codec, self._meta.type
                        )
                    else:
                        self._add_dictionary(*self._open([page]))
        except ChunkError as error:
            self._damage = error

    def decode(
        self, pages: Sequence[PlacedPage], first: int, most: int | None
    ) -> Iterator[DenseChunk]:
        """At once, or where that is more than `most` bytes, in parts, of a page at least. `first` is the number of their first value."""
        return self.decode_opened(self._open(pages), first, most)

    def decode_opened(
        self, pages: Sequence[Page], first: int, most: int | None
    ) -> Iterator[DenseChunk]:
        """The same of pages with their bodies."""
        apart = [self._take_apart(page) for page in pages]
        self._require_decodable([dense for _, dense in apart])
        return self._decode_parts(apart, first, most)

    def decode_in_pieces(
        self, pages: Sequence[PlacedPage], first: int, most: int | None
    ) -> Iterator[DenseChunk]:
        """The same of a large page. Raises UnsplitPageError."""
        (page,) = pages
        header = find_data_header(page.header)
        assert header is not None  # values_in has seen to it
        levels = DensePageLevels(page.offset, header.num_values, header.encoding, header)
        try:
            data = open_large_page(self._read, page, header, self._meta.codec, self._leaf)
            self._count(levels, data.repetition, data.definition)
            values, encoding = data.values, header.encoding
            if self._decoder is not None and encoding == self._decoder.encoding:
                whole = DataPage(
                    levels.entries, encoding, bytes(data.repetition), bytes(data.definition), values
                )
                values = self._decoder.decode(whole, levels.count, levels.offset)
                encoding = Encoding.PLAIN
                del whole
            del data
        except (LevelsError, ChunkError) as error:
            raise UnsplitPageError from error
        size = levels.size = len(values)
        dense = DensePage(values, levels.count, encoding, size)
        self._require_decodable([dense])
        return self._decode_pieces(_PageApart(levels, dense), first)

    def _decode_pieces(self, page: _PageApart, first: int) -> Iterator[DenseChunk]:
        levels, dense = page
        if not can_cut(dense):
            raise UnsplitPageError
        levels.first = first
        if not dense.count:
            nothing = pa.chunked_array([pa.array([], self.arrow_type)])
            yield DenseChunk(nothing, [levels], self._damage, first)
        for values in self._read_pieces(dense) if dense.count else ():
            count = len(values)
            yield DenseChunk(values, [levels], self._damage, first, is_piece=True)
            del values  # or there would be two
            first += count

    def _read_pieces(self, page: DensePage) -> Iterator[pa.ChunkedArray[Any]]:
        if are_deltas(page):
            for array in read_deltas(page, self._meta.type, self.arrow_type):
                yield pa.chunked_array([array])
                del array
            return
        for piece in cut_page(page, self.arrow_type):
            values = read_dense(self._meta, self._leaf, self.arrow_type, self.dictionary, [piece])
            if piece.damage:
                raise UnsplitPageError
            yield values
            del values

    def open(self, page: PlacedPage) -> Page:
        """With its body, which is short where the file ends in it."""
        body = memoryview(self._read(page.start, page.end - page.start))
        return Page(page.header, page.offset - self._at, page.size, body)

    def _open(self, pages: Sequence[PlacedPage]) -> list[Page]:
        """With their bodies, which lie close to each other."""
        if not pages:
            return []
        start, end = pages[0].offset, pages[-1].end
        data = memoryview(self._read(start, end - start))
        if len(data) < end - start:
            raise ChunkError("the file ends in it", start + len(data))
        return [
            Page(it.header, it.offset - self._at, it.size, data[it.start - start : it.end - start])
            for it in pages
        ]

    def _decode_parts(
        self, pages: Sequence[_PageApart], first: int, most: int | None
    ) -> Iterator[DenseChunk]:
        levels, dense = [it for it, _ in pages], [it for _, it in pages]
        may_be_cut = self._in_pieces and len(pages) == 1 and are_deltas(dense[0])
        most_of_all = most if len(pages) > 1 or may_be_cut else None
        try:
            values = read_dense(
                self._meta, self._leaf, self.arrow_type, self.dictionary, dense, most_of_all
            )
        except UndecodedError:
            if most_of_all is None:
                raise
            if may_be_cut:
                yield from self._decode_pieces(self._decompress(pages[0]), first)
                return
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

    def _decompress(self, page: _PageApart) -> _PageApart:
        """Raises UnsplitPageError."""
        levels, dense = page
        try:
            body = dense.decompress(self._meta.codec)
        except CodecError as error:
            raise UnsplitPageError from error
        return _PageApart(levels, DensePage(body, dense.count, dense.encoding, dense.size))

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


def _find_physical_type(type_: Type, length: int | None) -> pa.DataType:
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
