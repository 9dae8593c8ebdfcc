"""`inlay index`."""
