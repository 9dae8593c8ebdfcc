"""decode(encode(x)) is x, whatever x holds; and the same for a lazy one."""

from __future__ import annotations

import copy
import math
import pickle
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.flat import masked, table
from inlay_runtime.flat.schema import VectorOf
from inlay_runtime.shown import whole
from tests.flat.compiled import compile_text
from tests.flat.sample import full, kitchen, parts
from tests.flat.values import fixed, tables
from tests.support.examples import examples

slow = examples(60)
NAMES = [
    "Scalars", "Optionals", "Vectors", "Structs", "Unions", "Needed", "Keyed", "Named", "Ordered",
    "Old", "Holder", "Carrier", "Node", "Empty", "Kitchen",
]  # fmt: skip


def pure(cls: Any, data: bytes, **options: Any) -> Any:
    """What is read without the native core."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "open_view", masked.open_view)
        patch.setattr(table, "read_table", None)
        value = cls.decode(data, **options)
        whole(value)  # touches all of it
        return value


def same(value: Any) -> None:
    data = value.encode()
    assert len(data) % 4 == 0
    eager = type(value).decode(data, eager=True)
    lazy = type(value).decode(data)
    assert eager == value
    assert whole(eager) == whole(value)
    assert (
        whole(eager) == whole(pure(type(value), data)) == whole(pure(type(value), data, eager=True))
    )
    assert eager.encode() == data
    assert lazy.encode() == data
    assert lazy == value


@pytest.mark.parametrize("name", NAMES)
def test_any_value(name: str) -> None:
    @slow
    @given(st.data())
    def check(data: st.DataObject) -> None:
        same(data.draw(tables(getattr(kitchen(), name))))

    check()


@pytest.mark.parametrize("name", ["Rgb", "Padded", "Nested", "Arrays", "Aligned", "Everything"])
def test_any_fixed_struct(name: str) -> None:
    @slow
    @given(st.data())
    def check(data: st.DataObject) -> None:
        value = data.draw(fixed(getattr(kitchen(), name)))
        packed = value.encode()
        assert len(packed) == value.SIZE
        again = type(value).decode(packed)
        assert again == value
        assert whole(again) == whole(value)
        for same_value in (
            copy.copy(value),
            copy.deepcopy(value),
            pickle.loads(pickle.dumps(value)),
        ):
            assert same_value == value
            assert same_value.encode() == packed

    check()


def test_full_kitchen() -> None:
    value = full()
    same(value)
    data = value.encode()
    assert data[4:8] == b"KTCH"
    every = type(value).decode(data)
    for copied in (copy.copy(every), copy.deepcopy(every), pickle.loads(pickle.dumps(every))):
        assert copied == value
        assert copied.encode() == data


@pytest.mark.parametrize("field", ["scalars", "vectors", "structs", "unions", "needed", "node"])
def test_full_uses_every_field(field: str) -> None:
    part = getattr(full(), field)
    for slot in part.SCHEMA.fields:
        value = getattr(part, slot.slot)
        assert value is not None, slot.name
        if isinstance(slot.type, VectorOf) and field == "vectors":
            assert value, slot.name


def test_defaults_are_not_written() -> None:
    k = kitchen()
    assert len(k.Scalars().encode()) == len(k.Empty().encode()) == 12
    empty = k.Scalars.decode(k.Empty().encode())
    assert empty.small == -32768
    assert empty.large_one == (1 << 64) - 1
    assert math.copysign(1, empty.real) == -1
    assert math.isnan(empty.not_a_number)
    assert (empty.up, empty.down) == (math.inf, -math.inf)
    assert empty.both == k.Access.Read | k.Access.Run
    assert empty.wide is k.Wide.Top


def test_values_near_defaults_are_written() -> None:
    k = kitchen()
    assert math.copysign(1, k.Scalars.decode(k.Scalars(real=0.0).encode()).real) == 1
    odd_nan = struct.unpack("<d", b"\x01\0\0\0\0\0\xf8\x7f")[0]
    again = k.Scalars.decode(k.Scalars(not_a_number=odd_nan).encode())
    assert struct.pack("<d", again.not_a_number) == b"\x01\0\0\0\0\0\xf8\x7f"
    assert k.Scalars.decode(k.Scalars(yes=True).encode()).yes is True
    assert len(k.Optionals(flag=False).encode()) > len(k.Optionals().encode())
    assert k.Optionals.decode(k.Optionals(flag=False, real=0.0).encode()).flag is False
    assert k.Optionals.decode(k.Optionals().encode()).flag is None


def test_empty_is_not_absent() -> None:
    k = kitchen()
    value = k.Vectors(flags=[], data=b"", texts=[""], leaves=[], shapes=[], anything=[], longs=[])
    again = k.Vectors.decode(value.encode())
    assert again == value
    assert again.signed is None
    assert again.shapes == []


def test_lists_are_lists_and_bytes_are_bytes() -> None:
    vectors = kitchen().Kitchen.decode(full().encode()).vectors
    assert type(vectors.ints) is type(vectors.shapes) is type(vectors.texts) is list
    assert type(vectors.signed) is type(vectors.data) is bytes
    assert type(vectors.flags[0]) is bool


def test_any_buffer_type() -> None:
    k = kitchen()
    data = k.Leaf(value=5, name="a").encode()
    for source in (bytearray(data), memoryview(data), memoryview(bytearray(data))):
        assert k.Leaf.decode(source) == k.Leaf(value=5, name="a")
    source = bytearray(data)
    lazy = k.Leaf.decode(source)
    source[:] = bytes(len(source))
    assert lazy == k.Leaf(value=5, name="a")


def test_shared_strings_are_written_once() -> None:
    k = kitchen()
    long = "s" * 1000
    shared = k.Kitchen(named=[k.Named(name=str(i), label=long) for i in range(20)])
    apart = k.Kitchen(keyed=[k.Keyed(id=i, name=long) for i in range(20)])
    assert len(shared.encode()) < 3000
    assert len(apart.encode()) > 20_000
    assert k.Kitchen.decode(shared.encode()) == shared


def test_order_of_keyed_vectors_is_kept() -> None:
    k = kitchen()
    value = k.Kitchen(keyed=[k.Keyed(id=2), k.Keyed(id=1), k.Keyed(id=2)])
    assert [keyed.id for keyed in k.Kitchen.decode(value.encode()).keyed] == [2, 1, 2]


def test_deprecated_fields_are_read_and_written() -> None:
    k = kitchen()
    old = k.Old.decode(k.Old(gone="still here", also=9).encode())
    assert (old.gone, old.also) == ("still here", 9)


def test_nested_buffers_are_bytes() -> None:
    k = kitchen()
    holder = k.Holder.decode(k.Holder(buffer=k.Leaf(value=9).encode()).encode())
    assert k.Leaf.decode(holder.buffer).value == 9


def test_a_small_struct_at_the_end_of_the_buffer() -> None:
    """Three bytes are less than the offset that leads to them."""
    k = kitchen()
    value = k.Unions(anything=k.AnyRgb(k.Rgb(r=1, g=2, b=3)))
    assert k.Unions.decode(value.encode()) == value


def test_identifier_belongs_to_the_root_only() -> None:
    k = kitchen()
    assert k.Leaf.decode(k.Leaf(value=1).encode()).value == 1
    assert k.Kitchen.decode(k.Kitchen().encode()) == k.Kitchen()
    assert k.Kitchen().encode()[4:8] == b"KTCH"
    assert parts().Part().encode()[4:8] != b"KTCH"


def test_defaults_of_texts_and_vectors() -> None:
    module = compile_text(
        'table T { s: string = "a\\"b"; v: [int] = []; b: [ubyte] = []; t: [string] = []; }'
    )
    one, two = module.T(), module.T()
    assert (one.s, one.v, one.b, one.t) == ('a"b', [], b"", [])
    one.v.append(1)
    assert two.v == []
    empty = module.T.decode(b"\x08\0\0\0\x04\0\x04\0\x04\0\0\0")
    assert empty == two
    assert module.T.decode(two.encode()) == two
    del empty.s
    assert empty.s == 'a"b'
