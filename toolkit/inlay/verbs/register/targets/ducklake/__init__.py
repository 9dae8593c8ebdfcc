"""Files as files of a DuckLake table, by the public tables of its catalog: one SQL transaction. `docs/registering.md`."""
