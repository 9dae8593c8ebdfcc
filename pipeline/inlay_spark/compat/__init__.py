"""What readers make of the files of a lake, kept as tables: `docs/spark.md`."""
