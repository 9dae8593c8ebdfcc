"""What differs between two files, from the schema to the bytes of pages: `docs/file_diff.md`."""

from __future__ import annotations

from inlay.differences.compare_files import diff
from inlay.differences.difference import Difference

__all__ = ["Difference", "diff"]
