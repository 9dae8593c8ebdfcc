"""Who wrote the file, as its footer says it, and what that writer is known for."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.ground.writers.affected import AffectedPart, covers_column
from inlay.ground.writers.defects import Defect, DefectAnswer, DefectVisible
from inlay.ground.writers.distrust import defects_of
from inlay.ground.writers.fixes import describe_fix
from inlay.ground.writers.odd_bounds import is_loose_infinity
from inlay.verbs.lint.column_facts import ChunkFacts
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.rule import NOTE, LintRule, Remedy, Sighting, Thresholds, quote_path
from inlay.verbs.lint.sightings import has_bounds
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
    if file.writer is None:
        return
    for defect in defects_of(file.writer):
        if defect.answer == DefectAnswer.NOT_BELIEVED:
            continue
        columns = [
            column
            for column in file.columns
            if covers_column(defect.columns, column.written)
            and any(_may_show(file, chunk, defect) for chunk in column.chunks)
        ]
        if columns:
            yield Sighting(
                f"{defect.part.value} by {file.writer.shown} may be wrong ({defect.source}: {defect.what}), "
                f"in {count(len(columns), 'column')}",
                Remedy(describe_fix(defect, file.writer)),
                place=columns[0].place(columns[0].chunks[0]),
            )


def _may_show(file: FileFacts, chunk: ChunkFacts, defect: Defect) -> bool:
    """Whether a chunk has the field that is wrong."""
    statistics = chunk.meta.statistics
    is_counted = statistics is not None and statistics.null_count is not None
    if defect.visible in (DefectVisible.NEVER, DefectVisible.IF_NAN) or (
        defect.visible == DefectVisible.IF_UNCOUNTED and is_counted
    ):
        return False  # `nan-in-bounds` looks for NaN, whoever wrote it
    match defect.part:
        case AffectedPart.BOUNDS | AffectedPart.OLD_BOUNDS:
            return has_bounds(chunk)
        case AffectedPart.EXACTNESS:
            return statistics is not None and is_loose_infinity(statistics, chunk.meta.type)
        case AffectedPart.NULL_COUNT:
            return is_counted
        case AffectedPart.DISTINCT_COUNT:
            return statistics is not None and statistics.distinct_count is not None
        case AffectedPart.COLUMN_INDEX:
            return chunk.chunk.column_index_offset is not None
        case AffectedPart.OFFSET_INDEX:
            return chunk.chunk.offset_index_offset is not None
        case AffectedPart.FILE_OFFSET:
            return file.row_groups[chunk.row_group].file_offset is not None
        case AffectedPart.SIZE:
            return chunk.meta.dictionary_page_offset is not None
        case AffectedPart.PAGES:
            return _has_such_pages(chunk, defect)


def _has_such_pages(chunk: ChunkFacts, defect: Defect) -> bool:
    if defect.source == "PARQUET-246":
        return Encoding.DELTA_BYTE_ARRAY in chunk.meta.encodings
    if defect.source == "apache/parquet-java#3585":
        return _has_pages_v2(chunk)
    is_compressed = chunk.meta.codec != CompressionCodec.UNCOMPRESSED
    return is_compressed and _has_pages_v2(chunk)


def _has_pages_v2(chunk: ChunkFacts) -> bool:
    stats = chunk.meta.encoding_stats or ()
    return any(it.page_type == PageType.DATA_PAGE_V2 for it in stats)


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
