"""Variants in Parquet files: annotated groups are read, written, shredded, sampled."""
