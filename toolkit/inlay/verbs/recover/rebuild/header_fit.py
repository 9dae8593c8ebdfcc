"""Whether what a page header says can be true of the values of a column."""

from __future__ import annotations

from typing import Final

from inlay.pages.engine.header_facts import HeaderFacts
from inlay.verbs.recover.rebuild.lost_column import LostColumn
from inlay.verbs.recover.rebuild.plain_sizes import fits_plain, may_be_plain
from parquet_format.parquet import Encoding, Type

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


def fits_column(facts: HeaderFacts, column: LostColumn, *, has_dictionary: bool) -> bool:
    """Of a page with such a header: by the size of its body, too."""
    if facts.is_dictionary:
        is_boolean = column.element.type == Type.BOOLEAN
        return not is_boolean and fits_plain(column, facts.entries, facts.size)
    if not facts.is_data:
        return True
    encoding = Encoding(facts.encoding)
    if not _may_hold(encoding, column, has_dictionary=has_dictionary):
        return False
    encodings = facts.level_encoding, facts.repetition_encoding
    if not facts.is_version_2 and not _OF_LEVELS.issuperset(encodings):
        return False
    if facts.is_version_2 and not _has_levels_of(facts, column):
        return False
    if column.leaf.max_definition or column.leaf.max_repetition:
        return may_be_plain(facts, column)
    levels = facts.repetition_bytes + facts.level_bytes
    return encoding != Encoding.PLAIN or fits_plain(column, facts.entries, facts.size - levels)


def _may_hold(encoding: Encoding, column: LostColumn, *, has_dictionary: bool) -> bool:
    if encoding in _INDEXES:
        return has_dictionary
    if encoding in _OF_TYPES:
        return column.element.type in _OF_TYPES[encoding]
    return encoding == Encoding.PLAIN or encoding in column.encodings


def _has_levels_of(facts: HeaderFacts, column: LostColumn) -> bool:
    """Levels of version 2 have a length, which is 0 for a column that has none."""
    leaf = column.leaf
    return (
        (leaf.max_repetition > 0 or facts.repetition_bytes == 0)
        and (leaf.max_definition > 0 or facts.level_bytes == 0)
        and (leaf.max_repetition > 0 or facts.rows == facts.entries)
        and facts.entries >= max(facts.nulls, 0)
        and facts.entries >= facts.rows >= 0
    )
