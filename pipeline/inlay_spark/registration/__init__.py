"""`inlay spark register`: records by workers, one commit by the driver, and a journal that says what was about to happen: `docs/spark.md`."""
