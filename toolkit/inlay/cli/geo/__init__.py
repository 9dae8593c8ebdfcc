"""`inlay geo`."""
