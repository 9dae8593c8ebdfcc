"""The only place that turns text and values of an IDL into Python source.

An IDL is untrusted input: what passes through here is inert, whatever it holds.
"""

from __future__ import annotations

import math
import textwrap


def quote(value: str) -> str:
    """A string literal; everything but printable ASCII is escaped."""
    return ascii(value)


def write_number(value: int | float) -> str:
    """A number literal; a float that has none is a call of `float`."""
    if isinstance(value, float) and not math.isfinite(value):
        return f"float({str(value)!r})"
    return repr(value)


def write_scalar(value: str | bytes | bool | int | float) -> str:
    """The literal of a value that needs no import; of flags and numbers, too."""
    match value:
        case bool() | bytes():
            return repr(value)
        case int() | float():
            return write_number(value)
        case str():
            return quote(value)


def quote_docstring(text: str, indent: int) -> str:
    """A docstring literal, to be printed behind `indent` spaces.

    Backslashes, triple quotes and whatever is not printable (control characters, bidirectional
    overrides, lone surrogates) are written as escapes, so that the literal evaluates to the text.
    """
    clean = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4).strip()
    clean = "\n".join(line.rstrip() for line in clean.split("\n"))
    body = clean.rstrip('"')
    lines = [_escape_line(line) for line in body.split("\n")]
    escaped = "\n".join(lines).replace('"""', '\\"\\"\\"') + '\\"' * (len(clean) - len(body))
    if "\n" not in escaped:
        return f'"""{escaped}"""'
    first, _, rest = escaped.partition("\n")
    margin = " " * indent
    return f'"""{first}\n{textwrap.indent(rest, margin)}\n{margin}"""'


def write_comment(text: str) -> str:
    """Text that may stand behind `#`: one line of printable ASCII."""
    return " ".join("".join(c if c.isascii() and c.isprintable() else " " for c in text).split())


def _escape_line(line: str) -> str:
    if line.isprintable():  # as all but a few are
        return line.replace("\\", "\\\\")
    return "".join(map(_escape, line))


def _escape(character: str) -> str:
    if character == "\\":
        return "\\\\"
    if character.isprintable():
        return character
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
