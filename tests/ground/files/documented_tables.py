"""The tables of docs/sources.md, as the tests run them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

PAGE = (Path(__file__).parents[3] / "docs" / "sources.md").read_text(encoding="utf-8")


class Column(NamedTuple):
    """What the functions or commands that the page lists for a column do with each kind of source."""

    names: list[str]
    cells: dict[str, str]


def columns_below(heading: str) -> dict[str, Column]:
    """The columns of the table below a heading, by their titles; lists above it say which names a title stands for.

    A row may be about several kinds of sources, with semicolons between them.
    """
    section = PAGE[PAGE.index(f"\n## {heading}\n") + 4 :].partition("\n## ")[0]
    lines = re.findall(r"^\| (.+) \|$", section, re.MULTILINE)
    (_, *titles), *rows = [[cell.strip() for cell in line.split(" | ")] for line in lines]
    lists = dict(re.findall(r"^- ([a-z ]+): ((?:.|\n  )+)$", section, re.MULTILINE))
    return {
        title: Column(
            re.findall(r"`([a-z_. -]+)`", lists[title]),
            {kind: row[1 + number] for row in rows for kind in row[0].split("; ")},
        )
        for number, title in enumerate(titles)
    }
