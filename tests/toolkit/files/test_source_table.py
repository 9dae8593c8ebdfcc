"""docs/sources.md says which function takes which source, and every cell of its tables is run."""

from __future__ import annotations

import io
import mmap
import re
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import fsspec
import pyarrow as pa
import pyarrow.fs
import pytest
from pyarrow import compute

import inlay
from inlay.__main__ import run
from inlay.files import clients
from tests.faults.s3_emulation import S3Emulation
from tests.faults.s3_server import serving as serving_s3
from tests.support.http_servers import serving
from tests.toolkit.files.web_servers import Ranges, WithoutRanges

s3fs = import_module("s3fs")
PAGE = (Path(__file__).parents[3] / "docs" / "sources.md").read_text(encoding="utf-8")


def table_below(heading: str) -> tuple[list[str], dict[str, list[str]]]:
    """The cells of the header but for its first, and by their first cell those of the rows."""
    text = PAGE[PAGE.index(f"\n## {heading}\n") + 4 :].partition("\n## ")[0]
    lines = re.findall(r"^\| (.+) \|$", text, re.MULTILINE)
    (_, *header), *rows = [[cell.strip() for cell in line.split(" | ")] for line in lines]
    return header, {first: others for first, *others in rows}


FIRST: Any = 0
_, FUNCTIONS = table_below("Functions")
HEADER, COMMANDS = table_below("Commands")


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one file, too long for one read, and an archive beside it."""
    folder = tmp_path_factory.mktemp("sources") / "lake"
    folder.mkdir()
    lines = folder.parent / "lines.json"
    lines.write_text("".join(f'{{"at": {at}, "half": {at / 2}}}\n' for at in range(40_000)))
    path = folder / "part.parquet"
    assert run(["variant", "from-json", str(lines), "-o", str(path)]) == 0
    assert path.stat().st_size > 1 << 17
    with zipfile.ZipFile(folder.parent / "all.zip", "w") as archive:
        archive.write(path, "part.parquet")
    return folder


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
        pyarrow.fs.LocalFileSystem().open_input_file(str(path)) as arrow,
        mmap.mmap(binary.fileno(), 0, access=mmap.ACCESS_READ) as mapped,
    ):
        monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
        s3fs.S3FileSystem.clear_instance_cache()
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
            "`io.BytesIO`": io.BytesIO(data),
            "open file": binary,
            "pyarrow file": arrow,
            "fsspec file": memory.open("/sources/part.parquet"),
            "`fsspec.OpenFile`": fsspec.open(str(path)),
            "list of sources": [str(path), data],
            "glob": f"{lake}/*.parquet",
            "folder": str(lake),
            "several paths": [str(path), path.as_uri()],
            "text file": text,
            "number": 7,
        }
        s3fs.S3FileSystem.clear_instance_cache()
    memory.rm("/sources", recursive=True)


def rows_of(source: Any) -> int:
    return sum(batch.num_rows for batch in inlay.iter_batches(source))


def scan(source: Any) -> object:
    """What a scan says of each different file; its problem is raised, as others raise theirs."""
    batches = list(inlay.scan_footers(source, columns=["file_size", "num_rows"]))
    for batch in inlay.scan_footers(source, table="problems"):
        raise OSError(batch.column("message")[0].as_py())
    return [row for batch in batches for row in batch.to_pylist()][:1]


def tables(source: Any) -> list[object]:
    """The first footer of each table; a list has one more column, and that is left out."""
    sisters: list[Callable[[Any], pa.Table]] = [
        inlay.chunk_table,
        inlay.row_group_table,
        inlay.schema_table,
        inlay.key_value_table,
        inlay.extension_table,
        inlay.file_table,
    ]
    made = [sister(source) for sister in sisters]
    firsts = [
        (
            table.filter(compute.field("footer") == FIRST).drop_columns("footer")
            if isinstance(source, list)
            else table
        )
        for table in made
    ]
    return [table.to_pylist() for table in firsts]


COLUMNS: list[list[Callable[[Any], object]]] = [
    [
        lambda source: inlay.open(source).thrift,
        lambda source: inlay.read_table(source).num_rows,
        rows_of,
        lambda source: inlay.verify(source, data=True).findings,
    ],
    [tables],
    [scan],
]


@pytest.mark.parametrize("kind", FUNCTIONS)
def test_functions(
    kind: str, places: dict[str, Any], lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = [[function(str(lake / "part.parquet")) for function in some] for some in COLUMNS]
    if kind.endswith("without s3fs"):
        monkeypatch.setattr(clients, "is_installed", lambda package: package != "s3fs")
    for cell, functions, results in zip(FUNCTIONS[kind], COLUMNS, expected, strict=True):
        for function, result in zip(functions, results, strict=True):
            if cell == "yes":
                assert function(places[kind]) == result
            else:
                with pytest.raises((OSError, TypeError)) as caught:
                    function(places[kind])
                assert caught.type.__name__ == cell


def commands_of(cell: str) -> list[list[str]]:
    return [name.split() for name in re.findall(r"`([a-z ]+)`", cell)]


@pytest.mark.parametrize("kind", COMMANDS)
def test_commands(kind: str, places: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    place = places[kind]
    arguments = place if isinstance(place, list) else [place]
    for cell, code in zip(HEADER, COMMANDS[kind], strict=True):
        for command in commands_of(cell):
            assert run([*command, *arguments]) == int(code), (command, capsys.readouterr().err)
