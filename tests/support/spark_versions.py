"""What older versions of Spark lack: their tests are skipped there, and `docs/spark.md` has the table."""

from __future__ import annotations

from typing import Final

import pyspark
import pytest

SPARK: Final = tuple(int(part) for part in pyspark.__version__.split(".")[:2])

PUSHES_FILTERS: Final = SPARK >= (4, 1)
"""Down to a source in Python."""

OPENS_VARIANTS: Final = SPARK >= (4, 1)
"""By its own reader: files whose groups are annotated as Variants."""

STREAMS: Final = SPARK >= (4, 2)
"""Of a source in Python that end."""

needs_pushed_filters = pytest.mark.skipif(
    not PUSHES_FILTERS, reason="Spark 4.0 pushes no filters down to a source in Python"
)
needs_annotated_variants = pytest.mark.skipif(
    not OPENS_VARIANTS, reason="Spark 4.0 opens no file with annotated Variants, and writes none"
)
