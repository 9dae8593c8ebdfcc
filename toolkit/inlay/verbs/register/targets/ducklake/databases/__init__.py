"""The databases that a catalog of DuckLake can be in, a file each."""
