"""No reader of Delta loses a row of a table that we made, whatever the footers leave out.

`python -m tests.registrars` asks more filters (`Question`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.registrars.cases import CASES
from tests.registrars.duckdb_process import DuckDBProcess
from tests.registrars.formats import open_format
from tests.registrars.judge import OF_OTHERS, OURS, judge


@pytest.mark.parametrize("name", CASES)
def test_no_row_is_lost_by_what_we_said(
    name: str, tmp_path: Path, duckdb_process: DuckDBProcess | None
) -> None:
    format_ = open_format("delta", duckdb_process)
    judged = judge(CASES[name], format_, OURS, tmp_path, every_sign=False)
    wrong = {reader: it for reader, it in judged.items() if it.verdict not in OF_OTHERS}
    assert wrong == {}
