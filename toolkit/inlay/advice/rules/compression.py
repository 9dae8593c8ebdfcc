"""Codecs: none, the wrong one, one for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.advice.column_facts import sum_sizes
from inlay.advice.file_facts import FileFacts
from inlay.advice.rule import WARNING, LintRule, Remedy, Sighting, Threshold, Thresholds
from inlay.wording.amounts import count, format_size
from parquet_format.parquet import CompressionCodec

_MIB: Final = 1024**2


def _advise_on_uncompressed(file: FileFacts, thresholds: Thresholds) -> Iterator[Sighting]:
    for column in file.columns:
        plain = [it for it in column.filled if it.meta.codec == CompressionCodec.UNCOMPRESSED]
        size = sum_sizes(plain)
        if size < thresholds["bytes"]:
            continue
        yield Sighting(
            f"{format_size(size)} in {count(len(plain), 'row group')} without a codec",
            Remedy("write it anew: pyarrow compression='zstd', Spark compression=zstd"),
            column=column.path,
            place=column.place(plain[0]),
        )


RULES: Final = (
    LintRule(
        id="uncompressed-column",
        severity=WARNING,
        summary="Columns are compressed",
        why="Reading from a disk or a network takes longer than decompressing.",
        source="parquet-format, Compression.md",
        advise=_advise_on_uncompressed,
        thresholds={"bytes": Threshold(_MIB, "Bytes of a column below which it does not matter")},
    ),
)
