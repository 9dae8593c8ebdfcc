"""The table of docs/encryption.md says who reads whose files."""

from __future__ import annotations

import pytest

from tests.readers.place import GO
from tests.verbs.crypt.reader_table import PAGE, find_table, leave_out, write_table

ANEW = "python -m tests.verbs.crypt.reader_table writes it anew"


def test_the_page_says_what_readers_do() -> None:
    table = leave_out(find_table(PAGE.read_text(encoding="utf-8")), "Spark", *GO)
    assert table == write_table(), ANEW
    assert table.count("pyarrow") > 9


@pytest.mark.needs("Go")
def test_the_page_says_what_readers_of_go_do() -> None:
    table = leave_out(find_table(PAGE.read_text(encoding="utf-8")), "Spark")
    assert table == write_table(asks_go=True), ANEW
    assert table.count("arrow-go") > 9
