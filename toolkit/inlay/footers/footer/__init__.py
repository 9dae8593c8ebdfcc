"""The footer of a Parquet file in any form: found from the end of the file, decoded, and explained when damaged."""

from __future__ import annotations

from inlay.footers.footer.errors import EncryptedFooterError, FooterError, UnsupportedFooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Seekable, Source

__all__ = [
    "EncryptedFooterError",
    "Footer",
    "FooterError",
    "Form",
    "Seekable",
    "Source",
    "UnsupportedFooterError",
    "read_footer",
]
