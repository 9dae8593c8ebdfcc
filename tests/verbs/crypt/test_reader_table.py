"""The table of docs/encryption.md says who reads whose files."""

from __future__ import annotations

import pytest

from tests.readers.place import GO
from tests.verbs.crypt.reader_table import PAGE, PROGRAMS, find_table, leave_out, write_table

ANEW = "python -m tests.verbs.crypt.reader_table writes it anew"


def test_the_page_says_what_readers_do() -> None:
    table = leave_out(find_table(PAGE.read_text(encoding="utf-8")), "Spark", *PROGRAMS)
    assert table == write_table(), ANEW
    assert table.count("pyarrow") > 9


@pytest.mark.needs("Go")
def test_the_page_says_what_readers_of_go_do() -> None:
    table = leave_out(find_table(PAGE.read_text(encoding="utf-8")), "Spark", "parquet-rs")
    assert table == write_table(None, *GO), ANEW
    assert table.count("arrow-go") > 9


@pytest.mark.needs("parquet-rs")
def test_the_page_says_what_parquet_rs_does() -> None:
    table = leave_out(find_table(PAGE.read_text(encoding="utf-8")), "Spark", *GO)
    assert table == write_table(None, "parquet-rs"), ANEW
    assert table.count("parquet-rs") > 9
