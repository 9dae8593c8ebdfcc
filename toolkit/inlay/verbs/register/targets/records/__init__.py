"""Records as a table of Parquet, in the shape of Iceberg V4's content entries."""
