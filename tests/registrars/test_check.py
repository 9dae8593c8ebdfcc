"""`inlay register check --values` finds the tables of others from which readers lose rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import inlay
from tests.registrars.case import write_files
from tests.registrars.cases import CASES
from tests.registrars.duckdb_process import DuckDBProcess
from tests.registrars.formats import open_format
from tests.registrars.judge import OURS, Verdict
from tests.registrars.record import read_record, read_verdict
from tests.registrars.table_format import Table

NOT_FOUND: Final = {
    ("iceberg", "s: field ids swapped against names"): "the check refuses such a file",
    ("delta", "z: a dot in a name, beside that path"): "DuckDB takes one column for the other",
}

pytestmark = pytest.mark.needs("DuckLake")


def _list_lost() -> Iterator[tuple[str, str]]:
    for format_, registrars in read_record()["answers"].items():
        for registrar, answers in registrars.items():
            for name, by_reader in answers.items():
                verdicts = map(read_verdict, by_reader.values())
                if registrar != OURS and Verdict.LOST in verdicts:
                    yield format_, name


def test_exceptions_are_of_the_record() -> None:
    assert {*NOT_FOUND} < {*_list_lost()}


@pytest.mark.parametrize(("format_", "name"), sorted({*_list_lost()} - {*NOT_FOUND}))
def test_what_loses_rows_is_found(
    format_: str, name: str, tmp_path: Path, duckdb_process: DuckDBProcess
) -> None:
    peer = open_format(format_, duckdb_process)
    table = Table(tmp_path, write_files(CASES[name].write(), tmp_path / "files"))
    peer.register_by_peer(table)
    check = inlay.check_table(to=format_, values=True, **peer.name_table(table))
    assert not check.is_right
