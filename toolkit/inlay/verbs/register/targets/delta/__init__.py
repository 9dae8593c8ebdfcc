"""Delta tables: a log of JSON, in which each file has its counts and its bounds as text. `docs/registering.md`."""
