"""`inlay recover` on final files."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.verbs.recover.candidate import Confidence
from inlay.verbs.recover.candidates import search

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "magic": lambda data: data[:-4] + b"PAR9",
    "no magic": lambda data: data[:-4],
    "appended": lambda data: data + b"\n and more",
    "zeros": lambda data: data[:-4] + bytes(4_096),
    "far": lambda data: data + bytes(200_000),
    "other magic": lambda data: data[:-4] + b"PAR1",
    "twice": lambda data: data + b"PAR3",
}


@pytest.fixture
def path(tmp_path: Path, inlay: Inlay) -> Path:
    path = tmp_path / "small.parquet"
    pq.write_table(pa.table({"item": ["nut", "bolt", None], "price": [0.25, 1.5, -0.0]}), path)
    for step in ("add", "promote", "finalize"):
        inlay("footer", step, path)
    return path


@pytest.mark.parametrize("name", DAMAGE)
def test_the_footer_is_found_and_written_elsewhere(name: str, path: Path, inlay: Inlay) -> None:
    whole = path.read_bytes()
    damaged = DAMAGE[name](whole)
    path.write_bytes(damaged)
    found = inlay("recover", path, "--format", "json")
    assert found.code == 1, found
    best = json.loads(found.out)["candidates"][0]
    assert best["confidence"] == "high"
    assert (best["form"], best["reasons"][0][:20]) == ("final", "FlatBuffers footer; ")
    out = path.with_name("out.parquet")
    assert inlay("recover", path, "-o", out).code == 0
    assert out.read_bytes() == whole
    assert path.read_bytes() == damaged


def test_any_bit_behind_the_flatbuffer_may_be_wrong(path: Path) -> None:
    whole = path.read_bytes()
    for bit in range(8 * 16):
        damaged = bytearray(whole)
        damaged[-1 - bit // 8] ^= 1 << bit % 8
        best = search(io.BytesIO(damaged)).candidates[0]
        assert (best.confidence, best.end) == (Confidence.HIGH, len(whole) - 16), bit


def test_a_flatbuffer_that_is_damaged_is_not_proposed(path: Path, inlay: Inlay) -> None:
    data = bytearray(path.read_bytes())
    data[-40] ^= 1
    path.write_bytes(data)
    assert inlay("recover", path).code == 3


def test_a_final_file_that_is_fine_has_nothing_to_recover(path: Path, inlay: Inlay) -> None:
    found = inlay("recover", path)
    assert (found.code, found.err) == (0, "")
    assert "nothing to recover" in found.out
