"""Spark looks for data sources in top-level modules named `pyspark_...`: this is `parquet_footer`."""

from __future__ import annotations

from inlay_spark.footers.source import DefaultSource

__all__ = ["DefaultSource"]
