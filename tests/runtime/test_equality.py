"""A value equals itself, its copy and what is decoded from its bytes, whatever floats it holds."""

from __future__ import annotations

import copy
import math
import pickle
import struct
from typing import Any, Final

import pytest

from parquet_format.parquet import BoundingBox
from tests.flat.compiled import compile_text as compile_flat
from tests.runtime.compiled import compile_text

NAN = float("nan")
OTHER_NAN = struct.unpack("<d", bytes.fromhex("010000000000f8ff"))[0]

THRIFT = """
struct P { 1: double x }
union U { 1: double d, 2: P p, 3: double e }
struct S {
  1: optional double d, 2: optional list<double> l, 3: optional map<string, double> m,
  4: optional U u, 5: optional P p, 6: optional list<list<double>> ll, 7: optional list<P> ps,
  8: optional map<double, i32> k, 9: optional set<double> s, 10: optional map<P, double> ps_,
}
"""


@pytest.fixture(scope="module")
def floats() -> Any:
    return compile_text(THRIFT)


def fields(m: Any, nan: float) -> dict[str, object]:
    return {
        "d": nan, "l": [1.0, nan], "m": {"a": nan}, "p": m.P(x=nan), "ll": [[nan], []], "ps": [m.P(x=nan)], "k": {nan: 1}, "s": [nan],
        "ps_": [(m.P(x=nan), nan)],
    }  # fmt: skip


NAMES: Final = ["d", "l", "m", "p", "ll", "ps", "k", "s", "ps_"]


@pytest.mark.parametrize("eager", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_with_nan_it_equals_itself_its_copies_and_what_it_is_decoded_to(
    floats: Any, name: str, eager: bool
) -> None:
    value = floats.S(**{name: fields(floats, NAN)[name]})
    twin = floats.S(**{name: fields(floats, OTHER_NAN)[name]})
    other = floats.S(**{name: fields(floats, 1.0)[name]})
    for same in (
        value,
        twin,
        copy.copy(value),
        copy.deepcopy(value),
        pickle.loads(pickle.dumps(value)),
        value.replace(),
        floats.S.decode(value.encode(), eager=eager),
    ):
        assert value == same
        assert same == value
    assert value != other
    assert other != value


def test_a_box_of_nan() -> None:
    box = BoundingBox(xmin=NAN, xmax=1.0, ymin=-NAN, ymax=0.0)
    assert box == BoundingBox.decode(box.encode())
    assert box != box.replace(xmin=0.0)
    assert box.replace(ymax=-0.0) == box


def test_numbers_are_compared_as_python_does(floats: Any) -> None:
    assert floats.S(l=[1, 2]) == floats.S(l=[1.0, 2.0])
    assert floats.S(l=[1, NAN]) == floats.S(l=[1.0, NAN])
    assert floats.S(l=[NAN]) != floats.S(l=[NAN, NAN])
    assert floats.S(m={"a": NAN}) != floats.S(m={"b": NAN})
    assert floats.S(d=0.0) == floats.S(d=-0.0)


def test_unequal_deep_values_are_compared_once(floats: Any) -> None:
    """And not twice at each level."""
    m = compile_text("struct T { 1: optional list<T> below, 2: optional i32 n }")
    compared = 0

    class Counted(int):
        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return isinstance(other, int) and int(self) == int(other)

        __hash__ = int.__hash__

    one, other = m.T(n=Counted(1)), m.T(n=Counted(2))
    for _ in range(40):
        one, other = m.T(below=[one]), m.T(below=[other])
    assert one != other
    assert compared == 1


def test_tables_whose_default_is_nan() -> None:
    m = compile_flat(
        "struct V { x: double; } table M { f: float = nan; v: V; l: [double]; } root_type M;"
    )
    value = m.M(v=m.V(x=NAN), l=[NAN])
    assert math.isnan(value.f)
    for same in (m.M(v=m.V(x=OTHER_NAN), l=[OTHER_NAN]), m.M.decode(value.encode())):
        assert value == same
    assert m.M() == m.M()
    assert m.M(f=1.0) != m.M()
