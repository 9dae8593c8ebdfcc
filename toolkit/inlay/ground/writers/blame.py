"""Which known defect of its writer explains what is wrong with a file: from a finding of `verify` to a row of `docs/writers.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from inlay.ground.writers.affected import AffectedPart, WrittenColumn, covers_column
from inlay.ground.writers.created_by import Writer
from inlay.ground.writers.defects import Defect, DefectVisible
from inlay.ground.writers.distrust import defects_of
from inlay.ground.writers.odd_bounds import has_nan, is_loose_infinity
from parquet_format.parquet import ColumnMetaData, CompressionCodec, Encoding, Statistics

_PARTS: Final[Mapping[str, tuple[AffectedPart, ...]]] = {
    "value-bounds": (AffectedPart.BOUNDS,),
    "value-old-bounds": (AffectedPart.OLD_BOUNDS, AffectedPart.BOUNDS),
    "value-header-bounds": (AffectedPart.BOUNDS,),
    "value-index-bounds": (AffectedPart.COLUMN_INDEX, AffectedPart.BOUNDS),
    "value-exact": (AffectedPart.EXACTNESS,),
    "value-header-exact": (AffectedPart.EXACTNESS,),
    "value-nulls": (AffectedPart.NULL_COUNT,),
    "value-index-nulls": (AffectedPart.NULL_COUNT,),
    "value-header-nulls": (AffectedPart.NULL_COUNT, AffectedPart.PAGES),
    "value-distinct": (AffectedPart.DISTINCT_COUNT,),
    "value-null-page": (AffectedPart.COLUMN_INDEX,),
    "value-first-row": (AffectedPart.OFFSET_INDEX,),
    "value-damage": (AffectedPart.PAGES,),
    "bound-order": (AffectedPart.BOUNDS,),
    "nan-bounds": (AffectedPart.BOUNDS,),
    "null-count": (AffectedPart.NULL_COUNT,),
    "header-nulls": (AffectedPart.NULL_COUNT, AffectedPart.PAGES),
    "page-count": (AffectedPart.PAGES,),
    "page-nulls": (AffectedPart.COLUMN_INDEX,),
    "null-pages": (AffectedPart.COLUMN_INDEX,),
    "index-nulls": (AffectedPart.NULL_COUNT,),
    "index-rows": (AffectedPart.OFFSET_INDEX,),
    "dictionary-count": (AffectedPart.DISTINCT_COUNT, AffectedPart.EXACTNESS),
    "one-value": (AffectedPart.EXACTNESS,),
    "page-walk": (AffectedPart.SIZE,),
}
"""What of a file a finding is about, by its code."""

_OF_NULL_PAGES: Final = frozenset({"value-null-page", "page-nulls", "null-pages"})
_OF_NULLS_OF_PAGES: Final = frozenset({"value-header-nulls", "header-nulls", "page-count"})
_DICTIONARY: Final = frozenset({Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY})


def explain_by_defect(
    code: str, writer: Writer | None, column: WrittenColumn, meta: ColumnMetaData
) -> Defect | None:
    """The first known defect of the writer by which a chunk of the column may have a finding of this code; None where the table knows
    none."""
    for part in _PARTS.get(code, ()):
        for defect in _list_covering(writer, column, part):
            if _fits_code(defect, code) and _may_show(defect, meta):
                return defect
    return None


def _list_covering(
    writer: Writer | None, column: WrittenColumn, part: AffectedPart
) -> Iterator[Defect]:
    for defect in defects_of(writer):
        if defect.part == part and covers_column(defect.columns, column):
            yield defect


def _fits_code(defect: Defect, code: str) -> bool:
    """Parts of which several things may be wrong are told apart."""
    match defect.part:
        case AffectedPart.COLUMN_INDEX:
            return defect.is_about("null_pages") == (code in _OF_NULL_PAGES)
        case AffectedPart.PAGES:
            return defect.is_about("num_nulls") == (code in _OF_NULLS_OF_PAGES)
        case AffectedPart.BOUNDS:
            return defect.is_about("NaN") == (code == "nan-bounds")
        case _:
            return True


def _may_show(defect: Defect, meta: ColumnMetaData) -> bool:
    """False where the metadata of the chunk shows that it is not this defect."""
    said = meta.statistics or Statistics()
    nulls = said.null_count
    match defect.visible:
        case DefectVisible.UNLESS_EQUAL:
            return said.min_value is None or said.min_value != said.max_value
        case DefectVisible.IF_ZERO:
            return nulls in (0, None)
        case DefectVisible.IF_MULTIPLIED:
            return nulls != 0 and not _DICTIONARY.isdisjoint(meta.encodings)
        case DefectVisible.IF_SOME_NULLS:
            return nulls is None or 0 < nulls < meta.num_values
        case DefectVisible.IF_UNCOUNTED:
            return nulls is None
        case DefectVisible.IF_INFINITE:
            return is_loose_infinity(said, meta.type)
        case DefectVisible.IF_NAN:
            return has_nan(said)
        case _:
            return _has_such_pages(defect, meta)


def _has_such_pages(defect: Defect, meta: ColumnMetaData) -> bool:
    match defect.source:
        case "PARQUET-246":
            return Encoding.DELTA_BYTE_ARRAY in meta.encodings
        case "apache/parquet-java#3637":
            return not _DICTIONARY.isdisjoint(meta.encodings)
        case "ARROW-10353":
            return meta.codec != CompressionCodec.UNCOMPRESSED
        case _:
            return True
