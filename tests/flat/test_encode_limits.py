"""What `encode` writes of FlatBuffers, `decode` reads with the same limits; what that would refuse is refused by both, with one
reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.errors import EncodeError, LimitError
from inlay_runtime.extension import Extension
from inlay_runtime.flat.table import Table
from inlay_runtime.limits import Limits
from parquet_format import footer
from tests.flat.compiled import compile_text
from tests.flat.sample import kitchen
from tests.flat.test_round_trip import NAMES
from tests.flat.values import tables
from tests.support.examples import examples

SOURCE = """
struct Point { x: int; }
table Leaf { a: int; }
union Any { Leaf }
enum Small : ubyte { A }
table T {
  text: string; same: string (shared); texts: [string]; data: [ubyte]; smalls: [Small]; numbers: [int];
  flags: [bool]; points: [Point]; leaves: [Leaf]; variants: [Any]; extension: [ubyte];
}
root_type T;
"""
LIMITS = Limits(container=3, binary=5)
CASES: dict[str, tuple[Callable[[Any], object], Callable[[Any], object], str]] = {
    "text": (lambda _: "12345", lambda _: "123456", "6 bytes exceed 5"),
    "same": (lambda _: "äöü"[:2], lambda _: "äöü", "6 bytes exceed 5"),
    "texts": (lambda _: ["", "12345", ""], lambda _: ["", "", "123456"], "6 bytes exceed 5"),
    "data": (lambda _: b"12345", lambda _: b"123456", "6 elements exceed the limit of 5"),
    "smalls": (lambda m: [m.Small.A] * 3, lambda m: [m.Small.A] * 4, "4 elements exceed the limit of 3"),
    "numbers": (lambda _: [1] * 3, lambda _: [1] * 4, "4 elements exceed the limit of 3"),
    "flags": (lambda _: [True] * 3, lambda _: [True] * 4, "4 elements exceed the limit of 3"),
    "points": (lambda m: [m.Point(x=1)] * 3, lambda m: [m.Point(x=1)] * 4, "4 elements exceed the limit of 3"),
    "leaves": (lambda m: [m.Leaf()] * 3, lambda m: [m.Leaf()] * 4, "4 elements exceed the limit of 3"),
    "variants": (lambda m: [m.Leaf()] * 5, lambda m: [m.Leaf()] * 6, "6 elements exceed the limit of 5"),
    "extension": (lambda _: Extension(b"12345"), lambda _: Extension(b"123456"), "6 elements exceed the limit of 5"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_each_kind_of_slot(name: str, core: str) -> None:
    """The last that fits, and one more."""
    del core
    module = compile_text(SOURCE)
    fits, exceeds, reason = CASES[name]
    data = module.T(**{name: fits(module)}).encode(limits=LIMITS)
    assert module.T.decode(data, limits=LIMITS)
    value = module.T(**{name: exceeds(module)})
    with pytest.raises(EncodeError, match=reason) as refused:
        value.encode(limits=LIMITS)
    assert refused.value.path.split("[")[0] == name
    assert "limits=Limits(" in refused.value.reason
    with pytest.raises(LimitError, match=reason) as unread:
        module.T.decode(value.encode(), limits=LIMITS)
    assert unread.value.path == refused.value.path


@pytest.mark.parametrize("name", NAMES)
def test_both_directions_refuse_the_same(name: str, core: str) -> None:
    del core

    @examples(15)
    @given(st.data(), st.integers(0, 4), st.integers(0, 6))
    def check(data: st.DataObject, container: int, binary: int) -> None:
        value: Table = data.draw(tables(getattr(kitchen(), name)))
        limits = Limits(container=container, binary=binary)
        try:
            type(value).decode(value.encode(), limits=limits)
        except LimitError:
            with pytest.raises(EncodeError, match=r"limits=Limits\("):
                value.encode(limits=limits)
        else:
            assert value.encode(limits=limits) == value.encode()

    check()


def test_the_default_limits_hold_for_a_footer(core: str) -> None:
    """A key-value of more than a hundred million bytes could be written, and read by nobody."""
    del core
    flat = footer.FileMetaData(kv=[footer.KeyValue(key="k", val="x" * 100_000_001)])
    with pytest.raises(EncodeError, match=r"kv.0..val: 100,000,001 bytes exceed 100,000,000"):
        flat.encode()
