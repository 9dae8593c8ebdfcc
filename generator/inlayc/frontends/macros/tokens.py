"""Cuts Rust source into the tokens that a Rust macro would see.

Only as much of Rust is known as is needed never to mistake the inside of a string or a comment for
code: raw strings, nested block comments, and characters against lifetimes. Plain comments and white
space vanish; doc comments are tokens, as they are to a macro.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import SourceFile, Span


class RustToken(NamedTuple):
    """A token by kind: NAME, RAW_NAME, LIFETIME, INTEGER, FLOAT, STRING, RAW_STRING, CHARACTER, DOC,
    INNER_DOC or SYMBOL. The invocations of `invocations.py` add ATTRIBUTE."""

    kind: str
    text: str
    start: int
    end: int


# Every repetition is possessive: no text makes the expression backtrack, so cutting is linear.
_TOKEN = re.compile(
    r"""
    \s*+ (?:
      (?P<LINE_COMMENT> // [^\n]*+ )
    | (?P<BLOCK_COMMENT> /\* )
    | (?P<RAW_STRING> [bc]? r (?P<HASHES> \#{0,255}+ ) " )
    | (?P<RAW_NAME> r \# [^\W\d] \w*+ )
    | (?P<STRING> [bc]? " (?: [^"\\]++ | \\. )*+ " )
    | (?P<CHARACTER> b? ' (?: [^'\\\n] | \\ (?: x \w\w | u \{ \w{1,8}+ \} | [^xu] ) ) ' )
    | (?P<LIFETIME> ' (?: r \# )? [^\W\d] \w*+ )
    | (?P<RADIX> 0 [xob] \w++ )
    | (?P<FLOAT> [0-9] [0-9_]*+
        (?: \. [0-9] [0-9_]*+ (?: [eE] [+-]? [0-9_]++ )?
          | [eE] [+-]? [0-9_]++
          | \. (?! [.\w] ) )
        \w*+ )
    | (?P<INTEGER> [0-9] \w*+ )
    | (?P<NAME> (?! _ \b ) [^\W\d] \w*+ )
    | (?P<SYMBOL> :: | . )
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_LONGEST_QUOTED = 60
_COMMENT_EDGE = re.compile(r"/\*|\*/")


def scan_tokens(source: SourceFile, at: int = 0, end: int | None = None) -> Iterator[RustToken]:
    """All tokens between two places of the text; `CompileError` if a string or comment has no end."""
    text = source.text
    until = len(text) if end is None else end
    while (match := _TOKEN.match(text, at, until)) is not None:
        kind = match.lastgroup or ""
        start, end = match.start(kind), match.end()
        if kind == "LINE_COMMENT":
            kind = _line_comment(text, start)
        elif kind == "BLOCK_COMMENT":
            end = _block_comment_end(source, start)
            kind = _block_comment(text, start, end)
        elif kind == "RAW_STRING":
            end = _raw_string_end(source, start, end, match["HASHES"])
        elif kind == "RADIX":
            kind = "INTEGER"
        elif kind == "SYMBOL" and text[start] == '"':
            raise _unclosed(source, "string", '"', start, end)
        if kind:
            yield RustToken(kind, text[start:end], start, end)
        at = end


def quote_token(text: str) -> str:
    """A token as a message shows it: short, and nothing that a terminal would act on."""
    short = text if len(text) <= _LONGEST_QUOTED else f"{text[:_LONGEST_QUOTED]}..."
    return "`" + "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in short) + "`"


def _line_comment(text: str, start: int) -> str:
    if text.startswith("///", start) and not text.startswith("////", start):
        return "DOC"
    return "INNER_DOC" if text.startswith("//!", start) else ""


def _block_comment(text: str, start: int, end: int) -> str:
    """`/**/` and `/***` begin plain comments."""
    if text.startswith("/*!", start):
        return "INNER_DOC"
    is_doc = text.startswith("/**", start) and text[start + 3] != "*" and end - start > 4
    return "DOC" if is_doc else ""


def _block_comment_end(source: SourceFile, start: int) -> int:
    depth = 0
    for edge in _COMMENT_EDGE.finditer(source.text, start):
        depth += 1 if edge[0] == "/*" else -1
        if depth == 0:
            return edge.end()
    raise _unclosed(source, "comment", "*/", start, start + 2)


def _raw_string_end(source: SourceFile, start: int, opened: int, hashes: str) -> int:
    close = '"' + hashes
    end = source.text.find(close, opened)
    if end < 0:
        raise _unclosed(source, "string", close, start, opened)
    return end + len(close)


def _unclosed(source: SourceFile, what: str, close: str, start: int, end: int) -> CompileError:
    where = Span(source, start, end)
    label = f"the file ends without `{close}`"
    return CompileError([Diagnostic(f"unclosed-{what}", f"{what} is not closed", where, label)])
