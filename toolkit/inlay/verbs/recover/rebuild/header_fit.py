"""Whether what a page header says can be true of the values of a column."""

from __future__ import annotations

from typing import Final

from inlay.pages.engine.walk import find_data_header
from inlay.verbs.recover.rebuild.lost_column import LostColumn
from inlay.verbs.recover.rebuild.plain_sizes import fits_plain, may_be_plain
from parquet_format.parquet import (
    DataPageHeader,
    DataPageHeaderV2,
    Encoding,
    PageHeader,
    PageType,
    Type,
)

_INDEXES: Final = (Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY)

_OF_LEVELS: Final = frozenset((Encoding.RLE, Encoding.BIT_PACKED))

# Encodings.md says which types an encoding is for. Others, newer ones too, are believed where the file that is like it has them.
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


def fits_column(header: PageHeader, column: LostColumn, *, has_dictionary: bool) -> bool:
    """Of a page with this header: by the size of its body, too."""
    if header.type == PageType.INDEX_PAGE:
        return True
    if header.type == PageType.DICTIONARY_PAGE:
        dictionary = header.dictionary_page_header
        return (
            dictionary is not None
            and column.element.type != Type.BOOLEAN
            and fits_plain(column, dictionary.num_values, header.uncompressed_page_size)
        )
    data = find_data_header(header)
    if data is None or not _may_hold(data.encoding, column, has_dictionary=has_dictionary):
        return False
    if isinstance(data, DataPageHeader) and not _OF_LEVELS.issuperset(
        (data.definition_level_encoding, data.repetition_level_encoding)
    ):
        return False
    size, levels = header.uncompressed_page_size, 0
    if isinstance(data, DataPageHeaderV2):
        if not _has_levels_of(data, column):
            return False
        levels = data.repetition_levels_byte_length + data.definition_levels_byte_length
    if column.leaf.max_definition or column.leaf.max_repetition:
        return may_be_plain(data, column, size - levels)
    return data.encoding != Encoding.PLAIN or fits_plain(column, data.num_values, size)


def _may_hold(encoding: Encoding, column: LostColumn, *, has_dictionary: bool) -> bool:
    if encoding in _INDEXES:
        return has_dictionary
    if encoding in _OF_TYPES:
        return column.element.type in _OF_TYPES[encoding]
    return encoding == Encoding.PLAIN or encoding in column.encodings


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
