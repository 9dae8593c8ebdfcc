"""ALP, encoding 10 of Parquet: floating-point numbers as scaled integers. `docs/alp.md` has the rules.

What is in Python is the specification of the native module, byte for byte in both directions.
"""
