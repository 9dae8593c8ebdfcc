"""Field 32767 in an IDL that has nothing to do with Parquet: a field like any other."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from inlay_runtime.errors import DuplicateFieldError, ExtensionError, MissingFieldError
from inlay_runtime.extension import Extension
from inlayc.base.diagnostics import CompileError
from tests.runtime import wire
from tests.runtime.compiled import compile_text
from tests.runtime.cores import CORES, running
from tests.runtime.wire import Field

ZIGZAG_ID = b"\xfe\xff\x03"


def own(declaration: str) -> Any:
    return compile_text(f"struct Inner {{1: i32 x}}\nstruct S {{1: i32 a, {declaration}}}").S


def long_field(wire_type: int, value: bytes) -> bytes:
    return bytes([wire_type]) + ZIGZAG_ID + value


CASES: dict[str, tuple[str, bytes, object]] = {
    "an integer": ("32767: i32 big", long_field(wire.I32, b"\x0e"), 7),
    "a text": ("32767: string big", long_field(wire.BINARY, b"\x02hi"), "hi"),
    "bytes that are required": ("32767: required binary big", long_field(8, b"\x02hi"), b"hi"),
    "a list": ("32767: optional list<i32> big", long_field(9, b"\x15\x0e"), [7]),
    "a boolean": ("32767: bool big", long_field(1, b""), True),
    "a short header": ("32760: i32 b, 32767: string big", b"\x05\xf0\xff\x03\x02\x78\x01x", "x"),
}


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("case", CASES)
def test_it_is_read_and_written(case: str, core: str) -> None:
    declaration, field, value = CASES[case]
    cls = own(declaration)
    data = b"\x15\x02" + field + b"\x00"
    with running(core):
        decoded = cls.decode(data)
        assert (decoded.a, decoded.big, decoded.extension) == (1, value, None)
        assert decoded.encode() == data
        assert pickle.loads(pickle.dumps(decoded)) == decoded
        assert cls.decode(decoded.replace(a=2).encode()).big == value


@pytest.mark.parametrize("core", CORES)
def test_bytes_that_would_be_an_extension_are_kept_as_an_unknown_field(core: str) -> None:
    cls = own("32767: optional i32 big")
    extension = wire.SPEC_HEADER + b"\x07payload"
    for data in (
        b"\x15\x02" + extension + b"\x00",
        b"\x15\x02\x00" + extension + b"\x00",
        extension + long_field(wire.I32, b"\x0e") + b"\x00",
    ):
        with running(core):
            decoded = cls.decode(data)
            assert decoded.extension is None
            assert decoded.encode() == data


@pytest.mark.parametrize("core", CORES)
def test_an_order_of_its_own_is_kept(core: str) -> None:
    data = long_field(wire.I32, b"\x0e") + bytes([wire.I32, 2]) + b"\x02\x00"
    with running(core):
        decoded = own("32767: i32 big").decode(data)
        assert (decoded.a, decoded.big) == (1, 7)
        assert decoded.encode() == data


@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("case", CASES)
def test_it_is_there_but_once(case: str, core: str) -> None:
    declaration, field, _ = CASES[case]
    cls = own(declaration)
    with (
        running(core),
        pytest.raises(DuplicateFieldError, match=r"field 327\d\d occurs twice") as found,
    ):
        cls.decode(b"\x15\x02" + field + field + b"\x00")
    assert found.value.offset == 2 + len(field)


def test_one_that_is_required_is_missed() -> None:
    with pytest.raises(MissingFieldError, match="required field big"):
        own("32767: required i32 big").decode(wire.struct(Field(1, wire.I32, b"\x02")))


def test_no_extension_can_be_attached() -> None:
    value = own("32767: i32 big")(a=1, big=2)
    with pytest.raises(ExtensionError, match="S has a field of its own"):
        value.extension = Extension(b"x")


@pytest.mark.parametrize("core", CORES)
def test_a_union_has_such_a_variant(core: str) -> None:
    module = compile_text("union U {1: i32 a, 32767: string b}\nstruct S {1: U u}")
    data = b"\x1c" + long_field(wire.BINARY, b"\x02hi") + b"\x00\x00"
    with running(core):
        value = module.S.decode(data)
        assert value.u == module.UB("hi")
        assert value.encode() == data


@pytest.mark.parametrize("core", CORES)
def test_a_union_of_empty_structs_has_such_a_variant(core: str) -> None:
    module = compile_text(
        "struct A {}\nstruct B {}\nunion U {1: A a, 32767: B b}\nstruct S {1: U u}"
    )
    data = b"\x1c" + long_field(12, b"\x00") + b"\x00\x00"
    with running(core):
        value = module.S.decode(data)
        assert value.u == module.B()
        assert value.encode() == data


@pytest.mark.parametrize(
    "text",
    [
        'struct Root {1: i32 x} (inlay.extension_header = "spec")\nstruct S {32767: i32 big}',
        'struct S {32767: binary big} (inlay.extension_header = "spec")',
    ],
)
def test_an_idl_that_claims_the_extension_has_no_such_field(text: str) -> None:
    with pytest.raises(CompileError, match="field 32767 is reserved for extensions"):
        compile_text(text)
