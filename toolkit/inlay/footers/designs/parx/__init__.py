"""Thrift in the frame of PARX."""
