"""A file behind another one, which a footer at the end does not show."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import inlay as api
from inlay.footers.footer.read import read_footer


@pytest.mark.parametrize("count", [2, 3])
def test_a_file_behind_another_is_found(whole: Path, count: int) -> None:
    data = whole.read_bytes()
    found = api.verify(io.BytesIO(data * count), data=True).findings
    (finding,) = (it for it in found if it.code == "file-in-front")
    assert finding.offset == len(data) * (count - 1)


def test_a_footer_that_was_left_behind_is_no_file_in_front(whole: Path) -> None:
    """A writer that adds row groups may keep the old footer."""
    data, footer = whole.read_bytes(), read_footer(str(whole))
    source = io.BytesIO(data + footer.data + data[-8:])
    assert api.verify(source, data=True).findings == ()
