"""Who wrote the file, as its footer says it, and what that writer is known for."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from inlay.advice.column_facts import ChunkFacts, ColumnFacts
from inlay.advice.file_facts import FileFacts
from inlay.advice.rule import NOTE, LintRule, Remedy, Sighting, Thresholds, quote_path
from inlay.advice.sightings import has_bounds
from inlay.wording.amounts import count
from inlay.writers.affected import AffectedPart, covers_column
from inlay.writers.defects import Defect, DefectAnswer
from inlay.writers.distrust import defects_of
from parquet_format.parquet import CompressionCodec, Encoding, PageType


def _advise_on_missing(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    if file.writer is None:
        remedy = Remedy(
            "if you know the writer, name it and its version: inlay set ... --created-by"
        )
        yield Sighting("no created_by", remedy, place="created_by")


def _advise_on_unreadable(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    writer = file.writer
    if writer is None or writer.is_readable:
        return
    name = (file.metadata.created_by or "").split(" ")[0]
    version = ".".join(map(str, writer.version)) if writer.version is not None else "unknown"
    readable = shlex.quote(f"{name} version {version}")
    yield Sighting(
        f"created_by is {file.metadata.created_by!r}, in which parquet-java finds no version",
        Remedy(f"inlay set {quote_path(file.path)} --created-by {readable} -o OUT"),
        place="created_by",
    )


def _advise_on_defects(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    """Those that Inlay passes over; `distrusted-statistics` has the others."""
    by_reason: dict[str, list[ColumnFacts]] = {}
    for defect in defects_of(file.writer):
        if defect.answer == DefectAnswer.NOT_BELIEVED or file.writer is None:
            continue
        for column in file.columns:
            if covers_column(defect.columns, file.written[column.ordinal]) and _may_show(
                file, column, defect
            ):
                reason = f"{defect.part.value} by {file.writer.shown} may be wrong ({defect.source}: {defect.what})"
                by_reason.setdefault(reason, []).append(column)
    for reason, columns in by_reason.items():
        yield Sighting(
            f"{reason}, in {count(len(columns), 'column')}",
            Remedy("rewrite with a newer release of the writer: docs/writers.md says which"),
            place=columns[0].place(columns[0].chunks[0]),
        )


def _may_show(file: FileFacts, column: ColumnFacts, defect: Defect) -> bool:
    """Whether the column has what is wrong."""
    for chunk in column.chunks:
        statistics = chunk.meta.statistics
        match defect.part:
            case AffectedPart.BOUNDS | AffectedPart.OLD_BOUNDS:
                shows = has_bounds(chunk)
            case AffectedPart.NULL_COUNT:
                shows = statistics is not None and statistics.null_count is not None
            case AffectedPart.COLUMN_INDEX:
                shows = chunk.chunk.column_index_offset is not None
            case AffectedPart.OFFSET_INDEX:
                shows = chunk.chunk.offset_index_offset is not None
            case AffectedPart.FILE_OFFSET:
                shows = file.row_groups[chunk.row_group].file_offset is not None
            case AffectedPart.SIZE:
                shows = chunk.meta.dictionary_page_offset is not None
            case AffectedPart.PAGES:
                shows = _has_such_pages(chunk, defect)
        if shows:
            return True
    return False


def _has_such_pages(chunk: ChunkFacts, defect: Defect) -> bool:
    if defect.source == "PARQUET-246":
        return Encoding.DELTA_BYTE_ARRAY in chunk.meta.encodings
    is_compressed = chunk.meta.codec != CompressionCodec.UNCOMPRESSED
    stats = chunk.meta.encoding_stats or ()
    return is_compressed and any(it.page_type == PageType.DATA_PAGE_V2 for it in stats)


RULES: Final = (
    LintRule(
        id="missing-created-by",
        severity=NOTE,
        summary="The footer names its writer",
        why="Readers cannot know the defects of a writer without a name: "
        "parquet-java ignores deprecated bounds of text and bytes in such a file.",
        source="parquet.thrift, FileMetaData.created_by; PARQUET-297",
        advise=_advise_on_missing,
    ),
    LintRule(
        id="unreadable-created-by",
        severity=NOTE,
        summary="The name of the writer has a form that readers can parse",
        why="parquet-java, and Spark with it, warns of each such file, and ignores deprecated bounds of text and bytes in it.",
        source="parquet.thrift, FileMetaData.created_by; aloneguid/parquet-dotnet#261",
        advise=_advise_on_unreadable,
    ),
    LintRule(
        id="known-writer-defect",
        severity=NOTE,
        summary="The writer has no known defect that affects this file",
        why="Readers that use the field read something else than what is in the file.",
        source="docs/writers.md has each defect with its issue",
        advise=_advise_on_defects,
    ),
)
