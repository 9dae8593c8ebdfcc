"""Where records go: a folder for each table format, which nothing outside of it names. `docs/registering.md`."""
