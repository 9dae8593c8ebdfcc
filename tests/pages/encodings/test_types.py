"""Every physical type, in every encoding of pyarrow: what a plug-in is handed, and that the values come back."""

from __future__ import annotations

import random
import zlib
from decimal import Decimal
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest

from inlay.encoding import choose_columns, read_table
from inlay.pages.encodings.errors import ColumnRefusedError
from inlay.pages.encodings.on_files import (
    add_to_file,
    ratify_file,
    repair_file,
    strip_file,
    verify_file,
)
from inlay.pages.encodings.pco import Pco
from inlay.pages.encodings.plain_sizes import TYPES, measure_values
from inlay.pages.encodings.plugins import Encodings
from parquet_format.parquet import Type
from tests.pages.encodings.files import pa, pq

ROWS: Final = 4_000


class Everything:
    """DEFLATE over PLAIN values of every type; keeps what it was handed."""

    name: ClassVar[str] = "everything"
    version: ClassVar[int] = 1
    types: ClassVar[frozenset[Type]] = TYPES

    def __init__(self) -> None:
        self.handed: list[tuple[Type, int, bytes]] = []

    def encode(self, values: memoryview, count: int, type_: Type) -> bytes:
        self.handed.append((type_, count, bytes(values)))
        return zlib.compress(values)

    def decode(self, data: memoryview, count: int, type_: Type) -> bytes:
        return zlib.decompress(data)


def columns() -> dict[str, Any]:
    chance = random.Random(8)

    def some(values: list[Any], type_: Any) -> Any:
        return pa.array([None if chance.random() < 0.1 else each for each in values], type_)

    blobs = [chance.randbytes(5) for _ in range(60)]
    return {
        "flag": some([chance.random() < 0.3 for _ in range(ROWS)], pa.bool_()),
        "required": pa.array([chance.random() < 0.5 for _ in range(ROWS)]),
        "fixed": some([chance.choice(blobs) for _ in range(ROWS)], pa.binary(5)),
        "id": pa.array([chance.randbytes(16) for _ in range(ROWS)], pa.binary(16)),
        "wide": some([Decimal(chance.getrandbits(90)) for _ in range(ROWS)], pa.decimal128(38, 0)),
        "half": some([chance.random() for _ in range(ROWS)], pa.float16()),
        "flags": some(
            [[True, False, None][: chance.randrange(4)] for _ in range(ROWS)], pa.list_(pa.bool_())
        ),
        "time": some([chance.randrange(1 << 40) for _ in range(ROWS)], pa.timestamp("ns")),
        "same": some([chance.randrange(9) for _ in range(ROWS)], pa.timestamp("ns")),
    }


OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "dictionaries, v1": {},
    "plain, v1": {"use_dictionary": False},
    "v2": {"use_dictionary": False, "data_page_version": "2.0", "compression": "zstd"},
    "others": {
        "use_dictionary": False,
        "column_encoding": {"fixed": "DELTA_BYTE_ARRAY", "id": "BYTE_STREAM_SPLIT", "flag": "RLE"},
    },
}


@pytest.fixture(params=OPTIONS)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "file.parquet"
    pq.write_table(
        pa.table(columns()),
        path,
        use_deprecated_int96_timestamps=True,
        row_group_size=1_500,
        data_page_size=2_000,
        write_page_index=True,
        **OPTIONS[str(request.param)],
    )
    return path


def test_there_and_back(path: Path) -> None:
    before = path.read_bytes()
    with pq.ParquetFile(path) as file:
        expected = file.read()
    plugin = Everything()
    known = Encodings(plugin, numbers={"everything": 200})
    result = add_to_file(str(path), choose_columns(["*"], plugin), encodings=known)
    assert set(result.sizes) == {*expected.column_names, "flags.list.element"} - {"flags"}
    assert {type_ for type_, _, _ in plugin.handed} == {
        Type.BOOLEAN,
        Type.FIXED_LEN_BYTE_ARRAY,
        Type.INT96,
    }
    for type_, count, values in plugin.handed:
        size = measure_values(type_, count)
        assert len(values) % count == 0 if size is None else len(values) == size
    assert read_table(path, encodings=known).equals(expected, check_metadata=True)
    assert pq.read_table(path).equals(expected)
    assert not verify_file(str(path), encodings=known)
    dual = path.read_bytes()
    strip_file(str(path), encodings=known)
    assert path.read_bytes() == before
    path.write_bytes(dual)
    ratify_file(str(path), encodings=known)
    assert read_table(path, encodings=known).equals(expected, check_metadata=True)
    strip_file(str(path), encodings=known)
    with pq.ParquetFile(path) as file:
        assert file.read().equals(expected, check_metadata=True)


