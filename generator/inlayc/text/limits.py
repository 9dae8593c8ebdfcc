"""Bounds on an IDL text: it may come from anyone, so no size or depth is taken on trust."""

from __future__ import annotations

from inlayc.diagnostics import CompileError, Diagnostic
from inlayc.source import SourceFile, Span

MAX_BYTES = 4 * 1024 * 1024
MAX_TOKENS = 1_000_000
MAX_NESTING = 64
MAX_INCLUDE_DEPTH = 16


def check_text(source: SourceFile) -> None:
    """Refuse a text that is too large or that holds a NUL."""
    if len(source.text) > MAX_BYTES:
        raise too_large(source)
    nul = source.text.find("\0")
    if nul >= 0:
        where = Span(source, nul, nul + 1)
        label = "an IDL file is text"
        raise CompileError([Diagnostic("nul-character", "file has a NUL byte", where, label)])


def too_large(source: SourceFile) -> CompileError:
    label = f"at most {MAX_BYTES // 1024 // 1024} MiB"
    return CompileError(
        [Diagnostic("file-too-large", "file is too large", Span(source, 0, 0), label)]
    )
