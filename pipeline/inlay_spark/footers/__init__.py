"""The data source `parquet_footer`: the tables of `inlay.scan`, in batch and as a stream."""
