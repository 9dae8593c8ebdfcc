"""`inlay encoding`."""
