"""Values that are stored plainly where an encoding of the format pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from inlay.ground.statements.chunk_numbers import (
    COUNTS_DISTINCT,
    DICTIONARY_BITS,
    HAS_INDEXES_ONLY,
)
from inlay.ground.wording.amounts import count, format_size
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts, sum_sizes
from inlay.verbs.lint.distinct import estimate_distinct
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.phrases import in_groups
from inlay.verbs.lint.remedies import ask_pages, encode_each, rewrite_file
from inlay.verbs.lint.rule import NOTE, LintRule, Sighting, Sightings, Threshold, Thresholds
from inlay.verbs.lint.sightings import describe_columns
from inlay.verbs.lint.twins import ask_twins
from inlay.verbs.lint.without_dictionary import PACKED
from parquet_format.parquet import (
    BsonType,
    DateType,
    Encoding,
    EnumType,
    JsonType,
    StringType,
    TimestampType,
    Type,
)

_MIB: Final = 1024**2
_ANY_SIZE: Final = Threshold(0, "Compressed bytes of a column below which it does not matter")
"""As parquet-linter has it; settings may know better."""
_FLOATS: Final = (Type.FLOAT, Type.DOUBLE)
_INTEGERS: Final = (Type.INT32, Type.INT64)
_PLAIN_BIT: Final = 1 << Encoding.PLAIN
_DELTA_TEXT: Final = 1 << Encoding.DELTA_BYTE_ARRAY | 1 << Encoding.DELTA_LENGTH_BYTE_ARRAY
_PAYING: Final = 0.5
"""Share of distinct values below which a dictionary pays."""
_FEW: Final = 0.1
"""The same where nothing but the dictionary is asked about."""
_BLOCK: Final = 128
"""Values that share a head in DELTA_BINARY_PACKED."""
_WIDTHS: Final = 4
"""Bytes of a head for the widths of its four parts; the least difference has seven bits a byte."""
_SPLIT: Final = (
    "rewrite with use_byte_stream_split=['NAME', ...] "
    "and use_dictionary=[the other columns] (pyarrow)"
)
PACK: Final = (
    "rewrite with column_encoding={'NAME': 'DELTA_BINARY_PACKED', ...} "
    "and use_dictionary=[the other columns] (pyarrow)"
)
_JOIN_TEXTS: Final = (
    "rewrite with column_encoding={'NAME': 'DELTA_LENGTH_BYTE_ARRAY', ...}, or 'DELTA_BYTE_ARRAY' for texts that begin alike, "
    "and use_dictionary=[the other columns] (pyarrow)"
)
_NO_TEXT: Final = ("bytes", "embedding", "image")
"""What the name of a column of bytes says that are not text."""
_TEXT: Final = (StringType, JsonType, EnumType, BsonType)
_LEVELS: Final = 1 << Encoding.RLE | 1 << Encoding.BIT_PACKED


def choose_plain(column: ColumnFacts, better: Encoding) -> list[ChunkFacts]:
    """Those that name PLAIN, if only for a dictionary, and neither the better encoding nor one of ours beside it."""
    return [
        chunk
        for chunk in column.filled
        if chunk.said.encodings & (_PLAIN_BIT | 1 << better) == _PLAIN_BIT
        and not chunk.has_new_encoding
    ]


def _advise_on_floats(file: FileFacts, thresholds: Thresholds) -> Iterator[Sightings]:
    share, least = thresholds["share"], thresholds["bytes"]
    choose = ask_twins(lambda it: choose_plain(it, Encoding.BYTE_STREAM_SPLIT))
    describe = ask_twins(lambda it: _describe_plain(it, choose(it), "BYTE_STREAM_SPLIT"))

    def sees_few(column: ColumnFacts) -> bool:
        return _has_few_values(file, column, share)

    # Where values are sampled, each column has its own.
    has_few: Callable[[ColumnFacts], bool] = sees_few
    if file.reader is None:
        has_few = ask_twins(sees_few)
    columns = [
        column
        for column in file.columns
        if column.element.type in _FLOATS
        and column.compressed >= least
        and not column.twin.max_repetition
        and choose(column)
        and not has_few(column)
    ]
    known = encode_each(file, _SPLIT, columns, "byte_stream_split")
    ask = ask_pages(file, _SPLIT)
    remedies = [
        remedy if file.reader is not None or _counts_values(column) else ask
        for column, remedy in zip(columns, known, strict=True)
    ]
    yield describe_columns(columns, choose, describe, remedies)


def _counts_values(column: ColumnFacts) -> bool:
    """Whether the footer may say how many values differ."""
    return bool(column.traits & COUNTS_DISTINCT)


def _has_few_values(file: FileFacts, column: ColumnFacts, share: float) -> bool:
    """Where nothing counts the values, a column whose data pages all use the dictionary has few; and so has one in which each of several row
    groups has a dictionary that pays, for they share values."""
    distinct = estimate_distinct(file, column)
    is_indexed = all(it.said.traits & HAS_INDEXES_ONLY for it in column.filled)
    if distinct is None:
        return is_indexed
    is_shared = is_indexed and len(column.filled) > 1 and distinct.share < _PAYING
    return distinct.share < share or is_shared


def _advise_on_moments(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        if column.element.type not in _INTEGERS:
            continue
        is_moment = isinstance(column.meaning, TimestampType | DateType)
        if is_moment:
            plain = choose_plain(column, Encoding.DELTA_BINARY_PACKED)
            if not plain or column.compressed < thresholds["bytes"]:
                continue
            is_sure = pack_well(file, column)
            if file.reader is not None and not is_sure and _has_few_values(file, column, _FEW):
                continue
            encode = rewrite_file(file, PACK, encode=(column.text, PACKED))
            is_known = is_sure or file.reader is not None
            yield Sighting(
                _describe_plain(column, plain, "DELTA_BINARY_PACKED"),
                encode if is_known else ask_pages(file, PACK),
                column=column.path,
                place=column.place(plain[0]),
            )


def _advise_on_integers(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        if column.element.type not in _INTEGERS or isinstance(
            column.meaning, TimestampType | DateType
        ):
            continue
        plain = [
            chunk
            for chunk in column.filled
            if chunk.said.encodings & ~_LEVELS == _PLAIN_BIT and not chunk.has_new_encoding
        ]
        size = sum_sizes(plain)
        if not plain or size < thresholds["bytes"]:
            continue
        sizes = [_packed_size(file, column, it) for it in plain]
        packed = sum(size for size in sizes if size is not None)
        if None in sizes or size - packed < thresholds["bytes"] or 2 * packed > size:
            continue
        yield Sighting(
            f"{format_size(size)} of plain integers, whose differences fit into {format_size(packed)}",
            rewrite_file(file, PACK, encode=(column.text, PACKED)),
            column=column.path,
            place=column.place(plain[0]),
            num_bytes=size - packed,
        )


def pack_well(file: FileFacts, column: ColumnFacts) -> bool:
    """Whether the integers of a column take half of their bytes or less with DELTA_BINARY_PACKED, by their bounds: whatever the values
    are, a dictionary that they have, or could have, would hardly do better."""
    packed = measure_packed(file, column)
    return packed is not None and 2 * packed <= sum(it.said.uncompressed for it in column.filled)


def measure_packed(file: FileFacts, column: ColumnFacts) -> int | None:
    """Bytes that its integers take at most with DELTA_BINARY_PACKED, by their bounds. None for other types, and without bounds."""
    if column.element.type not in _INTEGERS:
        return None
    sizes = [_packed_size(file, column, it) for it in column.filled]
    return None if None in sizes else sum(size for size in sizes if size is not None)


def _packed_size(file: FileFacts, column: ColumnFacts, chunk: ChunkFacts) -> int | None:
    """Bytes that DELTA_BINARY_PACKED takes at most: two values differ by what the bounds do, up or down, and each block of 128
    has a head. None without bounds."""
    bounds = file.find_integer_bounds(column, chunk)
    if bounds is None or bounds[0] > bounds[1]:
        return None
    low, high = bounds
    width = 32 if column.element.type == Type.INT32 else 64
    bits = min((high - low).bit_length() + 1, width) if low < high else 0
    head = _WIDTHS + bits // 7 + 1
    return chunk.said.values * bits // 8 + (chunk.said.values // _BLOCK + 1) * head


def _advise_on_text(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        if column.element.type != Type.BYTE_ARRAY or not _is_text(column):
            continue
        encodings = column.numbers.encodings
        if not (encodings & _PLAIN_BIT and encodings & DICTIONARY_BITS) or encodings & _DELTA_TEXT:
            continue
        sized = [it for it in column.chunks if it.said.uncompressed > 0]
        if any(chunk.has_new_encoding for chunk in sized):
            continue
        if sized and _pays_for_text(column, sized, thresholds):
            seen = (
                f"{format_size(column.uncompressed)} of text in {count(len(sized), 'row group')}, with dictionaries, "
                f"and compressed to {column.ratio or 0:.0%}"
            )
            yield Sighting(
                seen,
                rewrite_file(file, _JOIN_TEXTS, encode=(column.text, "delta_length_byte_array")),
                column=column.path,
                place=column.place(sized[0]),
            )


def _pays_for_text(
    column: ColumnFacts, sized: Sequence[ChunkFacts], thresholds: Thresholds
) -> bool:
    """For some large chunks that compress well, and for very many small ones that do not."""
    total = sum(it.said.uncompressed for it in sized)
    compressed = sum(max(it.said.compressed, 0) for it in column.chunks)
    if compressed <= 0:
        return False
    ratio, average = compressed / total, total // len(sized)
    is_large = (
        total >= thresholds["bytes"]
        and 2 <= len(sized) <= 32
        and average >= 4 * _MIB
        and 0.35 <= ratio <= 0.75
    )
    is_small = (
        total >= 2 * thresholds["bytes"]
        and len(sized) >= 64
        and 0 < average <= _MIB
        and 0.55 <= ratio <= 0.85
    )
    return is_large or is_small


def _is_text(column: ColumnFacts) -> bool:
    if isinstance(column.meaning, _TEXT):
        return True
    path = column.path.lower()
    return not any(word in path for word in _NO_TEXT)


def _describe_plain(column: ColumnFacts, plain: Sequence[ChunkFacts], better: str) -> str:
    groups = in_groups(len(plain), len(column.twin.filled))
    return f"{format_size(column.compressed)}, with PLAIN and without {better} {groups}"


RULES: Final = (
    LintRule(
        id="float-not-split",
        severity=NOTE,
        summary="Floating-point columns use BYTE_STREAM_SPLIT, unless they have few distinct values",
        why="Codecs see nothing in plain floating-point numbers. BYTE_STREAM_SPLIT puts the bytes that are alike side by side.",
        source="parquet-format, Encodings.md, Byte Stream Split",
        advise=_advise_on_floats,
        thresholds={
            "share": Threshold(0.1, "Share of distinct values below which a dictionary is better"),
            "bytes": _ANY_SIZE,
        },
        theirs="float-byte-stream-split",
        for_size=True,
    ),
    LintRule(
        id="timestamp-not-delta",
        severity=NOTE,
        summary="Dates and timestamps use DELTA_BINARY_PACKED",
        why="Neighbouring moments are close to each other, and their differences take a few bits.",
        source="parquet-format, Encodings.md, Delta Encoding",
        advise=_advise_on_moments,
        thresholds={"bytes": _ANY_SIZE},
        theirs="timestamp-delta-encoding",
        for_size=True,
    ),
    LintRule(
        id="plain-integers",
        severity=NOTE,
        summary="Integers with a narrow range use DELTA_BINARY_PACKED",
        why="Plain integers take 4 or 8 bytes each, whatever they are. Codecs find some of that; DELTA_BINARY_PACKED stores only the bits that differ.",
        source="parquet-format, Encodings.md, Delta Encoding; Lemire and Boytsov, doi:10.1002/spe.2203",
        advise=_advise_on_integers,
        thresholds={"bytes": Threshold(_MIB, "Savings of bytes below which it does not matter")},
        for_size=True,
    ),
    LintRule(
        id="text-not-delta",
        severity=NOTE,
        summary="Columns of long, varied text use a DELTA encoding instead of a dictionary",
        why="A dictionary of texts that seldom repeat costs time to build and to look up, and keeps the codec from "
        "seeing the texts together.",
        source="parquet-format, Encodings.md, Delta-length byte array",
        advise=_advise_on_text,
        thresholds={
            "bytes": Threshold(
                32 * _MIB, "Uncompressed bytes of a column below which it does not matter"
            )
        },
        theirs="string-byte-array-encoding",
        for_size=True,
    ),
)
