"""parquet-java in the reader matrix: Spark on every form, and with an extension in every place of a footer.

The other readers are in `tests/readers`; this one needs a JVM, so it is asked here, about the same files.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.readers import cases
from tests.readers.sources import write_sources

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FAILS: Final = {"final", "LogicalType", "TimeUnit", "ColumnOrder"}
"""It has no FlatBuffers, and takes an extension of a union for a second variant."""

SOURCES: Final = {
    "nested": "id bigint, list array<int>, struct struct<a: bigint>, map map<string, bigint>"
}
"""Columns to read, of a source whose types Spark has."""


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> list[cases.Case]:
    sources = write_sources(tmp_path_factory.mktemp("sources"))
    chosen = {name: sources[name] for name in SOURCES}
    writer = cases.Writer(tmp_path_factory.mktemp("cases"))
    return [*cases.forms(chosen, writer), *cases.places(chosen, writer)]


@pytest.mark.parametrize("source", SOURCES)
def test_what_is_read_has_the_values_of_the_plain_file(
    spark: SparkSession, sample: list[cases.Case], source: str
) -> None:
    good = [case for case in sample if case.source == source and case.row not in FAILS]
    (plain,) = (case.path for case in good if case.row == "thrift")
    frame = spark.read.schema(SOURCES[source]).parquet(*[str(case.path) for case in good])
    found: dict[str, list[str]] = {case.path.name: [] for case in good}
    for row in frame.selectExpr("*", "_metadata.file_name AS _file").collect():
        values = row.asDict()
        found[values.pop("_file")].append(repr(values))
    expected = sorted(found[plain.name])
    assert expected
    assert {"private", "migration", "ColumnMetaData"} <= {case.row for case in good}
    assert [
        (case.row, case.how) for case in good if sorted(found[case.path.name]) != expected
    ] == []


def test_unions_and_the_final_form_are_refused(
    spark: SparkSession, sample: list[cases.Case]
) -> None:
    bad = {case.row: case for case in sample if case.row in FAILS}
    assert {"final", "LogicalType", "ColumnOrder"} <= set(bad)
    assert [row for row, case in bad.items() if can_read(spark, case.source, case.path)] == []


def can_read(spark: SparkSession, source: str, path: Path) -> bool:
    try:
        spark.read.schema(SOURCES[source]).parquet(str(path)).collect()
    except Exception:
        return False
    return True
