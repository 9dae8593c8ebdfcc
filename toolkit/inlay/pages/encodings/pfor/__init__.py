"""PFOR, a draft of Parquet: integers less a frame of reference, packed, with exceptions. `docs/pfor.md` has the rules.

What is in Python is the specification of the native module, byte for byte in both directions.
"""
