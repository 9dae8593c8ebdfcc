"""What some writers put there against the rules, read where the schema says so and nowhere else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from inlay_runtime.errors import (
    DecodeError,
    EncodeError,
    InvalidValueError,
    MissingFieldError,
    UnionError,
)
from inlay_runtime.flat import verifier
from inlay_runtime.limits import DEFAULT_LIMITS
from tests.flat.compiled import compile_text
from tests.flat.mutate import mutated
from tests.flat.raw import i32, root, text, u32

pytestmark = pytest.mark.usefixtures("core")

ATTRIBUTES = 'attribute "inlay_bytes"; attribute "inlay_ignore_untyped";'
TABLES = """
table A { x: int; }
union U { A, name: string }
table Strict { prefix: string; kind: U; last: int; }
table Lenient { prefix: string (inlay_bytes); kind: U (inlay_ignore_untyped); last: int; }
table Shared { one: string (inlay_bytes, shared); two: string (inlay_bytes, shared); }
table Needed { prefix: string (inlay_bytes, required); kind: U (inlay_ignore_untyped, required); }
"""


@pytest.fixture(scope="module")
def module() -> Any:
    strict = {"fields": {"demo.Strict.prefix": {"text": "strict"}}}
    return compile_text(ATTRIBUTES + TABLES, strict)


NOT_UTF8 = b"\xff\xfe\x00prefix\x80"
# prefix, type, value, last; a table of 4 + 12 bytes
PREFIX = root([4], u32(4), text(NOT_UTF8))
EMPTY_TABLE = b"\x04\0\x04\0" + i32(4)


def untyped(value: bytes) -> bytes:
    """Slot 2, the value of the union, and no slot 1."""
    return root([0, 0, 4, 8], value + i32(7), EMPTY_TABLE)


UNTYPED = untyped(u32(12))


def test_bytes_that_are_no_text(module: Any) -> None:
    with pytest.raises(InvalidValueError, match="not UTF-8"):
        module.Strict.decode(PREFIX)
    for eager in (True, False):
        found = module.Lenient.decode(PREFIX, eager=eager)
        assert found.prefix == NOT_UTF8
        assert module.Lenient.decode(found.encode()) == found
    assert module.Lenient(prefix=NOT_UTF8) == found


def test_text_is_written_as_any_string_is(module: Any) -> None:
    """Other readers see no difference: a length, the bytes, a final 0."""
    strict, lenient = module.Strict(prefix="text", last=7), module.Lenient(prefix=b"text", last=7)
    assert strict.encode() == lenient.encode()
    assert module.Strict.decode(lenient.encode()) == strict
    assert module.Lenient().prefix is None
    assert module.Lenient.decode(module.Lenient(prefix=b"").encode()).prefix == b""


def test_strings_of_bytes_are_still_strings(module: Any) -> None:
    without_end = PREFIX.replace(NOT_UTF8 + b"\0", NOT_UTF8 + b"\1")
    with pytest.raises(InvalidValueError, match="end with a 0"):
        module.Lenient.decode(without_end)
    with pytest.raises(EncodeError, match="prefix: expected bytes, found str"):
        module.Lenient(prefix="text").encode()
    once = len(module.Shared(one=b"shared" * 99).encode())
    assert len(module.Shared(one=b"shared" * 99, two=b"shared" * 99).encode()) < once + 16


def test_a_value_without_a_type(module: Any) -> None:
    with pytest.raises(UnionError, match="together"):
        module.Strict.decode(UNTYPED)
    for eager in (True, False):
        found = module.Lenient.decode(UNTYPED, eager=eager)
        assert found.kind is None
        assert found.last == 7
        assert found.remainder is None
        assert module.Lenient.decode(found.encode()) == module.Lenient(last=7)


@pytest.mark.parametrize("value", [u32(0), u32(3), u32(1 << 31), u32((1 << 32) - 1)])
def test_it_is_never_followed(module: Any, value: bytes) -> None:
    assert module.Lenient.decode(untyped(value)).kind is None


def test_a_type_of_0_that_is_written(module: Any) -> None:
    data = root([0, 12, 4, 8], u32(16) + i32(7) + bytes(4), EMPTY_TABLE)
    assert module.Lenient.decode(data).kind is None
    with pytest.raises(UnionError):
        module.Strict.decode(data)


def test_a_type_without_a_value_is_refused(module: Any) -> None:
    for cls in (module.Strict, module.Lenient):
        with pytest.raises(UnionError):
            cls.decode(root([0, 4], b"\1\0\0\0"))


def test_required_is_required(module: Any) -> None:
    good = module.Needed(prefix=NOT_UTF8, kind=module.UA(module.A(x=1)))
    assert module.Needed.decode(good.encode()) == good
    with pytest.raises(MissingFieldError):
        module.Needed.decode(root([4, 0, 8], u32(8) + u32(16), text(b"abc") + EMPTY_TABLE))


@pytest.mark.parametrize("core", ["native"], indirect=True)
def test_both_cores_agree(module: Any) -> None:
    """On mutations of buffers that make use of it."""
    assert verifier.native_verify is not None
    random_ = random.Random(3)
    full = module.Lenient(prefix=NOT_UTF8, kind=module.UName("x"), last=1).encode()
    needed = module.Needed(prefix=b"", kind=module.UA(module.A(x=1))).encode()
    bases = [PREFIX, UNTYPED, full, needed]
    classes = [module.Strict, module.Lenient, module.Needed]
    accepted = 0
    for _ in range(6_000):
        data, cls = mutated(random_, random_.choice(bases)), random_.choice(classes)
        found = verifier.native_verify(data, cls.SCHEMA, DEFAULT_LIMITS)
        try:
            expected = verifier.Verifier(data, DEFAULT_LIMITS).root(cls.SCHEMA)
        except DecodeError:
            expected = None
        assert found == expected, data.hex()
        accepted += found is not None
        if found is not None:
            cls.decode(cls.decode(data).encode())
    assert accepted > 500
