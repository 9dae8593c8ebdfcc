"""Paths are replaced in the bytes of row groups as in their objects; and what is not plain is left to these."""

from __future__ import annotations

import io
import random

import pytest

from inlay.ground.refusals import RefusedError
from inlay.ground.schema.encoded_path import encode_path
from inlay.verbs.set import renames
from inlay_runtime.errors import InlayError
from parquet_format.parquet import FileMetaData, RowGroup
from tests.footers.conversion.random_footers import Footers
from tests.pages.encodings.files import pa, pq

pytestmark = pytest.mark.needs("native core")

LONG = "n" * 200


def read_plain() -> RowGroup:
    table = pa.table({"a": [1, 2, None], "b": ["x", "y", "z"], "c": [[1.5], [], None]})
    file = io.BytesIO()
    pq.write_table(table, file, write_page_index=True)
    data = file.getvalue()
    size = int.from_bytes(data[-8:-4], "little")
    return FileMetaData.decode(data[-8 - size : -8]).row_groups[0]


def rename_both_ways(data: bytes, paths: list[tuple[str, ...]]) -> bool:
    """Whether it was done natively; then it has to be the same."""
    encoded = [encode_path([name.encode() for name in path]) for path in paths]
    group = RowGroup.decode(data)
    natively = renames._rename_natively(group, encoded)
    assert group.encode() == RowGroup.decode(data).encode()
    try:
        renames._rename_chunks(0, group, paths)
    except RefusedError:
        assert natively is None
    else:
        if natively is not None:
            assert natively.encode() == group.encode()
            assert natively == group
    return natively is not None


def paths_of(group: RowGroup, seed: int = 0) -> list[tuple[str, ...]]:
    choice = random.Random(seed)
    names = [("n",), (LONG,), ("a", "list", "element"), tuple("deep" * 5), ("ü\udcff".encode(errors="ignore").decode(),)]  # fmt: skip
    return [choice.choice(names) for _ in group.columns]


def test_plain_row_groups() -> None:
    group = read_plain()
    for seed in range(20):
        assert rename_both_ways(group.encode(), paths_of(group, seed))


def test_another_number_of_columns() -> None:
    group = read_plain()
    assert not rename_both_ways(group.encode(), paths_of(group)[1:])


def test_what_is_elsewhere_or_has_fields_of_nobody_is_left_to_objects() -> None:
    group = read_plain()
    group.columns[1].file_path = "elsewhere"
    assert not rename_both_ways(group.encode(), paths_of(group))
    group = read_plain()
    group.columns[1].meta_data = None
    assert not rename_both_ways(group.encode(), paths_of(group))


def test_odd_and_damaged_row_groups() -> None:
    done = 0
    for seed in range(120):
        choice = random.Random(seed)
        footer = Footers(choice, oddity=(0, 0.02, 0.1)[seed % 3]).footer()
        for group in footer.row_groups:
            data = group.encode()
            done += rename_both_ways(data, paths_of(group, seed))
            broken = bytearray(data)
            broken[choice.randrange(len(broken))] ^= 1 << choice.randrange(8)
            try:
                read = RowGroup.decode(bytes(broken))
            except InlayError:
                continue
            rename_both_ways(bytes(broken), paths_of(read, seed))
    assert done > 10
