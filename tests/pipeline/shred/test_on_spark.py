"""The same on Spark: tasks in workers, rows and paths as Spark and DuckDB read them, and the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from inlay_spark.jobs.progress import JsonLines
from inlay_spark.shred import shred
from parquet_format.parquet import Type
from tests.pipeline.json_documents import require_known_keys
from tests.pipeline.shred.lakes import ROWS, add_odd_files, expected, make_lake, table
from tests.variant.kept import assert_offsets_lead_to_pages, footer_of, kept_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.usefixtures("compiled_expressions")


PATHS = ["$.n", "$.who", "$.price", "$.tags[1]", "$.user.age", "$.rare"]


@pytest.mark.needs("Spark 4.1")  # which opens files with annotated Variants
def test_spark_reads_the_same_as_before(spark: SparkSession, tmp_path: Path) -> None:
    """JSON that Spark itself parses, against what it reads from our files; in two runs."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    lake, out = tmp_path / "lake", tmp_path / "out"
    for at in range(6):
        folder = lake / f"day=2026-11-{10 + at % 2}"
        folder.mkdir(parents=True, exist_ok=True)
        pq.write_table(table(at * ROWS, pa.string()), folder / f"part-{at}.parquet")
    spark.read.parquet(str(lake)).drop("day").coalesce(1).write.parquet(
        str(lake / "day=2026-11-12")
    )
    with open(tmp_path / "log", "w", encoding="utf-8") as log:
        done = shred(spark, str(lake), str(out), ["v"], progress=JsonLines(log))
    assert (done.files, done.rows, done.problems) == (7, 12 * ROWS, 0)
    told = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert [one["event"] for one in told][:: len(told) - 1] == ["start", "end"]
    assert told[-1]["files"] == told[-2]["files"] == 7

    new = spark.read.parquet(str(out))
    assert new.schema.simpleString() == "struct<id:bigint,v:variant,z:bigint,day:date>"
    old = spark.read.parquet(str(lake)).selectExpr("id", "parse_json(v) AS v", "z", "day")
    asked = [
        "id",
        "z",
        "day",
        *(f"variant_get(v, '{path}', 'string') AS `{path}`" for path in PATHS),
    ]
    rows = [sorted(map(str, frame.selectExpr(*asked).collect())) for frame in (old, new)]
    assert rows[0] == rows[1]
    by_name = new.where("day = '2026-11-10' AND try_variant_get(v, '$.n', 'bigint') = 2").collect()
    assert [row.id for row in by_name] == [2]
    again = shred(spark, str(lake), str(out))
    assert (again.files, again.unchanged) == (0, 7)


@pytest.mark.needs("Spark 4.1")  # which opens files with annotated Variants
def test_spark_reads_the_columns_that_stay(spark: SparkSession, tmp_path: Path) -> None:
    """A file of parquet-java: INT96 beside other timestamps, Bloom filters, page indexes, nested columns."""
    lake, out = tmp_path / "lake", tmp_path / "out"
    columns = [
        "id",
        "timestamp_micros(id * 1000000) AS at",
        "timestamp'2026-11-20 10:00:00'::timestamp_ntz AS local",
        "array(named_struct('a', id, 'b', map('k', id % 7))) AS nested",
        "concat('{\"n\": ', id, '}') AS v",
        "concat('code ', id % 50) AS code",
        "CAST(id AS DECIMAL(20, 2)) AS price",
        "if(id % 3 = 0, null, CAST(CAST(id AS STRING) AS BINARY)) AS bytes",
    ]
    frame = spark.range(3_000).selectExpr(*columns).coalesce(1)
    frame.write.options(
        **{
            "parquet.bloom.filter.enabled#code": "true",
            "parquet.enable.dictionary#code": "false",
            "parquet.page.row.count.limit": "500",
        }
    ).parquet(str(lake))
    (source,) = lake.glob("*.parquet")
    metadata = footer_of(source)
    chunks = [chunk.meta_data for chunk in metadata.row_groups[0].columns]
    assert any(one and one.bloom_filter_offset for one in chunks)
    assert Type.INT96 in [one and one.type for one in chunks]
    done = shred(spark, str(lake), str(out), ["v"])
    assert (done.files, done.problems) == (1, 0)
    assert kept_of(out / source.name, ("v",)) == kept_of(source, ("v",))
    assert assert_offsets_lead_to_pages(out / source.name) > 6 * (len(chunks) - 1)
    old, new = (spark.read.parquet(str(one)) for one in (lake, out))
    assert new.columns == old.columns
    assert new.drop("v").schema == old.drop("v").schema
    for where in ("true", "code = 'code 7'", "id between 1200 and 1204", "code = 'none'"):
        rows = [sorted(map(str, one.where(where).drop("v").collect())) for one in (old, new)]
        assert rows[0] == rows[1]
    found = new.where("id = 1234").selectExpr("variant_get(v, '$.n', 'int') AS n").collect()
    assert [row.n for row in found] == [1234]


