"""Options of Spark's file sources mean here what they mean there; others are refused.

The cases run in this process; one test holds them against Spark's own reader.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql.datasource import DataSource
from pyspark.sql.types import LongType, StructType

from inlay_spark.footers.source import DefaultSource as Footers
from inlay_spark.rows.errors import UnreadableError
from inlay_spark.rows.source import DefaultSource as Rows
from inlay_spark.sources.option_names import OptionError
from tests.pipeline.test_user_mistakes import count

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

LONG_AGO: Final = datetime(2020, 1, 1, tzinfo=UTC).timestamp()
COUNTRIES: Final = ("DE", "FR")


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    """`lake`: partitions, each with an old file and a new one of three rows; `flat`: files on two levels; `drift`: files
    with other columns; `bad`: a damaged file."""
    for country in COUNTRIES:
        for name in ("old", "new"):
            write(tmp_path / f"lake/day=2026-01-01/country={country}/{name}.parquet")
            if name == "old":
                path = tmp_path / f"lake/day=2026-01-01/country={country}/{name}.parquet"
                os.utime(path, (LONG_AGO, LONG_AGO))
    write(tmp_path / "flat/top.parquet")
    write(tmp_path / "flat/sub/below.parquet")
    write(tmp_path / "drift/a.parquet", {"x": [1], "s": [{"a": 1}], "d": pa.array([1], pa.int32())})
    write(tmp_path / "drift/b.parquet", {"X": [2], "s": [{"b": "t"}], "more": [True]})
    write(tmp_path / "other/a.parquet", {"x": [1]})
    write(tmp_path / "other/b.parquet", {"x": ["t"]})
    write(tmp_path / "bad/a.parquet")
    (tmp_path / "bad" / "b.parquet").write_bytes(b"text" * 20)
    return tmp_path


def write(path: Path, columns: dict[str, Any] | None = None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns or {"x": [1, 2, 3]}), path)


CASES: Final[list[tuple[str, dict[str, str], int, list[str]]]] = [
    ("lake", {}, 12, ["x", "day", "country"]),
    ("lake/day=*", {}, 12, ["x", "country"]),
    ("lake/day=2026-01-01/*", {}, 12, ["x"]),
    ("lake/*/*/new.parquet", {}, 6, ["x"]),
    ("lake/*/*/new.parquet", {"basePath": "DIR/lake"}, 6, ["x", "day", "country"]),
    ("lake/day=2026-01-01/country=DE", {"basePath": "DIR/lake"}, 6, ["x", "day", "country"]),
    ("lake", {"recursiveFileLookup": "true"}, 12, ["x"]),
    ("lake", {"pathGlobFilter": "{old,none}.*"}, 6, ["x", "day", "country"]),
    ("lake", {"modifiedAfter": "2021-01-01T00:00:00Z", "timeZone": "UTC"}, 6, ["x", "day", "country"]),
    ("lake", {"modifiedBefore": "2021-01-01", "timeZone": "UTC"}, 6, ["x", "day", "country"]),
    ("lake", {"modifiedBefore": "2020-01-01T00:00:00Z", "timeZone": "UTC"}, 0, []),
    ("flat", {}, 3, ["x"]),
    ("flat", {"recursiveFileLookup": "true"}, 6, ["x"]),
    ("drift", {"mergeSchema": "true"}, 2, ["x", "s", "d", "more"]),
    ("lake", {"recursiveFileLookup": "true", "pathGlobFilter": "o*"}, 6, ["x"]),
    ("lake/day=2026-01-01", {"basePath": "DIR/lake", "modifiedAfter": "2021-01-01", "timeZone": "UTC"}, 6, ["x", "day", "country"]),
    ("lake", {"modifiedAfter": "2019-12-31T23:59:59Z", "modifiedBefore": "2020-01-01T00:00:01Z", "timeZone": "UTC"}, 6, ["x", "day", "country"]),
    ("flat", {"ignoreMissingFiles": "true"}, 3, ["x"]),
    ("drift", {}, 2, ["x", "s", "d"]),
    ("drift", {"mergeSchema": "true", "pathGlobFilter": "b*"}, 1, ["X", "s", "more"]),
    ("bad", {"ignoreCorruptFiles": "true", "mergeSchema": "true"}, 3, ["x"]),
    ("other", {"ignoreCorruptFiles": "true"}, 1, ["x"]),
]  # fmt: skip


def given(lake: Path, options: dict[str, str]) -> dict[str, str]:
    return {name: value.replace("DIR", str(lake)) for name, value in options.items()}


@pytest.mark.parametrize(("path", "options", "rows", "columns"), CASES)
def test_options(
    lake: Path, path: str, options: dict[str, str], rows: int, columns: list[str]
) -> None:
    options = given(lake, options)
    if not rows:
        assert count(Rows, lake / path, StructType().add("x", LongType()), **options) == 0
        return
    assert count(Rows, lake / path, None, **options) == rows
    schema = Rows({"path": str(lake / path), **options}).schema()
    assert isinstance(schema, StructType)
    assert schema.names == columns


def test_options_are_those_of_spark(spark: SparkSession, lake: Path) -> None:
    import inlay_spark

    def read(format_: str, path: str, options: dict[str, str]) -> DataFrame:
        reader = spark.read.format(format_).options(**given(lake, options))
        return reader.load(str(lake / path))

    for path, options, rows, columns in CASES:
        if rows:
            expected = read("parquet", path, options)
            assert (path, options, expected.columns) == (path, options, columns)
            by_both = inlay_spark.read(spark, str(lake / path), **given(lake, options))
            values, *others = collect_each([expected, read("inlay", path, options), by_both])
            assert [(path, options, other) for other in others] == [(path, options, values)] * 2


def collect_each(frames: list[DataFrame]) -> list[list[str]]:
    """Rows of frames that have the same schema, by one job of Spark."""
    assert all(frame.schema == frames[0].schema for frame in frames)
    tagged = [frame.selectExpr(f"{at} AS frame", "*") for at, frame in enumerate(frames)]
    rows = reduce(lambda one, other: one.union(other), tagged).collect()
    return [
        sorted(repr(row[1:]) for row in rows if row["frame"] == at) for at in range(len(frames))
    ]


SETTINGS: Final[list[tuple[str, dict[str, str], dict[str, str]]]] = [
    ("bad", {"spark.sql.files.ignoreCorruptFiles": "true"}, {}),
    ("drift", {"spark.sql.parquet.mergeSchema": "true"}, {}),
    ("drift", {"spark.sql.parquet.mergeSchema": "true"}, {"mergeSchema": "false"}),
    ("lake", {"spark.sql.sources.partitionColumnTypeInference.enabled": "false"}, {}),
    ("moments", {"spark.sql.session.timeZone": "Asia/Tokyo"}, {}),
]


def test_settings_are_those_of_spark(spark: SparkSession, lake: Path) -> None:
    """Where the options do not say otherwise; a source in Python is told none of them."""
    import inlay_spark

    write(lake / "moments" / "at=2026-01-01 12%3A00%3A00" / "a.parquet")
    for path, settings, options in SETTINGS:
        session = spark.newSession()
        for name, value in settings.items():
            session.conf.set(name, value)
        expected = session.read.options(**options).parquet(str(lake / path))
        frame = inlay_spark.read(session, str(lake / path), **options)
        assert frame.schema == expected.schema
        assert (path, settings, sorted(map(repr, frame.collect()))) == (
            path,
            settings,
            sorted(map(repr, expected.collect())),
        )
    session = spark.newSession()
    session.conf.set("spark.sql.files.ignoreMissingFiles", "true")
    frame = inlay_spark.read(session, str(lake / "flat"))
    (lake / "flat" / "top.parquet").unlink()
    assert frame.count() == 0


WRONG: Final[list[tuple[type[DataSource], dict[str, str], str]]] = [
    (Rows, {"pathGlobFliter": "p*"}, "inlay has no option 'pathGlobFliter': did you mean pathGlob"),
    (Rows, {"tabel": "files"}, "inlay has no option 'tabel'"),
    (Footers, {"tabel": "files"}, "parquet_footer has no option 'tabel': did you mean table?"),
    (Footers, {"mergeSchema": "true"}, "no option mergeSchema: its columns are those of the table"),
    (Footers, {"ignorecorruptfiles": "true"}, "no option ignoreCorruptFiles: a file that cannot"),
    (Footers, {"latestFirst": "true"}, "no option latestFirst: it is one of Spark's own streams"),
    (Rows, {"datetimeRebaseMode": "LEGACY"}, "datetimeRebaseMode: dates .* as they were written"),
    (Rows, {"basePath": "DIR/lake/none"}, "No such file"),
    (Rows, {"basePath": "DIR/bad"}, "basePath: DIR/lake does not lie below DIR/bad"),
    (Rows, {"basePath": "DIR/bad/b.parquet"}, "option basePath is a directory"),
    (Rows, {"recursiveFileLookup": "yes"}, "recursiveFileLookup is true or false, not 'yes'"),
    (Rows, {"modifiedAfter": "2026-01-01T00:00:00"}, "modifiedAfter: .* time zone; say it: '2026"),
    (Rows, {"modifiedAfter": "yesterday"}, "modifiedAfter is a time such as 2026-.* not 'yesterday'"),
    (Rows, {"modifiedAfter": "2026-01-01", "timeZone": "Nowhere"}, "timeZone .* not 'Nowhere'"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "options", "said"), WRONG)
def test_wrong_options(
    source: type[DataSource], options: dict[str, str], said: str, lake: Path
) -> None:
    with pytest.raises((OptionError, OSError), match=said.replace("DIR", str(lake))):
        count(source, lake / "lake", None, **given(lake, options))


@pytest.mark.parametrize(
    ("zone", "hours"),
    [("UTC", 0), ("Z", 0), ("+01:00", 1), ("GMT-3", -3), ("UTC+0530", 5.5), ("Asia/Tokyo", 9)],
)
def test_zones_are_those_that_a_session_may_have(zone: str, hours: float, lake: Path) -> None:
    moment = datetime.fromtimestamp(LONG_AGO + hours * 3600, UTC).replace(tzinfo=None)
    for seconds, rows in ((-1, 12), (0, 6)):
        text = (moment + timedelta(seconds=seconds)).isoformat()
        schema = StructType().add("x", LongType())
        assert count(Rows, lake / "lake", schema, modifiedAfter=text, timeZone=zone) == rows


def test_what_footers_have_of_them(lake: Path) -> None:
    assert count(Footers, lake / "lake", modifiedAfter="2021-01-01T00:00:00Z") == 2
    assert count(Footers, lake / "flat") == 2
    assert count(Footers, lake / "lake", basePath=str(lake), pathGlobFilter="old*") == 2


def test_files_on_other_levels_are_asked_for(lake: Path) -> None:
    (lake / "flat" / "top.parquet").unlink()
    with pytest.raises(OptionError, match=r"folders below are read with .*recursiveFileLookup"):
        count(Rows, lake / "flat")


def test_a_file_that_goes_away(lake: Path) -> None:
    """Between planning and reading: an error, unless told to pass it over; `ignoreCorruptFiles` is not about that."""
    path = lake / "flat" / "top.parquet"
    schema = StructType().add("x", LongType())
    for options, is_passed_over in [
        ({"ignoreMissingFiles": "true"}, True),
        ({"ignoreCorruptFiles": "true"}, False),
    ]:
        reader = Rows({"path": str(lake / "flat"), **options}).reader(schema)
        parts = reader.partitions()
        data = path.read_bytes()
        path.unlink()
        if is_passed_over:
            assert [*reader.read(parts[0])] == []
        else:
            with pytest.raises(UnreadableError, match=f"{path}: No such file"):
                list(reader.read(parts[0]))
        path.write_bytes(data)


def test_files_that_do_not_go_together_are_named(lake: Path) -> None:
    said = f"{lake}/other/b.parquet: column x is string, and bigint in files before it"
    with pytest.raises(UnreadableError, match=said):
        count(Rows, lake / "other", mergeSchema="true")
