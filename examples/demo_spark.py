"""`make demo-spark`: a small lake by three writers, its catalog, three answers, a migration and the way back."""

from __future__ import annotations

import tempfile
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from inlay.ground.wording.printable import shorten
from inlay.tables.scan.scan import scan_footers
from inlay.verbs.report.queries import BY_NAME
from inlay.verbs.report.shown_cells import format_cell
from inlay_spark.catalog.answers import answer
from inlay_spark.catalog.build import build_catalog
from inlay_spark.catalog.report import build_report
from inlay_spark.catalog.views import open_catalog
from inlay_spark.migration import Operation, migrate, plan, rollback, verify
from inlay_spark.migration.printing import describe_cost, describe_outcome
from inlay_spark.session import session

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FILES = 40
QUESTIONS = ("writers", "codecs", "chunks_without")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="inlay-") as folder:
        root = Path(folder)
        lake, out = root / "lake", root / "catalog"
        say("1. start Spark on this machine")
        spark = session(conf={"spark.log.level": "OFF", "spark.ui.enabled": "false"})
        try:
            say("2. build a lake: pyarrow, DuckDB and Spark write; one file is cut off")
            build(spark, lake)
            say("3. what one machine sees without Spark: `inlay scan`")
            batches = scan_footers(str(lake), columns=["form"], name="*.parquet")
            print(f"   {sum(batch.num_rows for batch in batches)} footers")
            say("4. catalog the lake, and once more: `inlay spark catalog`")
            catalog(spark, lake, out)
            say("5. three answers: `inlay spark report`")
            tables = open_catalog(spark, str(out))
            for name in QUESTIONS:
                show(BY_NAME[name].title, answer(spark, tables, BY_NAME[name]))
            html = build_report(spark, str(out))
            print(f"   the report with all {len(BY_NAME)} answers: {len(html):,} bytes of HTML")
            there_and_back(spark, lake, root / "journal")
        finally:
            spark.stop()


def build(spark: SparkSession, lake: Path) -> None:
    by_pyarrow, by_duckdb, by_spark = (
        lake / f"by={name}" for name in ("pyarrow", "duckdb", "spark")
    )
    for path in (by_pyarrow, by_duckdb):
        path.mkdir(parents=True)
    rows = 1_000
    for at in range(FILES):
        table = pa.table(
            {
                "id": range(at * rows, (at + 1) * rows),
                "price": [0.25 * n for n in range(rows)],
                "item": [f"item {n % 17}" for n in range(rows)],
            }
        )
        with pq.ParquetWriter(
            by_pyarrow / f"{at:03}.parquet", table.schema, compression="zstd", write_page_index=True
        ) as writer:
            writer.write_table(table)
    connection = duckdb.connect()
    for at in range(FILES // 4):
        connection.execute(
            f"COPY (SELECT range AS id, range / 4 AS price, 'item ' || range % 17 AS item FROM range(1000)) "
            f"TO '{by_duckdb}/{at:03}.parquet' (FORMAT parquet)"
        )
    spark.sql(
        "SELECT id, id / 4 AS price, concat('item ', id % 17) AS item FROM range(0, 4000, 1, 4)"
    ).write.parquet(str(by_spark))
    whole = (by_pyarrow / "000.parquet").read_bytes()
    (by_pyarrow / "cut.parquet").write_bytes(whole[: len(whole) // 2])
    print(f"   {sum(1 for _ in lake.rglob('*.parquet'))} files in {lake.name}/")


def catalog(spark: SparkSession, lake: Path, out: Path) -> None:
    for run in ("first", "second"):
        done = build_catalog(spark, str(lake), str(out), name="*.parquet")
        print(
            f"   {run} run: {done.files} files read, {done.unreadable} of them bad, "
            f"{done.unchanged} unchanged"
        )


def there_and_back(spark: SparkSession, lake: Path, journal: Path) -> None:
    paths, to = [str(lake)], Operation("migration")
    before, read_before = digests(lake), totals(spark, lake)
    say(
        "6. what a FlatBuffers footer in every file would cost: `inlay spark migrate --to migration`"
    )
    for line in describe_cost(plan(spark, paths, to, pattern="*.parquet"), to.name):
        print(f"   {line}")
    say("7. do it, and verify it by other code: `--write --journal DIR`, `inlay spark verify`")
    show_lines(describe_outcome(migrate(spark, paths, to, str(journal), pattern="*.parquet")))
    show_lines(describe_outcome(verify(spark, str(journal), sample=0.2)))
    say("8. Spark, pyarrow and DuckDB read the same values as before")
    for (reader, now), then in zip(totals(spark, lake).items(), read_before.values(), strict=True):
        print(f"   {reader:8} {now} {'as before' if now == then else f'BUT BEFORE {then}'}")
    say("9. take it back: `inlay spark rollback DIR`")
    show_lines(describe_outcome(rollback(spark, str(journal))))
    same = sum(before[name] == digest for name, digest in digests(lake).items())
    print(f"   {same} of {len(before)} files have the bytes that they had")
    if same != len(before) or totals(spark, lake) != read_before:
        raise SystemExit("the lake is not what it was")


def digests(lake: Path) -> dict[Path, str]:
    return {path: sha256(path.read_bytes()).hexdigest() for path in lake.rglob("*.parquet")}


def totals(spark: SparkSession, lake: Path) -> dict[str, tuple[int, int, float]]:
    """Rows, and the sums of two columns, by three readers; without the file that is cut off."""
    good = sorted(str(path) for path in lake.rglob("*.parquet") if path.name != "cut.parquet")
    wanted = "count(*), sum(id), sum(price)"
    by_spark = spark.read.parquet(*good).selectExpr(*wanted.split(", ")).collect()[0]
    rows, ids, prices = 0, 0, 0.0
    for path in good:
        file: Any = pq.ParquetFile(path)
        table = file.read()
        rows += table.num_rows
        ids += pc.sum(table["id"]).as_py() or 0
        prices += pc.sum(table["price"]).as_py() or 0.0
    by_duckdb = duckdb.connect().execute(f"SELECT {wanted} FROM read_parquet({good})").fetchall()[0]
    by_pyarrow = (rows, ids, prices)
    return {
        name: (int(found[0]), int(found[1]), float(found[2]))
        for name, found in (("Spark", by_spark), ("pyarrow", by_pyarrow), ("DuckDB", by_duckdb))
    }


def show_lines(lines: list[str]) -> None:
    for line in lines:
        print(f"   {line.strip()}")


def show(title: str, frame: DataFrame) -> None:
    print(f"   {title}")
    rows = [[name.replace("_", " ") for name in frame.columns]]
    rows += [
        [shorten(format_cell(*cell), 40) for cell in zip(frame.columns, row, strict=True)]
        for row in frame.collect()
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)]
        print(f"     {'  '.join(cells)}".rstrip())


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main()
