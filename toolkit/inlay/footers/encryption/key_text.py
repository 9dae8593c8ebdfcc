"""Keys as text: hex, base64, or the bytes themselves. No message has any of it."""

from __future__ import annotations

import base64
import binascii
from typing import Final

from inlay.ground.mistakes import RequestError
from inlay.ground.wording.amounts import count

KEY_LENGTHS: Final = (16, 24, 32)
"""Bytes of a key of AES."""

_WAYS: Final = "hex:, base64: or raw: before it says which"


def parse_key(text: str, owner: str) -> bytes:
    """The key that a text means; `hex:`, `base64:` or `raw:` before it says how it is meant, and has to where two would do.

    A text of hexadecimal digits as long as a key needs is hex, and one with `=` at its end is base64. `owner` is what errors call it. Raises RequestError.
    """
    name, colon, rest = text.partition(":")
    if colon and name in _READ:
        key = _READ[name](rest)
        return require_key(b"" if key is None else key, owner)
    if (key := _read_hex(text)) is not None and len(key) in KEY_LENGTHS:
        return key
    others = [_read_base64(text), None if text.endswith("=") else _read_raw(text)]
    fitting = {key for key in others if key is not None and len(key) in KEY_LENGTHS}
    if len(fitting) > 1:
        raise RequestError(f"{owner} may be meant as base64 or as the bytes themselves: {_WAYS}")
    if not fitting:
        raise RequestError(
            f"{owner} is no AES key of 16, 24 or 32 bytes, neither as hex nor as base64 nor as text; {_WAYS}"
        )
    return fitting.pop()


def require_key(key: bytes, owner: str) -> bytes:
    """The key. Raises RequestError for one that AES does not take."""
    if len(key) not in KEY_LENGTHS:
        raise RequestError(
            f"{owner} has {count(len(key), 'byte')}, and a key of AES has 16, 24 or 32"
        )
    return bytes(key)


def _read_hex(text: str) -> bytes | None:
    try:
        return binascii.unhexlify(text)
    except ValueError:
        return None


def _read_base64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return None


def _read_raw(text: str) -> bytes | None:
    try:
        return text.encode()
    except ValueError:
        return None


_READ: Final = {"hex": _read_hex, "base64": _read_base64, "raw": _read_raw}
