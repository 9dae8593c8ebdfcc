"""New encodings in files: added, read, taken out, and what other readers make of it."""
