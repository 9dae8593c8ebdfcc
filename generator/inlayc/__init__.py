"""inlayc compiles the IDL of Parquet metadata and of its extensions into typed Python.

`pipeline.py` is the table of contents; `docs/compiler.md` says what each stage may know.
"""
