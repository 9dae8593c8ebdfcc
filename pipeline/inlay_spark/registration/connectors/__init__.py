"""Connectors of Spark that commit in place of a client in Python, where a session has them: a folder for each table format that has one."""
