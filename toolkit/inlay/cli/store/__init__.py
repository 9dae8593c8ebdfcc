"""`inlay store`: the footers of a lake in a folder of Parquet."""
