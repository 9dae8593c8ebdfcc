"""docs/verify.md lists the checks that there are, and no others."""

from __future__ import annotations

import re
from pathlib import Path

from inlay.verbs.verify.table import list_promises

DOCUMENT = Path(__file__).parents[2] / "docs" / "verify.md"
TABLE = re.compile(r"^The findings of the level `(\w+)`:\n\n((?:\|.+\n)+)", re.MULTILINE)
ROW = re.compile(r"^\| `([a-z-]+)` \| (.+) \|$", re.MULTILINE)


def test_the_table_is_that_of_the_code() -> None:
    tables = TABLE.findall(DOCUMENT.read_text(encoding="utf-8"))
    rows = [(code, level, what) for level, rows in tables for code, what in ROW.findall(rows)]
    assert rows == [(one.code, one.level.value, one.sentence) for one in list_promises()]


def test_each_code_stands_for_one_check() -> None:
    codes = [one.code for one in list_promises()]
    assert len(codes) == len(set(codes))
