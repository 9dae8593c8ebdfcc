"""The defects of writers that somebody else has documented: `docs/writers.md` shows this table, and how to add to it."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from inlay.ground.writers.affected import AffectedColumns, AffectedPart
from inlay.ground.writers.created_by import Version, Writer


class DefectVisible(Enum):
    """When a value may be one with the defect."""

    ALWAYS = ""
    UNLESS_EQUAL = "unless equal"
    IF_EMPTY = "where both bounds are empty"
    IF_ZERO = "where it is 0"
    IF_MULTIPLIED = "where it is not 0, and there is a dictionary"
    IF_SOME_NULLS = "where some values are null, and some not"
    IF_INFINITE = "where one is infinite"
    IF_UNCOUNTED = "of chunks without statistics"
    IF_NAN = "where one is NaN"
    NEVER = "which the file does not tell"


class DefectAnswer(Enum):
    """What Inlay does about it; the value is how `docs/writers.md` says it."""

    NOT_BELIEVED = "not believed"
    SEEN = "seen"
    FOUND = "never used; `verify --data` finds it"
    NOT_USED = "never used"
    FIXED = "fixed by `concat`"
    REFUSED = "refused by `concat`"


class Defect(NamedTuple):
    """A writer has it from `since` up to, and without, `until`; None is every version. A name without a version may be any.

    `application` is in lower case, and "" for files whose writer readers cannot tell.
    """

    source: str
    application: str
    part: AffectedPart
    columns: AffectedColumns
    answer: DefectAnswer
    what: str
    since: Version | None = None
    until: Version | None = None
    visible: DefectVisible = DefectVisible.ALWAYS

    def covers(self, writer: Writer) -> bool:
        """Whether the writer is among those of the table, whatever the column."""
        if writer.application != self.application:
            return False
        if writer.version is None:
            return True
        is_since = self.since is None or writer.version >= self.since
        return is_since and (self.until is None or writer.version < self.until)

    def is_about(self, thing: str) -> bool:
        """Whether its sentence begins with this, such as `NaN` or `null_pages`."""
        return self.what.startswith(thing)


_MR: Final = "parquet-mr"
_CPP: Final = "parquet-cpp"
_ARROW: Final = "parquet-cpp-arrow"
_RUST: Final = "parquet-rs"
_GO: Final = "github.com/parquet-go/parquet-go"
_SEGMENT: Final = "github.com/segmentio/parquet-go"
_CLICKHOUSE: Final = "clickhouse"
_QUESTDB: Final = "questdb"

_DISTRUST, _SEEN, _UNUSED = DefectAnswer.NOT_BELIEVED, DefectAnswer.SEEN, DefectAnswer.NOT_USED
_ORDER: Final = DefectVisible.UNLESS_EQUAL
_REUSED: Final = "bytes of a buffer that was used again"
_SIGNED: Final = "in signed order, whatever the type"
_UNSIGNED: Final = "in unsigned order, so negative values come last"
_NAN: Final = "NaN, if it is the first value"
_LISTS: Final = "nulls of lists around the value are left out"
_INFINITE: Final = "bounds of infinities alone are said to be exact"

DEFECTS: Final = (
    Defect("PARQUET-297", "", AffectedPart.OLD_BOUNDS, AffectedColumns.BINARY, _DISTRUST, "it may be a parquet-mr of PARQUET-251"),
    Defect("PARQUET-246", "", AffectedPart.PAGES, AffectedColumns.ALL, DefectAnswer.REFUSED, "DELTA_BYTE_ARRAY pages may need those before them"),
    Defect("PARQUET-251", _MR, AffectedPart.BOUNDS, AffectedColumns.BINARY, _DISTRUST, _REUSED, until=(1, 8, 0)),
    Defect("PARQUET-686", _MR, AffectedPart.BOUNDS, AffectedColumns.NOT_SIGNED, _DISTRUST, _SIGNED, until=(1, 10, 0), visible=_ORDER),
    Defect("PARQUET-246", _MR, AffectedPart.PAGES, AffectedColumns.ALL, DefectAnswer.REFUSED, "DELTA_BYTE_ARRAY pages need those before them", until=(1, 8, 0)),
    Defect("PARQUET-816", _MR, AffectedPart.SIZE, AffectedColumns.ALL, DefectAnswer.FIXED, "the header of the dictionary page is not counted", until=(1, 2, 9)),
    Defect("PARQUET-2078", _MR, AffectedPart.FILE_OFFSET, AffectedColumns.ALL, _UNUSED, "wrong from the second row group on", (1, 12, 0), (1, 12, 1)),
    Defect("apache/arrow#14803", _MR, AffectedPart.COLUMN_INDEX, AffectedColumns.ALL, _SEEN, "null_pages where null_counts are -1", since=(1, 11, 0), visible=DefectVisible.IF_UNCOUNTED),
    Defect("apache/parquet-java#3585", _MR, AffectedPart.PAGES, AffectedColumns.ALL, _UNUSED, "num_nulls of -1 in pages of version 2", until=(1, 18, 0), visible=DefectVisible.IF_UNCOUNTED),
    Defect("apache/parquet-java#3637", _MR, AffectedPart.PAGES, AffectedColumns.ALL, _UNUSED, "entries of another row group's dictionary, if a program uses a column writer again", until=(1, 18, 0), visible=DefectVisible.NEVER),
    Defect("PARQUET-1246", _MR, AffectedPart.BOUNDS, AffectedColumns.FLOAT, _SEEN, "NaN, if a value is one", visible=DefectVisible.IF_NAN),
    Defect("PARQUET-686", _CPP, AffectedPart.BOUNDS, AffectedColumns.NOT_SIGNED, _DISTRUST, _SIGNED, until=(1, 3, 0), visible=_ORDER),
    Defect("PARQUET-1225", _CPP, AffectedPart.BOUNDS, AffectedColumns.FLOAT, _SEEN, _NAN, until=(1, 4, 0)),
    Defect("PARQUET-1655", _CPP, AffectedPart.BOUNDS, AffectedColumns.BINARY_DECIMAL, _DISTRUST, "compared byte by byte, each signed", visible=_ORDER),
    Defect("PARQUET-1655", _ARROW, AffectedPart.BOUNDS, AffectedColumns.BINARY_DECIMAL, _DISTRUST, "compared byte by byte, each signed", until=(4, 0, 0), visible=_ORDER),
    Defect("ARROW-10353", _CPP, AffectedPart.PAGES, AffectedColumns.ALL, DefectAnswer.REFUSED, "compressed pages of version 2 say that they are not", until=(2, 0, 0)),
    Defect("ARROW-12513", _CPP, AffectedPart.NULL_COUNT, AffectedColumns.ARROW_DICTIONARY, _DISTRUST, "0, whatever there is", since=(1, 5, 1), visible=DefectVisible.IF_ZERO),
    Defect("ARROW-12513", _ARROW, AffectedPart.NULL_COUNT, AffectedColumns.ARROW_DICTIONARY, _DISTRUST, "0, whatever there is", until=(6, 0, 0), visible=DefectVisible.IF_ZERO),
    Defect("apache/arrow#15042", _ARROW, AffectedPart.BOUNDS, AffectedColumns.ARROW_DICTIONARY, _DISTRUST, "those of the first batch only", (6, 0, 0), (11, 0, 0)),
    Defect("PARQUET-2067", _CPP, AffectedPart.NULL_COUNT, AffectedColumns.LIST, _UNUSED, _LISTS),
    Defect("PARQUET-2067", _ARROW, AffectedPart.NULL_COUNT, AffectedColumns.LIST, _UNUSED, _LISTS, until=(6, 0, 0)),
    Defect("apache/arrow#51097", _ARROW, AffectedPart.NULL_COUNT, AffectedColumns.FIXED_IN_STRUCT, _UNUSED, _LISTS, (6, 0, 0), (26, 0, 0)),
    Defect("apache/arrow#50182", _ARROW, AffectedPart.EXACTNESS, AffectedColumns.FLOAT, _UNUSED, _INFINITE, (22, 0, 0), (25, 0, 0), DefectVisible.IF_INFINITE),
    Defect("PARQUET-2089", _CPP, AffectedPart.FILE_OFFSET, AffectedColumns.ALL, _UNUSED, "the end of the first chunk"),
    Defect("PARQUET-2089", _ARROW, AffectedPart.FILE_OFFSET, AffectedColumns.ALL, _UNUSED, "the end of the first chunk", until=(6, 0, 0)),
    Defect("apache/arrow-rs#255", _RUST, AffectedPart.BOUNDS, AffectedColumns.FLOAT, _SEEN, _NAN, until=(4, 1, 0)),
    Defect("apache/arrow-rs#306", _RUST, AffectedPart.NULL_COUNT, AffectedColumns.ALL, _DISTRUST, "0 of chunks of nulls alone", until=(4, 2, 0), visible=DefectVisible.IF_ZERO),
    Defect("apache/arrow-rs#641", _RUST, AffectedPart.BOUNDS, AffectedColumns.BYTE_ARRAY, _DISTRUST, "in the order of their lengths", until=(5, 2, 0), visible=_ORDER),
    Defect("apache/arrow-rs#1532", _RUST, AffectedPart.BOUNDS, AffectedColumns.BINARY_DECIMAL, _DISTRUST, _UNSIGNED, until=(13, 0, 0), visible=_ORDER),
    Defect("apache/arrow-rs#1532", _RUST, AffectedPart.BOUNDS, AffectedColumns.UNSIGNED, _DISTRUST, "in signed order without a logical type", until=(13, 0, 0), visible=_ORDER),
    Defect("apache/arrow-rs#10860", _RUST, AffectedPart.BOUNDS, AffectedColumns.BYTE_ARRAY_DECIMAL, _DISTRUST, "values of different lengths are compared wrongly", visible=_ORDER),
    Defect("apache/arrow-rs#11073", _RUST, AffectedPart.BOUNDS, AffectedColumns.BYTE_ARRAY_DECIMAL, _DISTRUST, "in unsigned order if they come from Arrow", visible=_ORDER),
    Defect("apache/arrow-rs#7686", _RUST, AffectedPart.BOUNDS, AffectedColumns.INT96, _DISTRUST, "in the order of their bytes", until=(56, 0, 0), visible=_ORDER),
    Defect("apache/arrow-rs#5075", _RUST, AffectedPart.COLUMN_INDEX, AffectedColumns.CUT, _DISTRUST, "bounds are cut as if they were text", (42, 0, 0), (50, 0, 0)),
    Defect("apache/arrow-rs#4459", _RUST, AffectedPart.OFFSET_INDEX, AffectedColumns.ALL, _SEEN, "empty for columns of nulls", (42, 0, 0), (43, 0, 0)),
    Defect("apache/arrow-rs#6310", _RUST, AffectedPart.COLUMN_INDEX, AffectedColumns.ALL, _DISTRUST, "empty bounds of pages that follow pages of nulls", until=(53, 0, 0), visible=DefectVisible.IF_EMPTY),
    Defect("apache/arrow-rs#1935", _RUST, AffectedPart.COLUMN_INDEX, AffectedColumns.LIST, _DISTRUST, "null_pages of pages with as many nulls as rows", since=(18, 0, 0), visible=DefectVisible.IF_SOME_NULLS),
    Defect("parquet-go/parquet-go#54", _SEGMENT, AffectedPart.BOUNDS, AffectedColumns.BINARY, _DISTRUST, _REUSED),
    Defect("parquet-go/parquet-go#54", _GO, AffectedPart.BOUNDS, AffectedColumns.BINARY, _DISTRUST, _REUSED, until=(0, 18, 0)),
    Defect("parquet-go/parquet-go#92", _SEGMENT, AffectedPart.COLUMN_INDEX, AffectedColumns.ALL, _DISTRUST, "null_pages of another row group"),
    Defect("parquet-go/parquet-go#92", _GO, AffectedPart.COLUMN_INDEX, AffectedColumns.ALL, _DISTRUST, "null_pages of another row group", until=(0, 20, 0)),
    Defect("parquet-go/parquet-go#130", _GO, AffectedPart.BOUNDS, AffectedColumns.BINARY, _DISTRUST, "the minimum passes over empty values", until=(0, 21, 0)),
    Defect("parquet-go/parquet-go#459", _GO, AffectedPart.BOUNDS, AffectedColumns.FLOAT, _SEEN, _NAN, until=(0, 28, 0)),
    Defect("parquet-go/parquet-go#592", _GO, AffectedPart.BOUNDS, AffectedColumns.BINARY_DECIMAL, _DISTRUST, _UNSIGNED, until=(0, 32, 1), visible=_ORDER),
    Defect("apache/arrow-go#1007", "parquet-go", AffectedPart.EXACTNESS, AffectedColumns.FLOAT, _UNUSED, _INFINITE, until=(18, 9, 0), visible=DefectVisible.IF_INFINITE),
    Defect("pola-rs/polars#15323", "polars", AffectedPart.BOUNDS, AffectedColumns.UNSIGNED, _SEEN, "in signed order, so the minimum is above the maximum", until=(1, 0, 0)),
    Defect("pola-rs/polars#25886", "polars", AffectedPart.BOUNDS, AffectedColumns.BINARY, _DISTRUST, "a value and its own beginning are mixed up", until=(1, 37, 0), visible=_ORDER),
    Defect("pola-rs/polars#29347", "polars", AffectedPart.BOUNDS, AffectedColumns.BINARY_DECIMAL, _DISTRUST, "pages are merged in unsigned order", until=(2, 0, 0), visible=_ORDER),
    Defect("pola-rs/polars#29321", "polars", AffectedPart.NULL_COUNT, AffectedColumns.ALL, _DISTRUST, "it is counted once for each page", (1, 38, 0), (2, 0, 0), DefectVisible.IF_MULTIPLIED),
    Defect("pola-rs/polars#20621", "polars", AffectedPart.NULL_COUNT, AffectedColumns.LIST, _UNUSED, _LISTS, until=(2, 0, 0)),
    Defect("pola-rs/polars#20621", "polars (python)", AffectedPart.NULL_COUNT, AffectedColumns.LIST, _UNUSED, _LISTS, until=(2, 1, 0)),
    Defect("duckdb/duckdb#11200", "duckdb", AffectedPart.NULL_COUNT, AffectedColumns.ALL, _DISTRUST, "those of earlier row groups are added", until=(0, 10, 1)),
    Defect("duckdb/duckdb#20014", "duckdb", AffectedPart.EXACTNESS, AffectedColumns.FLOAT, _UNUSED, _INFINITE, until=(1, 4, 3), visible=DefectVisible.IF_INFINITE),
    Defect("duckdb/duckdb#22548", "duckdb", AffectedPart.EXACTNESS, AffectedColumns.BYTE_ARRAY, _UNUSED, "those of all values of an ENUM are said to be exact", until=(1, 5, 3), visible=DefectVisible.NEVER),
    Defect("duckdb/duckdb#4235", "duckdb", AffectedPart.DISTINCT_COUNT, AffectedColumns.BYTE_ARRAY, DefectAnswer.FOUND, "that of all values of an ENUM", visible=DefectVisible.NEVER),
    Defect("ClickHouse/ClickHouse#83754", _CLICKHOUSE, AffectedPart.BOUNDS, AffectedColumns.BINARY_DECIMAL, _DISTRUST, _UNSIGNED, until=(25, 8, 0), visible=_ORDER),
    Defect("ClickHouse/ClickHouse#53067", _CLICKHOUSE, AffectedPart.BOUNDS, AffectedColumns.FLOAT, _DISTRUST, "a maximum that is not a value", (23, 7, 0), (23, 8, 0)),
    Defect("ClickHouse/ClickHouse#83876", _CLICKHOUSE, AffectedPart.OFFSET_INDEX, AffectedColumns.LIST, _DISTRUST, "first rows are counted in elements", until=(25, 8, 0)),
    Defect("ClickHouse/ClickHouse#103039", _CLICKHOUSE, AffectedPart.COLUMN_INDEX, AffectedColumns.BYTE_ARRAY, _SEEN, "an empty maximum where it was too long"),
    Defect("questdb/questdb#7283", _QUESTDB, AffectedPart.BOUNDS, AffectedColumns.UNSIGNED, _SEEN, "in signed order, and without a column order"),
    Defect("questdb/questdb#7283", _QUESTDB, AffectedPart.BOUNDS, AffectedColumns.BINARY, _SEEN, "a maximum that begins with FF is cut, and without a column order"),
    Defect("questdb/questdb#7283", _QUESTDB, AffectedPart.OFFSET_INDEX, AffectedColumns.ALL, _SEEN, "absent in some row groups"),
    Defect("hyparam/hyparquet-writer#38", "hyparquet", AffectedPart.BOUNDS, AffectedColumns.DECIMAL, _DISTRUST, "numbers without their scale"),
    Defect("aloneguid/parquet-dotnet#14", "parquet.net", AffectedPart.BOUNDS, AffectedColumns.BYTE_ARRAY, _DISTRUST, "they begin with their own lengths", (3, 5, 0), (3, 5, 2)),
)  # fmt: skip
"""By application."""
