"""What only a newer schema has survives decode and encode, or is refused: it is never lost silently."""

from __future__ import annotations

import copy
import math
import pickle
from typing import Any

import pytest

from inlay_runtime.errors import EncodeError
from inlay_runtime.limits import Limits
from inlay_runtime.union import UnknownVariant
from tests.flat.compiled import compile_text

OLD = """
enum Color : byte { Red, Green }
enum Bits : ubyte (bit_flags) { A, B }
table A { x: int; }
union U { A }
table Inner { a: int; r: double; }
table T { a: int; inner: Inner; inners: [Inner]; u: U; us: [U]; c: Color; cs: [Color]; b: Bits; bs: [Bits]; r: double; }
root_type T;
file_identifier "NEWR";
"""
NEW = """
enum Color : byte { Red, Green, Blue }
enum Bits : ubyte (bit_flags) { A, B, C }
table A { x: int; more: string; }
table B { y: string; }
struct S { z: ubyte; }
union U { A, B, S, text: string }
table Inner { a: int; r: double; name: string; }
table T { a: int; inner: Inner; inners: [Inner]; u: U; us: [U]; c: Color; cs: [Color]; b: Bits; bs: [Bits]; r: double; extra: [string]; last: int; }
root_type T;
file_identifier "NEWR";
"""


@pytest.fixture(scope="module")
def old() -> Any:
    return compile_text(OLD)


@pytest.fixture(scope="module")
def new() -> Any:
    return compile_text(NEW)


def newer_values(n: Any) -> dict[str, Any]:
    return {
        "slot": n.T(a=1, last=7),
        "vector slot": n.T(a=1, extra=["x", "y"]),
        "slot below": n.T(inner=n.Inner(a=1, name="x")),
        "slot in a vector": n.T(inners=[n.Inner(a=1), n.Inner(a=2, name="x")]),
        "slot in a variant": n.T(
            u=n.UA(n.A(x=1, more="x")) if hasattr(n, "UA") else n.A(x=1, more="x")
        ),
        "variant": n.T(a=1, u=variant(n, "B")),
        "string variant": n.T(a=1, u=variant(n, "text")),
        "struct variant": n.T(a=1, u=variant(n, "S")),
        "variant in a vector": n.T(us=[variant(n, "A"), variant(n, "B"), variant(n, "text")]),
        "nan beside": n.T(last=7, r=math.nan, inner=n.Inner(r=math.nan)),
    }


def variant(n: Any, name: str) -> Any:
    payload = {"A": n.A(x=5), "B": n.B(y="b"), "S": n.S(z=9), "text": "text"}[name]
    return getattr(n, f"U{name.capitalize()}")(payload)


NAMES = [
    "slot", "vector slot", "slot below", "slot in a vector", "slot in a variant", "variant",
    "string variant", "struct variant", "variant in a vector", "nan beside",
]  # fmt: skip


@pytest.mark.parametrize("eager", [True, False])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("core")
def test_survives(old: Any, new: Any, name: str, eager: bool) -> None:
    data = newer_values(new)[name].encode()
    value = old.T.decode(data, eager=eager)
    assert value.encode() == data
    assert repr(value)
    assert value.encode() == data, "after every field was touched"
    for copied in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert copied.encode() == data
    if name != "nan beside":
        assert value == old.T.decode(data)


@pytest.mark.parametrize("eager", [True, False])
@pytest.mark.parametrize("name", NAMES)
def test_a_change_is_refused(old: Any, new: Any, name: str, eager: bool) -> None:
    data = newer_values(new)[name].encode()
    value = old.T.decode(data, eager=eager)
    value.a = 99
    with pytest.raises(EncodeError, match=r"newer schema.*remainder to None"):
        value.encode()
    value.a = newer_values(new)[name].a
    assert value.encode() == data, "changed back"


def test_a_change_far_below_is_noticed(old: Any, new: Any) -> None:
    value = old.T.decode(newer_values(new)["slot in a vector"].encode())
    value.inners[0].a = 5
    with pytest.raises(EncodeError, match="newer schema"):
        value.encode()


