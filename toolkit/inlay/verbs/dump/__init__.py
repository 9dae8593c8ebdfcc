"""A file as text and back: `dump` and `assemble`. docs/dump.md has the text and its rules."""
