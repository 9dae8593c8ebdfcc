"""What may be a struct is decoded as `decode_from` does it; where that raises, no error is made."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from inlay_runtime import locate
from inlay_runtime.attempt import decode_or_none
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import FileMetaData, PageHeader
from tests.runtime import hostile_structs
from tests.runtime.compiled import compile_text
from tests.runtime.cores import running

WHOLE = FileMetaData(version=2, schema=[], num_rows=0, row_groups=[]).encode()


def decoded_or_raised(cls: Any, data: bytes, offset: int) -> object:
    try:
        return cls.decode_from(data, offset)
    except DecodeError:
        return None


def test_it_is_what_decode_from_gives_or_nothing() -> None:
    cls = compile_text(hostile_structs.IDL).T
    random = Random(7)
    stray = hostile_structs.Stray(random)
    refused = 0
    for _ in range(100):
        data, offset = stray.make(), random.randrange(3)
        decoded = decode_or_none(cls, data, offset)
        assert decoded == decoded_or_raised(cls, data, offset), (data.hex(), offset)
        refused += decoded is None
    assert 20 < refused < 95


def test_bytes_of_any_kind_are_taken_from_an_offset() -> None:
    decoded = decode_or_none(FileMetaData, bytearray(b"??" + WHOLE + b"?"), 2)
    assert decoded is not None
    assert (decoded[0].version, decoded[1]) == (2, 2 + len(WHOLE))


@pytest.mark.needs("native core")
def test_no_error_is_made_of_what_the_native_core_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    def path_at(*_: object) -> str:
        raise AssertionError("nobody asks for the path")

    monkeypatch.setattr(locate, "path_at", path_at)
    broken = bytes.fromhex("1502 19 4c") + b"\x48\x01s\0" * 3 + b"\x48\x7f"
    before_a_list = bytes.fromhex("1500 15")
    with running("native"):
        for cls, data in ((FileMetaData, broken), (PageHeader, before_a_list)):
            with pytest.raises(AssertionError):
                cls.decode_from(data)
            assert decode_or_none(cls, data) is None
