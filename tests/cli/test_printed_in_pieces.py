"""A document about all chunks of a wide file is printed chunk by chunk: as objects, it takes a hundred times the footer."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pytest

import inlay
from inlay.cli.inspect.as_json import stream_footer
from inlay.ground.documents.pieces import format_pieces
from tests.support.footer_growth import measure_growth


@pytest.mark.needs("native core")
def test_a_footer_is_not_held_as_a_document(tmp_path: Path) -> None:
    path = tmp_path / "wide.parquet"

    def print_footer() -> None:
        deque(format_pieces(stream_footer(inlay.open(path))), maxlen=0)

    assert measure_growth(path, print_footer) < 2
