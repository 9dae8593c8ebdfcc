"""Every rule of the verifier, broken on its own: the error's class, offset and path are exact.

Every expectation is written down here, computed by hand from the layout: `root()` puts the root offset
at 0, the vtable at 4 and the table behind it.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

import pytest

from inlay_runtime.errors import (
    DecodeError,
    InvalidValueError,
    LimitError,
    MissingFieldError,
    TruncatedError,
    UnionError,
)
from inlay_runtime.limits import Limits
from tests.flat.raw import i32, root, text, u16, u32, vector
from tests.flat.sample import kitchen
from tests.support.in_one_test import in_one_test

pytestmark = pytest.mark.usefixtures("core")


class Row(NamedTuple):
    name: str
    cls: str
    data: bytes
    error: type[DecodeError]
    offset: int
    path: str = ""


def leaf(name: bytes) -> bytes:
    """A Leaf with its name, whose string is at 20: root 0, vtable 4-11, table 12-19."""
    return root([0, 4], u32(4), name)


def vectors(slot: int, content: bytes) -> bytes:
    """A Vectors with one vector, which is at 8 + the vtable + 4."""
    return root([0] * slot + [4], u32(4), content)


def at(slot: int) -> int:
    """Where the vector of `vectors(slot, ...)` is."""
    size = 4 + 2 * (slot + 1)
    return 4 + size + -size % 4 + 8


def nodes(count: int, content: bytes) -> bytes:
    """Vectors whose `leaves` (slot 15) refer to what is in `content`."""
    return vectors(15, vector(count, content))


L15: Final = at(15)
L8: Final = at(8)

ROWS: list[Row] = [
    # The root
    Row("nothing", "Leaf", b"", TruncatedError, 0),
    Row("three bytes", "Leaf", b"\4\0\0", TruncatedError, 0),
    Row("root at itself", "Leaf", bytes(16), InvalidValueError, 0),
    Row("root unaligned", "Leaf", u32(1) + bytes(16), InvalidValueError, 1),
    Row("root unaligned by two", "Leaf", u32(6) + bytes(16), InvalidValueError, 6),
    Row("root behind the end", "Leaf", u32(16) + bytes(12), TruncatedError, 0),
    Row("root far behind the end", "Leaf", u32(0xFFFFFFFF) + bytes(12), TruncatedError, 0),
    Row("root as negative", "Leaf", u32(0x80000000) + bytes(12), TruncatedError, 0),
    Row("root cut", "Leaf", u32(4) + b"\0\0", TruncatedError, 4),
    # The vtable
    Row("vtable before the buffer", "Leaf", u32(4) + i32(8) + bytes(8), InvalidValueError, 4),
    Row("vtable behind the buffer", "Leaf", u32(4) + i32(-100) + bytes(8), InvalidValueError, 4),
    Row("vtable far before", "Leaf", u32(4) + i32((1 << 31) - 1) + bytes(8), InvalidValueError, 4),
    Row("vtable far behind", "Leaf", u32(4) + i32(-(1 << 31)) + bytes(8), InvalidValueError, 4),
    Row("vtable cut by the end", "Leaf", u32(4) + i32(-6) + bytes(4), InvalidValueError, 4),
    Row("vtable unaligned", "Leaf", u32(4) + i32(-5) + bytes(12), InvalidValueError, 9),
    Row("vtable of 0 bytes", "Leaf", u32(8) + u16(0, 8) + i32(4) + bytes(4), InvalidValueError, 4),
    Row("vtable of 2 bytes", "Leaf", u32(8) + u16(2, 8) + i32(4) + bytes(4), InvalidValueError, 4),
    Row("vtable of 5 bytes", "Leaf", u32(8) + u16(5, 8) + i32(4) + bytes(4), InvalidValueError, 4),
    Row("vtable over the end", "Leaf", u32(8) + u16(14, 8) + i32(4) + bytes(4), TruncatedError, 4),
    Row("vtable huge", "Leaf", u32(8) + u16(65534, 8) + i32(4) + bytes(4), TruncatedError, 4),
    Row("table of 0 bytes", "Leaf", u32(8) + u16(4, 0) + i32(4) + bytes(4), InvalidValueError, 6),
    Row("table of 3 bytes", "Leaf", u32(8) + u16(4, 3) + i32(4) + bytes(4), InvalidValueError, 6),
    Row("table over the end", "Leaf", u32(8) + u16(4, 9) + i32(4) + bytes(4), TruncatedError, 8),
    Row("table huge", "Leaf", u32(8) + u16(4, 65535) + i32(4) + bytes(4), TruncatedError, 8),
    Row("field outside of its table", "Leaf", root([8], i32(5)), InvalidValueError, 8),
    Row("second field outside", "Leaf", root([4, 8], i32(5)), InvalidValueError, 10),
    Row("unknown field outside", "Leaf", root([4, 0, 9], i32(5)), InvalidValueError, 12),
    # Scalars
    Row("scalar unaligned", "Leaf", root([5], i32(5, 6)), InvalidValueError, 17, "value"),
    Row("scalar out of its table", "Leaf", root([4], b"\1\0"), InvalidValueError, 16, "value"),
    Row("scalar of 8 unaligned", "Keyed", root([8], bytes(16)), InvalidValueError, 20, "id"),
    Row("boolean of 2", "Scalars", root([4], b"\2\0\0\0"), InvalidValueError, 16, "flag"),
    Row("boolean of 255", "Optionals", root([4], b"\xff\0\0\0"), InvalidValueError, 16, "flag"),
    # Strings: the offset at 16, the string at 20
    Row("string at itself", "Leaf", root([0, 4], u32(0)), InvalidValueError, 16, "name"),
    Row("string behind the end", "Leaf", root([0, 4], u32(4)), TruncatedError, 16, "name"),
    Row("string far behind", "Leaf", root([0, 4], u32(0xFFFFFFFC)), TruncatedError, 16, "name"),
    Row("string backwards", "Leaf", root([0, 4], i32(-8)), TruncatedError, 16, "name"),
    Row("string offset unaligned", "Leaf", root([0, 6], bytes(8)), InvalidValueError, 18, "name"),
    Row("string offset over its table", "Leaf", root([0, 4], b"\1\0"), InvalidValueError, 16, "name"),
    Row("string unaligned", "Leaf", root([0, 4], u32(5), bytes(12)), InvalidValueError, 21, "name"),
    Row("string length cut", "Leaf", leaf(b"\0\0"), TruncatedError, 20, "name"),
    Row("string over the end", "Leaf", leaf(u32(4) + b"abc\0"), TruncatedError, 24, "name"),
    Row("string without room for 0", "Leaf", leaf(u32(4) + b"abcd"), TruncatedError, 24, "name"),
    Row("string without 0", "Leaf", leaf(u32(3) + b"abcd"), InvalidValueError, 20, "name"),
    Row("string huge", "Leaf", leaf(u32(0xFFFFFFFF) + bytes(4)), LimitError, 20, "name"),
    Row("string that wraps", "Leaf", leaf(u32(0x7FFFFFFF) + bytes(4)), LimitError, 20, "name"),
    Row("string not UTF-8", "Leaf", leaf(text(b"ab\xffd")), InvalidValueError, 26, "name"),
    Row("string with a surrogate", "Leaf", leaf(text(b"a\xed\xa0\x80")), InvalidValueError, 25, "name"),
    Row("string cut in a character", "Leaf", leaf(text(b"ab\xc3")), InvalidValueError, 26, "name"),
    # Vectors
    Row("vector at itself", "Vectors", root([4], u32(0)), InvalidValueError, 16, "flags"),
    Row("vector behind the end", "Vectors", root([4], u32(4)), TruncatedError, 16, "flags"),
    Row("vector cut", "Vectors", vectors(0, b"\1\0"), TruncatedError, 20, "flags"),
    Row("vector unaligned", "Vectors", root([4], u32(6), bytes(8)), InvalidValueError, 22, "flags"),
    Row("vector over the end", "Vectors", vectors(2, u32(5) + bytes(4)), TruncatedError, at(2) + 4, "data"),
    Row("vector of shorts over the end", "Vectors", vectors(3, u32(3) + bytes(4)), TruncatedError, at(3) + 4, "shorts"),
    Row("vector of ints over the end", "Vectors", vectors(5, u32(2) + bytes(4)), TruncatedError, at(5) + 4, "ints"),
    Row("vector of longs unaligned", "Vectors", vectors(7, u32(1) + bytes(12)), InvalidValueError, 36, "longs"),
    Row("vector that wraps", "Vectors", vectors(8, u32(0x20000000) + bytes(12)), LimitError, L8, "ulongs"),
    Row("vector of bytes, huge", "Vectors", vectors(2, u32(0xFFFFFFFF) + bytes(4)), LimitError, at(2), "data"),
    Row("vector of booleans, 3", "Vectors", vectors(0, vector(3, b"\0\1\3")), InvalidValueError, 24, "flags"),
    Row("strings, the second bad", "Vectors", vectors(14, vector(2, u32(8, 0)) + text(b"a")), InvalidValueError, at(14) + 8, "texts[1]"),
    Row("strings over the end", "Vectors", vectors(14, u32(3) + u32(8, 4)), TruncatedError, at(14) + 4, "texts"),
    Row("tables, the first bad", "Vectors", nodes(1, u32(0)), InvalidValueError, L15 + 4, "leaves[0]"),
    Row("tables, a vtable outside", "Vectors", nodes(1, u32(4) + i32(1000)), InvalidValueError, L15 + 8, "leaves[0]"),
    Row("structs over the end", "Vectors", vectors(16, u32(2) + bytes(4)), TruncatedError, at(16) + 4, "rgbs"),
    Row("structs unaligned", "Vectors", vectors(17, u32(1) + bytes(40)), InvalidValueError, 56, "aligned"),
    # Fixed structs
    Row("struct out of its table", "Structs", root([4], b"\1\2"), InvalidValueError, 16, "rgb"),
    Row("struct unaligned", "Structs", root([0, 8], bytes(32)), InvalidValueError, 20, "padded"),
    # Unions: the tag in slot 0, the value in slot 1
    Row("tag without value", "Unions", root([4], b"\1\0\0\0"), UnionError, 12, "shape"),
    Row("value without tag", "Unions", root([0, 4], u32(4), bytes(8)), UnionError, 12, "shape"),
    Row("value with tag 0", "Unions", root([4, 8], b"\0\0\0\0" + u32(4), bytes(8)), UnionError, 12, "shape"),
    Row("unknown tag without value", "Unions", root([4], b"\x63\0\0\0"), UnionError, 12, "shape"),
    Row("value at itself", "Unions", root([4, 8], b"\1\0\0\0" + u32(0)), InvalidValueError, 20, "shape"),
    Row("unknown value at itself", "Unions", root([4, 8], b"\x63\0\0\0" + u32(0)), InvalidValueError, 20, "shape"),
    Row("unknown value behind the end", "Unions", root([4, 8], b"\x63\0\0\0" + u32(4)), TruncatedError, 20, "shape"),
    Row("variant with a bad vtable", "Unions", root([4, 8], b"\1\0\0\0" + u32(4), i32(1000)), InvalidValueError, 24, "shape"),
    Row("string variant over the end", "Unions", root([0, 0, 4, 8], b"\5\0\0\0" + u32(4), u32(9)), TruncatedError, 32, "anything"),
    Row("struct variant over the end", "Unions", root([0, 0, 4, 8], b"\3\0\0\0" + u32(4), b"\1\2"), TruncatedError, 28, "anything"),
    Row("struct variant unaligned", "Unions", root([0, 0, 4, 8], b"\4\0\0\0" + u32(12), bytes(40)), InvalidValueError, 36, "anything"),
    # Required
    Row("required text", "Needed", root([], b""), MissingFieldError, 8, "text"),
]  # fmt: skip


@in_one_test("row", ROWS)
@in_one_test("eager", [True, False])
def test_broken_rules(row: Row, eager: bool) -> None:
    cls = getattr(kitchen(), row.cls)
    with pytest.raises(DecodeError) as caught:
        cls.decode(row.data, eager=eager)
    assert type(caught.value) is row.error, caught.value
    assert (caught.value.offset, caught.value.path) == (row.offset, row.path), caught.value


def test_good_ones_of_the_same_shape() -> None:
    """The rows fail for their own reason: repaired, they decode."""
    k = kitchen()
    assert k.Leaf.decode(root([4], i32(5))) == k.Leaf(value=5)
    assert k.Leaf.decode(leaf(text(b"abc"))) == k.Leaf(name="abc")
    assert k.Vectors.decode(vectors(0, vector(3, b"\0\1\1"))).flags == [False, True, True]
    assert k.Vectors.decode(vectors(14, vector(1, u32(4)) + text(b"a"))).texts == ["a"]
    assert k.Vectors.decode(vectors(16, vector(2, bytes(6)))).rgbs == [k.Rgb(r=0, g=0, b=0)] * 2
    struct_ = root([0, 0, 4, 8], b"\3\0\0\0" + u32(4), b"\1\2\3")
    assert k.Unions.decode(struct_).anything == k.AnyRgb(k.Rgb(r=1, g=2, b=3))
    assert k.Unions.decode(root([4, 0], b"\0\0\0\0")).shape is None


@pytest.mark.parametrize("slot", [7, 8, 10, 12, 17, 18])
def test_empty_vectors_need_no_alignment(slot: int) -> None:
    for padding in (b"", bytes(4)):
        data = root([0] * slot + [4], u32(4 + len(padding)), padding + u32(0))
        table = kitchen().Vectors.decode(data)
        assert getattr(table, table.SCHEMA.fields[slot].attribute) == []


@pytest.mark.parametrize("missing", ["text", "data", "leaf", "rgb", "shape", "shapes"])
def test_required_fields(missing: str) -> None:
    """A table of a schema in which nothing is required, read by one in which everything is."""
    from tests.flat.compiled import compile_text

    k = kitchen()
    lenient = compile_text(
        "struct Rgb { r: ubyte; g: ubyte; b: ubyte; } table Leaf { value: int; name: string; }"
        "table Empty {} union Shape { Leaf, Empty } table Needed { text: string; data: [ubyte];"
        "leaf: Leaf; rgb: Rgb; shape: Shape; shapes: [Shape]; }"
    )
    given = {
        "text": "", "data": b"", "leaf": lenient.Leaf(), "rgb": lenient.Rgb(r=1, g=2, b=3),
        "shape": lenient.Empty(), "shapes": [],
    }  # fmt: skip
    k.Needed.decode(lenient.Needed(**given).encode())
    del given[missing]
    data = lenient.Needed(**given).encode()
    with pytest.raises(MissingFieldError) as caught:
        k.Needed.decode(data)
    position = struct.unpack_from("<I", data)[0]
    assert (caught.value.offset, caught.value.path) == (position, missing)


def union_vectors(tags: bytes, values: bytes) -> bytes:
    """A Vectors with `shapes`: tags at 64, values behind them."""
    head = root([0] * 19 + [4, 8], u32(8) + u32(4 + len(tags)), tags + values)
    assert head.index(tags) == 64
    return head


LEAF_AND_VTABLE: Final = u16(4, 4) + i32(4)


@pytest.mark.parametrize(
    ("name", "tags", "values", "error", "offset", "path"),
    [
        ("more tags", vector(2, b"\1\1"), vector(1, u32(8)) + LEAF_AND_VTABLE, UnionError, 72, "shapes"),
        ("more values", vector(1, b"\1"), vector(2, u32(12, 8)) + LEAF_AND_VTABLE, UnionError, 72, "shapes"),
        ("no variant", vector(1, b"\0"), vector(1, u32(8)) + LEAF_AND_VTABLE, UnionError, 68, "shapes[0]"),
        ("value at itself", vector(1, b"\1"), vector(1, u32(0)), InvalidValueError, 76, "shapes[0]"),
        ("unknown at itself", vector(1, b"\x63"), vector(1, u32(0)), InvalidValueError, 76, "shapes[0]"),
        ("values over the end", vector(2, b"\1\1"), u32(2) + u32(4), TruncatedError, 76, "shapes"),
        ("tags over the end", u32(99), u32(1) + u32(4), TruncatedError, 68, "shapes"),
        ("second value bad", vector(2, b"\1\1"), vector(2, u32(12, 9)) + LEAF_AND_VTABLE, InvalidValueError, 89, "shapes[1]"),
    ],
)  # fmt: skip
def test_vectors_of_unions(
    name: str, tags: bytes, values: bytes, error: type[DecodeError], offset: int, path: str
) -> None:
    with pytest.raises(DecodeError) as caught:
        kitchen().Vectors.decode(union_vectors(tags, values))
    found = type(caught.value), caught.value.offset, caught.value.path
    assert found == (error, offset, path), caught.value


@pytest.mark.parametrize("fields", [[4, 0], [0, 4]])
def test_vectors_of_unions_come_together(fields: list[int]) -> None:
    data = root([0] * 19 + fields, u32(4), vector(0, b""))
    with pytest.raises(UnionError) as caught:
        kitchen().Vectors.decode(data)
    assert (caught.value.offset, caught.value.path) == (52, "shapes")


@pytest.mark.parametrize("place", range(2))
def test_booleans_in_structs(place: int) -> None:
    k = kitchen()
    arrays = k.Arrays(
        raw=[0, 0, 0], numbers=[0, 0], moods=[k.Mood.Sad] * 2,
        parts=[k.Padded(a=0, b=0, c=0)] * 2, flags=[True, True], sizes=[k.Size.Small],
    )  # fmt: skip
    data = bytearray(k.Structs(arrays=arrays).encode())
    at_ = data.rindex(b"\1\1") + place
    data[at_] = 2
    with pytest.raises(InvalidValueError) as caught:
        k.Structs.decode(data)
    assert caught.value.path == "arrays"


@pytest.mark.parametrize("data", [b"\x08\0\0\0", b"\x08\0\0\0KTC", b"\x08\0\0\0ktch" + bytes(32)])
def test_identifier(data: bytes) -> None:
    with pytest.raises(DecodeError) as caught:
        kitchen().Kitchen.decode(data)
    expected = TruncatedError if len(data) < 8 else InvalidValueError
    assert type(caught.value) is expected
    assert (caught.value.offset, caught.value.path) == (4, "")
    assert len(data) < 8 or "expected the file identifier b'KTCH', found" in str(caught.value)


def test_a_buffer_behind_its_size_is_told() -> None:
    data = kitchen().Kitchen().encode()
    with pytest.raises(InvalidValueError, match="behind a size, as it seems"):
        kitchen().Kitchen.decode(len(data).to_bytes(4, "little") + data)


def chain(length: int) -> bytes:
    k = kitchen()
    node = k.Node(value=1)
    for _ in range(length - 1):
        node = k.Node(next=node)
    data: bytes = node.encode(limits=Limits(depth=length))
    return data


def test_depth() -> None:
    k = kitchen()
    node = k.Node.decode(chain(64))
    assert node == k.Node.decode(chain(64))
    assert node.encode() == chain(64)
    with pytest.raises(LimitError) as caught:
        k.Node.decode(chain(65))
    assert caught.value.path == ".".join(["next"] * 64)
    assert k.Node.decode(chain(65), limits=Limits(depth=65)).next is not None
    with pytest.raises(LimitError):
        k.Node.decode(chain(4), limits=Limits(depth=3))


def test_depth_beyond_pythons() -> None:
    import sys

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        data = chain(3000)
    finally:
        sys.setrecursionlimit(limit)
    with pytest.raises(LimitError, match="recursion"):
        kitchen().Node.decode(data, limits=Limits(depth=10_000))


def test_limits() -> None:
    k = kitchen()
    with pytest.raises(LimitError):
        k.Vectors.decode(k.Vectors(ints=[1] * 11).encode(), limits=Limits(container=10))
    with pytest.raises(LimitError):
        k.Vectors.decode(k.Vectors(flags=[True] * 11).encode(), limits=Limits(container=10))
    with pytest.raises(LimitError):
        k.Vectors.decode(k.Vectors(data=b"1" * 11).encode(), limits=Limits(binary=10))
    with pytest.raises(LimitError):
        k.Leaf.decode(k.Leaf(name="1" * 11).encode(), limits=Limits(binary=10))
    exact = Limits(container=10, binary=10)
    k.Vectors.decode(
        k.Vectors(ints=[1] * 10, data=b"1" * 10, texts=["1" * 10]).encode(), limits=exact
    )


def test_what_is_shared_may_be_shared() -> None:
    """vtables, strings and tables: what a writer saves is not an offence."""
    leaf_ = u16(8, 8, 4, 0) + i32(8) + i32(7)
    data = vectors(15, vector(3, u32(20, 16, 12)) + leaf_)
    value = kitchen().Vectors.decode(data)
    assert [one.value for one in value.leaves] == [7, 7, 7]
    assert value.leaves[0] is not value.leaves[1]
