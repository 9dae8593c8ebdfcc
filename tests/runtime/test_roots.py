"""Unions at the root of a buffer."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from inlay_runtime.errors import (
    DecodeError,
    EncodeError,
    InvalidValueError,
    LimitError,
    TruncatedError,
    UnionError,
)
from inlay_runtime.limits import Limits
from inlay_runtime.union import UnknownVariant
from tests.runtime.compiled import compile_text

IDL = """
struct P {1: required i32 x}
struct E {}
struct F {}
union Alias {1: P p, 2: E e}
union Wrapped {1: i32 number, 2: string text, 3: list<P> points}
union Tags {1: E first, 2: F second}
"""


@pytest.fixture(scope="module")
def unions() -> Any:
    return compile_text(IDL)


def test_each_has_two_functions_that_are_exported(unions: Any) -> None:
    for name in ("alias", "wrapped", "tags"):
        assert {f"decode_{name}", f"encode_{name}"} <= set(unions.__all__)


def test_what_is_encoded_is_decoded(unions: Any) -> None:
    for decode, encode, values in (
        (unions.decode_alias, unions.encode_alias, [unions.P(x=3), unions.E()]),
        (
            unions.decode_wrapped,
            unions.encode_wrapped,
            [unions.WrappedText("hi"), unions.WrappedPoints([unions.P(x=1)])],
        ),
        (unions.decode_tags, unions.encode_tags, list(unions.Tags)),
    ):
        for value in values:
            data = encode(value)
            assert decode(data) == value
            assert decode(memoryview(data)) == value


@pytest.mark.parametrize(
    "data",
    [
        b"\x1c\x15\x06\x00\x00",
        b"\x1c\x15\x06\x00\x00trailing",  # kept, as behind a struct
        b"\x1c\x15\x06\x25\x02\x00\x00",  # a field that P does not have
        b"\x9c\x00\x00",  # a variant that the IDL does not have
        b"\x1c\x15\x06\x00\x08\xff\xff\x01\x02hi\x00",  # the union has an extension
    ],
)
def test_the_bytes_are_kept(unions: Any, data: bytes) -> None:
    value = unions.decode_alias(data)
    assert unions.encode_alias(value) == data
    assert unions.encode_alias(pickle.loads(pickle.dumps(value))) == data


def test_a_variant_of_a_newer_idl_is_unknown(unions: Any) -> None:
    assert unions.decode_alias(b"\x9c\x00\x00") == UnknownVariant(9, b"\x00")
    assert unions.decode_tags(b"\x9c\x00\x00").name == "UNKNOWN_9"


@pytest.mark.parametrize(
    ("union", "data", "error", "words"),
    [
        ("alias", b"", TruncatedError, "Alias: "),
        ("alias", b"\x00", UnionError, "Alias: no variant, at offset 0"),
        ("alias", b"\x1c\x15", TruncatedError, "p.x (field 1): "),
        ("alias", b"\x1c\x00\x00", DecodeError, "required field x"),
        ("wrapped", b"\x28\x05hi", TruncatedError, "text (field 2): "),
        ("wrapped", b"\x15\x02\x18\x01x\x00", UnionError, "more than one variant"),
        ("tags", b"\x00", UnionError, "Tags: no variant"),
        ("tags", b"\x1c", TruncatedError, "first (field 1): "),
        ("tags", b"\x1c\x00\x00xyz", InvalidValueError, "3 bytes behind the union, at offset 3"),
    ],
)
def test_what_is_refused(
    unions: Any, union: str, data: bytes, error: type[DecodeError], words: str
) -> None:
    with pytest.raises(error) as raised:
        getattr(unions, f"decode_{union}")(data)
    assert words in str(raised.value)


def test_limits_hold(unions: Any) -> None:
    with pytest.raises(LimitError):
        unions.decode_wrapped(b"\x28\x05hello\x00", limits=Limits(binary=4))


@pytest.mark.parametrize(
    ("union", "value", "words"),
    [
        ("alias", 7, "Alias: expected a variant of Alias, found int"),
        ("wrapped", "text", "Wrapped: expected a variant of Wrapped, found str"),
        ("tags", 1, "expected Tags, found int 1"),
    ],
)
def test_what_is_no_variant_is_not_written(
    unions: Any, union: str, value: object, words: str
) -> None:
    with pytest.raises(EncodeError) as raised:
        getattr(unions, f"encode_{union}")(value)
    assert str(raised.value) == words


def test_a_mistake_in_a_variant_has_its_path(unions: Any) -> None:
    with pytest.raises(EncodeError) as raised:
        unions.encode_wrapped(unions.WrappedPoints([unions.P(x="no")]))
    assert str(raised.value) == "Wrapped.points[0].x: expected an int (i32), found str 'no'"
