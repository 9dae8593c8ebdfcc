"""The tables of `inlay.tables.scan` for a whole lake, kept as Parquet and brought up to date: `docs/spark.md`."""
