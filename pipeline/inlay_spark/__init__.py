"""What `inlay` does to one file, for a lake of them, on Spark: `docs/spark.md`.

read(spark, path)                 the rows of a lake, by Spark's own reader where that is right
count(spark, path)                how many there are, from footers
build_catalog(spark, path, out)   the footers of a lake as tables, kept up to date
open_catalog(spark, out)          those tables as data frames
session.session()                 a Spark session that suits, with a Java to run it
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.ground.missing import explain_missing_of
from inlay_runtime.lazy_names import lazy_names

if TYPE_CHECKING:
    from inlay_spark.catalog.build import build_catalog
    from inlay_spark.catalog.views import open_catalog
    from inlay_spark.rows.lake_frame import count, read

__all__ = ["build_catalog", "count", "open_catalog", "read"]

_HOMES = {
    "inlay_spark.catalog.build": "build_catalog",
    "inlay_spark.catalog.views": "open_catalog",
    "inlay_spark.rows.lake_frame": "count read",
}
"""Workers and `inlay --help` need none of it."""

if not TYPE_CHECKING:
    _get_lazily, __dir__ = lazy_names(__name__, _HOMES)
    __getattr__ = explain_missing_of(__name__, _get_lazily)
