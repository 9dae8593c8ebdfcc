"""Every value of a chunk is in the filters that writers make, and one that is not is found."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.pages.engine.bloom_filter import add_bits, count_bits, estimate_false_positives
from inlay.pages.engine.bloom_size import estimate_held, estimate_mistakes
from inlay.pages.engine.xxh64 import hash_bytes
from inlay.verbs.verify.values import blooms
from parquet_format.parquet import (
    BloomFilterAlgorithm,
    BloomFilterCompression,
    BloomFilterHash,
    BloomFilterHeader,
)
from tests.lies.parts import Parts

COLUMNS: dict[str, pa.Array[Any]] = {
    "int32": pa.array([*range(300), None], pa.int32()),
    "int64": pa.array([*range(300), None], pa.int64()),
    "float": pa.array([-0.0, 0.0, float("nan"), *map(float, range(298))], pa.float32()),
    "double": pa.array([at / 3 for at in range(301)]),
    "text": pa.array([None, *(f"value {at}" * (at % 7) for at in range(300))]),
    "few": pa.array([None, *(f"value {at % 5}" for at in range(300))]),
    "fixed": pa.array([at.to_bytes(5, "big") for at in range(301)], pa.binary(5)),
    "list": pa.array([[at, None] * (at % 3) for at in range(301)], pa.list_(pa.int64())),
}
PATHS = {"list": "list.list.element"}


def write(path: Path, *, use_dictionary: bool = True) -> None:
    options: Any = {PATHS.get(name, name): {"ndv": 300, "fpp": 0.01} for name in COLUMNS}
    pq.write_table(
        pa.table(COLUMNS),
        path,
        bloom_filter_options=options,
        data_page_size=400,
        write_batch_size=50,
        use_dictionary=use_dictionary,
        write_statistics=False,
    )


@pytest.mark.parametrize("use_dictionary", [True, False])
def test_filters_of_pyarrow(use_dictionary: bool, tmp_path: Path) -> None:
    path = tmp_path / "filters.parquet"
    write(path, use_dictionary=use_dictionary)
    found = inlay.verify(str(path), values=True)
    assert not found.findings
    assert found.audited is not None
    assert not found.audited.others


def damage(path: Path, column: int) -> int:
    """Takes away every bit of the last block that has one; the offset of the filter."""
    meta = read_footer(str(path)).metadata.row_groups[0].columns[column].meta_data
    assert meta is not None
    offset = meta.bloom_filter_offset
    assert offset is not None
    data = bytearray(path.read_bytes())
    header, start = BloomFilterHeader.decode_from(bytes(data), offset)
    blocks = range(start, start + header.numBytes, 32)
    at = max(block for block in blocks if any(data[block : block + 32]))
    data[at : at + 32] = bytes(32)
    path.write_bytes(bytes(data))
    return offset


@pytest.mark.parametrize("piece", [32, 1 << 20])
@pytest.mark.parametrize("column", range(len(COLUMNS)))
def test_a_value_that_a_filter_does_not_have(
    column: int, piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In pieces of a block, as a filter of gigabytes is in pieces."""
    monkeypatch.setattr(blooms, "_PIECE", piece)
    path = tmp_path / "filters.parquet"
    write(path)
    damage(path, column)
    (finding,) = inlay.verify(str(path), values=True).findings
    assert (finding.code, finding.at) == (
        "value-bloom",
        f"row_groups[0].columns[{column}].meta_data.bloom_filter_offset",
    )
    assert "it does not have a value of the chunk: " in finding.what


def test_a_filter_of_another_kind_is_not_audited(tmp_path: Path) -> None:
    path = tmp_path / "filters.parquet"
    write(path)
    data = path.read_bytes()
    usual = b"\x1c\x1c\0\0" * 3 + b"\0"
    assert usual in data
    hash_of_another = b"\x1c\x1c\0\0\x1c\x2c\0\0\x1c\x1c\0\0\0"
    path.write_bytes(data.replace(usual, hash_of_another, 1))
    found = inlay.verify(str(path), values=True)
    assert not found.findings
    assert found.audited is not None
    (other,) = found.audited.others
    assert other.place == "row_groups[0].columns[0]"
    assert other.reason == "its Bloom filter is of a kind that is not known here"


