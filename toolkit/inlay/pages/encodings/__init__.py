"""Second encodings of columns, in files that everyone can still read: `docs/encoding.md`."""
