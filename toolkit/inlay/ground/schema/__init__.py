"""The schema of a file: as a tree, and in words."""
