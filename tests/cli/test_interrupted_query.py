"""DuckDB makes an error of its own of Ctrl-C: to whoever pressed it, it is one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.support.inlay_command import Inlay


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        ("Query interrupted", 130, "error: interrupted\n"),
        ("Query lost", 70, "this is a bug in inlay"),
    ],
)
def test_a_query_that_is_interrupted(
    said: str, code: int, told: str, tmp_path: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Connection:
        """As that of DuckDB where a signal comes while it works."""

        def __enter__(self) -> Connection:
            return self

        def __exit__(self, *_: object) -> None: ...

        def execute(self, _: str) -> Any:
            raise RuntimeError(said)

    monkeypatch.setattr(duckdb, "connect", lambda *_, **__: Connection())
    pq.write_table(pa.table({"n": [1]}), tmp_path / "a.parquet")
    outcome = inlay("report", tmp_path)
    assert (outcome.code, outcome.out) == (code, "")
    assert told in outcome.err
