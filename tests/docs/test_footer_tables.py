"""`docs/columnar.md` has each column of each table of footers, with its type: who adds a column is told to describe it."""

from __future__ import annotations

import re
from typing import Final

import pyarrow as pa
import pytest

from inlay.tables.columnar.schemas import TABLES
from tests.docs.pages import ROOT

SECTIONS: Final = dict(
    re.findall(
        r"^### (\w+)\n(.*?)(?=^#)",
        (ROOT / "docs" / "columnar.md").read_text(encoding="utf-8"),
        re.DOTALL | re.MULTILINE,
    )
)


def documented(section: str) -> dict[str, str]:
    """The type of each column. A row has one type for all of its columns, or one for each; `key_values` is a sentence."""
    if not section.lstrip().startswith("|"):
        return dict(re.findall(r"`(\w+)` (\w+)", section))
    columns: dict[str, str] = {}
    for row in section.splitlines():
        cells = [cell.replace("\\", "").strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
        if len(cells) < 3 or not cells[0].startswith("`"):
            continue
        names = re.findall(r"`(\w+)`", cells[0])
        types = [cells[1]] if len(names) == 1 else cells[1].split(", ")
        columns |= dict(zip(names, types * len(names) if len(types) == 1 else types, strict=True))
    return columns


def spelled(type_: pa.DataType) -> str:
    return str(type_).replace("element: ", "").replace("item: ", "")


@pytest.mark.parametrize("table", TABLES)
def test_the_page_has_the_columns_of_each_table(table: str) -> None:
    columns = {field.name: spelled(field.type) for field in TABLES[table]}
    assert documented(SECTIONS[table]) == columns
