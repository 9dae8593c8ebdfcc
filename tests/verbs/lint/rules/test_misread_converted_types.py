"""`misread-converted-types`."""

from __future__ import annotations

import datetime
import shlex
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from parquet_format.parquet import ConvertedType, FileMetaData, SchemaElement, Type
from tests.verbs.lint.footers import (
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    row_group,
)
from tests.verbs.verify.files import changed_footer

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

RULE = "misread-converted-types"
OTHER = "converted-types-only"


def lines_of(element: SchemaElement, folder: Path) -> dict[str, list[str]]:
    """The commands, by the rule."""
    metadata = footer([element], [row_group(chunk(element.name, element.type or Type.INT64))])
    return {rule: [each.fix for each in advise(rule, metadata, folder)] for rule in (RULE, OTHER)}


@pytest.mark.parametrize(
    ("element", "rule", "kind"),
    [
        (column("x", converted_type=ConvertedType.TIMESTAMP_MILLIS), RULE, "TIMESTAMP(MILLIS, UTC)"),
        (column("x", converted_type=ConvertedType.TIMESTAMP_MICROS), RULE, "TIMESTAMP(MICROS, UTC)"),
        (column("x", Type.INT32, converted_type=ConvertedType.TIME_MILLIS), RULE, "TIME(MILLIS, UTC)"),
        (column("x", converted_type=ConvertedType.TIME_MICROS), RULE, "TIME(MICROS, UTC)"),
        (column("x", converted_type=ConvertedType.DECIMAL, precision=9, scale=2), RULE, "DECIMAL(9, 2)"),
        (column("x", Type.INT32, converted_type=ConvertedType.DATE), OTHER, "DATE"),
        (column("x", converted_type=ConvertedType.UINT_64), OTHER, "INTEGER(64, unsigned)"),
    ],
)  # fmt: skip
def test_each_type_is_of_one_rule(
    tmp_path: Path, element: SchemaElement, rule: str, kind: str
) -> None:
    command = f"inlay set file.parquet --logical-type {shlex.quote(f'x={kind}')}"
    silent = OTHER if rule == RULE else RULE
    assert lines_of(element, tmp_path) == {rule: [command], silent: []}


@pytest.mark.parametrize(
    "element",
    [
        column("x", converted_type=ConvertedType.DECIMAL),
        column("x", converted_type=ConvertedType.DECIMAL, precision=99, scale=2),
        column("x", Type.INT32, converted_type=ConvertedType.TIMESTAMP_MILLIS),
    ],
)
def test_no_command_sets_a_type_that_cannot_be(tmp_path: Path, element: SchemaElement) -> None:
    assert lines_of(element, tmp_path)[RULE] == ["rewrite with pyarrow, or with Spark 3 or later"]


def write_old(path: Path) -> Path:
    """As writers did before 2018: pyarrow's file without its logical types."""
    moment = datetime.datetime(2024, 7, 1, 12, tzinfo=datetime.UTC)
    table = pa.table(
        {
            "amount": pa.array([Decimal("1.50")], pa.decimal128(9, 2)),
            "at": pa.array([moment], pa.timestamp("us", "UTC")),
        }
    )
    pq.write_table(table, path, store_schema=False, store_decimal_as_integer=True)

    def change(metadata: FileMetaData) -> None:
        for element in metadata.schema[1:]:
            assert element.converted_type is not None
            element.logicalType = None

    changed_footer(path, path, change)
    return path


def test_the_remedy_makes_readers_agree(tmp_path: Path, inlay: Inlay) -> None:
    path = write_old(tmp_path / "old.parquet")
    (advice,) = advise_on_file(RULE, path)
    assert advice.seen == (
        "2 columns of decimals, timestamps or times with a converted type and no logical type: amount, at"
    )
    before = types_of(path)
    assert before == ("TIMESTAMP", None, "UTC")
    _, verb, _, *options = shlex.split(advice.fix)
    assert inlay(verb, path, *options).code == 0
    assert types_of(path) == ("TIMESTAMP WITH TIME ZONE", "UTC", "UTC")
    assert advise_on_file(RULE, path) == []


def types_of(path: Path) -> tuple[str, str | None, str | None]:
    """What DuckDB, Polars and pyarrow take the moment for: a type, and two zones."""
    _, in_duckdb = duckdb.read_parquet(str(path)).types
    in_polars = polars.read_parquet(path).schema["at"]
    assert isinstance(in_polars, polars.Datetime)
    in_arrow = pq.read_schema(path).field("at").type
    assert isinstance(in_arrow, pa.TimestampType)
    return str(in_duckdb), in_polars.time_zone, in_arrow.tz


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
