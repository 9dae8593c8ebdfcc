"""The pages, page indexes and Bloom filters of a file as Arrow tables: `docs/page_tables.md`."""

from __future__ import annotations

from inlay.tables.page_tables.tables import bloom_table, index_table, page_table

__all__ = ["bloom_table", "index_table", "page_table"]
