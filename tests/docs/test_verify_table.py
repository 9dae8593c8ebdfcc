"""docs/verify.md lists the checks that there are, and no others."""

from __future__ import annotations

import re
from pathlib import Path

from inlay.verbs.verify.table import list_promises

DOCUMENT = Path(__file__).parents[2] / "docs" / "verify.md"
ROW = re.compile(r"^\| `([a-z-]+)` \| (footer|data) \| (.+) \|$", re.MULTILINE)


def test_the_table_is_that_of_the_code() -> None:
    rows = ROW.findall(DOCUMENT.read_text(encoding="utf-8"))
    assert rows == [(one.code, one.level.value, one.sentence) for one in list_promises()]


def test_each_code_stands_for_one_check() -> None:
    codes = [one.code for one in list_promises()]
    assert len(codes) == len(set(codes))
