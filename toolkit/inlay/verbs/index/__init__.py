"""What a writer left out of a file, added from its values and taken out again: `docs/index_add.md`."""
