"""From structs in a list that are laid out as others before them, values are taken without a walk: they are the same."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from inlay_runtime.columnar import ExtractionPlan
from inlay_runtime.extension import Extension
from parquet_format.parquet import FileMetaData, Statistics
from tests.native.test_alike import BYTES, groups, insides
from tests.tables.columnar.every_path import every_plan
from tests.tables.columnar.test_extract import CHUNKS, hold_equal

pytestmark = pytest.mark.needs("native core")

FEW: Final = ExtractionPlan(
    FileMetaData,
    {
        CHUNKS: [
            "file_offset",
            "meta_data.path_in_schema[]",
            "meta_data.statistics",
            "meta_data.statistics.null_count",
            "meta_data.statistics.min_value@size",
            "meta_data.key_value_metadata[].value",
        ],
        f"{CHUNKS}.meta_data.key_value_metadata[]": ["key", "value"],
        "schema[]": ["name", "type", "logicalType"],
    },
)


@pytest.mark.parametrize("plan", [FEW, every_plan(FileMetaData)])
@pytest.mark.parametrize("spread", [0, 1, 70, 1 << 20])
def test_numbers_of_the_same_and_of_other_lengths(plan: ExtractionPlan, spread: int) -> None:
    found = hold_equal(plan, [groups(3, spread).encode()])
    assert found


@pytest.mark.parametrize("count", [1, 2])
def test_another_pass_has_other_shapes(count: int) -> None:
    """A footer that is refused ends a pass, and the next one counts its shapes from the first again."""
    plain = groups(2, 1)
    others = groups(2, 1)
    for group in others.row_groups:
        for at, chunk in enumerate(group.columns):
            assert chunk.meta_data is not None
            chunk.meta_data.statistics = Statistics(max_value=b"%06d" % at)
            chunk.meta_data.index_page_offset = at
    data = [plain.encode(), plain.encode()[:-40], others.encode()] * count
    hold_equal(FEW, data)
    hold_equal(every_plan(FileMetaData), data)


def test_extensions_in_some_of_them() -> None:
    footer = groups(2, 1)
    for group in footer.row_groups:
        for at, chunk in enumerate(group.columns):
            if at % 3 == 0:
                chunk.extension = Extension(b"payload of a chunk" * (1 + at % 2 * 5))
    hold_equal(every_plan(FileMetaData), [footer.encode()])


def test_more_steps_than_a_script_has_room_for() -> None:
    footer = groups(2, 1)
    for group in footer.row_groups:
        for chunk in group.columns:
            assert chunk.meta_data is not None
            chunk.meta_data.path_in_schema = ["a"] * 120
    hold_equal(FEW, [footer.encode()])


def test_values_of_every_kind(kitchen: Any) -> None:
    data = kitchen.Hosts(many=insides(kitchen, None)).encode()
    hold_equal(every_plan(kitchen.Hosts, deepest=2), [data, data])


def test_damage() -> None:
    rng = random.Random(1)
    data = groups(2, 1).encode()
    changed: list[Any] = []
    for _ in range(150):
        at = rng.randrange(len(data))
        changed.append(data[:at] + bytes([rng.choice(BYTES)]) + data[at + 1 :])
    hold_equal(FEW, changed)
