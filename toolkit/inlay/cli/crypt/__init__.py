"""`inlay crypt`."""
