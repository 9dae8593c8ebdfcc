"""Files of a table whose schema is not that of the others. `docs/lint.md` has the rule."""
