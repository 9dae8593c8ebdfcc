"""The page in a browser: it opens, and nothing goes wrong when it is used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import inlay
from tests.verbs.layout.browser import FILES, use_page


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("name", [name for name in FILES if name != "wide"])
def test_a_page_can_be_used(name: str, tmp_path: Path) -> None:
    said = json.loads(use_page(inlay.layout(FILES[name]()).to_html(), tmp_path))
    assert said["errors"] == []
    assert said["rows"] > 0
