"""What a point query fetches of a file of 50 row groups, before and after `index add`, as a web server counts it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import inlay
from tests.indexed.counted_bytes import BUCKET, Rows, ask_datafusion, ask_duckdb, counting

pa: Any = import_module("pyarrow")
pq: Any = import_module("pyarrow.parquet")

GROUPS: Final = 50
ROWS: Final = 8_000
"""Of a row group. DataFusion fetches the last 512 KiB of any file."""

WHAT: Final = ("null-counts", "bounds", "offset-index", "column-index", "bloom-filter")

LESS: Final = 10
"""Times."""

READERS: Final = {"DuckDB": ask_duckdb, "DataFusion": ask_datafusion}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`bare.parquet` says nothing of its values, `indexed.parquet` what `index add` gives."""
    folder = tmp_path_factory.mktemp("counted") / BUCKET
    folder.mkdir()
    rng, number = Random(3), GROUPS * ROWS
    columns = {
        "moment": pa.array(range(number), pa.int64()),
        "hash": pa.array([f"{rng.getrandbits(256):064x}" for _ in range(number)]),
        "price": pa.array([rng.random() for _ in range(number)]),
    }
    bare, layout = folder / "bare.parquet", {"row_group_size": ROWS, "data_page_size": 1 << 14}
    pq.write_table(pa.table(columns), bare, write_statistics=False, use_dictionary=False, **layout)
    target = inlay.Target(folder / "indexed.parquet")
    inlay.add_index(bare, what=WHAT, columns=["moment", "hash"], target=target)
    return folder


@pytest.mark.parametrize("column", ["moment", "hash"])
@pytest.mark.parametrize("reader", READERS)
def test_a_point_query_fetches_ten_times_less(reader: str, column: str, folder: Path) -> None:
    """By bounds of the sorted column, and by Bloom filters of the other."""
    ask: Callable[[str, str, str], Rows] = READERS[reader]
    row = ROWS * 31 + 123
    table = pq.read_table(folder / "bare.parquet").slice(row, 1).to_pydict()
    query = f"select price from {{}} where {column} = {table[column][0]!r}"
    with counting(folder) as counted:
        answer = ask(counted.url, "bare.parquet", query)
        before = counted.sent
        counted.start()
        assert ask(counted.url, "indexed.parquet", query) == answer
        assert answer == [(table["price"][0],)]
    print(f"{reader}, {column}: {before:,} -> {counted.sent:,}")
    assert before >= LESS * counted.sent
