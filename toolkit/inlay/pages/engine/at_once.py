"""How much of a chunk, or of a page, is in memory at once."""

from __future__ import annotations

from typing import Final

from inlay.pages.engine.walk import PlacedPage

AT_ONCE: Final = 24 << 20
"""Bytes of a chunk that are one run, or of a page that is not cut: it is quicker than two, and what is held stays small."""


def is_large(page: PlacedPage) -> bool:
    """Whether it is opened part by part."""
    return page.header.uncompressed_page_size > AT_ONCE
