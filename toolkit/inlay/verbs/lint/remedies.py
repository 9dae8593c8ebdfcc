"""The command that several rules name: a rewrite of the file beside it."""

from __future__ import annotations

from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.rule import Remedy, quote_path


def rewrite_file(file: FileFacts, *, zstd: bool, rows: int | None = None) -> Remedy:
    """Into the same row groups, unless `rows` is given; with the same codecs, unless ZSTD is."""
    parts = ["inlay rewrite", quote_path(file.path), "-o OUT"]
    if zstd:
        parts.append("--compression zstd")
    if rows is not None:
        parts.append(f"--row-group-size {rows}")
    return Remedy(" ".join(parts))
