"""Bounds of UUIDs, by both orders in which readers of Iceberg compare these."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from struct import Struct
from typing import Any, Final

import pytest

from inlay.verbs.register.targets.iceberg.uuid_bounds import widen_uuids

_SIGNED: Final = Struct(">qq")
_ENDS: Final = (-(2**63), -(2**63) + 1, -1, 0, 1, 2**63 - 1)
UUIDS: Final = sorted(_SIGNED.pack(*halves) for halves in product(_ENDS, _ENDS))
ORDERS: Final[tuple[Callable[[bytes], Any], ...]] = (bytes, _SIGNED.unpack)


@pytest.mark.parametrize("order", ORDERS, ids=["bytes", "java.util.UUID"])
def test_no_uuid_between_two_is_beyond_their_bounds(order: Callable[[bytes], Any]) -> None:
    for at, least in enumerate(UUIDS):
        for until, most in enumerate(UUIDS[at:], at):
            lower, upper = widen_uuids(least, most)
            keys = [order(it) for it in UUIDS[at : until + 1]]
            assert lower is None or order(lower) <= min(keys)
            assert upper is None or max(keys) <= order(upper)


def test_uuids_by_time_keep_their_bounds() -> None:
    """Those of version 7 begin with milliseconds, and the first bit of their second half is set."""
    first, last = (bytes.fromhex(f"0197{at:x}000000070008000000000000000") for at in (1, 9))
    lower, upper = widen_uuids(first, last)
    assert lower == first
    assert upper == bytes.fromhex("01979000000070010000000000000000")


def test_one_bound_alone_is_none() -> None:
    assert widen_uuids(UUIDS[3], None) == (None, None)
    assert widen_uuids(None, UUIDS[3]) == (None, None)
