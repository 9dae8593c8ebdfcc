"""The Thrift binary protocol, translated to the compact one and back: docs/binary.md.

The translation is defined in pure Python; a native core does the same, under the same names.
"""
