"""The rows of a file that match a filter, found by Variant paths too: `docs/prune.md`, "Rows"."""
