"""A picture is read on a phone: its letters are large enough there, and none leaves it."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.ground.wording.svg import ALONE
from inlay.verbs.layout.beside import PurposeSums, draw_beside
from inlay.verbs.layout.picture import draw_picture
from tests.docs.pages import ROOT

_PHONE: Final = 358
"""Of 390 pixels, a README on GitHub has 16 on each side."""
_SMALLEST: Final = 11

_SHAPES: Final = {
    "one of everything": (["a"], 1),
    "long names": ([f"a_rather_long_name_of_a_column_{at}.with_a_path" for at in range(20)], 7),
    "nested": (["items.list.element.price.currency.of_the_country", "x"], 2),
    "digits": ([f"{at:030}" for at in range(3)], 4),
    "capitals": (["W" * 30 + str(at) for at in range(3)], 4),
    "wide": ([f"c{at:04}" for at in range(300)], 3),
    "many row groups": (["a", "b"], 250),
}


@pytest.mark.parametrize("shape", _SHAPES)
def test_no_letter_leaves_the_picture(shape: str, tmp_path: Path) -> None:
    names, groups = _SHAPES[shape]
    path = tmp_path / f"{'A-NAME-THAT-IS-LONG-' * 6}.parquet"
    pq.write_table(pa.table({name: range(groups) for name in names}), path, row_group_size=1)
    ledger = inlay.layout(path)
    _assert_readable(draw_picture(ledger))
    sums = PurposeSums()
    sums.add(ledger)
    _assert_readable(draw_beside({str(path): sums, f"{path}2": sums}))


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/look.md"])
def test_the_pictures_of_pages(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    drawn = re.findall(r"!\[[^]]*\]\(([^)]*look\.svg)\)", text)
    assert drawn
    for each in drawn:
        _assert_readable((ROOT / page).parent.joinpath(each).read_text(encoding="utf-8"))


def _assert_readable(picture: str) -> None:
    width, font = int(_first(r' width="(\d+)"', picture)), int(_first(r"font: (\d+)px", picture))
    assert font * min(_PHONE / width, 1) >= _SMALLEST
    texts = re.findall(r'<text x="([\d.]+)"[^>]*?(end)?"?>([^<]+)</text>', picture)
    assert texts
    for x, end, text in texts:
        taken = ALONE.measure(unescape(text))
        if end:
            assert float(x) >= taken, text
        else:
            assert float(x) + taken <= width, text


def _first(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match is not None
    return match[1]
