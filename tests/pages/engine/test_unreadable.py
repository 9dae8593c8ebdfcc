"""What pyarrow says of a file, with what to do about it: not every error is about damaged pages."""

from __future__ import annotations

import base64
from decimal import Decimal
from pathlib import Path

import pytest

import inlay
from tests.pages.encodings.files import pa, pq


def test_a_copy_of_the_schema_that_cannot_be_right(tmp_path: Path) -> None:
    """As carquet writes it for decimals: of precision 0."""
    path = tmp_path / "d.parquet"
    pq.write_table(pa.table({"x": pa.array([Decimal("1.50")], pa.decimal128(9, 2))}), path)
    metadata = inlay.read_metadata(path)
    [text] = [pair.value for pair in metadata.key_value_metadata or () if pair.value]
    copy = base64.b64decode(text)
    at = copy.index(b"\x09\x00\x00\x00", copy.index(b"x\x00\x00\x00"))
    broken = base64.b64encode(copy[:at] + b"\0" + copy[at + 1 :])
    path.write_bytes(path.read_bytes().replace(text.encode(), broken))
    with pytest.raises((OSError, ValueError), match="ARROW:schema") as error:
        inlay.read_table(path)
    assert "verify --data" not in str(error.value)


def test_filters_that_fit_no_column(tmp_path: Path) -> None:
    path = tmp_path / "d.parquet"
    pq.write_table(pa.table({"x": pa.array([Decimal("1.50")], pa.decimal128(38, 30))}), path)
    with pytest.raises((OSError, ValueError), match=r"no column|there is no|y") as error:
        inlay.read_table(path, filters=[("y", ">", 1)])
    assert "verify --data" not in str(error.value)
    assert inlay.read_table(path, filters=[("x", ">", 1)]).num_rows == 1
