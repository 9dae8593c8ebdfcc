"""PFOR: pages, both cores, hostile bytes, files."""
