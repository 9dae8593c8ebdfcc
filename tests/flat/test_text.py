"""Strings of FlatBuffers that are not UTF-8, on both cores."""

from __future__ import annotations

from typing import Any

import pytest

from inlay_runtime.errors import EncodeError, InvalidValueError
from inlay_runtime.text import text_from
from tests.flat.compiled import compile_text

pytestmark = pytest.mark.usefixtures("core")

IDL = """
table Row {
  plain: string; strict: string; data: string = "d"; texts: [string]; strict_list: [string]; data_list: [string];
  one: string (shared); two: string (shared); either: Either; many: [Either];
}
union Either { Row, text: string }
"""
FIELDS = {
    "demo.Row.strict": {"text": "strict"},
    "demo.Row.strict_list": {"text": "strict"},
    "demo.Row.data": {"text": "bytes"},
    "demo.Row.data_list": {"text": "bytes"},
}
NOT_UTF8 = [b"\xff\xfe", b"\xc3", b"\xed\xb2\x80", b"abcdefgh\xff", b"\xc3\xa9\xff"]


@pytest.fixture(scope="module")
def demo() -> Any:
    return compile_text(IDL, {"fields": FIELDS})


@pytest.fixture(scope="module")
def bare() -> Any:
    return compile_text(IDL)


@pytest.mark.parametrize("data", NOT_UTF8)
def test_it_is_read_and_written_back(bare: Any, data: bytes) -> None:
    text = text_from(data)
    row = bare.Row(
        plain=text, texts=["a", text], one=text, two=text, either=bare.EitherText(text),
        many=[bare.EitherText(text), bare.EitherRow(bare.Row(plain=text))],
    )  # fmt: skip
    encoded = row.encode()
    for eager in (True, False):
        found = bare.Row.decode(encoded, eager=eager)
        assert found == row
        assert found.encode() == encoded
    assert bare.Row.decode(encoded, fields=["texts"]).texts == ["a", text]
    assert encoded.count(data + b"\0") == 6, "shared once, and otherwise as often as it is said"


@pytest.mark.parametrize("data", NOT_UTF8)
def test_as_bytes_it_is_what_it_is(demo: Any, bare: Any, data: bytes) -> None:
    row = demo.Row(data=data, data_list=[data, b""])
    encoded = row.encode()
    for eager in (True, False):
        found = demo.Row.decode(encoded, eager=eager)
        assert (found.data, found.data_list) == (data, [data, b""])
        assert found.encode() == encoded
    assert bare.Row(data=text_from(data), data_list=[text_from(data), ""]).encode() == encoded
    assert demo.Row().data == b"d"


@pytest.mark.parametrize("data", NOT_UTF8)
def test_strict_text_is_refused(demo: Any, bare: Any, data: bytes) -> None:
    text = text_from(data)
    for given, path in (
        ({"strict": text}, "strict"),
        ({"strict_list": ["", text]}, "strict_list[1]"),
    ):
        with pytest.raises(InvalidValueError, match="not UTF-8") as caught:
            demo.Row.decode(bare.Row(**given).encode())
        assert caught.value.path == path
        with pytest.raises(EncodeError, match="cannot be written as UTF-8") as refused:
            demo.Row(**given).encode()
        assert refused.value.path == path
    assert (
        demo.Row.decode(demo.Row(strict="\u00e9", strict_list=["\u00e9"]).encode()).strict
        == "\u00e9"
    )
