"""Footers of many files as tables, on one machine and without Spark. `docs/spark.md`."""
