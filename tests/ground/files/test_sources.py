"""Where files may come from: URLs that fsspec knows, and the files of pyarrow's file systems."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.fs
import pyarrow.parquet as pq
import pytest
from fsspec.implementations.memory import MemoryFileSystem

import inlay
from inlay.footers.footer import FooterError
from inlay.footers.footer.form import Form

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

TABLE = pa.table({"item": ["nut", "bolt", None], "price": [0.25, 1.5, -0.0]})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "small.parquet"
    pq.write_table(TABLE, path)
    return path


@pytest.fixture(params=["memory", "file"])
def url(request: pytest.FixtureRequest, path: Path) -> Iterator[str]:
    if request.param == "file":
        yield f"file://{path}"
        return
    MemoryFileSystem().pipe_file("/inlay/small.parquet", path.read_bytes())
    yield "memory://inlay/small.parquet"
    MemoryFileSystem().rm("/inlay", recursive=True)


def test_a_url_is_opened_and_read(url: str) -> None:
    assert inlay.open(url).form is Form.THRIFT
    assert inlay.open(url).metadata.num_rows == 3
    assert inlay.read_table(url).equals(TABLE)
    assert inlay.read_table(url, columns=["price"]).equals(TABLE.select(["price"]))


def test_commands_take_a_url(url: str, path: Path, inlay: Inlay) -> None:
    for command in (["footer", "show"], ["inspect"], ["ext", "list"], ["verify"]):
        of_url, of_path = inlay(*command, url), inlay(*command, path)
        assert of_url.code == of_path.code == 0
        assert of_url.out == of_path.out.replace(str(path), url)


@pytest.mark.parametrize(
    "missing", ["memory://inlay/none.parquet", "file:///none/none.parquet", "nowhere://a/b"]
)
def test_errors_name_the_url(missing: str, inlay: Inlay) -> None:
    found = inlay("inspect", missing)
    assert (found.code, found.out) == (6, "")
    assert found.err.startswith(f"error: {missing}: ")
    assert "Traceback" not in found.err


def test_what_is_damaged_is_named_by_its_url(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(FooterError) as caught:
        inlay.open(f"file://{path}")
    assert caught.value.path == f"file://{path}"


def test_files_of_pyarrow(path: Path) -> None:
    local = pyarrow.fs.LocalFileSystem()
    with local.open_input_file(str(path)) as file:
        assert inlay.open(file).metadata.num_rows == 3
        assert inlay.read_table(file).equals(TABLE)
        assert not file.closed
