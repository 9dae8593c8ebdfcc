"""Buffers behind their size: as flatc writes and reads them, and what is wrong with others; and their file identifiers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.errors import DecodeError, InvalidValueError, TruncatedError
from inlay_runtime.shown import whole
from tests.flat.compiled import compile_text
from tests.flat.flatc import flatc, from_json
from tests.flat.interop_values import JSON, expected
from tests.flat.sample import full, kitchen, parts
from tests.flat.test_interop import kitchen_schema
from tests.flat.test_newer import NAMES as NEWER_NAMES
from tests.flat.test_newer import NEW, OLD, newer_values
from tests.flat.test_round_trip import NAMES
from tests.flat.values import tables
from tests.support.examples import examples

quick = examples(25)


@pytest.mark.parametrize("name", NAMES)
def test_any_value_comes_back(name: str) -> None:
    @quick
    @given(st.data())
    def check(data: st.DataObject) -> None:
        value = data.draw(tables(getattr(kitchen(), name)))
        encoded = value.encode(size_prefixed=True)
        assert int.from_bytes(encoded[:4], "little") == len(encoded) - 4
        for eager in (True, False):
            again = type(value).decode(encoded, size_prefixed=True, eager=eager)
            assert again == value
            assert again.encode(size_prefixed=True) == encoded
            assert again.encode() == value.encode()
        again = type(value).from_verified(encoded, size_prefixed=True)
        assert again == value

    check()


def test_both_cores_write_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from inlay_runtime.flat import builder

    value = full()
    encoded = value.encode(size_prefixed=True)
    monkeypatch.setattr(builder, "native_encode", None)
    assert value.encode(size_prefixed=True) == encoded


@pytest.mark.parametrize("name", JSON)
def test_flatc_writes_we_read(name: str, tmp_path: Path, core: str) -> None:
    root, value = JSON[name]
    schema = kitchen_schema(tmp_path, root)
    data = from_json(tmp_path, schema, value, options=("--size-prefixed",))
    wanted = expected(name, kitchen(), parts(), full())
    found = getattr(kitchen(), root).decode(data, size_prefixed=True)
    assert whole(found) == whole(wanted)


SMALL = 'table T { a: long; b: string; } root_type T; file_identifier "TEST";'


def test_we_write_flatc_reads(tmp_path: Path, core: str) -> None:
    value = compile_text(SMALL).T(a=-5, b="text")
    (tmp_path / "schema.fbs").write_text(SMALL)
    (tmp_path / "value.bin").write_bytes(value.encode(size_prefixed=True))
    options = ("--json", "--size-prefixed", "--strict-json", "schema.fbs", "--", "value.bin")
    flatc(*options, folder=tmp_path)  # which compares the identifier, too
    assert json.loads((tmp_path / "value.json").read_text()) == {"a": -5, "b": "text"}


WRONG: dict[str, tuple[Any, type[DecodeError], str]] = {
    "empty": (lambda data: b"", TruncatedError, r"the size of the buffer needs 4 bytes, 0 bytes are left, at offset 0"),
    "three bytes": (lambda data: data[:3], TruncatedError, r"needs 4 bytes, 3 bytes are left, at offset 0"),
    "nothing behind the size": (lambda data: bytes(4), TruncatedError, r"needs 4 bytes, 0 are left, at offset 8"),
    "cut": (lambda data: data[:-1], TruncatedError, r"the size of the buffer is 52, 51 bytes follow it, at offset 0"),
    "a size of all ones": (
        lambda data: b"\xff" * 4 + data[4:], TruncatedError, r"the size of the buffer is 4,294,967,295, 52 bytes follow it",
    ),
    "more behind": (
        lambda data: data + b"ab", InvalidValueError,
        r"the size of the buffer is 52, and 2 bytes follow the buffer: decode data\[:56\], at offset 56",
    ),
    "a wrong identifier": (
        lambda data: data[:8] + b"ELSE" + data[12:], InvalidValueError,
        r"expected the file identifier b'TEST', found b'ELSE', at offset 8",
    ),
    "no size": (lambda data: data[4:], InvalidValueError, r"the size of the buffer is \d+, and \d+ bytes follow the buffer"),
    "the root behind the end": (lambda data: data[:4] + b"\xf0\0\0\0" + data[8:], DecodeError, r"at offset"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told(name: str, core: str) -> None:
    change, error, said = WRONG[name]
    cls = compile_text(SMALL).T
    data = change(cls(a=-5, b="text").encode(size_prefixed=True))
    with pytest.raises(error, match=said):
        cls.decode(data, size_prefixed=True)


def test_a_size_that_was_not_expected_is_told(core: str) -> None:
    cls = compile_text(SMALL).T
    with pytest.raises(InvalidValueError, match="decode with size_prefixed=True"):
        cls.decode(cls(a=1).encode(size_prefixed=True))


@given(st.data())
@examples(200)
def test_any_byte_may_be_wrong(data: st.DataObject) -> None:
    """Both cores give an error or the same value."""
    from inlay_runtime.flat import verifier

    encoded = bytearray(full().encode(size_prefixed=True))
    at = data.draw(st.integers(0, 40) | st.integers(0, len(encoded) - 1))
    encoded[at] = data.draw(st.integers(0, 255))
    outcomes: list[object] = []
    for native in (verifier.native_verify, None):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(verifier, "native_verify", native)
            try:
                outcomes.append(whole(kitchen().Kitchen.decode(bytes(encoded), size_prefixed=True)))
            except DecodeError as error:
                outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("name", NEWER_NAMES)
def test_what_a_newer_schema_wrote_comes_back_either_way(name: str, core: str) -> None:
    older, newer = compile_text(OLD).T, compile_text(NEW)
    written = newer_values(newer)[name]
    for was in (False, True):
        data = written.encode(size_prefixed=was)
        value = older.decode(data, size_prefixed=was)
        assert value.encode(size_prefixed=was) == data
        other = value.encode(size_prefixed=not was)
        assert type(written).decode(other, size_prefixed=not was) == written
        again = older.decode(other, size_prefixed=not was)
        assert again.encode(size_prefixed=not was) == other
        assert older.from_json(value.to_json()).encode(size_prefixed=was) == data
