"""What every generated class can do: construct, compare, print, replace, delete, copy, be subclassed."""

from __future__ import annotations

import copy
import mmap
import pickle
import sys
import types
from operator import attrgetter
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from inlay_runtime.extension import Extension, Header
from tests.runtime import wire
from tests.runtime.wire import Field


def point(kitchen: Any, **changes: Any) -> Any:
    return kitchen.Point(**{"x": 1, "y": 2, **changes})


def test_attributes_are_keywords_only_and_required_ones_are_needed(kitchen: Any) -> None:
    with pytest.raises(TypeError):
        kitchen.Point(1, 2)
    with pytest.raises(TypeError, match="'y'"):
        kitchen.Point(x=1)
    with pytest.raises(TypeError, match="'z'"):
        kitchen.Point(x=1, y=2, z=3)


def test_an_attribute_that_is_not_there_cannot_be_set_or_read(kitchen: Any) -> None:
    value = point(kitchen)
    with pytest.raises(AttributeError):
        value.z = 1
    with pytest.raises(AttributeError, match=r"Point.*has no attribute 'z'"):
        attrgetter("z")(value)
    assert not hasattr(value, "z")
    assert not hasattr(value, "__dict__")


def test_equality_is_by_content(kitchen: Any) -> None:
    assert point(kitchen) == point(kitchen)
    assert point(kitchen) != point(kitchen, x=3)
    assert point(kitchen) != point(kitchen, extension=Extension(b""))
    assert point(kitchen, extension=Extension(b"", Header.SPEC)) == point(
        kitchen, extension=Extension(b"", Header.ZIGZAG)
    )
    assert point(kitchen) != (1, 2)
    assert kitchen.Empty() != kitchen.Nothing()
    unknown = kitchen.Point.decode(bytes.fromhex("150215042502 00"))
    assert unknown != point(kitchen), "an unknown field is content"
    assert kitchen.Point.decode(bytes.fromhex("2504 0502 02 00")) == point(kitchen), "order is not"
    assert kitchen.Point.decode(bytes.fromhex("15021504 00 41")) != point(kitchen)
    with pytest.raises(TypeError):
        hash(point(kitchen))


def test_absent_and_empty_are_not_the_same(kitchen: Any) -> None:
    assert kitchen.Scalars(text="") != kitchen.Scalars()
    assert kitchen.Lists(points=[]) != kitchen.Lists()
    assert kitchen.Scalars(flag=False) != kitchen.Scalars()


def test_repr_shows_what_is_there(kitchen: Any) -> None:
    assert repr(point(kitchen)) == "Point(x=1, y=2)"
    assert repr(kitchen.Text()) == "Text()"
    shown = repr(point(kitchen, extension=Extension(b"abc", Header.SPEC)))
    assert shown == "Point(x=1, y=2, extension=Extension(b'abc', Header.SPEC))"
    point_and_more = kitchen.Point.decode(bytes.fromhex("150215042502 00"), eager=True)
    assert "UnknownField(4, 5" in repr(point_and_more)


def test_replace_changes_a_copy(kitchen: Any) -> None:
    value = point(kitchen)
    other = value.replace(x=5, extension=Extension(b"e"))
    assert (value.x, value.extension) == (1, None)
    assert (other.x, other.y, other.extension) == (5, 2, Extension(b"e"))
    with pytest.raises(TypeError, match="Point has no attribute z"):
        value.replace(z=1)
    with pytest.raises(
        TypeError, match=r"Point has no attribute extnsion \(did you mean extension\?\), z"
    ):
        value.replace(z=1, extnsion=None)
    with pytest.raises(TypeError):
        value.replace(**{"": 1})