def test_damage_is_fixed(path: Path) -> None:
    with pq.ParquetFile(path) as file:
        expected = file.read()
    known = Encodings(Everything())
    add_to_file(str(path), choose_columns(["*"], Everything()), encodings=known)
    whole = path.read_bytes()
    path.write_bytes(whole[:60] + bytes([whole[60] ^ 1]) + whole[61:])
    with pytest.warns(UserWarning, match="does not match its CRC"):
        assert read_table(path, encodings=known).equals(expected)
    repair_file(str(path), encodings=known)
    assert path.read_bytes() == whole


def test_bits_are_handed_over_from_the_first_one(tmp_path: Path) -> None:
    """One behind the other, nothing before the first of a page, and zeros behind the last."""
    path = tmp_path / "file.parquet"
    flags = [True, None, False, True, True, None, False, True, True, True, True]
    for options in ({}, {"data_page_version": "2.0"}):
        pq.write_table(
            pa.table({"flag": flags}), path, use_dictionary=False, max_rows_per_page=6, **options
        )
        plugin = Everything()
        add_to_file(str(path), choose_columns(["flag"], plugin), encodings=Encodings(plugin))
        assert plugin.handed == [(Type.BOOLEAN, 4, b"\x0d"), (Type.BOOLEAN, 5, b"\x1e")]


class Loses(Everything):
    """The length of a FIXED_LEN_BYTE_ARRAY."""

    def decode(self, data: memoryview, count: int, type_: Type) -> bytes:
        return super().decode(data, count, type_)[:-1]


@pytest.mark.parametrize("name", ["fixed", "flag", "time"])
def test_what_comes_back_has_its_length(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table(columns()), path, use_deprecated_int96_timestamps=True)
    with pytest.raises(ColumnRefusedError, match=r"bytes from decode, and .* values are"):
        add_to_file(str(path), choose_columns([name], Loses()), encodings=Encodings(Loses()))


@pytest.mark.parametrize("name", ["hadoop_lz4_compressed_larger", "non_hadoop_lz4_compressed"])
def test_pages_in_old_lz4(name: str, parquet_testing: Path, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    path.write_bytes((parquet_testing / "data" / f"{name}.parquet").read_bytes())
    before = path.read_bytes()
    expected = pq.read_table(path)
    known = Encodings(Everything())
    result = add_to_file(str(path), choose_columns(["*"], Everything()), encodings=known)
    assert len(result.sizes) == expected.num_columns
    assert read_table(path, encodings=known).equals(expected)
    strip_file(str(path), encodings=known)
    assert path.read_bytes() == before


def test_half_precision(tmp_path: Path) -> None:
    """pco takes it, in every bit, and declines what is longer."""
    path = tmp_path / "file.parquet"
    known = Encodings(Pco(), numbers={"pco": 77})
    bits = pa.array(range(1 << 16), pa.uint16()).view(pa.float16())
    rows = pa.table({"half": bits, "id": pa.array([bytes(16)] * len(bits), pa.binary(16))})
    pq.write_table(rows, path, use_dictionary=False)
    with pytest.raises(ColumnRefusedError, match="of 2 bytes, and not of 16"):
        add_to_file(str(path), choose_columns(["id"], Pco()), encodings=known)
    result = add_to_file(str(path), choose_columns(["*"], Pco()), encodings=known)
    assert list(result.sizes) == ["half"]
    for change in (None, ratify_file):
        if change is not None:
            change(str(path), encodings=known)
        found = read_table(path, encodings=known)["half"].combine_chunks()
        assert found.view(pa.uint16()).equals(bits.view(pa.uint16()))
