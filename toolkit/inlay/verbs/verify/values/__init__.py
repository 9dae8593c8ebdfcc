"""Whether what a file says of its values holds of them: docs/verify.md, level `values`."""
