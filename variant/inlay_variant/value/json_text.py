"""JSON text (RFC 8259) to trees, strictly: no NaN, no comments, no key twice, no lone surrogate.

Numbers keep their value: an integer becomes the smallest integer type, one without an exponent a decimal,
as long as 38 digits hold it; everything else a double. So does Spark's parse_json.

A value of two bytes has a node of a hundred. So a long document is read once for its mistakes alone, and nothing of what is
refused is kept.
"""

from __future__ import annotations

import math
import re
import struct
from typing import Final

from inlay_runtime import amounts
from inlay_runtime.errors import DecodeError, DuplicateFieldError, InvalidValueError, LimitError
from inlay_variant.value.decode import step_of
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits
from inlay_variant.value.nodes import Node
from inlay_variant.value.primitives import (
    FALSE,
    INTEGER_BITS,
    NULL,
    TRUE,
    PrimitiveType,
    Scalar,
    choose_decimal_type,
    encode_decimal,
)

_BLANK: Final = re.compile(rb"[ \t\n\r]*")
_NUMBER: Final = re.compile(rb"(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?([eE][+-]?[0-9]+)?")
_PLAIN: Final = re.compile(rb'[^"\\\x00-\x1f]*')
_UNICODE: Final = re.compile(rb"\\u([0-9a-fA-F]{4})")
_ESCAPES: Final = {
    ord("b"): b"\b", ord("f"): b"\f", ord("n"): b"\n", ord("r"): b"\r", ord("t"): b"\t",
    ord('"'): b'"', ord("\\"): b"\\", ord("/"): b"/",
}  # fmt: skip
_SCALAR: Final = (
    rb"""(?:-?(?:0|[1-9][0-9]{0,18}+)(?>(?:\.[0-9]{1,18}+)?)(?>(?:[eE][+-]?[0-9]{1,2}+)?)|true|false|null"""
    rb"""|"[^"\\\x00-\x1f]*+(?:\\["\\/bfnrt][^"\\\x00-\x1f]*+)*+")[ \t\n\r]*+"""
)
_NAME: Final = rb"""[ \t\n\r]*+"([^"\\\x00-\x1f]*+)"[ \t\n\r]*+:[ \t\n\r]*+"""
_ITEM: Final = re.compile(
    rb"""[ \t\n\r]*+(?:%(scalar)s|\[[ \t\n\r]*+(?>(?:%(scalar)s(?>(?:,[ \t\n\r]*+%(scalar)s){0,1000}))?)\][ \t\n\r]*+"""
    rb"""|\{(?:%(name)s%(scalar)s|[ \t\n\r]*+)\}[ \t\n\r]*+),"""
    % {b"scalar": _SCALAR, b"name": _NAME}
)
"""A simple value in an array, or an array or a small object of such, and the comma behind it. Others are read one by one."""
_ITEMS: Final = re.compile(rb"(?>(?:%s){0,1000})" % _ITEM.pattern)
"""In an atomic group, which remembers each turn until it ends, so turns are limited: `(?:...)*+` begins a turn that fails and stands behind
its beginning in Python 3.11.2 (Debian 12; gh-100061)."""
_MEMBER: Final = re.compile(rb"%s%s," % (_NAME, _SCALAR))
_WORDS: Final = {ord("n"): (b"null", NULL), ord("t"): (b"true", TRUE), ord("f"): (b"false", FALSE)}

_SHORT: Final = 4096
"""Bytes of a document that is read once."""


class _Open:
    __slots__ = ("count", "key", "node")

    def __init__(self, node: dict[str, Node] | list[Node]) -> None:
        self.node = node
        self.count = 0
        self.key = ""

    def step(self) -> str:
        return f"[{self.count}]" if isinstance(self.node, list) else step_of(self.key)


