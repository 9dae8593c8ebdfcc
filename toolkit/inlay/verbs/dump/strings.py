"""Bytes as strings of the text: readable where they are UTF-8, in hex elsewhere."""

from __future__ import annotations

import re
from typing import Final

_ESCAPES: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
_BYTES: Final = {"n": 10, "r": 13, "t": 9, '"': 34, "\\": 92}
_ESCAPE: Final = re.compile(rb'\\(?:x([0-9a-f]{2})|([nrt"\\]))')


def write_string(data: bytes) -> str:
    """As `"text"` or `x"hex"`. It is printable whatever the bytes are."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return f'x"{data.hex()}"'
    if text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    printable = sum(map(str.isprintable, text))
    if (len(text) - printable) * 4 > len(text):
        return f'x"{data.hex()}"'
    return f'"{"".join(map(_escape, text))}"'


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    return "".join(f"\\x{byte:02x}" for byte in character.encode())


def read_string(text: str) -> bytes:
    """What `write_string` wrote. Raises ValueError with the reason for anything else."""
    if text.startswith("x"):
        try:
            return bytes.fromhex(text[2:-1])
        except ValueError:
            raise ValueError("hex digits come in pairs, and are 0-9 and a-f") from None
    data = text[1:-1].encode(errors="surrogateescape")
    if b"\\" not in data:
        return data
    rest = _ESCAPE.sub(b"", data)
    if b"\\" in rest:
        raise ValueError('\\ begins \\n, \\r, \\t, \\", \\\\ or \\x and two hex digits')
    return _ESCAPE.sub(_unescape, data)


def _unescape(match: re.Match[bytes]) -> bytes:
    digits, letter = match.groups()
    return bytes.fromhex(digits.decode()) if digits else bytes([_BYTES[letter.decode()]])
