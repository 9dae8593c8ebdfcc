"""FSST for BYTE_ARRAY: frequent pieces of strings as codes of a byte. `docs/fsst.md` has the rules.

What is in Python is the specification of the native module, byte for byte in both directions; training is in Python only.
"""