def test_a_filter_of_booleans_is_not_audited() -> None:
    """As nobody writes one: it is that of numbers."""
    numbers, booleans = io.BytesIO(), io.BytesIO()
    options: Any = {"c": {"ndv": 8, "fpp": 0.01}}
    pq.write_table(pa.table({"c": [1, 2]}), numbers, bloom_filter_options=options)
    pq.write_table(pa.table({"c": [True, False]}), booleans)
    parts = Parts.of(booleans.getvalue())
    parts.chunk("c").bloom = Parts.of(numbers.getvalue()).chunk("c").bloom
    found = inlay.verify(parts.joined(), values=True)
    assert not found.findings
    assert found.audited is not None
    (other,) = found.audited.others
    assert other.reason.startswith("its Bloom filter is of booleans")


def add_filter(numbers: list[int | None], size: int) -> bytes:
    """A file with a filter of so many bytes, behind its pages."""
    file = io.BytesIO()
    pq.write_table(pa.table({"c": pa.array(numbers, pa.int64())}), file)
    data = file.getvalue()
    metadata = inlay.read_metadata(data)
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    bits = bytearray(size)
    for number in numbers:
        if number is not None:
            add_bits(bits, hash_bytes(number.to_bytes(8, "little")))
    header = BloomFilterHeader(
        numBytes=size,
        algorithm=BloomFilterAlgorithm.BLOCK,
        hash=BloomFilterHash.XXHASH,
        compression=BloomFilterCompression.UNCOMPRESSED,
    ).encode()
    meta.bloom_filter_offset = inlay.open(data).offset
    meta.bloom_filter_length = len(header) + size
    before = data[: meta.bloom_filter_offset]
    return before + header + bits + tail_of(metadata.encode())


SIZES: dict[str, tuple[list[int | None], int, str]] = {
    "too large": (
        [*range(100)] * 5,
        4096,
        "a filter of 4,096 bytes for 100 distinct values: 327 bits a value, where 16 are plenty, and readers read it whole",
    ),
    "for nothing": (
        [None],
        4096,
        "a filter of 4,096 bytes for 0 distinct values: 32,768 bits a value, where 16 are plenty, and readers read it whole",
    ),
    "too small": (
        [*range(1000)],
        512,
        "a filter of 512 bytes for 1,000 distinct values: it takes 33% of those that are not in the chunk for values of it",
    ),
    "of no rows": ([], 4096, ""),
    "too small to matter": ([*range(100)], 2048, ""),
    "as large as it needs": ([*range(1000)], 2048, ""),
    "large for many": ([*range(1000)], 8000, ""),
}


@pytest.mark.parametrize("name", SIZES)
def test_a_size_that_does_not_fit_is_advice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, size, said = SIZES[name]
    data = add_filter(numbers, size)
    verified = inlay.verify(data, values=True)
    assert verified.findings == ()
    assert [(it.code, it.what) for it in verified.advice] == [("value-bloom-size", said)] * bool(
        said
    )
    monkeypatch.setattr(blooms, "_PIECE", 64)
    assert inlay.verify(data, values=True).advice == verified.advice


@pytest.mark.parametrize("values", [1, 62, 63, 64, 65, 500, 5000])
@pytest.mark.parametrize("size", [64, 4064, 4096, 32768])
def test_what_lint_takes_for_too_large_is_so_here(values: int, size: int, tmp_path: Path) -> None:
    """Lint knows how many values there are, and not how many are distinct: it says no more than is said here."""
    path = tmp_path / "one.parquet"
    path.write_bytes(add_filter([*range(values)], size))
    rules = {it.rule for it in inlay.lint(str(path)).advice}
    advice = [it.what for it in inlay.verify(str(path), values=True).advice]
    if "large-bloom-filter" in rules:
        (said,) = advice
        assert "where 16 are plenty" in said
    assert ("large-bloom-filter" in rules) == (size >= 4096 and 8 * size > 64 * values)


@pytest.mark.parametrize("held", [1, 20, 200, 2000, 20_000])
def test_the_share_of_mistakes_is_that_of_the_bits(held: int) -> None:
    size = 4096
    bits = bytearray(size)
    for number in range(held):
        add_bits(bits, hash_bytes(number.to_bytes(8, "little")))
    added = estimate_held(size, count_bits(bits))
    assert added == pytest.approx(held, rel=0.05, abs=2)
    share = estimate_mistakes(size, added)
    assert share == pytest.approx(estimate_false_positives(bytes(bits)), rel=0.1, abs=1e-5)
