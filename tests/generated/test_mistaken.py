"""A whole file given to the class of its footer: the error says so, whichever core decodes."""

from __future__ import annotations

import pytest

from inlay_runtime import struct
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import FileMetaData, KeyValue

FILE = b"PAR1" + bytes(100) + b"\x10\x00\x00\x00PAR1"


@pytest.fixture(params=["as built", "pure"])
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure":
        monkeypatch.setattr(struct, "native", None)


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize("eager", [True, False])
def test_the_bytes_of_a_file_are_told_from_those_of_a_footer(eager: bool) -> None:
    for data, said in (
        (FILE, "the bytes of a file, and the footer is at its end: `inlay.open(path).metadata`"),
        (b"PARE" + FILE[4:], "the bytes of a file whose footer is encrypted"),
    ):
        with pytest.raises(DecodeError, match="these are") as caught:
            FileMetaData.decode(data, eager=eager)
        where, _, advice = str(caught.value).partition("; ")
        assert said in advice
        assert where.endswith(", at offset 0")


@pytest.mark.usefixtures("core")
def test_other_bytes_and_other_structs_are_not() -> None:
    for cls, data in ((FileMetaData, b"PAR"), (FileMetaData, b"\x00"), (KeyValue, FILE)):
        with pytest.raises(DecodeError) as caught:
            cls.decode(data)
        assert "these are" not in str(caught.value)
