"""What differs between two files, from the schema to the bytes of pages: `docs/file_diff.md`."""

from __future__ import annotations

from inlay.verbs.diff.compare_files import diff
from inlay.verbs.diff.difference import Difference

__all__ = ["Difference", "diff"]
