"""DuckDB makes an error of its own of Ctrl-C: to whoever pressed it, it is one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.cli.termination import Terminated
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.ducklake.databases.duckdb import DuckDbConnection
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


def _stream(error: BaseException) -> pa.RecordBatchReader:
    """Whose rows Python would make for DuckDB."""

    def batches() -> Iterator[pa.RecordBatch]:
        raise error
        yield

    return pa.RecordBatchReader.from_batches(pa.schema([("n", pa.int64())]), batches())


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (KeyboardInterrupt(), 130, "error: interrupted\n"),
        (Terminated(), 143, "error: terminated\n"),
        (ValueError("Interrupted"), 70, "this is a bug in inlay"),
    ],
    ids=["interrupt", "termination", "another"],
)
def test_python_is_interrupted_while_it_works_for_duckdb(
    error: BaseException,
    code: int,
    told: str,
    tmp_path: Path,
    inlay: Inlay,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Connection:
        """A true one, whose tables are streams that raise when DuckDB asks for their rows."""

        def __init__(self) -> None:
            self.true = duckdb.connect()

        def __enter__(self) -> Connection:
            return self

        def __exit__(self, *_: object) -> None:
            self.true.close()

        def execute(self, sql: str) -> Any:
            return self.true.execute(sql)

        def register(self, name: str, _: pa.Table) -> None:
            self.true.register(name, _stream(error))

        def sql(self, _: str) -> Any:
            return self.true.sql("SELECT count(n) FROM files")

    connect = duckdb.connect
    monkeypatch.setattr(
        duckdb, "connect", lambda *words, **options: Connection() if words else connect()
    )
    pq.write_table(pa.table({"n": [1]}), tmp_path / "a.parquet")
    outcome = inlay("report", tmp_path)
    assert (outcome.code, outcome.out) == (code, "")
    assert told in outcome.err


def test_a_function_of_python_is_interrupted(tmp_path: Path) -> None:
    """In the connection to a catalog, which says of every other error that the catalog refuses."""
    connection = DuckDbConnection(str(tmp_path / "catalog.duckdb"))

    def interrupt(_: int) -> int:
        raise KeyboardInterrupt

    def fail(_: int) -> int:
        raise ValueError

    client: Any = vars(connection)["_client"]
    client.create_function("interrupt", interrupt, ["BIGINT"], "BIGINT")
    client.create_function("fail", fail, ["BIGINT"], "BIGINT")
    with pytest.raises(KeyboardInterrupt):
        connection.query("SELECT interrupt(1)")
    with pytest.raises(RefusedError):
        connection.query("SELECT fail(1)")
    connection.close()
