"""What a table says of its files, held against their footers. `docs/registering.md`."""
