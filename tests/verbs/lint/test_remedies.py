"""What is printed as a remedy is done with pyarrow: the advice is gone, and what it promised is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.pages.encodings.payload import attach
from parquet_format.encoding import ColumnEncoding, Original
from parquet_format.parquet import Encoding, FileMetaData, Type
from tests.verbs.lint.footers import (
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    row_group,
    string,
)


def _floats() -> pa.Array[Any]:
    random = Random(1)
    return pa.array([random.random() for _ in range(20_000)])


def _moments() -> pa.Array[Any]:
    return pa.array(range(20_000), pa.timestamp("us"))


def _integers() -> pa.Array[Any]:
    random = Random(1)
    return pa.array([random.randrange(1000) for _ in range(200_000)])


REMEDIES: list[tuple[str, Callable[[], pa.Array[Any]], dict[str, Any]]] = [
    ("float-not-split", _floats, {"use_byte_stream_split": ["x"]}),
    ("timestamp-not-delta", _moments, {"column_encoding": {"x": "DELTA_BINARY_PACKED"}}),
    ("plain-integers", _integers, {"column_encoding": {"x": "DELTA_BINARY_PACKED"}}),
]


@pytest.mark.parametrize(("rule", "values", "options"), REMEDIES)
def test_the_remedy_saves_what_it_promises(
    rule: str, values: Callable[[], pa.Array[Any]], options: dict[str, Any], tmp_path: Path
) -> None:
    """As pyarrow is told by its own options, too."""
    table = pa.table({"x": values()})
    before, after = tmp_path / "before.parquet", tmp_path / "after.parquet"
    pq.write_table(table, before, use_dictionary=False, compression="none")
    pq.write_table(table, after, use_dictionary=False, compression="none", **options)
    (advice,) = advise_on_file(rule, before, needs_pages=True)
    assert " --encode x=" in advice.fix
    assert advise_on_file(rule, after) == []
    saved = before.stat().st_size - after.stat().st_size
    assert saved >= (advice.num_bytes or 0)


def _footers() -> dict[str, FileMetaData]:
    plain: dict[str, Any] = {"encodings": [Encoding.PLAIN, Encoding.RLE], "encoding_stats": None}
    sizes: dict[str, Any] = {"total_uncompressed_size": 2**25, "total_compressed_size": 2**24}
    few = chunk("x", num_values=2**20, **plain)
    return {
        "float-not-split": footer(
            [column("x", Type.DOUBLE)],
            [row_group(chunk("x", Type.DOUBLE, statistics=None, **plain))],
        ),
        "plain-integers": footer([column("x")], [row_group(few)]),
        "text-not-delta": footer(
            [string("x")], [row_group(chunk("x", Type.BYTE_ARRAY, **sizes)) for _ in range(2)]
        ),
    }


@pytest.mark.parametrize("rule", list(_footers()))
def test_an_encoding_of_ours_counts_as_one(rule: str, tmp_path: Path) -> None:
    metadata = _footers()[rule]
    assert len(advise(rule, metadata, tmp_path)) == 1
    for group in metadata.row_groups:
        meta = group.columns[0].meta_data
        assert meta is not None
        original = Original(offset=4, length=100)
        attach(meta, ColumnEncoding(name="alp", original=original, pages=[]))
    assert advise(rule, metadata, tmp_path) == []
