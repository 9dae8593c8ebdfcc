"""The same on Spark: tasks in workers, rows and paths as Spark and DuckDB read them, and the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from inlay_spark.progress import JsonLines
from inlay_spark.shred import shred
from tests.pipeline.shred.lakes import ROWS, add_odd_files, expected, make_lake, table

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PATHS = ["$.n", "$.who", "$.price", "$.tags[1]", "$.user.age", "$.rare"]


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


def test_duckdb_reads_the_same(spark: SparkSession, tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
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
    ran = subprocess.run(
        [sys.executable, "-c", code, str(out)], capture_output=True, timeout=60, check=True
    )
    found: dict[str, list[Any]] = {}
    for name, _, text in json.loads(ran.stdout):
        found.setdefault(str(Path(name).relative_to(out)), []).append(text and json.loads(text))
    for name, first in good.items():
        assert found[name] == expected(first), name
    assert found["day=1/lacks.parquet"] == [None, None]


def test_the_command(
    spark: SparkSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from inlay_spark.submitted import main

    lake, out = tmp_path / "lake", tmp_path / "out"
    make_lake(lake)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["shred", str(lake), *arguments])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return code, said.out, said.err

    code, text, _ = run("--column", "v")
    assert code == 0
    lines = text.splitlines()
    assert lines[0].startswith("7 files, ")
    assert lines[1] == "v, by 252 rows of 7 files:"
    assert lines[-2].startswith("--schema 'v=struct<n: int64, price: decimal(9, 2), ")
    assert not out.exists()
    schema = lines[-2].partition("'")[2].rstrip("'")
    told = json.loads(run("--column", "v", "--format", "json")[1])
    assert told["columns"]["v"]["fields"][0]["path"] == "$"
    assert f"v={told['columns']['v']['schema']}" == schema
    code, text, progress = run("--column", "v", "--schema", schema, "-o", str(out))
    assert code == 0
    assert text.startswith(f"{out}: 7 files written, 280 rows, ")
    assert json.loads(progress.splitlines()[-1])["event"] == "end"
    add_odd_files(lake)
    code, text, _ = run("-o", str(out))
    assert code == 1
    assert "  7 unchanged\n  1 without a column, which is null there\n  5 a problem" in text
    assert run("-o", str(out), "--format", "json")[0] == 1
    assert run()[0] == 2
    assert run("--column", "v", "--remove-gone")[0] == 2
    assert run("--column", "v", "--schema", "struct<")[0] == 3
    assert run("--column", "x", "-o", str(tmp_path / "new"))[0] == 3
    assert not (tmp_path / "new/_shred.json").exists()
    assert run("--column", "v", "-o", str(lake / "day=1"))[0] == 4
