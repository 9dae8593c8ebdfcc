"""Structs and values as JSON, for commands and for `Footer.to_dict`."""