def test_a_misspelt_attribute_is_answered_with_the_nearest(
    kitchen: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python prints it below the error, for the error says of which object the name is none."""
    with pytest.raises(AttributeError) as raised:
        _ = point(kitchen).extnsion
    assert (raised.value.name, type(raised.value.obj)) == ("extnsion", kitchen.Point)
    sys.__excepthook__(type(raised.value), raised.value, None)
    assert "Did you mean: 'extension'?" in capsys.readouterr().err


def test_replace_keeps_what_the_idl_does_not_have(kitchen: Any) -> None:
    value = kitchen.Point.decode(bytes.fromhex("2504 050202 3502 00 4142"))
    assert value.replace(x=5).encode() == bytes.fromhex("2504 05020a 3502 00 4142")


def test_del_makes_a_field_absent(kitchen: Any) -> None:
    value = kitchen.Scalars(text="a", medium=5)
    del value.text
    assert value.text is None
    assert value == kitchen.Scalars(medium=5)
    assert value.encode() == bytes.fromhex("450a00")
    assert copy.copy(value) == pickle.loads(pickle.dumps(value)) == value
    assert repr(value) == "Scalars(medium=5)"
    value.text = "b"
    assert value.text == "b"


@pytest.mark.parametrize("name", ["flag", "medium", "numbers", "point"])
def test_del_makes_a_field_with_a_default_absent(kitchen: Any, name: str) -> None:
    value = kitchen.Defaults()
    default = getattr(value, name)
    setattr(value, name, default)
    explicit = value.encode()
    delattr(value, name)
    assert getattr(value, name) == default
    assert len(value.encode()) < len(explicit)


@pytest.mark.parametrize("name", ["extension", "remainder"])
def test_del_of_what_every_struct_has(kitchen: Any, name: str) -> None:
    value = kitchen.Point.decode(bytes.fromhex("1502 1504 2502 08feff03 0141 00"))
    delattr(value, name)
    assert getattr(value, name) is None
    assert value.encode().startswith(bytes.fromhex("1502 1504"))
    assert repr(value)
    assert copy.deepcopy(value) == value


def test_copies_are_shallow_or_deep(kitchen: Any) -> None:
    value = kitchen.Lists(points=[point(kitchen)])
    shallow, deep = copy.copy(value), copy.deepcopy(value)
    value.points[0].x = 9
    assert shallow.points[0].x == 9
    assert deep.points[0].x == 1


def test_subclasses_decode_to_themselves(kitchen: Any) -> None:
    def norm(self: Any) -> int:
        return int(self.x * self.x + self.y * self.y)

    Named: Any = types.new_class(
        "Named", (kitchen.Point,), exec_body=lambda body: body.update(norm=norm)
    )
    value = Named.decode(bytes.fromhex("15021504 00"))
    assert type(value) is Named
    assert value.norm() == 5
    assert value == point(kitchen)
    value.note = "kept by copies"
    other = copy.copy(value)
    assert type(other) is Named
    assert other.note == value.note
    assert type(value.replace(x=2)) is Named
    assert isinstance(value, kitchen.Point)


def test_match_binds_attributes(kitchen: Any) -> None:
    match point(kitchen):
        case kitchen.Point(x=1, y=y):
            assert y == 2
        case _:
            raise AssertionError


# Where bytes come from


def sources(path: Path, data: bytes) -> dict[str, Any]:
    path.write_bytes(data)
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return {
        "bytes": data,
        "bytearray": bytearray(data),
        "memoryview": memoryview(data),
        "a part of a memoryview": memoryview(b"xx" + data + b"yy")[2 : 2 + len(data)],
        "every second byte": memoryview(bytes(b for byte in data for b in (byte, 0)))[::2],
        "a mapped file": mapped,
    }


@pytest.mark.parametrize("eager", [True, False])
def test_all_buffers_decode_alike_and_may_change_afterwards(
    kitchen: Any, tmp_path: Path, eager: bool
) -> None:
    data = wire.struct(
        Field(1, wire.BINARY, wire.binary(b"view")), Field(2, wire.BINARY, wire.binary(b"copy"))
    )
    for name, source in sources(tmp_path / "data", data).items():
        value = kitchen.Borrowing.decode(source, eager=eager)
        if isinstance(source, bytearray):
            source[:] = bytes(len(source))
        if isinstance(source, mmap.mmap):
            source.close()
        assert (bytes(value.view), value.copy) == (b"view", b"copy"), name
        assert value.encode() == data
        assert kitchen.Borrowing.decode_from(memoryview(b"x" + data), 1)[0] == value


def test_a_borrowed_binary_is_a_window_on_the_input(kitchen: Any) -> None:
    data = wire.struct(Field(1, wire.BINARY, wire.binary(b"view")))
    value = kitchen.Borrowing.decode(data)
    assert isinstance(value.view, memoryview)
    assert value.view.obj is data
    assert value == kitchen.Borrowing(view=b"view")
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert isinstance(other.view, bytes)
        assert other == value
        assert other.encode() == data


def cast_to(data: bytes, typecode: Any) -> Any:
    return memoryview(data).cast(typecode)


@pytest.mark.parametrize("typecode", ["I", "h", "d", "b"])
def test_a_window_of_any_shape_is_written_as_its_bytes(kitchen: Any, typecode: str) -> None:
    data = bytes(range(16))
    value = kitchen.Borrowing(view=cast_to(data, typecode))
    assert bytes(kitchen.Borrowing.decode(value.encode()).view) == data


@pytest.mark.parametrize("offset", [-1, -100])
def test_an_offset_below_zero_is_refused(kitchen: Any, offset: int) -> None:
    with pytest.raises(ValueError, match="offset"):
        kitchen.Point.decode_from(bytes.fromhex("15021504 00"), offset)


@pytest.mark.parametrize("offset", [5, 6, 100])
def test_an_offset_behind_the_end_is_truncated(kitchen: Any, offset: int) -> None:
    from inlay_runtime.errors import TruncatedError

    with pytest.raises(TruncatedError) as caught:
        kitchen.Point.decode_from(bytes.fromhex("15021504 00"), offset)
    assert "-" not in caught.value.reason


@pytest.mark.parametrize("data", ["1502", 5, None, [1, 2], 1.5])
def test_what_is_no_buffer_is_a_type_error(kitchen: Any, data: object) -> None:
    with pytest.raises(TypeError):
        kitchen.Text.decode(data)


# Defaults

DEFAULTS = {
    "flag": True, "tiny": -1, "small": 300, "medium": -70000, "large": 5_000_000_000, "real": 1.5,
    "text": 'a"b', "data": b"xyz", "numbers": [1, 2, 3], "names": ["a"], "counts": {"a": 1},
}  # fmt: skip


def test_optional_defaults_are_read_but_not_written(kitchen: Any) -> None:
    data = bytes.fromhex("05280e 00")
    value = kitchen.Defaults.decode(data)
    for name, default in DEFAULTS.items():
        assert getattr(value, name) == default
    assert value.color is kitchen.Color.BLUE
    assert value.point == kitchen.Point(x=1, y=2)
    assert value.needed == 7
    assert value.encode() == data


@pytest.mark.parametrize("name", DEFAULTS)
def test_absent_and_explicit_default_stay_distinguishable(kitchen: Any, name: str) -> None:
    absent = kitchen.Defaults.decode(bytes.fromhex("05280e 00"))
    explicit = absent.replace(**{name: DEFAULTS[name]})
    assert getattr(explicit, name) == getattr(absent, name)
    assert explicit.encode() != absent.encode()
    assert kitchen.Defaults.decode(explicit.encode()).encode() == explicit.encode()
    setattr(explicit, name, None)
    assert explicit.encode() == absent.encode()


def test_fields_without_a_word_are_written_with_their_default_when_constructed(
    kitchen: Any,
) -> None:
    value = kitchen.Defaults()
    assert (value.needed, value.plain, value.bare, value.words, value.items) == (
        7,
        9,
        None,
        None,
        [4],
    )
    again = kitchen.Defaults.decode(value.encode())
    assert value.encode() == bytes.fromhex("05280e 1512 39 15 08 00")
    assert again.encode() == value.encode()


def test_a_required_field_with_a_default_is_required_on_the_wire(kitchen: Any) -> None:
    from inlay_runtime.errors import MissingFieldError

    with pytest.raises(MissingFieldError, match="needed"):
        kitchen.Defaults.decode(b"\x00")


def test_defaults_are_made_anew(kitchen: Any) -> None:
    one, other = kitchen.Defaults(), kitchen.Defaults()
    one.items.append(5)
    assert other.items == [4]
    assert kitchen.Defaults().items == [4]


# Names


def test_clashing_names_keep_their_values(names: Any) -> None:
    fields = names.Clash.SCHEMA.fields
    values: dict[str, Any] = {}
    for at, field in enumerate(fields):
        values[field.attribute] = {"list": [at], "str": str(at), "bytes": b"x", "bool": True}.get(
            field.name, at
        )
    value = names.Clash(**values)
    assert len(values) == len(fields) == 64
    again = names.Clash.decode(value.encode())
    assert again == value
    for attribute, expected in values.items():
        assert getattr(again, attribute) == expected
    assert copy.deepcopy(again) == pickle.loads(pickle.dumps(again)) == value
    assert again.replace(self_=100, changes=101).self_ == 100
    assert again.encode() == value.encode()
    assert again.extension is None
    again.extension = Extension(b"x")
    assert names.Clash.decode(again.encode()).extension == Extension(b"x")


def test_clashing_definitions_work(names: Any) -> None:
    holder = names.Holder(
        reader=names.Variant_(a=1),
        tag=names.Holder.decode(bytes.fromhex("2c1c1502000000")).tag,
        none=names.None_(a=2),
        l=names.dict_(list_=[names.dict_()]),
    )
    assert names.Holder.decode(holder.encode()) == holder


@pytest.mark.parametrize("number", range(1, 13))
def test_clashing_members_are_members(names: Any, number: int) -> None:
    member = names.Members(number)
    assert not member.is_unknown
    assert member == number
    assert member.value == number
    assert names.Members[member.name] is member


def test_an_extension_under_its_declared_name(kitchen: Any) -> None:
    value = kitchen.Aliased(a=1)
    assert value.vendor is None
    value.vendor = b"mine"
    assert value.extension == Extension(b"mine")
    assert kitchen.Aliased.decode(value.encode()).vendor == b"mine"
    assert value.replace(vendor=b"other").vendor == b"other"
    value.vendor = None
    assert value.extension is None


def test_uuids_are_uuids(kitchen: Any) -> None:
    text = "00112233-4455-6677-8899-aabbccddeeff"
    value = kitchen.Scalars(id=UUID(text))
    assert str(kitchen.Scalars.decode(value.encode()).id) == text


@pytest.mark.parametrize(
    ("cls", "data", "name", "added"),
    [
        ("Lists", "49 14 02 00", "mediums", 70000),
        ("Lists", "59 15 02 00", "larges", 1 << 41),
        ("Lists", "59 14 02 00", "larges", 70000),
    ],
)
def test_a_list_that_grows_beyond_the_type_it_was_read_with(
    kitchen: Any, cls: str, data: str, name: str, added: int
) -> None:
    value = getattr(kitchen, cls).decode(bytes.fromhex(data))
    assert value.encode() == bytes.fromhex(data)
    getattr(value, name).append(added)
    assert getattr(kitchen, cls).decode(value.encode()) == value
