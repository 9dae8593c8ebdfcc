"""Pure Python and the native core are equal: eager, lazy, masked; values, errors, re-encoded bytes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.columnar.extract import extract_pure
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import FileMetaData, PageHeader
from tests.native.comparison import compare
from tests.native.views import mutated
from tests.runtime.test_properties import CLASSES, quick
from tests.runtime.values import Random
from tests.support.in_one_test import in_one_test
from tests.tables.columnar.every_path import every_plan
from tests.tables.columnar.flat_values import told

SEEDS = 15


@pytest.mark.parametrize("cls", CLASSES)
@quick
@given(data=st.binary(max_size=60))
def test_on_arbitrary_bytes(kitchen: Any, cls: str, data: bytes) -> None:
    compare(getattr(kitchen, cls), data, data)


@in_one_test("cls", CLASSES)
@in_one_test("seed", range(SEEDS))
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


@pytest.mark.parametrize("label", [4, 5, 6])
@pytest.mark.parametrize("field", [(4, "fe ff ff ff 0f"), (5, "ff ff ff ff ff ff ff ff ff 01")])
def test_lists_whose_label_is_too_narrow_for_them(
    kitchen: Any, field: tuple[int, str], label: int
) -> None:
    """They are read (ARROW-GH-41317), so whoever passes over them later has to take them as well."""
    field_id, value = field
    integers = bytes([field_id << 4 | 9, 0x10 | label]) + bytes.fromhex(value)
    text = bytes.fromhex("09 0e 18 01 61")  # texts, by their own id
    for data in (
        integers + text + b"\0",
        text + b"\x09" + bytes([2 * field_id]) + integers[1:] + b"\0",
    ):
        found = kitchen.Lists.decode(data)
        assert found.texts == ["a"]
        assert [*(found.mediums or []), *(found.larges or [])] in ([2**31 - 1], [-(2**63)])
        compare(kitchen.Lists, data, label)
        plan = every_plan(kitchen.Lists, deepest=2)
        native = pytest.importorskip("inlay_runtime.native.columnar")
        extracted = native.extract_native(plan, [data, data], DEFAULT_LIMITS)
        assert told(extracted) == told(extract_pure(plan, [data, data], DEFAULT_LIMITS))


def test_structs_in_themselves_are_told(kitchen: Any) -> None:
    first, second = kitchen.Tree(children=[]), kitchen.Tree(children=[])
    first.children.append(first)
    second.children.append(second)
    with pytest.raises(RecursionError):
        _ = first == second
