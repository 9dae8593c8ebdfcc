"""No advice rests on a number that the same footer contradicts: where it would, nothing is advised."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from inlay.footers.footer.read import read_footer
from inlay.verbs.lint.believed_counts import (
    count_values,
    find_distinct,
    is_all_nan,
    is_all_null,
    is_never_null,
)
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.outline import outline_of
from parquet_format.parquet import (
    CompressionCodec,
    FieldRepetitionType,
    ListType,
    SchemaElement,
    SizeStatistics,
    Statistics,
    Type,
)
from tests.verbs.lint.footers import (
    CREATED_BY,
    ROWS,
    advise,
    chunk,
    column,
    footer,
    optional,
    row_group,
    write_sparse,
)


def make_list(type_: Type) -> list[SchemaElement]:
    """A list of three levels, whose highest definition level is 3."""
    outer = SchemaElement(
        name="x",
        num_children=1,
        repetition_type=FieldRepetitionType.OPTIONAL,
        logicalType=ListType(),
    )
    middle = SchemaElement(
        name="list", num_children=1, repetition_type=FieldRepetitionType.REPEATED
    )
    return [outer, middle, optional("element", type_)]


class Said(NamedTuple):
    """What a chunk with `ROWS` values says, and whether rules believe that all are null, that all are NaN or null, that none is null."""

    statistics: Statistics | None
    believed: tuple[bool, bool, bool]
    levels: list[int] | None = None
    size: int | None = None
    type_: Type = Type.INT64
    is_list: bool = False
    is_required: bool = False
    num_rows: int = ROWS
    created_by: str = CREATED_BY


NULLS, NANS, NONE, NOTHING = (
    (True, False, False),
    (False, True, False),
    (False, False, True),
    (False, False, False),
)
ONE = struct.pack("<q", 1)
LOW, NAN = struct.pack("<d", 1.5), struct.pack("<d", float("nan"))


def counted(nulls: int, **fields: Any) -> Statistics:
    return Statistics(null_count=nulls, **fields)


CASES = {
    "only nulls": Said(counted(ROWS), NULLS),
    "only nulls, and levels": Said(counted(ROWS), NULLS, levels=[ROWS, 0]),
    "only nulls beside a bound": Said(counted(ROWS, min_value=ONE), NOTHING),
    "only nulls beside a deprecated bound": Said(counted(ROWS, max=ONE), NOTHING),
    "only nulls beside no bound": Said(counted(ROWS, min_value=b"", max_value=b""), NULLS),
    "only nulls beside the empty text": Said(
        counted(ROWS, min_value=b"", max_value=b""), NOTHING, type_=Type.BYTE_ARRAY
    ),
    "only nulls beside levels of a value": Said(counted(ROWS), NOTHING, levels=[ROWS - 1, 1]),
    "only nulls beside a distinct value": Said(counted(ROWS, distinct_count=1), NOTHING),
    "only nulls beside no distinct value": Said(counted(ROWS, distinct_count=0), NULLS),
    "only nulls beside bytes": Said(counted(ROWS), NOTHING, size=1, type_=Type.BYTE_ARRAY),
    "only nulls beside no bytes": Said(counted(ROWS), NULLS, size=0, type_=Type.BYTE_ARRAY),
    "only nulls in a required column": Said(counted(ROWS), NOTHING, is_required=True),
    "only nulls by another number of rows": Said(counted(ROWS), NOTHING, num_rows=ROWS - 1),
    "only nulls in lists": Said(counted(ROWS), NULLS, is_list=True),
    "only nulls in lists of several values": Said(counted(ROWS), NULLS, is_list=True, num_rows=9),
    "only nulls and empty lists": Said(
        counted(ROWS), NULLS, levels=[1, ROWS - 3, 2, 0], is_list=True
    ),
    "only nulls in lists beside a value": Said(
        counted(ROWS), NOTHING, levels=[1, ROWS - 3, 1, 1], is_list=True
    ),
    "only nulls in lists beside a bound": Said(counted(ROWS, min_value=ONE), NOTHING, is_list=True),
    "only nulls in fewer values than lists": Said(
        counted(ROWS), NOTHING, is_list=True, num_rows=ROWS + 1
    ),
    "only NaNs": Said(counted(0, nan_count=ROWS), (False, True, True), type_=Type.DOUBLE),
    "only NaNs and nulls": Said(counted(9, nan_count=ROWS - 9), NANS, type_=Type.DOUBLE),
    "only NaNs beside a bound that is one": Said(
        counted(9, nan_count=ROWS - 9, min_value=NAN, max_value=NAN), NANS, type_=Type.DOUBLE
    ),
    "only NaNs beside a number": Said(
        counted(9, nan_count=ROWS - 9, min_value=LOW), NOTHING, type_=Type.DOUBLE
    ),
    "only NaNs beside a deprecated number": Said(
        counted(9, nan_count=ROWS - 9, min=LOW), NOTHING, type_=Type.DOUBLE
    ),
    "more NaNs by the levels": Said(
        counted(9, nan_count=ROWS - 9), NOTHING, levels=[10, ROWS - 10], type_=Type.DOUBLE
    ),
    "no null": Said(counted(0, min_value=ONE, max_value=ONE), NONE),
    "no null, and levels": Said(counted(0), NONE, levels=[0, ROWS]),
    "no null beside levels of one": Said(counted(0), NOTHING, levels=[1, ROWS - 1]),
    "no null beside no distinct value": Said(counted(0, distinct_count=0), NOTHING),
    "no null, by a writer that gives 0 for any number": Said(
        counted(0), NOTHING, created_by="parquet-rs version 4.1.0"
    ),
    "nothing said": Said(None, NOTHING),
}


def facts_of(said: Said, folder: Path) -> FileFacts:
    elements = make_list(said.type_) if said.is_list else [optional("x", said.type_)]
    if said.is_required:
        elements = [column("x", said.type_)]
    sizes = SizeStatistics(
        unencoded_byte_array_data_bytes=said.size, definition_level_histogram=said.levels
    )
    path = "x.list.element" if said.is_list else "x"
    each = chunk(path, said.type_, statistics=said.statistics, size_statistics=sizes)
    metadata = footer(elements, [row_group(each, num_rows=said.num_rows)], children=1)
    metadata.created_by = said.created_by
    path_of_file = write_sparse(folder / "file.parquet", metadata)
    return FileFacts("file.parquet", read_footer(str(path_of_file)))


@pytest.mark.parametrize("name", CASES)
def test_a_number_that_something_contradicts_is_not_believed(name: str, tmp_path: Path) -> None:
    said = CASES[name]
    facts = facts_of(said, tmp_path)
    (each,) = facts.columns
    (one,) = each.chunks
    assert (is_all_null(each, one), is_all_nan(each, one), is_never_null(each)) == said.believed
    is_listed = said.believed[2] and not said.is_list and not said.is_required
    assert outline_of(facts).never_null == (("x",) if is_listed else ())


@pytest.mark.parametrize(
    ("statistics", "levels", "expected"),
    [
        (counted(10), None, ROWS - 10),
        (counted(10), [9, ROWS - 9], ROWS),
        (counted(ROWS + 1), None, ROWS),
        (counted(-1), None, ROWS),
        (None, None, ROWS),
    ],
)
def test_values_are_counted_by_nulls_that_are_believed(
    statistics: Statistics | None, levels: list[int] | None, expected: int, tmp_path: Path
) -> None:
    (each,) = facts_of(Said(statistics, NOTHING, levels), tmp_path).columns
    assert count_values(each, each.chunks[0]) == expected


@pytest.mark.parametrize(
    ("statistics", "expected"),
    [
        (counted(0, distinct_count=7), 7),
        (counted(ROWS - 7, distinct_count=7), 7),
        (counted(ROWS - 6, distinct_count=7), 7),  # beside which the nulls are void, too
        (counted(0, distinct_count=ROWS + 1), None),
        (counted(0, distinct_count=0), None),
        (counted(0, distinct_count=2, min_value=ONE, max_value=ONE), None),
        (counted(0, distinct_count=1, min_value=ONE, max_value=bytes(7) + b"\1"), None),
        (counted(0), None),
    ],
)
def test_distinct_values_are_believed_where_they_fit(
    statistics: Statistics, expected: int | None, tmp_path: Path
) -> None:
    (each,) = facts_of(Said(statistics, NOTHING), tmp_path).columns
    assert find_distinct(each, each.chunks[0]) == expected


def test_a_codec_of_nulls_counts_where_they_are_not_believed(tmp_path: Path) -> None:
    for statistics, expected in ((counted(ROWS), 0), (counted(ROWS, min_value=ONE), 1)):
        other = chunk("x", codec=CompressionCodec.SNAPPY, statistics=statistics)
        groups = [row_group(chunk("x")), row_group(other)]
        advice = advise("mixed-codecs", footer([optional("x")], groups), tmp_path)
        assert len(advice) == expected
