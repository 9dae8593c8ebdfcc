"""`inlay scan`: lines for programs, tables for people."""
