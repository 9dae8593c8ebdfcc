"""Bounds on an IDL text: it may come from anyone, so no size or depth is taken on trust."""

from __future__ import annotations

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import SourceFile, Span

MAX_BYTES = 4 * 1024 * 1024
WORDS = 120_000
CHARACTERS_A_WORD = 16
"""What is made of a word takes up to 512 bytes: so a text takes at most 32 times its size, and what the first `WORDS` take,
which is 59 MiB.
"""
FREE = frozenset(",;:=.)]}>") | {"::"}
"""Symbols that make nothing. Everything else is a word: names, literals, comments, and what opens brackets."""
MAX_VALUES = 1_000_000
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


def count_allowed(size: int) -> int:
    """Words that a text of so many characters may have."""
    return WORDS + size // CHARACTERS_A_WORD


def refuse_words(where: Span) -> CompileError:
    most = count_allowed(len(where.source.text))
    label = f"at most {most:,} words, literals, brackets or comments in a file of this size"
    return CompileError([Diagnostic("too-many-tokens", "file has too many words", where, label)])


def too_large(source: SourceFile) -> CompileError:
    label = f"at most {MAX_BYTES // 1024 // 1024} MiB"
    return CompileError(
        [Diagnostic("file-too-large", "file is too large", Span(source, 0, 0), label)]
    )
