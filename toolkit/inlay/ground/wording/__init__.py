"""Amounts and untrusted text in what people read."""
