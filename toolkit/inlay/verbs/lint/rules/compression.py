"""Codecs: none, the wrong one, one for nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from inlay.ground.statements.chunk_numbers import IS_PACKED, IS_UNPACKED
from inlay.ground.wording.amounts import count, format_size
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts, sum_sizes
from inlay.verbs.lint.estimate import NOTHING, PAGE, Estimate
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.phrases import in_groups
from inlay.verbs.lint.remedies import rewrite_file
from inlay.verbs.lint.rule import (
    NOTE,
    WARNING,
    LintRule,
    Remedy,
    Sighting,
    Sightings,
    Threshold,
    Thresholds,
)
from inlay.verbs.lint.sightings import describe_columns
from inlay.verbs.lint.twins import ask_twins
from parquet_format.parquet import CompressionCodec, EnumType, JsonType, StringType, Type

_MIB: Final = 1024**2
_SNAPPY: Final = 1 << CompressionCodec.SNAPPY | 1 << CompressionCodec.UNCOMPRESSED
_BYTES: Final = (Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY)


def _advise_on_uncompressed(file: FileFacts, thresholds: Thresholds) -> Iterator[Sightings]:
    if not file.traits & IS_UNPACKED:
        return  # nothing is to be tried
    plain = [
        (column, _find_saving(file, column, _list_plain))
        for column in file.columns_with(IS_UNPACKED)
        if column.twin.plain
    ]
    saved = sum(estimate.likely for _, estimate in plain)
    if saved < thresholds["bytes"] or saved < thresholds["share"] * file.data_size:
        return
    measure = ask_twins(lambda it: sum_sizes(it.plain))
    describe = ask_twins(
        lambda it: (
            f"{format_size(measure(it))} in {count(len(it.plain), 'row group')} without a codec"
        )
    )

    def see(column: ColumnFacts) -> str:
        if file.reader is None:
            return describe(column)
        left = 1 - _find_saving(file, column, _list_plain).likely / measure(column)
        return f"{describe(column)}; ZSTD leaves {left:.0%}"

    saving = [(column, it) for column, it in plain if it.likely and measure(column) > 0]
    columns, estimates = [column for column, _ in saving], [it for _, it in saving]
    remedies = [rewrite_file(file, zstd=True)] * len(columns)
    yield describe_columns(columns, lambda it: it.twin.plain, see, remedies, estimates)


def _list_plain(column: ColumnFacts) -> Sequence[ChunkFacts]:
    return column.plain


def _find_saving(
    file: FileFacts,
    column: ColumnFacts,
    list_chunks: Callable[[ColumnFacts], Sequence[ChunkFacts]],
) -> Estimate:
    """What ZSTD saves of some chunks: of a trial, which is of all chunks with another codec or none, their part by bytes. Where nothing was
    tried, they are not listed."""
    estimate = file.rewriting.by_zstd.get(column.ordinal, NOTHING)
    if file.reader is None or not estimate.most:
        return estimate
    tried = sum_sizes([it for it in column.filled if it.codec != CompressionCodec.ZSTD])
    return estimate.times(sum_sizes(list_chunks(column)) / max(tried, 1))


def _advise_on_upgrade(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    # A rewrite gives one codec to all columns: those in GZIP or ZSTD would grow.
    is_snappy = not any(column.numbers.codecs & ~_SNAPPY for column in file.columns)
    for column in file.columns:
        if file.reader is None and not _may_pay(column, len(file.row_groups), thresholds):
            continue
        better = choose_codec(column, len(file.row_groups), thresholds)
        tried = _choose_by_trial(file, column, thresholds)
        if tried is not None:
            chunks, estimate = tried
            seen, remedy = _see_codecs(column, chunks), rewrite_file(file, zstd=True)
            left = 1 - estimate.likely / max(sum_sizes(chunks), 1)
            seen = f"{seen}: ZSTD leaves {left:.0%} of that"
        elif better is not None:
            name, chunks = better
            seen = f"{_see_codecs(column, chunks)}: {_REASONS[name]}"
            words, estimate = _REMEDIES[name], None
            remedy = rewrite_file(file, words, zstd=name == "ZSTD", lz4=name == "LZ4_RAW")
            if name == "LZ4_RAW" and not is_snappy:
                remedy = Remedy(words)
        else:
            continue
        yield Sighting(
            seen, remedy, column=column.path, place=column.place(chunks[0]), num_bytes=estimate
        )


def _may_pay(column: ColumnFacts, num_row_groups: int, thresholds: Thresholds) -> bool:
    """False where no chunk, and not all of them together, are so large that `choose_codec` chooses any; told by the largest."""
    largest = column.numbers.largest
    if largest > thresholds["chunk"]:
        return True
    least = min(thresholds["column"], 64 * _MIB)
    return largest * num_row_groups >= least and column.element.type in _BYTES


def _see_codecs(column: ColumnFacts, chunks: Sequence[ChunkFacts]) -> str:
    used = ", ".join(sorted({chunk.codec.name for chunk in chunks}))
    return (
        f"{used} {in_groups(len(chunks), len(column.chunks))}, "
        f"{format_size(column.uncompressed)} compressed to {column.ratio or 0:.0%}"
    )


def _choose_by_trial(
    file: FileFacts, column: ColumnFacts, thresholds: Thresholds
) -> tuple[list[ChunkFacts], Estimate] | None:
    """The chunks with another codec than ZSTD, and what that was found to save; None where nothing was tried, or it does not pay: for the
    file, and for the column."""
    if file.reader is None or not file.rewriting.pays_for_zstd:
        return None
    others = [
        it
        for it in column.filled
        if it.codec not in (CompressionCodec.ZSTD, CompressionCodec.UNCOMPRESSED)
    ]
    estimate = _find_saving(file, column, lambda _: others)
    if not others or estimate.likely < thresholds["share"] * column.compressed:
        return None
    return others, estimate


def choose_codec(
    column: ColumnFacts, num_row_groups: int, thresholds: Thresholds
) -> tuple[str, list[ChunkFacts]] | None:
    """ZSTD for bytes that compress well, LZ4_RAW for much under SNAPPY, and the chunks that are meant; None for neither.

    A level of ZSTD cannot be told from a file, so whatever is ZSTD is left alone.
    """
    sized = [it for it in column.chunks if it.said.uncompressed > 0]
    total = sum(it.said.uncompressed for it in sized)
    compressed = sum(max(it.said.compressed, 0) for it in column.chunks)
    ratio = compressed / total if total and compressed else None
    if _are_small_snappy(column, sized, total, ratio):
        return "LZ4_RAW", sized
    to_lz4 = [it for it in column.chunks if _is_large_snappy(it, thresholds)]
    to_zstd = [
        it
        for it in column.chunks
        if it.codec != CompressionCodec.ZSTD and not _is_large_snappy(it, thresholds)
    ]
    if not _pays_for_zstd(column, num_row_groups, total, ratio, thresholds):
        to_zstd = []
    is_text = isinstance(column.meaning, StringType | JsonType | EnumType)
    if (is_text and total < thresholds["text"]) or (ratio is not None and ratio > 0.98):
        to_lz4 = []
    if to_lz4 and (len(to_lz4) > len(to_zstd) or not to_zstd):
        return "LZ4_RAW", to_lz4
    return ("ZSTD", to_zstd) if to_zstd else None


def _is_large_snappy(chunk: ChunkFacts, thresholds: Thresholds) -> bool:
    is_large = chunk.said.uncompressed > thresholds["chunk"]
    return is_large and chunk.codec == CompressionCodec.SNAPPY


def _pays_for_zstd(
    column: ColumnFacts,
    num_row_groups: int,
    total: int,
    ratio: float | None,
    thresholds: Thresholds,
) -> bool:
    if column.element.type not in _BYTES:
        return False
    if total < thresholds["column"] or (num_row_groups == 1 and total < 4 * thresholds["column"]):
        return False
    is_snappy = column.chunks[0].codec == CompressionCodec.SNAPPY
    return ratio is None or not (ratio > 0.95 or (is_snappy and ratio >= 0.90))


def _are_small_snappy(
    column: ColumnFacts, sized: Sequence[ChunkFacts], total: int, ratio: float | None
) -> bool:
    """Very many small chunks of bytes, half of which SNAPPY takes away."""
    return (
        column.element.type == Type.BYTE_ARRAY
        and len(sized) >= 64
        and sized[0].codec == CompressionCodec.SNAPPY
        and total >= 64 * _MIB
        and 0 < total // len(sized) <= _MIB
        and ratio is not None
        and 0.55 <= ratio <= 0.85
    )


def _advise_on_incompressible(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        most = column.numbers.largest * len(file.row_groups)
        if not column.traits & IS_PACKED or most < thresholds["bytes"]:
            continue
        chunks = [
            it
            for it in column.chunks
            if it.codec != CompressionCodec.UNCOMPRESSED and it.said.uncompressed > 0
        ]
        total = sum(it.said.uncompressed for it in chunks)
        compressed = sum_sizes(chunks)
        if total <= 0 or total < thresholds["bytes"] or compressed / total <= thresholds["share"]:
            continue
        yield Sighting(
            f"{format_size(total)} compressed to {format_size(compressed)} by {chunks[0].codec.name}",
            rewrite_file(file, "rewrite with compression={'NAME': 'none', ...} (pyarrow)"),
            column=column.path,
            place=column.place(chunks[0]),
            num_bytes=max(compressed - total, 0) or None,
        )


_REASONS: Final = {
    "LZ4_RAW": "LZ4_RAW is decompressed faster",
    "ZSTD": "ZSTD makes texts smaller",
}
_REMEDIES: Final = {
    "LZ4_RAW": "rewrite with compression='lz4' (pyarrow), compression=lz4_raw (Spark)",
    "ZSTD": "rewrite with compression='zstd', compression_level=3 (pyarrow), compression=zstd (Spark)",
}

RULES: Final = (
    LintRule(
        id="uncompressed-column",
        severity=WARNING,
        summary="Columns are compressed",
        why="Reading from a disk or a network takes longer than decompressing.",
        source="parquet-format, Compression.md",
        advise=_advise_on_uncompressed,
        thresholds={
            "bytes": Threshold(PAGE, "Savings of bytes in a file below which it does not matter"),
            "share": Threshold(0.05, "The same as a share of its data"),
        },
        for_size=True,
    ),
    LintRule(
        id="codec-upgrade",
        severity=NOTE,
        summary="Large columns use the codec that suits them best",
        why="SNAPPY is neither the fastest codec to decompress, which is LZ4_RAW, nor one of the smallest, as ZSTD is.",
        source="parquet-format, Compression.md; docs/decisions/lint.md",
        advise=_advise_on_upgrade,
        thresholds={
            "chunk": Threshold(4 * _MIB, "Uncompressed bytes above which a SNAPPY chunk is large"),
            "column": Threshold(
                8 * _MIB, "Uncompressed bytes of a column below which ZSTD does not matter", least=1
            ),
            "text": Threshold(
                32 * _MIB, "Uncompressed bytes of a text below which LZ4_RAW does not matter"
            ),
            "share": Threshold(0.05, "Share of a column that a trial of ZSTD must save"),
        },
        theirs="compression-codec-upgrade",
        for_size=True,
    ),
    LintRule(
        id="incompressible-column",
        severity=NOTE,
        summary="Compression makes columns smaller",
        why="Each reader decompresses it for next to nothing.",
        source="parquet-format, Compression.md",
        advise=_advise_on_incompressible,
        thresholds={
            "share": Threshold(0.95, "Share that is left, above which a codec is useless"),
            "bytes": Threshold(
                16 * PAGE, "Uncompressed bytes of a column below which it does not matter"
            ),
        },
        theirs="low-compression-ratio",
    ),
)
