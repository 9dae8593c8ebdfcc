"""`gs://`, by a double of the package that fsspec asks: read, listed, and refused where it would be changed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fsspec.implementations.memory import MemoryFileSystem

import inlay
from inlay.ground.files import clients

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

REGISTRY: Any = import_module("fsspec.registry")
TABLE = pa.table({"id": [1, 2, 3]})


class Bucket(MemoryFileSystem):
    """As gcsfs names its paths: without a slash before the bucket."""

    protocol: ClassVar[Any] = ("gs", "gcs")
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]

    @classmethod
    def _strip_protocol(cls, path: Any) -> Any:
        if isinstance(path, list):
            return [cls._strip_protocol(part) for part in path]
        key = str(path).removeprefix("gs://").removeprefix("gcs://").strip("/")
        return f"/{key}" if key else ""


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    known = dict(REGISTRY.registry)
    monkeypatch.setattr(clients, "is_installed", lambda _package: True)
    REGISTRY.register_implementation("gs", Bucket, clobber=True)
    pq.write_table(TABLE, tmp_path / "a.parquet")
    Bucket().pipe_file("/lake/a.parquet", (tmp_path / "a.parquet").read_bytes())
    yield "gs://lake/a.parquet"
    Bucket.store.clear()
    REGISTRY.register_implementation("gs", known.get("gs", "gcsfs.GCSFileSystem"), clobber=True)


def test_an_object_is_read(url: str) -> None:
    assert inlay.open(url).num_rows == 3
    assert inlay.read_table(url).equals(TABLE)
    assert inlay.chunk_table(url).num_rows == 1


def test_objects_are_listed(url: str) -> None:
    for given in (url, "gs://lake/", "gs://lake/*.parquet"):
        assert sum(batch.num_rows for batch in inlay.scan_footers([given])) == 1


def test_commands_read_it_and_refuse_to_change_it(url: str, inlay: Inlay) -> None:
    for command in (["inspect"], ["verify"], ["scan"], ["ext", "list"], ["footer", "show"]):
        assert inlay(*command, url).code == 0, command
    refused = inlay("seal", url)
    assert (refused.code, "no conditional writes" in refused.err) == (4, True)
