"""The table of docs/encryption.md says who reads whose files."""

from __future__ import annotations

from tests.verbs.crypt import go_readers
from tests.verbs.crypt.reader_table import PAGE, find_table, leave_out, write_table


def test_the_page_says_what_readers_do() -> None:
    there = find_table(PAGE.read_text(encoding="utf-8"))
    absent = () if go_readers.are_there() else go_readers.NAMES
    table = leave_out(there, "Spark", *absent)
    assert table == write_table(), "python -m tests.verbs.crypt.reader_table writes it anew"
    assert table.count("pyarrow") > 9
    assert there.count("arrow-go") > 9
