"""The Thrift compact protocol, read and written strictly, in pure Python.

This is the specification: a native core does the same in the same order, under the same names.
"""
