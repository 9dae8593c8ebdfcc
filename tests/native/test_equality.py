"""Pure Python and the native core are equal: eager, lazy, masked; values, errors, re-encoded bytes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parquet_format.parquet import FileMetaData, PageHeader
from tests.native.comparison import compare
from tests.native.views import mutated
from tests.runtime.test_properties import CLASSES, quick
from tests.runtime.values import Random

SEEDS = 15


@pytest.mark.parametrize("cls", CLASSES)
@quick
@given(data=st.binary(max_size=60))
def test_on_arbitrary_bytes(kitchen: Any, cls: str, data: bytes) -> None:
    compare(getattr(kitchen, cls), data, data)


@pytest.mark.parametrize("cls", CLASSES)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_on_what_well_behaved_writers_emit_and_on_damage(kitchen: Any, cls: str, seed: int) -> None:
    rng = random.Random(f"{cls} {seed}")
    kind = getattr(kitchen, cls)
    data = Random(rng, kitchen).wire_struct(kind.SCHEMA)
    compare(kind, data, seed)
    compare(kind, data + b"tail"[: rng.randrange(5)], seed)
    for at in range(4):
        compare(kind, mutated(data, rng), (seed, at))


@pytest.mark.parametrize("seed", range(40))
def test_on_real_footers(parquet_testing: Path, seed: int) -> None:
    rng = random.Random(seed)
    files = sorted((parquet_testing / "data").glob("*.parquet"))
    file = rng.choice([path for path in files if path.stat().st_size > 12]).read_bytes()
    size = int.from_bytes(file[-8:-4], "little")
    footer = file[-8 - size : -8]
    if 0 < len(footer) < 20_000:
        compare(FileMetaData, footer, seed)
        for at in range(3):
            compare(FileMetaData, mutated(footer, rng), (seed, at))
    compare(PageHeader, file[4:60], seed)
