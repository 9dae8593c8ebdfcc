"""The rules. A module has those on one subject, and names them in RULES."""
