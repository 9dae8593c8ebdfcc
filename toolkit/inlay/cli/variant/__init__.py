"""`inlay variant`."""
