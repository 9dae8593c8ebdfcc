"""Files of the web: one request each where the server knows ends of files, and the same rows where it does not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import ClassVar

import pytest

import inlay
from inlay.tables.scan.schemas import TABLES
from tests.ground.files.web_servers import Ends, Ranges, WithoutRanges
from tests.support.http_servers import serving
from tests.tables.scan.lake import write_all_kinds
from tests.tables.scan.test_requests import write


class Counted(Ends):
    """Notes the method of each request."""

    requests: ClassVar[list[str]] = []

    def parse_request(self) -> bool:
        is_good = super().parse_request()
        self.requests.append(self.command)
        return is_good


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lake")
    write_all_kinds(folder)
    write(folder / "long.parquet", 2000)
    return folder


def names_of(lake: Path, server: type) -> list[str]:
    """Without ranges, only small files can be read."""
    names = sorted(path.name for path in lake.iterdir())
    return [name for name in names if name != "long.parquet" or issubclass(server, Ranges)]


def rows(paths: list[str], table: str) -> list[dict[str, object]]:
    """Without what a web server does not say, and what only a path says."""
    scanned = inlay.scan_footers(paths, table=table).read_all()
    left_out = {"path", "mtime", "etag"} & {*scanned.column_names}
    names = [str(path).rpartition("/")[2] for path in scanned.column("path").to_pylist()]
    plain = scanned.drop_columns(sorted(left_out)).to_pylist()
    return [{"name": name, **row} for name, row in zip(names, plain, strict=True)]


@pytest.mark.parametrize("server", [Ends, Ranges, WithoutRanges])
@pytest.mark.parametrize("table", ["files", "column_chunks", "problems", "others"])
def test_rows_are_those_of_the_files_themselves(lake: Path, server: type, table: str) -> None:
    assert table in TABLES
    names = names_of(lake, server)
    with serving(partial(server, directory=str(lake))) as root:
        found = rows([f"{root}/{name}" for name in names], table)
    assert found == rows([f"{lake}/{name}" for name in names], table)


def test_a_file_is_one_request_and_a_long_footer_two(lake: Path) -> None:
    with serving(partial(Counted, directory=str(lake))) as root:
        for name, count in (("thrift", 1), ("private", 1), ("final", 1), ("long", 2)):
            Counted.requests.clear()
            ((row,),) = _batches(f"{root}/{name}.parquet")
            assert row["file_size"] == (lake / f"{name}.parquet").stat().st_size
            assert Counted.requests == ["GET"] * count


def _batches(url: str) -> Iterator[list[dict[str, object]]]:
    scanned = inlay.scan_footers(url, columns=["file_size", "num_rows"])
    return (batch.to_pylist() for batch in scanned)


def test_a_url_that_leads_to_nothing_is_an_error_in_its_turn(lake: Path) -> None:
    with serving(partial(Ends, directory=str(lake))) as root:
        reader = inlay.scan_footers([f"{root}/thrift.parquet", f"{root}/gone.parquet"])
        with pytest.raises(FileNotFoundError, match=r"gone\.parquet"):
            reader.read_all()


def test_a_folder_of_the_web_is_an_error_and_not_empty(lake: Path) -> None:
    with serving(partial(Ranges, directory=str(lake))) as root:
        with pytest.raises(IsADirectoryError, match="A folder of the web cannot be listed"):
            inlay.scan_footers(f"{root}/").read_all()
        with pytest.raises(IsADirectoryError, match="name its files"):
            inlay.report(f"{root}/")
        assert "1 file not read" in repr(inlay.lint(f"{root}/"))
