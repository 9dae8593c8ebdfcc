"""`inlay lint`: the command, and what it prints."""
