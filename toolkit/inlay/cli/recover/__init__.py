"""`inlay recover`."""
