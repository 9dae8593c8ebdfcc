"""Web servers of every kind, archives, and sources that are not files at all."""

from __future__ import annotations

import io
import os
import zipfile
from functools import partial
from http.server import BaseHTTPRequestHandler
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.footers.footer.form import Form
from tests.ground.files.web_servers import WithoutRanges
from tests.support.http_servers import serving

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

aiohttp = import_module("aiohttp")
TABLE = pa.table({"item": ["nut", "bolt"] * 20_000})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "part.parquet"
    pq.write_table(TABLE, path)
    assert run(["footer", "add", str(path)]) == 0
    assert run(["footer", "promote", str(path)]) == 0
    assert run(["footer", "finalize", str(path)]) == 0
    return path


class _ToNowhere(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        return

    def do_HEAD(self) -> None:
        self.send_response(301)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_HEAD


COMMANDS = (["inspect"], ["footer", "show"], ["verify"], ["ext", "list"])


def test_a_server_without_ranges_is_a_sentence(path: Path, inlay: Inlay) -> None:
    path.write_bytes(b"PAR1" + bytes(30_000_000) + path.read_bytes())
    with serving(partial(WithoutRanges, directory=str(path.parent))) as root:
        for command in COMMANDS:
            found = inlay(*command, f"{root}/part.parquet")
            assert found.code == 6, command
            assert found.err == (
                f"error: {root}/part.parquet: the server does not support range requests: download the file first, "
                f"or write simplecache::{root}/part.parquet\n"
            )
            assert inlay(*command, f"simplecache::{root}/part.parquet").code == 0, command


def test_a_scan_takes_a_file_of_the_web(path: Path, inlay: Inlay) -> None:
    with serving(partial(WithoutRanges, directory=str(path.parent))) as root:
        found = inlay("scan", f"{root}/part.parquet", "--columns", "path,form")
        assert found.code == 0
        assert f'"{root}/part.parquet"' in found.out
        assert '"final"' in found.out
        missing = inlay("scan", f"{root}/none.parquet")
    assert missing.code == 6
    assert missing.err == f"error: {root}/none.parquet: No such file or directory\n"


def test_a_server_that_is_not_there_refuses_the_connection(inlay: Inlay) -> None:
    with serving(WithoutRanges) as root:
        url = f"{root}/x"
    for command in (*COMMANDS, ["scan"]):
        found = inlay(*command, url)
        assert found.code == 6
        assert found.err.startswith(f"error: {url}: ")
        assert "connect" in found.err.lower()
        assert "No such file" not in found.err
        assert found.err.count("\n") == 1


def test_a_redirect_to_nowhere_is_no_defect(inlay: Inlay) -> None:
    with serving(_ToNowhere) as root:
        found = inlay("inspect", f"{root}/x")
    assert found.code == 6
    assert found.err.startswith(f"error: {root}/x: ")
    assert found.err.count("\n") == 1


def test_a_file_of_an_archive_is_read_through_its_url(path: Path, inlay: Inlay) -> None:
    archive = path.with_name("all.zip")
    with zipfile.ZipFile(archive, "w") as made:
        made.write(path, "a.parquet")
    url = f"zip://a.parquet::{archive}"
    for command in COMMANDS:
        assert inlay(*command, url).code == 0
    scanned = inlay("scan", url, "--columns", "path,form")
    assert (scanned.code, scanned.out) == (0, f'{{"path": "{url}", "form": "final"}}\n')
    missing = inlay("inspect", f"zip://none.parquet::{archive}")
    assert missing.code == 6
    assert missing.err.startswith(f"error: zip://none.parquet::{archive}: ")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, pa.py_buffer])
def test_bytes_are_a_file(kind: Any, path: Path) -> None:
    data = kind(path.read_bytes())
    assert inlay.open(data).form is Form.FINAL
    assert inlay.read_table(data).equals(TABLE)
    assert sum(batch.num_rows for batch in inlay.iter_batches(data)) == 40_000
    assert inlay.verify(data).findings == ()


@pytest.mark.parametrize("wrong", [None, 1, ["a.parquet"], io.StringIO("PAR1")])
def test_what_is_no_file_is_said_in_a_sentence(wrong: Any) -> None:
    for function in (inlay.open, inlay.read_table, inlay.verify):
        with pytest.raises(TypeError, match=f"seek and read: not {type(wrong).__name__}"):
            function(wrong)


def test_a_scan_takes_paths_of_both_kinds(path: Path) -> None:
    for paths in (path, [path], (str(path), path), path.parent, iter([path])):
        batches = list(inlay.scan_footers(paths, columns=["form"]))
        assert [batch.to_pydict() for batch in batches] == [{"form": ["final"]}]
    wrong: Any
    for wrong in (7, [None], [[path]], io.StringIO("PAR1")):
        with pytest.raises(TypeError, match="a scan takes paths, URLs, bytes and open files"):
            list(inlay.scan_footers(wrong))


def test_tables_of_a_footer_take_a_file_too(path: Path) -> None:
    thrift = path.with_name("thrift.parquet")
    pq.write_table(TABLE, thrift)
    for file in (path, thrift):
        expected = inlay.chunk_table(inlay.open(file))
        assert expected.num_rows == 1
        assert inlay.chunk_table(str(file)).equals(expected)
        assert inlay.chunk_table(file).equals(expected)
    assert inlay.chunk_table(inlay.open(thrift).thrift).equals(inlay.chunk_table(thrift))
    many = inlay.chunk_table([str(path), thrift, inlay.open(path)])
    assert many.column("footer").to_pylist() == [0, 1, 2]
    number: Any = 3
    with pytest.raises(TypeError, match="no footer: int"):
        inlay.chunk_table(number)


@pytest.mark.parametrize(
    ("name", "said"),
    [("-", "Standard input"), ("pipe", "from the end: save it")],
)
def test_what_has_no_footer_says_the_way_on(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inlay: Inlay
) -> None:
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    found = inlay("inspect", name)
    assert found.code == 6
    assert said in found.err


def test_a_file_that_may_not_be_read_is_no_wrong_usage(
    path: Path, monkeypatch: pytest.MonkeyPatch, inlay: Inlay
) -> None:
    def denied(name: str, *_arguments: object, **_more: object) -> int:
        raise PermissionError(13, "Permission denied", name)

    monkeypatch.setattr(os, "access", lambda *_arguments, **_more: False)
    monkeypatch.setattr(os, "open", denied)
    for command in (*COMMANDS, ["seal"]):
        found = inlay(*command, path)
        assert found.code == 6, command
        assert found.err == f"error: {path}: Permission denied\n"
