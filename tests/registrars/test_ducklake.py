"""No reader of DuckLake loses a row of a table that we made, whatever the footers leave out.

`python -m tests.registrars` asks more filters (`Question`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.registrars.cases import CASES
from tests.registrars.duckdb_process import DuckDBProcess
from tests.registrars.formats import open_format
from tests.registrars.judge import OF_OTHERS, judge_ours

pytestmark = pytest.mark.needs("DuckLake")


@pytest.mark.parametrize("name", CASES)
def test_no_row_is_lost_by_what_we_said(
    name: str, tmp_path: Path, duckdb_process: DuckDBProcess | None
) -> None:
    format_ = open_format("ducklake", duckdb_process)
    judged = judge_ours(CASES[name], format_, tmp_path)
    wrong = {reader: it for reader, it in judged.items() if it.verdict not in OF_OTHERS}
    assert wrong == {}
