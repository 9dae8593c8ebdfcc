"""What older versions of Spark lack; `docs/spark.md` has the table, and tests say it by `needs("Spark 4.1")`."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Final


def _find_version() -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in version("pyspark").split(".")[:2])
    except PackageNotFoundError:
        return ()


SPARK: Final = _find_version()
"""Of the package that is installed, which is not imported for it; empty if there is none."""

OPENS_VARIANTS: Final = SPARK >= (4, 1)
"""By its own reader: files whose groups are annotated as Variants."""

STREAMS: Final = SPARK >= (4, 2)
"""Of a source in Python that end."""
