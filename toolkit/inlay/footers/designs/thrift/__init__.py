"""Thrift as it lies in files today: walked, or found through an index."""
