"""The four forms of a Parquet file, opened alike, and the way from one to the next. `docs/forms.md`."""