def test_a_change_that_equality_does_not_see(old: Any, new: Any) -> None:
    value = old.T.decode(new.T(last=1, inner=new.Inner(a=1, r=1.0)).encode())
    value.inner.r = -0.0
    with pytest.raises(EncodeError, match="newer schema"):
        value.encode()


def test_giving_it_up(old: Any, new: Any) -> None:
    value = old.T.decode(new.T(a=1, last=7, extra=["x"]).encode())
    value.remainder = None
    value.a = 2
    assert old.T.decode(value.encode()) == old.T(a=2)
    assert (
        new.T.decode(
            old.T.decode(new.T(a=1, last=7).encode()).replace(remainder=None).encode()
        ).last
        == 0
    )


def test_unknown_variants_are_never_laid_out_anew(old: Any, new: Any) -> None:
    value = old.T.decode(new.T(u=variant(new, "B")).encode())
    assert value.u == UnknownVariant(2, b"")
    match value.u:
        case UnknownVariant(tag):
            assert tag == 2
        case _:
            raise AssertionError
    value.remainder = None
    with pytest.raises(EncodeError) as caught:
        value.encode()
    assert caught.value.path == "u"
    with pytest.raises(EncodeError, match="variant 2 of U"):
        old.T(us=[value.u]).encode()


def test_unknown_enum_values_are_plain_content(old: Any, new: Any) -> None:
    newer = new.T(
        c=new.Color.Blue,
        cs=[new.Color.Blue, new.Color.Red],
        b=new.Bits.C | new.Bits.A,
        bs=[new.Bits.C],
    )
    value = old.T.decode(newer.encode())
    assert value.remainder is None
    assert value.c == 2
    assert value.c.is_unknown
    assert int(value.b) == 5
    value.a = 5
    again = new.T.decode(value.encode())
    assert (again.c, again.cs, again.b, again.bs) == (newer.c, newer.cs, newer.b, newer.bs)


def test_an_older_buffer_is_plain(old: Any, new: Any) -> None:
    value = new.T.decode(old.T(a=1, inner=old.Inner(a=2)).encode())
    assert value.remainder is None
    assert (value.a, value.last, value.extra) == (1, 0, None)
    value.last = 5
    assert new.T.decode(value.encode()).last == 5


def test_empty_slots_of_a_newer_schema_are_nothing(old: Any, new: Any) -> None:
    """A vtable may be longer than the schema and say nothing in what is beyond."""
    from tests.flat.raw import i32, root

    data = b"\x14\0\0\0NEWR" + b""
    plain = root([4, *[0] * 20], i32(5))
    shifted = (
        bytes(data)[:0]
        + (int.from_bytes(plain[:4], "little") + 4).to_bytes(4, "little")
        + b"NEWR"
        + plain[4:]
    )
    value = old.T.decode(shifted)
    assert value.remainder is None
    assert value.a == 5


def test_decoded_with_other_limits(old: Any, new: Any) -> None:
    """What was read under wider limits is written back, whatever the limits of encode are."""
    data = new.T(last=1, inners=[new.Inner(a=i) for i in range(100)]).encode()
    value = old.T.decode(data, limits=Limits(container=100))
    assert value.encode() == data


def test_repr_does_not_print_the_buffer(old: Any, new: Any) -> None:
    value = old.T.decode(new.T(a=1, extra=["x" * 10_000]).encode())
    assert len(repr(value)) < 500
    assert "newer" in repr(value)


def test_what_is_required_and_deprecated_may_be_absent() -> None:
    """Writers that flatc makes leave it out, and so may ours."""
    old = compile_text("table R { g: string; h: int; } root_type R;")
    new = compile_text("table R { g: string (required, deprecated); h: int; } root_type R;")
    value = new.R(h=5)
    assert value.g is None
    assert value.encode() == old.R(h=5).encode()
    assert new.R.decode(old.R(h=5).encode()).h == 5
    assert new.R.decode(old.R(g="kept", h=5).encode()).g == "kept"
