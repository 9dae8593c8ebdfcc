"""The footers of a lake in a folder of Parquet, so that a plan opens none of them. `docs/store.md`."""
