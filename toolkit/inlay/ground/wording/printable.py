"""Text from a file, made safe and short enough to print.

A name in a footer may hold control characters, escape sequences that repaint the terminal, or marks that
turn the direction of writing around. None of these reaches the screen.
"""

from __future__ import annotations

from collections.abc import Sequence

from inlay_runtime.text import bytes_of, is_utf8

_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escape_unprintable(text: str) -> str:
    """Every character that does not print as itself becomes an escape, as in a Python string."""
    return text if text.isprintable() else "".join(_escape(character) for character in text)


def shorten(text: str, width: int) -> str:
    """At most `width` characters; what was cut is marked with `...`. Text that is not UTF-8 is its bytes."""
    if len(text) <= width and text.isascii() and text.isprintable():  # as nearly all of it is
        return text
    # Cut before and after: the text may be megabytes long, and escapes are longer than what they stand for.
    spelt = text[: width + 1] if is_utf8(text) else repr(bytes_of(text)[: width + 1])
    cut = escape_unprintable(spelt)
    return cut if len(cut) <= width else cut[: width - 3] + "..."


def quote_empty(path: str) -> str:
    """The path of a column; in quotes if it is empty, which nobody would see (`docs/names.md`)."""
    return path or '""'


def shorten_path(names: Sequence[str], width: int) -> str:
    """The path of a column; where it is too long the beginning is cut, since its end tells more."""
    shown: str | None = None
    for name in reversed(names):
        shown = shorten(name, width) if shown is None else f"{shorten(name, width)}.{shown}"
        if len(shown) > width:
            return "..." + shown[3 - width :]
    return "" if shown is None else quote_empty(shown)


def format_bytes(data: bytes, most: int) -> str:
    """`b"abc"` where that is readable, `0x00ff` elsewhere; cut after `most` bytes."""
    head = data[:most]
    dots = "..." if len(data) > most else ""
    if head and head.isascii() and (text := head.decode()).isprintable():
        return f'b"{text}{dots}"'
    return f"0x{head.hex()}{dots}"


def _escape(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # stands for a byte that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return _ESCAPES.get(character, f"\\x{code:02x}")
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
