"""Our pages are read by another implementation: hyparquet, which has known ALP since 1.33, is no work of ours."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from inlay.encoding import choose_columns
from inlay.footers.footer import read_footer
from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.encodings.on_files import add_to_file, ratify_file
from inlay.pages.encodings.plugins import Encodings
from parquet_format.parquet import Encoding, Type
from tests.pages.encodings.alp.pages import CASES, KINDS, plain_values
from tests.pages.encodings.files import pa, pq
from tests.readers.outcome import Kind
from tests.readers.process import ReaderProcess
from tests.readers.registry import lacking

COLUMNS = ("FLOAT", "DOUBLE", "nested.list.element")


class Undeclined(Alp):
    """Takes noise, too: each page is encoded as a chunk of its own."""

    def prepare(
        self, pages: Sequence[tuple[memoryview, int]], type_: Type
    ) -> Callable[[memoryview, int], bytes]:
        return lambda values, count: self.encode(values, count, type_)


def numbers_of(name: str) -> list[float | None]:
    """Of every case; each seventh is null."""
    kind = KINDS[name]
    every = [number for case in CASES for number in plain_values(case, kind).cast(kind.code)]
    return [None if at % 7 == 3 else number for at, number in enumerate(every)]


def as_said(value: object) -> object:
    """As `hyparquet.mjs` says it; JSON has no word for some."""
    if isinstance(value, list):
        return list(map(as_said, value))
    if isinstance(value, int):  # JSON writes large numbers without an exponent
        return float(value)
    if not isinstance(value, float):
        return value
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else f"{'-' * (value < 0)}Infinity"
    return "-0" if value == 0 and math.copysign(1, value) < 0 else value


def test_every_number_is_read(tmp_path: Path) -> None:
    if (why := lacking("hyparquet")) is not None:
        pytest.skip(f"hyparquet: {why}")
    doubles = numbers_of("DOUBLE")
    path = tmp_path / "file.parquet"
    table = pa.table(
        {
            "FLOAT": pa.array(numbers_of("FLOAT"), pa.float32()),
            "DOUBLE": pa.array(doubles),
            "nested": [doubles[at : at + at % 4] for at in range(len(doubles))],
        }
    )
    pq.write_table(table, path, row_group_size=9_000, use_dictionary=False, data_page_size=20_000)
    add_to_file(str(path), choose_columns(COLUMNS, Undeclined()), encodings=Encodings(Alp()))
    ratify_file(str(path))
    metadata = read_footer(path).metadata
    assert metadata is not None
    chunks = [chunk.meta_data for group in metadata.row_groups for chunk in group.columns]
    assert {Encoding.ALP in meta.encodings for meta in chunks if meta is not None} == {True}
    with ReaderProcess("hyparquet", seconds=60) as reader:
        found = reader.values(path)
    assert found.kind is Kind.READ, found
    for name in table.column_names:
        assert as_said(found.values[name]) == as_said(table[name].to_pylist()), name
