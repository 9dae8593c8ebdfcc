"""What the native core says of two tables is what Python says, however much of them was touched."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.errors import NotDecodedError
from inlay_runtime.flat import table
from inlay_runtime.flat.table import Table
from tests.flat.sample import full, kitchen
from tests.flat.test_round_trip import NAMES
from tests.flat.values import tables
from tests.support.examples import examples

Make = Callable[[], Any]

pytestmark = pytest.mark.needs("native core")


def touch(value: Any, rng: random.Random) -> Any:
    """Looks at some fields, here and below."""
    if isinstance(value, list):
        for item in value[: rng.randrange(4)]:
            touch(item, rng)
    elif isinstance(value, Table):
        for field in value.SCHEMA.fields:
            if rng.randrange(2):
                touch(getattr(value, field.slot), rng)
    return value


def ways(value: Any, seed: int) -> list[Make]:
    """As it is, and read back from its bytes: lazily, in part, and all of it."""
    cls, data = type(value), value.encode()
    return [
        lambda: copy.deepcopy(value),
        lambda: cls.decode(data),
        lambda: touch(cls.decode(data), random.Random(seed)),
        lambda: cls.decode(data, eager=True),
    ]


def say(first: Make, other: Make, *, is_native: bool) -> object:
    with pytest.MonkeyPatch.context() as patch:
        if not is_native:
            patch.setattr(table, "compare_tables", None)
        try:
            return first() == other()
        except NotDecodedError as error:
            return str(error)


def require_alike(first: Make, other: Make) -> object:
    said = say(first, other, is_native=True)
    assert said == say(first, other, is_native=False)
    assert said == say(other, first, is_native=True)
    return said


@pytest.mark.parametrize("name", NAMES)
def test_of_any_two_values_they_say_the_same(name: str) -> None:
    cls = getattr(kitchen(), name)

    @examples(10)
    @given(st.data(), st.integers(0, 99))
    def check(data: st.DataObject, seed: int) -> None:
        first = data.draw(tables(cls))
        other = data.draw(tables(cls))
        for way in ways(first, seed):
            for same in ways(first, seed + 1):
                assert require_alike(way, same) is True
            for another in ways(other, seed):
                require_alike(way, another)

    check()


def list_places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every field of a table below, and of the ends of every list."""
    if isinstance(value, list):
        for at in {0, len(value) - 1} if value else ():
            yield (*path, at)
            yield from list_places(value[at], (*path, at))
    elif isinstance(value, Table):
        for field in value.SCHEMA.fields:
            yield (*path, field.slot)
            yield from list_places(getattr(value, field.slot), (*path, field.slot))


def change_at(value: Any, path: tuple[Any, ...]) -> None:
    """Another value in one place, of whatever type."""
    *above, last = path
    for step in above:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    if isinstance(last, int):
        del value[last]
    else:
        setattr(value, last, "another" if getattr(value, last) != "another" else None)


def test_a_change_of_any_one_place_is_seen() -> None:
    """However deep, and whichever of the two has it."""
    value = full()
    data, places = value.encode(), list(list_places(full()))
    assert len(places) > 50
    for path in places:
        for eager in (False, True):

            def make_changed(path: tuple[Any, ...] = path, eager: bool = eager) -> Any:
                changed = type(value).decode(data, eager=eager)
                change_at(changed, path)
                return changed

            assert require_alike(lambda: type(value).decode(data), make_changed) is False, path


def test_what_lies_at_one_place_stays_untouched() -> None:
    data = full().encode()
    first, other = type(full()).decode(data), type(full()).decode(data)
    assert first == other
    assert first.source is not None
    assert other.source is not None
    other.materialise()
    assert first == other


def test_what_a_mask_leaves_out_is_said_alike() -> None:
    value = full()
    data, names = value.encode(), [field.attribute for field in value.SCHEMA.fields]
    for name in names:
        masked = partial(type(value).decode, data, fields=[name])
        require_alike(masked, lambda: type(value).decode(data))
        require_alike(masked, masked)


def test_subclasses_have_their_own_say() -> None:
    node: Any = kitchen().Node
    never: Any = type("Never", (node,), {"__slots__": (), "__eq__": lambda self, other: False})
    assert never() != node()
    assert node() != never()
    assert node() == node()
