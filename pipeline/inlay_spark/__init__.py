"""What `inlay` does to one file, for a lake of them, on Spark: `docs/spark.md`.

build_catalog(spark, path, out)   the footers of a lake as tables, kept up to date
open_catalog(spark, out)          those tables as data frames
session.session()                 a Spark session that suits, with a Java to run it
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay_runtime.lazy import find_lazily

if TYPE_CHECKING:
    from inlay_spark.catalog.build import build_catalog
    from inlay_spark.catalog.views import open_catalog

__all__ = ["build_catalog", "open_catalog"]

_HOMES: Final = {
    "inlay_spark.catalog.build": "build_catalog",
    "inlay_spark.catalog.views": "open_catalog",
}
"""By module, which is imported when one of its names is first used."""

if not TYPE_CHECKING:
    __getattr__, __dir__ = find_lazily(__name__, _HOMES)
