"""ALP: pages, both cores, hostile bytes, files."""
