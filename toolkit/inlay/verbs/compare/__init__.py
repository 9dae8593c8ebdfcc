"""Designs of a footer beside each other: equality first, then bytes, steps and time (docs/next_footer.md)."""
