"""What a file says twice of the same values, and when both cannot be true: `docs/statements.md` has the table, and each rule is
one function here."""
