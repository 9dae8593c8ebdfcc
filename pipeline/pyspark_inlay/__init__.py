"""Spark looks for data sources in top-level modules named `pyspark_...`: this is `inlay`."""

from __future__ import annotations

from inlay_spark.rows.source import DefaultSource

__all__ = ["DefaultSource"]
