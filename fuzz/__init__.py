"""Fuzzing: targets, each with a law, and what runs them. docs/trust.md has the figures, README.md the commands."""
