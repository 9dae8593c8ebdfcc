"""What a quoted string says. Escapes are those of flatc: JSON's, an apostrophe, and bytes as `xHH`."""

from __future__ import annotations

import re

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import Span

_UNIT = r"\\u" + "[0-9A-Fa-f]" * 4
_PART = re.compile(rf"(?:{_UNIT})++|\\x[0-9A-Fa-f]{{2}}|\\.|[^\\]++", re.DOTALL)
_SIMPLE = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    **{character: character for character in "\"'\\/"},
}
_ALLOWED = r"""one of `\n`, `\t`, `\r`, `\b`, `\f`, `\"`, `\'`, `\\`, `\/`, `\xHH`, `\uHHHH`"""


def unquote(span: Span) -> str:
    """The text of the string literal that fills a span, quotes and all."""
    literal = span.text
    data = bytearray()
    for match in _PART.finditer(literal, 1, len(literal) - 1):
        part = match.group()
        if not part.startswith("\\"):
            data += part.encode()
        elif part[1] in _SIMPLE:
            data += _SIMPLE[part[1]].encode()
        elif part[1] == "x" and len(part) > 2:
            data.append(int(part[2:], 16))
        elif part[1] == "u" and len(part) > 2:
            # Characters beyond 16 bits are written as two escapes, as in UTF-16.
            units = b"".join(int(unit, 16).to_bytes(2, "big") for unit in part.split("\\u")[1:])
            try:
                data += units.decode("utf-16-be").encode()
            except UnicodeDecodeError:
                raise _refused(span, match, "half of a surrogate pair") from None
        else:
            raise _refused(span, match, _ALLOWED)
    try:
        return data.decode()
    except UnicodeDecodeError:
        message = "string is not UTF-8"
        label = "its `\\x` escapes do not form a character"
        raise CompileError([Diagnostic("string-not-utf8", message, span, label)]) from None


def _refused(span: Span, match: re.Match[str], label: str) -> CompileError:
    where = Span(span.source, span.start + match.start(), span.start + match.end())
    message = f"unknown escape `{match.group()}`"
    return CompileError([Diagnostic("unknown-escape", message, where, label)])
