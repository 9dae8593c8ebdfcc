"""The pages of a file whose footer is lost, and which columns each of them can be a page of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.ground.values.orders import WIDTHS
from inlay.pages.engine.chunk_pages import Page, data_of
from inlay.pages.engine.codecs import is_known
from inlay.pages.engine.decoded_size import UndecodedError
from inlay.pages.engine.dense_values import read_dense_values
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.levels import LevelsError
from inlay.pages.engine.page_levels import count_levels
from inlay.pages.engine.walk import PlacedPage, ReadAt, find_data_header
from inlay.verbs.recover.rebuild.lost_column import LostColumn
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    DataPageHeader,
    DataPageHeaderV2,
    Encoding,
    PageType,
    Type,
)

_INDEXES: Final = (Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY)

# Encodings.md says which types an encoding is for. What is not here, newer encodings too, may hold any type.
_NUMBERS: Final = (Type.INT32, Type.INT64)
_OF_TYPES: Final = {
    Encoding.RLE: (Type.BOOLEAN,),
    Encoding.DELTA_BINARY_PACKED: _NUMBERS,
    Encoding.DELTA_LENGTH_BYTE_ARRAY: (Type.BYTE_ARRAY,),
    Encoding.DELTA_BYTE_ARRAY: (Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY),
    Encoding.BYTE_STREAM_SPLIT: (
        *_NUMBERS,
        Type.FLOAT,
        Type.DOUBLE,
        Type.FIXED_LEN_BYTE_ARRAY,
    ),
}
_LENGTH: Final = 4
"""Bytes of the length before a byte array, and before the levels of a page of version 1."""

_CODECS: Final = (
    CompressionCodec.SNAPPY,
    CompressionCodec.ZSTD,
    CompressionCodec.GZIP,
    CompressionCodec.LZ4_RAW,
    CompressionCodec.LZ4,
    CompressionCodec.BROTLI,
)


class LostPages:
    """By number, in the order of the file. What takes reading is remembered."""

    def __init__(self, pages: Sequence[PlacedPage], read: ReadAt) -> None:
        self.pages = pages
        self._read = read
        self._rows: dict[tuple[int, int, int], int | None] = {}
        self._decoded: dict[tuple[int, int], bool] = {}

    def __len__(self) -> int:
        return len(self.pages)

    def is_dictionary(self, number: int) -> bool:
        return self.pages[number].header.type == PageType.DICTIONARY_PAGE

    def may_be_of(self, number: int, column: LostColumn, *, has_dictionary: bool) -> bool:
        """Whether what the header says, and the size of its body, can be true of the values of this column."""
        header = self.pages[number].header
        if header.type == PageType.INDEX_PAGE:
            return True
        if header.type == PageType.DICTIONARY_PAGE:
            dictionary = header.dictionary_page_header
            return (
                dictionary is not None
                and column.element.type != Type.BOOLEAN
                and _fits_plain(column, dictionary.num_values, header.uncompressed_page_size)
            )
        data = find_data_header(header)
        if data is None or not _may_hold(data.encoding, column, has_dictionary=has_dictionary):
            return False
        size, levels = header.uncompressed_page_size, 0
        if isinstance(data, DataPageHeaderV2):
            if not _has_levels_of(data, column):
                return False
            levels = data.repetition_levels_byte_length + data.definition_levels_byte_length
        if column.leaf.max_definition or column.leaf.max_repetition:
            return _may_be_plain(data, column, size - levels)
        return data.encoding != Encoding.PLAIN or _fits_plain(column, data.num_values, size)

    def rows_of(self, number: int, column: LostColumn) -> int | None:
        """Rows that begin in a data page, 0 in another; None where its levels are not those of the column."""
        header = self.pages[number].header
        data = find_data_header(header)
        if data is None:
            return 0
        leaf = column.leaf
        if not leaf.max_repetition:
            return data.num_values
        if isinstance(data, DataPageHeaderV2):
            return data.num_rows
        key = number, leaf.max_repetition, leaf.max_definition
        if key not in self._rows:
            self._rows[key] = self._count_rows(number, data, column)
        return self._rows[key]

    def decodes_as(self, number: int, column: LostColumn, dictionary: int | None) -> bool:
        """Whether the values of a data page are such values, or nothing here can tell; `dictionary` is the page of its chunk."""
        key = number, column.at
        if key not in self._decoded:
            before = b"" if dictionary is None else self._bytes_of(dictionary)
            chunk = before + self._bytes_of(number)
            self._decoded[key] = any(
                _decodes(chunk, column, codec) for codec in self.codecs_of(number, column)
            )
        return self._decoded[key]

    def codecs_of(self, number: int, column: LostColumn) -> list[CompressionCodec]:
        """Those that a page may be compressed with, the likeliest first."""
        header = self.pages[number].header
        sizes = header.compressed_page_size, header.uncompressed_page_size
        plain = [CompressionCodec.UNCOMPRESSED] if sizes[0] == sizes[1] else []
        first = [column.codec] if column.codec is not None else []
        if first == [CompressionCodec.UNCOMPRESSED] and not plain:
            first = []
        return list(dict.fromkeys([*first, *plain, *_CODECS]))

    def page(self, number: int) -> Page:
        """With its body."""
        placed = self.pages[number]
        body = memoryview(self._read(placed.start, placed.end - placed.start))
        return Page(placed.header, placed.offset, placed.size, body)

    def _bytes_of(self, number: int) -> bytes:
        page = self.pages[number]
        return bytes(self._read(page.offset, page.size))

    def _count_rows(self, number: int, data: DataPageHeader, column: LostColumn) -> int | None:
        page = self.page(number)
        for codec in self.codecs_of(number, column):
            if not is_known(codec):
                continue
            try:
                taken = data_of(page, codec, column.leaf, 0)
                counts = count_levels(taken.repetition, data.num_values, column.leaf.max_repetition)
                count_levels(taken.definition, data.num_values, column.leaf.max_definition)
            except (ChunkError, LevelsError):
                continue
            return counts[0]
        return None


def _decodes(chunk: bytes, column: LostColumn, codec: CompressionCodec) -> bool:
    assert column.element.type is not None  # as every leaf has
    meta = ColumnMetaData(
        type=column.element.type,
        encodings=[],
        path_in_schema=[],
        codec=codec,
        num_values=0,
        total_uncompressed_size=0,
        total_compressed_size=len(chunk),
        data_page_offset=0,
    )
    try:
        return read_dense_values(chunk, meta, column.leaf, 0).is_whole
    except UndecodedError:
        return True


def _may_hold(encoding: Encoding, column: LostColumn, *, has_dictionary: bool) -> bool:
    if encoding in _INDEXES:
        return has_dictionary
    types = _OF_TYPES.get(encoding)
    return types is None or column.element.type in types


def _has_levels_of(data: DataPageHeaderV2, column: LostColumn) -> bool:
    """Levels of version 2 have a length, which is 0 for a column that has none."""
    leaf = column.leaf
    return (
        (leaf.max_repetition > 0 or data.repetition_levels_byte_length == 0)
        and (leaf.max_definition > 0 or data.definition_levels_byte_length == 0)
        and (leaf.max_repetition > 0 or data.num_rows == data.num_values)
        and data.num_values >= max(data.num_nulls, 0)
        and data.num_values >= data.num_rows >= 0
    )


def _may_be_plain(data: DataPageHeader | DataPageHeaderV2, column: LostColumn, size: int) -> bool:
    """Of a column with levels: plain values of one width are not longer than all of them and their levels."""
    width = _width_of(column)
    if data.encoding != Encoding.PLAIN or width is None:
        return True
    most = data.num_values * width
    if isinstance(data, DataPageHeader):
        bits = column.leaf.max_definition.bit_length() + column.leaf.max_repetition.bit_length()
        # A run of eight levels has a byte before it at the most.
        most += 2 * _LENGTH + (data.num_values + 8) * (bits + 2) // 8 + 16
    return size <= most


def _fits_plain(column: LostColumn, count: int, size: int) -> bool:
    """Whether so many plain values have this size; of byte arrays, at least that of their lengths."""
    if column.element.type == Type.BOOLEAN:
        return size == (count + 7) // 8
    width = _width_of(column)
    return size >= count * _LENGTH if width is None else size == count * width


def _width_of(column: LostColumn) -> int | None:
    if column.element.type == Type.BYTE_ARRAY or column.element.type is None:
        return None
    if column.element.type == Type.FIXED_LEN_BYTE_ARRAY:
        return column.element.type_length
    return WIDTHS.get(column.element.type)
