"""The native view reads what the pure one reads (`test_round_trip.py` too), and never beyond the buffer."""

from __future__ import annotations

import random
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.errors import InlayError
from inlay_runtime.shown import whole
from tests.flat.mutate import bases, mutated
from tests.flat.sample import full, kitchen
from tests.flat.test_masks import paths_of
from tests.flat.test_round_trip import pure, slow

pytestmark = pytest.mark.needs("native core")


@slow
@given(st.data())
def test_any_mask(data: st.DataObject) -> None:
    cls, buffer = kitchen().Kitchen, full().encode()
    fields = data.draw(st.lists(st.sampled_from(paths_of(cls)), max_size=4))
    eager = data.draw(st.booleans())
    read = pure(cls, buffer, fields=fields, eager=eager)
    assert whole(cls.decode(buffer, fields=fields, eager=eager)) == whole(read)


@pytest.mark.parametrize("eager", [False, True], ids=["views", "reader"])
def test_types_of_values(eager: bool) -> None:
    """Not equal only, but the same: 1 is not True, a member of an enum is not an int."""
    cls, data = kitchen().Kitchen, full().encode()
    native, read = cls.decode(data, eager=eager), pure(cls, data)
    for part in ("scalars", "optionals", "vectors", "structs", "unions", "carrier", "needed"):
        for field in getattr(native, part).SCHEMA.fields:
            one, other = (getattr(getattr(side, part), field.slot) for side in (native, read))
            assert type(one) is type(other), field.name
            if isinstance(one, list):
                assert [type(item) for item in one] == [type(item) for item in other], field.name


@pytest.mark.parametrize("size", range(12))
def test_buffers_that_hold_nothing(size: int) -> None:
    for fill in (b"\xff", b"\x04"):
        with pytest.raises((ValueError, InlayError)):
            kitchen().Leaf.from_verified(fill * size, eager=True)


def test_buffers_that_nobody_verified() -> None:
    """Whoever vouches for a buffer wrongly gets an error or nonsense, and no more than that."""
    random_ = random.Random(11)
    allowed = (ValueError, AssertionError, RecursionError, OverflowError, TypeError, struct.error)
    wrong = 0
    for _ in range(4_000):
        cls, data = random_.choice(bases())
        try:
            whole(cls.from_verified(mutated(random_, data)))
        except allowed:
            wrong += 1
    assert wrong > 400
