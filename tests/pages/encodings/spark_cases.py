"""Spark as a writer and as a reader of dual files; functions of a session, for whoever has one.

python -m tests.pages.encodings.spark_cases      starts one and runs both
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from inlay.encoding import read_table
from inlay.pages.encodings.choose import choose_columns
from inlay.pages.encodings.on_files import add_to_file, strip_file
from tests.pages.encodings.files import ENCODINGS, PCO, add_all, pa, pq

SPLITS = ("128m", "20k")


def no_row_is_lost_or_read_twice(spark: Any, folder: Path) -> None:
    """With the first column among those that are encoded, and with another; in splits of several sizes."""
    spark = spark.newSession()  # for its configuration
    spark.conf.set("spark.sql.shuffle.partitions", "1")
    rows = 40_000
    values = pa.array([at * 0.37 % 1 for at in range(rows)])
    table = pa.table(
        {"id": pa.array(range(rows), pa.int64()), "a": values, "b": values, "c": values}
    )
    for number, columns in enumerate((["id"], ["b"], ["id", "a", "b", "c"])):
        path = folder / f"{number}.parquet"
        pq.write_table(table, path, row_group_size=10_000)
        add_to_file(str(path), choose_columns(columns, PCO), encodings=ENCODINGS)
        for split in SPLITS:
            spark.conf.set("spark.sql.files.maxPartitionBytes", split)
            spark.conf.set("spark.sql.files.openCostInBytes", "0")
            frame = spark.read.parquet(str(path))
            found = frame.selectExpr(
                "count(*)", "count(distinct id)", "sum(id)", "round(sum(a), 6)"
            ).collect()
            expected = (rows, rows, rows * (rows - 1) // 2, round(sum(values.to_pylist()), 6))
            assert tuple(found[0]) == expected, (columns, split, found)
            assert frame.where("id = 31234").count() == 1, (columns, split)


def what_spark_wrote_comes_back(spark: Any, folder: Path) -> None:
    """v1 and v2 pages, dictionaries, page indexes, bloom filters, nested columns, decimals, timestamps."""
    query = (
        "select id, id / 7 as price, cast(id % 1000 as int) as code, concat('n', id) as name, "
        "if(id % 3 = 0, null, array(id, id + 1)) as list, cast(id / 100 as decimal(9, 2)) as amount, "
        "timestamp_micros(id * 1000003) as at, struct(id as a, cast(id as float) as b) as pair "
        "from range(0, 20000, 1, 1) order by id"
    )
    for number, options in enumerate(
        (
            {},
            {"parquet.writer.version": "v2", "compression": "zstd"},
            {"parquet.bloom.filter.enabled#id": "true", "parquet.block.size": "65536"},
        )
    ):
        target = folder / f"spark{number}"
        spark.sql(query).write.options(**options).parquet(str(target))
        path = next(target.glob("*.parquet"))
        original, expected = path.read_bytes(), pq.read_table(path)
        assert add_all(path).sizes
        assert read_table(path, encodings=ENCODINGS).equals(expected, check_metadata=True)
        assert spark.read.parquet(str(path)).where("id = 777").count() == 1
        assert pq.read_table(path).equals(expected)
        strip_file(str(path), encodings=ENCODINGS)
        assert path.read_bytes() == original


def main() -> None:
    from inlay_spark.session import session

    spark = session(master="local[1]")
    with tempfile.TemporaryDirectory() as folder:
        no_row_is_lost_or_read_twice(spark, Path(folder))
        what_spark_wrote_comes_back(spark, Path(folder))
    spark.stop()
    print("Spark reads every row once, and what it wrote comes back byte for byte")


if __name__ == "__main__":
    main()
