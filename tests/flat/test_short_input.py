"""Of what ends too early, so many bytes are left as there are, and never fewer than none."""

from __future__ import annotations

import pytest

from inlay_runtime.errors import TruncatedError
from parquet_format.footer import FileMetaData


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 7])
def test_no_fewer_bytes_are_left_than_none(
    size: int, core: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FileMetaData.SCHEMA, "identifier", "TEST")  # in bytes 4 to 7
    with pytest.raises(TruncatedError, match=r"needs 4 bytes, \d (is|are) left, at offset [04]"):
        FileMetaData.decode(bytes(size))
