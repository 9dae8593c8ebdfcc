"""Who is asked, by name."""

from __future__ import annotations

from typing import Final

from tests.compat.asked_in_node import Hyparquet, ParquetJs, ParquetWasm
from tests.compat.asked_in_python import (
    Arro3,
    ClickHouse,
    Daft,
    DataFusion,
    DuckDB,
    FastParquet,
    Polars,
    PyArrow,
)
from tests.compat.asked_spark import Spark
from tests.compat.asking import AskedReader

ASKED: Final[dict[str, type[AskedReader]]] = {
    "pyarrow": PyArrow,
    "duckdb": DuckDB,
    "polars": Polars,
    "datafusion": DataFusion,
    "fastparquet": FastParquet,
    "clickhouse": ClickHouse,
    "daft": Daft,
    "arro3": Arro3,
    "hyparquet": Hyparquet,
    "parquet-wasm": ParquetWasm,
    "parquetjs": ParquetJs,
    "spark": Spark,
}
