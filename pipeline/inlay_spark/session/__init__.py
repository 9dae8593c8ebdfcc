"""A session of Spark that suits these jobs, with a Java to run it and our code on its workers: `docs/spark.md`."""

from __future__ import annotations

from inlay_spark.session.start import session

__all__ = ["session"]
