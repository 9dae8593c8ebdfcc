"""The table of docs/encryption.md says who reads whose files."""

from __future__ import annotations

from tests.verbs.crypt.reader_table import PAGE, find_table, leave_out_spark, write_table


def test_the_page_says_what_readers_do() -> None:
    table = leave_out_spark(find_table(PAGE.read_text(encoding="utf-8")))
    assert table == write_table(), "python -m tests.verbs.crypt.reader_table writes it anew"
    assert table.count("pyarrow") > 9
