"""Where the bytes of a file are: the ledger of their owners, and pictures of it: `docs/look.md`."""
