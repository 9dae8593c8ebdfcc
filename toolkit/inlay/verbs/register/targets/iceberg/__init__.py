"""Iceberg, through pyiceberg: data files of a table, in one commit."""
