"""`inlay ext`."""
