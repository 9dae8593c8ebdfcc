"""Footers from Thrift to FlatBuffers and back. The rules, and the reason of each, are in `docs/footers.md`."""
