"""What a Rust literal means: numbers with suffixes and underscores, strings with escapes."""

from __future__ import annotations

import math
import re

_MAX_DIGITS = 130
"""No Rust integer is longer: 128 binary digits and their `0b`."""

_RADIX = {"0x": 16, "0o": 8, "0b": 2}
_INTEGER_SUFFIX = re.compile(r"(?<=.)_*(?:[iu](?:8|16|32|64|128|size))\Z", re.DOTALL)
_FLOAT_SUFFIX = re.compile(r"_*f(?:32|64)\Z")
_ESCAPE = re.compile(
    r"\\(?:(?P<newline>\r?\n\s*+)|x(?P<byte>..)|u\{(?P<code>[^}]*+)\}|(?P<simple>.))", re.DOTALL
)
_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", "0": "\0", "'": "'", '"': '"'}


def parse_integer(text: str) -> int:
    """The value of `1`, `1_000`, `0x7Fi16`; `ValueError` says what is wrong with another text."""
    digits = _INTEGER_SUFFIX.sub("", text.replace("_", ""))
    if len(digits) > _MAX_DIGITS:
        raise ValueError("expected at most 128 bits")
    radix = _RADIX.get(digits[:2], 10)
    try:
        return int(digits if radix == 10 else digits[2:], radix)
    except ValueError:
        raise ValueError("expected an integer, as in `1_000`, `0x7F` or `1i16`") from None


def parse_number(text: str, *, is_float: bool) -> int | float:
    """The value of any number: `1f32` is a float, too."""
    if not is_float and not (text[:2] not in _RADIX and _FLOAT_SUFFIX.search(text)):
        return parse_integer(text)
    try:
        value = float(_FLOAT_SUFFIX.sub("", text).replace("_", ""))
    except ValueError:
        raise ValueError("expected a number, as in `1.5`, `1e9` or `1.5f32`") from None
    if math.isinf(value):
        raise ValueError("expected a number in the range of a double")
    return value


def parse_string(text: str) -> str:
    """The characters of a string or character literal of any kind, without its quotes."""
    prefix, quote, rest = re.split(r"(['\"])", text, maxsplit=1)
    content = rest.rpartition(quote)[0]
    if "r" in prefix:
        return content
    return _ESCAPE.sub(lambda escape: _unescape(escape, is_bytes="b" in prefix), content)


def _unescape(escape: re.Match[str], *, is_bytes: bool) -> str:
    if escape["newline"] is not None:
        return ""
    if (simple := escape["simple"]) is not None:
        if simple in _SIMPLE:
            return _SIMPLE[simple]
    elif (code := _code_point(escape["byte"] or escape["code"])) is not None:
        is_scalar = code < 0xD800 or 0xE000 <= code < 0x110000
        if code < 0x80 or (escape["code"] is not None and is_scalar and not is_bytes):
            return chr(code)
    raise ValueError(r"expected escapes of characters, as in `\n`, `\x41` or `\u{2192}`")


def _code_point(digits: str) -> int | None:
    try:
        return int(digits, 16)
    except ValueError:
        return None
