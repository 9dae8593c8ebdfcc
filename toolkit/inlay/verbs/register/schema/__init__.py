"""Columns of files as columns of a table: read from a footer, and united over all files. `docs/registering.md`."""
