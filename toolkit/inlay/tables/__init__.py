"""Footers and pages as Arrow tables, of one file or of many."""
