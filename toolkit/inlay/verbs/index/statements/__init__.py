"""What can be added to a file: a module each, with its `STATEMENT`."""
