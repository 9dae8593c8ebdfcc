"""What `inlay` does to one file, for a lake of them, on Spark: `docs/spark.md`.

build_catalog(spark, path, out)   the footers of a lake as tables, kept up to date
open_catalog(spark, out)          those tables as data frames
session.session()                 a Spark session that suits, with a Java to run it
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inlay_spark.catalog.build import build_catalog
    from inlay_spark.catalog.views import open_catalog

__all__ = ["build_catalog", "open_catalog"]

_HOMES = {
    "build_catalog": "inlay_spark.catalog.build",
    "open_catalog": "inlay_spark.catalog.views",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Imported when it is first used: workers and `inlay --help` need none of it."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