def node_of_json(text: bytes, limits: VariantLimits = DEFAULT_LIMITS) -> Node:
    """The tree of one JSON document. Raises DecodeErrors with byte offsets into the text."""
    if len(text) > limits.size:
        raise LimitError(
            f"{amounts.count(len(text), 'byte')}, {amounts.count(limits.size, 'is allowed', 'are allowed')}",
            0,
            "$",
        )
    try:
        text.decode()
    except UnicodeDecodeError as error:
        raise InvalidValueError("text that is not UTF-8", error.start, "$") from None
    if len(text) > _SHORT:
        read_document(text, limits, keep=False)
    return read_document(text, limits, keep=True)


def read_document(text: bytes, limits: VariantLimits, *, keep: bool) -> Node:
    """The same of UTF-8; without `keep` for its mistakes alone."""
    reader = _Reader(text, limits, keep=keep)
    try:
        return reader.document()
    except DecodeError as error:
        path = "$" + "".join(level.step() for level in reader.stack)
        raise type(error)(error.reason, error.offset, path) from None


class _Reader:
    """`keep` the values, or only the names of objects."""

    def __init__(self, text: bytes, limits: VariantLimits, *, keep: bool) -> None:
        self.text = text
        self.limits = limits
        self.keep = keep
        self.at = 0
        self.stack: list[_Open] = []

    def document(self) -> Node:
        while True:
            node = self.value()
            if node is None:
                continue  # into the first value of the container that was opened
            while self.stack:
                top = self.stack[-1]
                if isinstance(top.node, dict):
                    top.node[top.key] = node if self.keep else NULL
                else:
                    top.count += 1
                    if self.keep:
                        top.node.append(node)
                byte = self.skip_blanks()
                if byte == ord(","):
                    self.at += 1
                    self.skip_simple(top)
                    if isinstance(top.node, dict):
                        self.key(top, top.node)
                    break
                if byte != (ord("}") if isinstance(top.node, dict) else ord("]")):
                    closing = "}" if isinstance(top.node, dict) else "]"
                    raise self.unexpected(f"',' or '{closing}'")
                self.at += 1
                node = self.stack.pop().node
            else:
                if self.skip_blanks() is not None:
                    raise InvalidValueError("text follows the value", self.at)
                return node

    def value(self) -> Node | None:
        """The next scalar or empty container; None after opening a container that holds something."""
        byte = self.skip_blanks()
        if byte == ord('"'):
            return Scalar(PrimitiveType.STRING, self.string())
        if byte is None:
            raise InvalidValueError("the text ends where a value should stand", self.at)
        if byte in (ord("{"), ord("[")):
            return self.container(is_object=byte == ord("{"))
        if byte in _WORDS:
            word, node = _WORDS[byte]
            if not self.text.startswith(word, self.at):
                raise self.unexpected("a value")
            self.at += len(word)
            return node
        return self.number()

    def container(self, *, is_object: bool) -> Node | None:
        if len(self.stack) >= self.limits.depth:
            reason = f"more than {self.limits.depth} nested objects and arrays"
            raise LimitError(reason, self.at)
        self.at += 1
        node: dict[str, Node] | list[Node] = {} if is_object else []
        byte = self.skip_blanks()
        if byte == (ord("}") if is_object else ord("]")):
            self.at += 1
            return node
        top = _Open(node)
        self.stack.append(top)
        if byte != ord("["):
            self.skip_simple(top)
        if isinstance(node, dict):
            self.key(top, node)
        return None

    def skip_simple(self, top: _Open) -> None:
        """Goes over simple values, if nothing is kept."""
        if self.keep or len(self.stack) >= self.limits.depth:
            return
        if isinstance(top.node, list):
            while (items := _ITEMS.match(self.text, self.at)) and items.end() > self.at:
                top.count += sum(1 for _ in _ITEM.finditer(self.text, self.at, items.end()))
                self.at = items.end()
            return
        while member := _MEMBER.match(self.text, self.at):
            name = member[1].decode()
            if name in top.node:
                return
            top.key = name
            top.node[name] = NULL
            self.at = member.end()

    def key(self, top: _Open, node: dict[str, Node]) -> None:
        if self.skip_blanks() != ord('"'):
            raise self.unexpected("a name in double quotes")
        start = self.at
        top.key = self.string().decode()
        if top.key in node:
            raise DuplicateFieldError(f"field {top.key!r} is there twice", start)
        if self.skip_blanks() != ord(":"):
            raise self.unexpected("':'")
        self.at += 1

    def string(self) -> bytes:
        parts: list[bytes] = []
        self.at += 1
        while True:
            plain = _PLAIN.match(self.text, self.at)
            assert plain is not None
            parts.append(plain[0])
            self.at = plain.end()
            byte = self.text[self.at] if self.at < len(self.text) else None
            if byte == ord('"'):
                self.at += 1
                return b"".join(parts)
            if byte is None:
                raise InvalidValueError("the text ends inside a string", self.at)
            if byte != ord("\\"):
                raise InvalidValueError("a control character inside a string", self.at)
            parts.append(self.escape())

    def escape(self) -> bytes:
        byte = self.text[self.at + 1] if self.at + 1 < len(self.text) else None
        if byte in _ESCAPES:
            self.at += 2
            return _ESCAPES[byte]
        first = self.unit()
        if 0xD800 <= first < 0xDC00:
            start = self.at - 6
            second = self.unit() if self.text.startswith(b"\\u", self.at) else 0
            if not 0xDC00 <= second < 0xE000:
                raise InvalidValueError("a lone surrogate", start)
            first = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
        elif 0xDC00 <= first < 0xE000:
            raise InvalidValueError("a lone surrogate", self.at - 6)
        return chr(first).encode()

    def unit(self) -> int:
        match = _UNICODE.match(self.text, self.at)
        if match is None:
            raise InvalidValueError("an escape that JSON does not have", self.at)
        self.at = match.end()
        return int(match[1], 16)

    def number(self) -> Scalar:
        match = _NUMBER.match(self.text, self.at)
        if match is None:
            raise self.unexpected("a value")
        sign, whole, fraction, exponent = match.groups(b"")
        if not exponent:
            exact = _exact(sign, whole, fraction)
            if exact is not None:
                self.at = match.end()
                return exact
        value = float(match[0])
        if math.isinf(value):
            raise InvalidValueError("a number that no double can hold", self.at)
        self.at = match.end()
        return Scalar(PrimitiveType.DOUBLE, struct.pack("<d", value))

    def skip_blanks(self) -> int | None:
        if self.at < len(self.text) and self.text[self.at] > ord(" "):
            return self.text[self.at]
        blank = _BLANK.match(self.text, self.at)
        assert blank is not None
        self.at = blank.end()
        return self.text[self.at] if self.at < len(self.text) else None

    def unexpected(self, wanted: str) -> InvalidValueError:
        return InvalidValueError(f"expected {wanted}", self.at)


def _exact(sign: bytes, whole: bytes, fraction: bytes) -> Scalar | None:
    """An integer or decimal; None where neither can hold all the digits."""
    digits = (whole + fraction).lstrip(b"0")
    if len(digits) > 38 or len(fraction) > 38:
        return None
    value = int(sign + (digits or b"0"))
    if not fraction:
        for type_, bits in INTEGER_BITS.items():
            if -(1 << bits - 1) <= value < 1 << bits - 1:
                return Scalar(type_, value.to_bytes(bits // 8, "little", signed=True))
        return Scalar(PrimitiveType.DECIMAL16, encode_decimal(10, value, 0))
    # Spark refuses a decimal4 whose scale is above 9, as if zeros in front were digits.
    decimal = choose_decimal_type(max(len(digits), len(fraction)))
    assert decimal is not None
    return Scalar(decimal, encode_decimal(decimal, value, len(fraction)))
