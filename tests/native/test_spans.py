"""The fields of a struct natively: what the pure walk says, errors included."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from inlay_runtime.compact import spans
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.errors import DecodeError
from inlay_runtime.limits import Limits
from tests.footers.conversion.footers import wide

pytestmark = pytest.mark.needs("native core")


def said(data: bytes, position: int, limits: Limits, depth: int, is_strict: bool) -> object:
    """The spans and where the cursor is, or the error."""
    cursor = Cursor(data, position, limits, is_strict=is_strict)
    cursor.depth = depth
    try:
        return spans.find_field_spans(cursor), cursor.position, cursor.depth
    except DecodeError as error:
        return str(error)


def structs() -> Iterator[bytes]:
    rng = random.Random(11)
    footer = wide(3, 2).encode()
    yield from (b"", b"\0", b"\x10", b"\xf1\xf1\x00", b"\x05\x80\x80\x80\x01\x02\x00", b"\x1d\x00")
    for nested in (1, 9, 10, 11, 127, 128, 129, 5000):
        yield b"\x1c" * nested + b"\0" * (nested + 1)
    yield footer
    for _ in range(600):
        damaged = bytearray(footer)
        for _ in range(rng.randrange(1, 4)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        yield bytes(damaged[: rng.choice([len(damaged), rng.randrange(len(damaged))])])


@pytest.mark.parametrize(
    "limits", [Limits(), Limits(depth=10), Limits(depth=200), Limits(container=5, binary=3)]
)
@pytest.mark.parametrize("is_strict", [True, False])
def test_the_same_as_in_python(limits: Limits, is_strict: bool) -> None:
    cases = [
        (data, position, depth)
        for data in structs()
        for position, depth in (
            (0, 0),
            (len(data) // 2, 0),
            (0, 5),
            (len(data), 0),
            (len(data) + 3, 0),
        )
    ]
    natively = [said(data, position, limits, depth, is_strict) for data, position, depth in cases]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spans, "native_spans", None)
        in_python = [
            said(data, position, limits, depth, is_strict) for data, position, depth in cases
        ]
    assert natively == in_python
    assert 150 < sum(isinstance(one, str) for one in natively) < len(natively) - 150
