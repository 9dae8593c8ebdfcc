"""A footer made of what the pages of a file say, where its own is lost."""
