"""parquet-java, by Spark."""

from __future__ import annotations

import importlib
import re
import tempfile
from collections.abc import Sequence
from typing import Any, Final

from tests.support.quick_spark import CODE, COMPILED, QUICK


class Spark:
    """By both of Spark's readers; they have to give the same."""

    distribution = "pyspark"
    spoils_memory = False
    footer_only = False
    call = "spark.read.parquet(FILE)[.where('key = 150')].collect()"

    def start(self) -> None:
        session: Any = importlib.import_module("inlay_spark.session").session
        settings = {
            **QUICK,
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.memory": "1g",
            "spark.sql.catalogImplementation": "in-memory",
            "spark.sql.session.timeZone": "UTC",
        }
        self.spark: Any = session("local[1]", conf=settings)
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/warm"
            self.spark.range(1).write.parquet(path)
            self.read(path)

    def read(self, path: str) -> str:
        self.spark.conf.set(CODE, QUICK[CODE])
        schema = self.open(path)
        texts = {repr(self._rows(path, schema, vectorized)) for vectorized in ("true", "false")}
        if len(texts) > 1:
            raise ValueError("the vectorized reader and the row reader differ")
        return f"{schema}\n{texts.pop()}"

    def values(self, path: str) -> dict[str, Sequence[Any]]:
        self.spark.conf.set(CODE, COMPILED)  # without, Spark reads no shredded Variants
        schema: Any = self._schema(path)
        both = [self._rows(path, schema, vectorized) for vectorized in ("true", "false")]
        if repr(both[0]) != repr(both[1]):
            raise ValueError("the vectorized reader and the row reader differ")
        return {name: [row[name] for row in both[0]] for name in schema.names}

    def seek(self, path: str, key: int) -> Sequence[Any]:
        rows = self.spark.read.parquet(path).where(f"key = {key}").collect()
        return [row["key"] for row in rows]

    def open(self, path: str) -> object:
        try:
            return self._schema(path)
        except OSError as error:
            if "PARQUET_TYPE_ILLEGAL" in str(error):
                return BENEATH
            raise

    def _schema(self, path: str) -> object:
        try:
            return self.spark.read.parquet(path).schema
        except Exception as error:
            if "PARQUET_TYPE_ILLEGAL" in str(error):
                raise OSError(str(error).partition("\n")[0]) from error
            raise OSError(cause_in(str(error))) from error

    def _rows(self, path: str, schema: object, vectorized: str) -> Any:
        self.spark.conf.set("spark.sql.parquet.enableVectorizedReader", vectorized)
        try:
            return self.spark.read.schema(schema).parquet(path).collect()
        except Exception as error:
            raise OSError(cause_in(str(error))) from error


def cause_in(trace: str) -> str:
    """The innermost cause in a stack trace of Java, without the numbers that are other ones in every file."""
    lines = trace.splitlines()
    causes = [line.partition(": ")[2] for line in lines if line.startswith("Caused by: ")]
    return re.sub(r"\d{9,}", "N", causes[-1] if causes else " ".join(lines[:2]))


BENEATH: Final = (
    "id bigint, small tinyint, price decimal(9, 2), name string, ratio double, flag boolean, day date, time int,"
    "at timestamp, local bigint, uuid binary, half binary, json string, enum string, bson binary"
)
"""Columns of the sources with types that Spark has none for, as what they are stored as."""
