"""The tables of `inlay.scan` for a whole lake, kept as Parquet and brought up to date: `docs/spark.md`."""
