"""`inlay spark recover`: the damaged files of a lake, what comes back of them, and where it was written: `docs/spark.md`."""
