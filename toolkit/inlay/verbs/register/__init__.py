"""Files as a table format registers them: one sound record of each, from its footer alone. `docs/registering.md`."""
