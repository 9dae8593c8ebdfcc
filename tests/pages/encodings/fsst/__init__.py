"""FSST: pages, both cores, hostile bytes."""
