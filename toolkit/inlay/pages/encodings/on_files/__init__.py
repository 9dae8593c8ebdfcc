"""New encodings added to files and taken from them: `inlay encoding` as functions.

Every one of them writes a new file in the place of the old one, after proving what it claims on what was written.
"""

from __future__ import annotations

from inlay.pages.encodings.on_files.add import Chooser, add_to_file
from inlay.pages.encodings.on_files.ratify import ratify_file
from inlay.pages.encodings.on_files.repair import repair_file
from inlay.pages.encodings.on_files.result import EncodingResult
from inlay.pages.encodings.on_files.show import EncodedChunk, list_encodings
from inlay.pages.encodings.on_files.strip import strip_file
from inlay.pages.encodings.on_files.verify import check_chunks, verify_file

__all__ = [
    "Chooser",
    "EncodedChunk",
    "EncodingResult",
    "add_to_file",
    "check_chunks",
    "list_encodings",
    "ratify_file",
    "repair_file",
    "strip_file",
    "verify_file",
]
