"""`inlay verify --data` and `--values` over a whole lake: what is found, kept as tables and brought up to date: `docs/spark.md`."""
