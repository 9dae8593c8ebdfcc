"""`inlay ext list` of a file with an extension in each column chunk: work is counted in calls."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from inlay.cli.ext.list import command
from inlay.cli.printing import show_table
from inlay.footers.footer.trailer import tail_of
from inlay_runtime.extension import Extension
from tests.footers.conversion.footers import wide
from tests.support.calls import count_calls_once

CALLS_EACH = 800
"""Rich alone took 2,500."""


def file_with(extensions: int, folder: Path) -> Path:
    footer = wide(extensions, 1)
    for at, chunk in enumerate(footer.row_groups[0].columns):
        chunk.extension = Extension(b"payload %d of nobody's" % at)
    path = folder / f"{extensions}.parquet"
    path.write_bytes(b"PAR1" + tail_of(footer.encode()))
    return path


def calls_to_list(path: Path, format_: str) -> int:
    assert command.callback is not None
    return count_calls_once(partial(command.callback, paths=(str(path),), jobs=1, format_=format_))


@pytest.mark.needs("native core")
@pytest.mark.parametrize("format_", ["text", "json"])
def test_work_grows_with_the_number(
    format_: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls_to_list(file_with(2, tmp_path), format_)  # what is imported and made once
    few, many = (calls_to_list(file_with(number, tmp_path), format_) for number in (100, 1_000))
    assert many - few < CALLS_EACH * 900
    assert many < 11 * few
    assert "row_groups[0].columns[999]" in capsys.readouterr().out


TABLE = """\
name     size  what
漢字        7  x
b\\x1b  12,345
c         1 2  [bold]last[/]
"""


def test_a_table_is_laid_out_by_cells(capsys: pytest.CaptureFixture[str]) -> None:
    """Wide letters count twice, and markup is text."""
    rows = [("漢字", "7", "x"), ("b\x1b", "12,345", ""), ("c", "1 2", "[bold]last[/]")]
    show_table(("name", "size", "what"), rows, right=("size",))
    assert capsys.readouterr().out == TABLE
