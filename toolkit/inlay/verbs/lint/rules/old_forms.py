"""Codecs, encodings and pages that are deprecated, rare or mixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from inlay.ground.statements.chunk_numbers import HAS_PAGES_1, HAS_PAGES_2, OTHER
from inlay.verbs.lint.believed_counts import is_all_null
from inlay.verbs.lint.column_facts import ChunkFacts
from inlay.verbs.lint.estimate import PAGE
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.phrases import in_groups
from inlay.verbs.lint.remedies import rewrite_file
from inlay.verbs.lint.rule import NOTE, WARNING, LintRule, Sighting, Threshold, Thresholds
from parquet_format.parquet import CompressionCodec, Encoding, PageType

_RARE: Final = (CompressionCodec.LZO, CompressionCodec.BROTLI)
_RARE_BITS: Final = 0xFFFFFFFF & ~sum(
    1 << codec for codec in CompressionCodec.__members__.values() if codec not in _RARE
)
"""Also of what is unknown."""
_VERSIONS: Final = (PageType.DATA_PAGE, PageType.DATA_PAGE_V2)


def _advise_on_chunks(
    file: FileFacts,
    is_meant: Callable[[ChunkFacts], bool],
    seen: str,
    remedy: str,
    *,
    zstd: bool = False,
    codecs: int = 0,
    encodings: int = 0,
) -> Iterator[Sighting]:
    """One for each column with chunks that are meant, all of which have one of these codecs or encodings, each a bit; `seen` goes on with
    their number."""
    for column in file.columns:
        if not (column.numbers.codecs & codecs or column.numbers.encodings & encodings):
            continue
        meant = [chunk for chunk in column.chunks if is_meant(chunk)]
        if meant:
            said = seen.format(codec=meant[0].meta.codec.name)
            yield Sighting(
                f"{said} {in_groups(len(meant), len(column.chunks))}",
                rewrite_file(file, remedy, zstd=zstd),
                column=column.path,
                place=column.place(meant[0]),
            )


def _advise_on_lz4(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    return _advise_on_chunks(
        file,
        lambda chunk: chunk.meta.codec == CompressionCodec.LZ4,
        "the codec LZ4, in one of its framings",
        "rewrite with compression='lz4' (pyarrow), compression=lz4_raw (Spark)",
        codecs=1 << CompressionCodec.LZ4,
    )


def _advise_on_rare(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    return _advise_on_chunks(
        file,
        lambda chunk: chunk.meta.codec in _RARE or chunk.meta.codec.is_unknown,
        "the codec {codec}",
        "rewrite with compression='zstd' (pyarrow), compression=zstd (Spark)",
        zstd=True,
        codecs=_RARE_BITS,
    )


def _advise_on_plain_dictionary(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    return _advise_on_chunks(
        file,
        lambda chunk: Encoding.PLAIN_DICTIONARY in chunk.meta.encodings,
        "the encoding PLAIN_DICTIONARY",
        "rewrite with version='2.6' (pyarrow), parquet.writer.version=v2 (Spark)",
        encodings=1 << Encoding.PLAIN_DICTIONARY,
    )


def _advise_on_bit_packed(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    """parquet-java names it for the levels of columns that have none."""
    writer = file.writer
    if writer is not None and writer.application == "parquet-mr":
        return iter(())
    return _advise_on_chunks(
        file,
        lambda chunk: Encoding.BIT_PACKED in chunk.meta.encodings,
        "the encoding BIT_PACKED",
        "rewrite with a current release of pyarrow or parquet-rs",
        encodings=1 << Encoding.BIT_PACKED,
    )


def _advise_on_mixed_codecs(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        if column.numbers.codecs.bit_count() < 2 and not column.numbers.codecs & OTHER:
            continue
        # Nothing but nulls has next to no bytes: `concat --schema union` packs none of them.
        sizes = Counter[CompressionCodec]()
        for chunk in column.filled:
            if not is_all_null(column, chunk):
                sizes[chunk.codec] += chunk.said.uncompressed
        codecs = [codec for codec, size in sizes.items() if size >= thresholds["bytes"]]
        if len(codecs) > 1:
            names = ", ".join(sorted(codec.name for codec in codecs))
            yield Sighting(
                f"{names}, by row group",
                rewrite_file(file, zstd=True),
                column=column.path,
                place=column.place(column.filled[0]),
            )


def _advise_on_mixed_pages(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    first: dict[PageType, str] = {}
    traits = 0
    for column in file.columns:
        traits |= column.traits
    if not (traits & HAS_PAGES_1 and traits & HAS_PAGES_2):
        return
    for column in file.columns:
        for chunk in column.chunks:
            for stats in chunk.meta.encoding_stats or ():
                if stats.page_type in _VERSIONS and stats.count > 0:
                    first.setdefault(stats.page_type, column.place(chunk))
    if len(first) == 2:
        yield Sighting(
            f"data pages of version 1, as in {first[PageType.DATA_PAGE]}, and of version 2, "
            f"as in {first[PageType.DATA_PAGE_V2]}",
            rewrite_file(
                file,
                "rewrite with data_page_version='2.0' (pyarrow), parquet.writer.version=v2 (Spark)",
            ),
            place=first[PageType.DATA_PAGE_V2],
        )


RULES: Final = (
    LintRule(
        id="lz4-framed",
        severity=WARNING,
        summary="LZ4_RAW is used instead of LZ4",
        why="Under the codec LZ4 there are blocks, frames, and the blocks of Hadoop with sizes before them. Readers guess, and some "
        "refuse.",
        source="parquet-format, Compression.md, LZ4 (deprecated); PARQUET-1996",
        advise=_advise_on_lz4,
    ),
    LintRule(
        id="rare-codec",
        severity=WARNING,
        summary="Codecs are ones that every reader supports",
        why="Of LZO, BROTLI and codecs that the format does not have, many readers have no library.",
        source="parquet-format, Compression.md; docs/reader_matrix.md",
        advise=_advise_on_rare,
    ),
    LintRule(
        id="plain-dictionary",
        severity=NOTE,
        summary="RLE_DICTIONARY is used instead of PLAIN_DICTIONARY",
        why="PLAIN_DICTIONARY is deprecated. Of a chunk that has it, the encodings of its pages cannot be told by its own list.",
        source="parquet.thrift, Encoding.PLAIN_DICTIONARY; Encodings.md, Dictionary Encoding",
        advise=_advise_on_plain_dictionary,
    ),
    LintRule(
        id="bit-packed-levels",
        severity=NOTE,
        summary="Repetition and definition levels use RLE, not BIT_PACKED",
        why="BIT_PACKED is deprecated, and some readers do not know it.",
        source="parquet.thrift, Encoding.BIT_PACKED; Encodings.md, Bit-packed (Deprecated)",
        advise=_advise_on_bit_packed,
    ),
    LintRule(
        id="mixed-codecs",
        severity=NOTE,
        summary="All row groups of a column use the same codec",
        why="A file that was put together of others keeps their codecs, and the slowest and the largest of them both cost.",
        source="docs/parts.md",
        advise=_advise_on_mixed_codecs,
        thresholds={
            "bytes": Threshold(
                PAGE, "Uncompressed bytes of a column below which a codec does not matter", least=1
            )
        },
    ),
    LintRule(
        id="mixed-page-versions",
        severity=NOTE,
        summary="All data pages have the same version",
        why="Some readers know one version only, or are slow with the other.",
        source="parquet-format, README.md, Data Pages; docs/reader_matrix.md",
        advise=_advise_on_mixed_pages,
    ),
)
