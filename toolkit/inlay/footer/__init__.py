"""The footer of a Parquet file in any form: found from the end of the file, decoded, and explained when damaged."""

from __future__ import annotations

from inlay.footer.errors import EncryptedFooterError, FooterError, UnsupportedFooterError
from inlay.footer.footer import Footer
from inlay.footer.form import Form
from inlay.footer.read import read_footer
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
