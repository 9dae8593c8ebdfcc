"""Fuzzing: targets, each with a law, and what runs them. docs/trust.md says what was run, README.md has the commands."""
