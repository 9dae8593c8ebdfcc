"""`inlay scan` for people, on terminals of different widths; for programs it prints lines of JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from inlay.cli.scan import scan_screen
from inlay.cli.scan.command import TABLES
from inlay.tables.scan.schemas import OF_PAGES
from tests.cli.test_terminal import on_terminal
from tests.cli.test_width import FILES, STYLES, WIDTHS
from tests.support.golden_files import check_golden

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile

GOLDEN = Path(__file__).parents[2] / "cli" / "golden" / "width"
CUT = b"PAR1" + b"\xff" * 40
SCREENS = {
    "files": [],
    "column_chunks": ["--table", "column_chunks", "--name", "[no]*"],
    "chosen": ["--columns", "path,version,footer_length,partition,created_by"],
}


@pytest.fixture
def lake(make_file: MakeFile, tmp_path: Path) -> Path:
    lake = tmp_path / "lake"
    lake.mkdir()
    for name, build in FILES.items():
        make_file(build().encode(), name=f"lake/{name}.parquet")
    (lake / "a_name_that_is_as_long_as_those_of_spark_00000_c000.snappy.parquet").write_bytes(CUT)
    return lake


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("screen", SCREENS)
def test_what_is_printed(
    screen: str, width: int, lake: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", str(width))
    found = inlay("scan", lake, "--format", "text", *SCREENS[screen])
    printed = STYLES.sub("", found.out).replace(str(lake), "LAKE")
    assert max(map(cell_len, printed.splitlines())) <= width
    golden = GOLDEN / f"scan-{screen}-{width}.txt"
    check_golden(golden, golden, printed)
    assert "--table problems" not in found.err


@pytest.mark.parametrize("table", [name for name in TABLES if name not in OF_PAGES])
def test_every_table_is_shown(table: str, lake: Path, inlay: Inlay) -> None:
    (lake / "notes.txt").write_bytes(b"no Parquet")
    found = inlay("scan", lake, "--table", table, "--format", "text")
    rows = inlay("scan", lake, "--table", table).out.splitlines()
    assert found.code == 1
    assert rows
    assert min(len(rows), scan_screen.MOST_ROWS) < len(found.out.splitlines())


def test_a_table_is_bounded(lake: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_screen, "MOST_ROWS", 2)
    printed = inlay("scan", lake, "--format", "text").out
    assert "... and 2 more: --format json has them all" in printed


def test_a_terminal_has_tables_and_a_pipe_has_json(lake: Path, inlay: Inlay) -> None:
    def is_json(text: str) -> bool:
        return all(line.startswith("{") and json.loads(line) for line in text.splitlines())

    _, at_terminal = on_terminal("scan", lake, PAGER="cat")
    _, asked_for = on_terminal("scan", lake, "--format", "json", PAGER="cat", COLUMNS="1000")
    assert "row groups" in at_terminal
    assert '"num_row_groups": 1' in asked_for
    assert is_json(inlay("scan", lake).out)
    assert is_json(inlay("--color", "always", "scan", lake).out)
    assert not is_json(inlay("scan", lake, "--format", "text").out)


def test_a_file_is_written_in_one_format(lake: Path, tmp_path: Path, inlay: Inlay) -> None:
    for format_, out in (("text", "out"), ("json", "out.parquet")):
        refused = inlay("scan", lake, "-o", tmp_path / out, "--format", format_)
        assert (refused.code, "choose one" in refused.err) == (2, True)
    assert inlay("scan", lake, "-o", tmp_path / "out").code == 1
    assert (tmp_path / "out").read_bytes()[:4] == b"PAR1"
