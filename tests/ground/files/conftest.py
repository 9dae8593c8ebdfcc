"""What the first column of the tables in docs/sources.md means: the same file, as every kind of source."""

from __future__ import annotations

import io
import mmap
import os
import zipfile
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

import fsspec
import pyarrow as pa
import pyarrow.fs
import pytest

from inlay.__main__ import run
from inlay.variant import read_table, write_table
from tests.faults.s3_emulation import S3Emulation
from tests.faults.s3_server import serving as serving_s3
from tests.ground.files.web_servers import Ranges, WithoutRanges
from tests.support.http_servers import serving
from tests.support.quick_stores import forget_clients

ROWS: Final = 12_000
"""Little more than what no single read of a remote file has; each of thirty functions reads them from thirty kinds of source."""


@pytest.fixture(scope="package")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one file, too long for one read, with Variants and page indexes; an archive and another file beside it."""
    folder = tmp_path_factory.mktemp("sources") / "lake"
    folder.mkdir()
    lines = folder.parent / "lines.json"
    lines.write_text("".join(f'{{"at": {at}, "half": {at / 2}}}\n' for at in range(ROWS)))
    path, other = folder / "part.parquet", folder.parent / "other.parquet"
    assert run(["variant", "from-json", str(lines), "-o", str(other)]) == 0
    table = read_table(other).append_column("at", pa.array(range(ROWS)))
    write_table(table, path, row_group_size=ROWS // 2, write_page_index=True)
    assert path.stat().st_size > 1 << 17
    with zipfile.ZipFile(folder.parent / "all.zip", "w") as archive:
        archive.write(path, "part.parquet")
    return folder


@contextmanager
def open_pipe() -> Iterator[IO[bytes]]:
    """The end of one that can be read, and has nothing to say."""
    end, other = os.pipe()
    os.close(other)
    with open(end, "rb") as pipe:
        yield pipe


@pytest.fixture
def places(lake: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """What the first column of the tables means, or how to make it."""
    path = lake / "part.parquet"
    data = path.read_bytes()
    memory: Any = fsspec.filesystem("memory")
    memory.pipe_file("/sources/part.parquet", data)
    emulation = S3Emulation()
    emulation.objects["lake", "part.parquet"] = data
    monkeypatch.setenv("HOME", str(lake))
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    with (
        serving(partial(Ranges, directory=str(lake))) as ranges,
        serving(partial(WithoutRanges, directory=str(lake))) as without,
        serving_s3(emulation) as endpoint,
        path.open("rb") as binary,
        path.open(encoding="latin-1") as text,
        open_pipe() as pipe,
        pyarrow.fs.LocalFileSystem().open_input_file(str(path)) as arrow,
        mmap.mmap(binary.fileno(), 0, access=mmap.ACCESS_READ) as mapped,
    ):
        monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
        forget_clients()
        yield {
            "path": str(path),
            "`Path`": path,
            "path with `~/`": "~/part.parquet",
            "`file:` URL": path.as_uri(),
            "fsspec URL": "memory://sources/part.parquet",
            "chained URL": f"zip://part.parquet::{lake.parent}/all.zip",
            "HTTP with ranges": f"{ranges}/part.parquet",
            "HTTP without ranges": f"{without}/part.parquet",
            "HTTP without ranges, `simplecache::`": f"simplecache::{without}/part.parquet",
            "`s3://`": "s3://lake/part.parquet",
            "`s3://` without s3fs": "s3://lake/part.parquet",
            "`bytes`": data,
            "`bytearray`": bytearray(data),
            "`memoryview`": memoryview(data),
            "`pa.Buffer`": pa.py_buffer(data),
            "`mmap`": mapped,
            "`array.array`": array("B", data),
            "`io.BytesIO`": io.BytesIO(data),
            "open file": binary,
            "pyarrow file": arrow,
            "fsspec file": memory.open("/sources/part.parquet"),
            "`fsspec.OpenFile`": fsspec.open(str(path)),
            "list of sources": [str(path), data],
            "glob": f"{lake}/*.parquet",
            "folder": str(lake),
            "several paths": [str(path), path.as_uri()],
            "pipe": pipe,
            "text file": text,
            "number": 7,
        }
        forget_clients()
    memory.rm("/sources", recursive=True)
