"""Parquet's encryption: modules, the keys that open them, and the key material that says which master key wraps these."""
