"""The data source `parquet_footer`: the tables of `inlay.tables.scan`, in batch and as a stream."""
