"""Footers of Parquet files: found from the end of the file, decoded, and explained when damaged."""

from __future__ import annotations

from inlay.files.source import Seekable, Source
from inlay.footer.errors import FooterError, UnsupportedFooterError
from inlay.footer.read import Footer, Form, decode_footer, read_footer
from inlay.footer.tail import FooterBytes, read_footer_bytes

__all__ = [
    "Footer",
    "FooterBytes",
    "FooterError",
    "Form",
    "Seekable",
    "Source",
    "UnsupportedFooterError",
    "decode_footer",
    "read_footer",
    "read_footer_bytes",
]