def test_duckdb_reads_the_same(spark: SparkSession, tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    good = make_lake(lake)
    bad = add_odd_files(lake)
    done = shred(spark, str(lake), str(out), ["v"])
    assert (done.problems, done.without) == (len(bad), 1)
    # In a process of its own: it has crashed on what it did not expect.
    code = (
        "import duckdb, json, sys; print(json.dumps([(f, i, v) for f, i, v in duckdb.sql("
        "f\"SELECT filename, id, v::JSON::VARCHAR FROM read_parquet('{sys.argv[1]}/**/[!_]*.parquet', filename=true, "
        'union_by_name=true) ORDER BY ALL").fetchall()]))'
    )
    ran = subprocess.run([sys.executable, "-c", code, str(out)], capture_output=True, check=True)
    found: dict[str, list[Any]] = {}
    for name, _, text in json.loads(ran.stdout):
        found.setdefault(str(Path(name).relative_to(out)), []).append(text and json.loads(text))
    for name, first in good.items():
        assert found[name] == expected(first), name
    assert found["day=1/lacks.parquet"] == [None, None]


def test_the_command(
    spark: SparkSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from inlay_spark.spark_submit_entry import main

    lake, out = tmp_path / "lake", tmp_path / "out"
    make_lake(lake)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["shred", str(lake), *arguments])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return code, said.out, said.err

    code, text, _ = run("--columns", "v")
    assert code == 0
    lines = text.splitlines()
    assert lines[0].startswith("7 files, ")
    assert lines[1] == "v, by 252 rows of 7 files:"
    assert lines[-2].startswith("--schema 'v=struct<n: int64, price: decimal(9, 2), ")
    assert not out.exists()
    schema = lines[-2].partition("'")[2].rstrip("'")
    told = json.loads(run("--columns", "v", "--format", "json")[1])
    require_known_keys("shred", told)
    assert told["columns"]["v"]["fields"][0]["path"] == "$"
    assert f"v={told['columns']['v']['schema']}" == schema
    code, text, progress = run("--columns", "v", "--schema", schema, "-o", str(out))
    assert code == 0
    assert text.startswith(f"{out}: 7 files written, 280 rows, ")
    assert json.loads(progress.splitlines()[-1])["event"] == "end"
    bad = len(add_odd_files(lake))
    code, text, _ = run("-o", str(out))
    assert code == 1
    assert f"  7 unchanged\n  1 without a column, which is null there\n  {bad} failed" in text
    code, text, _ = run("-o", str(out), "--format", "json")
    assert code == 1
    require_known_keys("shred", json.loads(text))
    assert run()[0] == 2
    assert run("--columns", "v", "--remove-gone")[0] == 2
    assert run("--columns", "v", "--schema", "struct<")[0] == 2
    assert run("--columns", "x", "-o", str(tmp_path / "new"))[0] == 3
    assert not (tmp_path / "new/_shred.json").exists()
    assert run("--columns", "v", "-o", str(lake / "day=1"))[0] == 4
