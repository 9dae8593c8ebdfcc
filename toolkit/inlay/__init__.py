"""What people use on Parquet files: footers, extensions, the command `inlay`."""
