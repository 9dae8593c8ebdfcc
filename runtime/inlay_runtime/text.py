"""Text on the wire: UTF-8 as a rule, and other bytes without loss where writers did not keep to it.

A byte that is not UTF-8 becomes a lone surrogate, U+DC80 to U+DCFF, as PEP 383 has it for the names of files,
and becomes that byte again when it is written.
"""

from __future__ import annotations

import re
from typing import Final

from inlay_runtime.errors import EncodeError

ESCAPING: Final = "surrogateescape"

_ESCAPED: Final = re.compile("[\udc80-\udcff]")


def text_from(data: bytes) -> str:
    """The text that bytes are, whatever they are; `bytes_of` gives the bytes back."""
    return data.decode("utf-8", ESCAPING)


def bytes_of(text: str) -> bytes:
    """The bytes that a text was read from. Raises UnicodeEncodeError for any other lone surrogate."""
    return text.encode("utf-8", ESCAPING)


def is_utf8(text: str) -> bool:
    """Whether a text that was read came from UTF-8: nothing in it is escaped."""
    return text.isascii() or _ESCAPED.search(text) is None


def shown(text: str) -> str:
    """A text as a value to look at: itself, or where it is not UTF-8 its bytes as Python writes them."""
    return text if is_utf8(text) else repr(bytes_of(text))


def in_line(text: str) -> str:
    """A text within others, which has to be text: what is escaped is spelt `\\xff`."""
    return text if is_utf8(text) else bytes_of(text).decode("utf-8", "backslashreplace")


def check_text(text: str, path: str, *, is_strict: bool) -> None:
    """Raises EncodeError for a lone surrogate; for one that stands for a byte, only if strict."""
    try:
        text.encode() if is_strict else bytes_of(text)
    except UnicodeEncodeError as error:
        raise EncodeError(f"cannot be written as UTF-8: {error.reason}", path) from None
