"""Extensions whose schema is known, as tables: a column for each of their fields (docs/columnar.md)."""
