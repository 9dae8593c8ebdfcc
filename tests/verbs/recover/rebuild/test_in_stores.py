"""An object that was cut, rebuilt where it is, by ranges: pages are found, told apart, proved, and read back."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import inlay
from tests.faults.s3_emulation import S3Emulation
from tests.faults.s3_server import serving
from tests.support.quick_stores import forget_clients
from tests.verbs.recover.rebuild.cut_files import (
    GROUP,
    Given,
    metadata_of,
    pages_of,
    pq,
)


class CountedReads(S3Emulation):
    """`sizes` are those of the answers."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []

    def get_object(
        self, Bucket: str, Key: str, Range: str, IfMatch: str | None = None
    ) -> Mapping[str, Any]:
        start, end = map(int, Range.removeprefix("bytes=").split("-"))
        self.sizes.append(min(end + 1, len(self.objects[Bucket, Key])) - start)
        return super().get_object(Bucket, Key, Range, IfMatch)


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[CountedReads]:
    emulation = CountedReads()
    with serving(emulation) as endpoint:
        monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
        forget_clients()
        yield emulation
        forget_clients()


def test_an_object_is_rebuilt_by_ranges(bucket: CountedReads) -> None:
    types = {"a": pa.int64(), "b": pa.int32(), "c": pa.int64()}
    table = pa.table({name: pa.array(range(80_000), type_) for name, type_ in types.items()})
    data = pages_of(table, row_group_size=10_000, use_dictionary=False, compression="none")
    data = data[:-40_000]
    bucket.objects["lake", "cut.parquet"] = data
    rebuilt = inlay.rebuild(
        "s3://lake/cut.parquet",
        "s3://lake/back.parquet",
        like=metadata_of(table),
    )
    assert rebuilt.row_groups == 7
    back = bucket.objects["lake", "back.parquet"]
    assert pq.read_table(io.BytesIO(back)).equals(table.slice(0, 70_000))
    assert bucket.objects["lake", "cut.parquet"] == data
    assert len(bucket.sizes) > 1
    assert sum(bucket.sizes) < 6 * len(data)


def test_whole_columns_of_an_object_become_one(bucket: CountedReads, tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    meta = inlay.read_metadata(given.whole).row_groups[1].columns[3].meta_data
    assert meta is not None
    cut = given.data[: meta.dictionary_page_offset or 0]
    bucket.objects["lake", "cut.parquet"] = cut[:]
    url = "s3://lake/cut.parquet"
    inlay.rebuild(
        url, "s3://lake/a.parquet", like=given.like, partial_columns="s3://lake/b.parquet"
    )
    whole = pq.read_table(io.BytesIO(bucket.objects["lake", "b.parquet"]))
    assert whole.equals(given.table.select(["id", "ratio", "city"]).slice(GROUP, GROUP))


def test_an_object_becomes_local_files(bucket: CountedReads, tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    meta = inlay.read_metadata(given.whole).row_groups[1].columns[3].meta_data
    assert meta is not None
    cut = given.data[: meta.dictionary_page_offset or 0]
    bucket.objects["lake", "cut.parquet"] = cut[:]
    rest = tmp_path / "rest.parquet"
    rebuilt = inlay.rebuild(
        "s3://lake/cut.parquet", given.out, like=given.like, partial_columns=rest
    )
    assert rebuilt.rows == GROUP
    assert pq.read_table(given.out).equals(given.table.slice(0, GROUP))
    whole = given.table.select(["id", "ratio", "city"]).slice(GROUP, GROUP)
    assert pq.read_table(rest).equals(whole)
    assert bucket.objects == {("lake", "cut.parquet"): cut}
