"""`hdfs://` and `viewfs://`, by a double of pyarrow's client: read, listed, and refused where they would be changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import fs

import inlay

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

TABLE = pa.table({"id": [1, 2, 3]})
NAMENODE = "namenode:8020"


@pytest.fixture(params=["hdfs", "viewfs"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file of a cluster that is a folder here; its client is found by the URL, as pyarrow finds Hadoop's."""
    (tmp_path / "lake").mkdir()
    pq.write_table(TABLE, tmp_path / "lake" / "a.parquet")

    class Clients:
        @staticmethod
        def from_uri(uri: str) -> tuple[fs.FileSystem, str]:
            parts = urlsplit(uri)
            assert (parts.scheme, parts.netloc) == (request.param, NAMENODE)
            return fs.LocalFileSystem(), parts.path  # it has absolute paths, as Hadoop's client has

    monkeypatch.setattr(fs, "FileSystem", Clients)
    return f"{request.param}://{NAMENODE}{tmp_path}/lake/a.parquet"


def test_a_file_is_read(url: str) -> None:
    assert inlay.open(url).num_rows == 3
    assert inlay.read_table(url).equals(TABLE)
    assert inlay.chunk_table(url).num_rows == 1


def test_files_are_listed_by_the_urls_that_open_them(url: str) -> None:
    folder = url.rpartition("/")[0]
    for given in (url, folder, f"{folder}/", f"{folder}/*.parquet"):
        files = inlay.scan_footers([given], table="files").read_all()
        assert files.column("path").to_pylist() == [url], given


def test_commands_read_it_and_refuse_to_change_it(url: str, inlay: Inlay) -> None:
    for command in (["inspect"], ["verify"], ["scan"], ["ext", "list"], ["footer", "show"]):
        assert inlay(*command, url).code == 0, command
    refused = inlay("seal", url)
    assert refused.code not in (0, 70), refused
    assert url in refused.err


def test_an_absent_library_is_one_sentence_with_the_url(
    inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pyarrow's has a line for each folder that it looked into, with line ends that are a backslash and an n."""

    class Clients:
        @staticmethod
        def from_uri(uri: str) -> tuple[fs.FileSystem, str]:
            raise OSError(
                r"Unable to load libjvm\ndlopen(/usr/lib/libjvm.so) failed: no such file\n"
            )

    monkeypatch.setattr(fs, "FileSystem", Clients)
    for command in ("inspect", "scan", "lint"):
        found = inlay(command, f"hdfs://{NAMENODE}/a.parquet")
        assert (found.code, found.out) == (6, ""), command
        assert found.err == f"error: hdfs://{NAMENODE}/a.parquet: Unable to load libjvm\n"
