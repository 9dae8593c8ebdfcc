"""What a decode makes is invisible to the cyclic collector, and nothing of it stays behind."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from inlay_runtime.errors import DecodeError
from parquet_format.parquet import FileMetaData, KeyValue, SchemaElement
from tests.native.views import mutated, seen

pytestmark = pytest.mark.needs("native core")
META = FileMetaData(
    version=2,
    schema=[SchemaElement(name=f"column {at}") for at in range(3000)],
    num_rows=1,
    row_groups=[],
    key_value_metadata=[KeyValue(key="a", value=None)] * 50,
).encode()


def tracked_by(act: Any) -> int:
    """How many objects the collector knows that it did not know before: those stay, so that none has the address of another."""
    act()
    before = gc.get_objects()
    known = {id(each) for each in before}
    kept = act()
    added = sum(id(each) not in known for each in gc.get_objects())
    del kept, before
    return added


@pytest.mark.parametrize("how", [{}, {"eager": True}, {"fields": ["schema.name"]}], ids=str)
def test_instances_and_lists_are_not_tracked(how: dict[str, Any]) -> None:
    def act() -> Any:
        meta = FileMetaData.decode(META, **how)
        return meta, [element.name for element in meta.schema]

    assert tracked_by(act) < 50


def test_types_that_can_hold_themselves_are_tracked(kitchen: Any) -> None:
    data = kitchen.Tree(value=1, children=[kitchen.Tree(value=2)] * 100).encode()
    assert tracked_by(lambda: kitchen.Tree.decode(data, eager=True)) > 100


def test_a_subclass_is_tracked_and_its_cycle_is_collected() -> None:
    class Mine(FileMetaData):
        """Has a `__dict__`."""

    meta = Mine.decode(META)
    assert gc.is_tracked(meta)
    vars(meta)["self"] = meta
    del meta
    gc.collect()
    assert not any(type(found).__name__ == "Mine" for found in gc.get_objects())


def test_setting_something_tracked_makes_the_instance_tracked() -> None:
    meta = FileMetaData.decode(META)
    assert not gc.is_tracked(meta)
    meta.num_rows = 5
    assert not gc.is_tracked(meta)
    meta.schema = [SchemaElement(name="new")]
    assert gc.is_tracked(meta)


def test_nothing_stays_behind(kitchen: Any) -> None:
    import random

    rng = random.Random(1)
    tree = kitchen.Tree(
        value=300, children=[kitchen.Tree(value=at + 300) for at in range(50)]
    ).encode()
    unknown = bytes.fromhex("2504 050202 3502 00")
    inputs = [(kitchen.Tree, tree), (kitchen.Point, unknown), (FileMetaData, META[:4000])]
    inputs += [(kitchen.Tree, mutated(tree, rng)) for _ in range(20)]

    def once() -> None:
        for cls, data in inputs:
            ways: list[dict[str, Any]] = [{}, {"eager": True}, {"fields": []}]
            for how in ways:
                try:
                    value: Any = cls.decode(data, **how)
                except DecodeError:
                    continue
                seen(value)
                if not how:
                    value.encode()
            for part in (ways[0], {"fields": ["children[3].value"]}):
                with suppress(Exception):  # damage, masks: all that may go wrong
                    cls.decode(data, **part).encode()

    for _ in range(3):
        once()
    left: list[tuple[int, int]] = []
    for _ in range(5):  # other threads of the process may add to one try
        left.append(_left_by(once))
        if left[-1][0] < 20_000 and left[-1][1] < 20:
            break
    memory, objects = left[-1]
    assert memory < 20_000, left
    assert objects < 20, left


def _left_by(once: Callable[[], None]) -> tuple[int, int]:
    """Bytes and objects after ten times."""
    gc.collect()
    tracemalloc.start()
    try:
        for _ in range(2):
            once()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        objects = len(gc.get_objects())
        for _ in range(10):
            once()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before, len(gc.get_objects()) - objects
    finally:
        tracemalloc.stop()
