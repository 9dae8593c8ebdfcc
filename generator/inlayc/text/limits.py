"""Bounds on an IDL text: it may come from anyone, so no size or depth is taken on trust."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lark import Token
from lark.lark import PostLex

from inlayc.diagnostics import CompileError, Diagnostic
from inlayc.source import SourceFile, Span

MAX_BYTES = 4 * 1024 * 1024
MAX_TOKENS = 1_000_000
MAX_NESTING = 64
MAX_INCLUDE_DEPTH = 16

_OPENING = {"LBRACE", "LSQB", "LPAR", "LESSTHAN"}
_CLOSING = {"RBRACE", "RSQB", "RPAR", "MORETHAN"}


class TokenLimitError(Exception):
    """A token that goes beyond a limit."""

    def __init__(self, code: str, message: str, label: str, token: Token) -> None:
        super().__init__(message)
        self.code = code
        self.label = label
        self.token = token


class TokenLimits(PostLex):
    """Stands between lexer and parser and counts, so the parser's stack is bounded too."""

    always_accept: Iterable[str] = ()

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        depth = 0
        for count, token in enumerate(stream, 1):
            if count > MAX_TOKENS:
                label = f"at most {MAX_TOKENS:,} words and symbols in one file"
                raise TokenLimitError("too-many-tokens", "file is too long", label, token)
            if token.type in _OPENING:
                depth += 1
                if depth > MAX_NESTING:
                    label = f"at most {MAX_NESTING} levels of brackets"
                    raise TokenLimitError("nesting-too-deep", "nesting is too deep", label, token)
            elif token.type in _CLOSING:
                depth -= 1
            yield token


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
