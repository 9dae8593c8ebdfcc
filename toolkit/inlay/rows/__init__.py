"""Rows of files: Variants, what filters leave out, and reading what is left."""
