"""What the native core says of two structs is what Python says, however much of them was touched: a change is proved by it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from inlay_runtime.errors import DecodeError, EncodeError, NotDecodedError
from inlay_runtime.extension import Extension
from inlay_runtime.remainder import is_closed
from inlay_runtime.struct import EmptyVariant, Struct
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FileMetaData,
    KeyValue,
    RowGroup,
    SchemaElement,
    Statistics,
    Type,
)
from tests.runtime.cores import running
from tests.runtime.test_properties import CLASSES, change, structs_of

Make = Callable[[], Any]

pytestmark = pytest.mark.needs("native core")


@pytest.fixture(scope="module", autouse=True)
def core() -> None:
    """Not on both, one after the other: here they are held against each other."""


def touch(value: Any, rng: random.Random) -> Any:
    """Looks at some fields, here and below."""
    if isinstance(value, list):
        for item in value[: rng.randrange(4)]:
            touch(item, rng)
    elif isinstance(value, Struct):
        for field in value.SCHEMA.fields:
            if rng.randrange(2):
                touch(getattr(value, field.slot), rng)
    return value


def ways(cls: Any, data: bytes, seed: int) -> list[Make]:
    """Decoded lazily, in part, and all of it."""
    return [
        lambda: cls.decode(data),
        lambda: touch(cls.decode(data), random.Random(seed)),
        lambda: cls.decode(data, eager=True),
    ]


def answer(core: str, first: Make, other: Make) -> object:
    with running("native"):
        mine, theirs = first(), other()
    with running(core):
        try:
            return mine == theirs
        except NotDecodedError as error:
            return str(error)


def require_alike(first: Make, other: Make) -> object:
    """What both cores say of two structs that are made anew for each."""
    native, pure = answer("native", first, other), answer("pure", first, other)
    assert native == pure
    assert answer("native", other, first) == answer("pure", other, first)
    return native


@pytest.mark.parametrize("cls", CLASSES)
def test_of_bytes_with_a_bit_changed_they_say_the_same(kitchen: Any, cls: str) -> None:
    rng, class_ = random.Random(f"bits {cls}"), getattr(kitchen, cls)
    answers: list[object] = []
    for seed, data in enumerate(structs_of(class_, kitchen, f"bits {cls}", 8)):
        for _ in range(4):
            changed = bytearray(data)
            if changed:
                changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
            try:
                class_.decode(bytes(changed), eager=True)
            except DecodeError:
                changed = bytearray(data)
            for first in ways(class_, data, seed):
                for other in ways(class_, bytes(changed), seed + 1):
                    answers.append(require_alike(first, other))
    assert {True, False} >= {*answers}
    assert True in answers


@pytest.mark.parametrize("cls", CLASSES)
def test_of_changed_values_they_say_the_same(kitchen: Any, cls: str) -> None:
    class_ = getattr(kitchen, cls)
    structs = structs_of(class_, kitchen, f"values {cls}", 20)

    def make_changed(data: bytes, other: bytes, seed: int) -> Any:
        value = class_.decode(data)
        change(value, class_.decode(other), random.Random(seed))
        return value

    for seed, (data, other) in enumerate(zip(structs[::2], structs[1::2], strict=True)):
        for way in ways(class_, data, seed):
            require_alike(way, partial(make_changed, data, other, seed))
            require_alike(partial(make_changed, data, other, seed), way)


def make_file() -> FileMetaData:
    """A small footer with something in most places."""
    schema = [SchemaElement(name="root", num_children=20)]
    schema += [SchemaElement(name=f"c{at}", type=Type.DOUBLE) for at in range(20)]
    return FileMetaData(
        version=2,
        schema=schema,
        num_rows=6,
        row_groups=[_make_group(number) for number in range(3)],
        key_value_metadata=[KeyValue(key="a", value="b")],
        created_by="nobody",
    )


def _make_group(number: int) -> RowGroup:
    return RowGroup(
        columns=[
            ColumnChunk(
                file_offset=4,
                meta_data=ColumnMetaData(
                    type=Type.DOUBLE,
                    encodings=[Encoding.PLAIN, Encoding.RLE],
                    path_in_schema=[f"c{at}"],
                    codec=CompressionCodec.UNCOMPRESSED,
                    num_values=2,
                    total_uncompressed_size=60,
                    total_compressed_size=60,
                    data_page_offset=4 + 60 * (20 * number + at),
                    statistics=Statistics(min_value=bytes(8), max_value=bytes(8), null_count=0),
                ),
            )
            for at in range(20)
        ],
        total_byte_size=1_200,
        num_rows=2,
        ordinal=number,
    )


def list_places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every field below, and of every element."""
    if isinstance(value, list):
        for at in {0, len(value) // 2, len(value) - 1} if value else ():
            yield (*path, at)
            yield from list_places(value[at], (*path, at))
    elif isinstance(value, Struct):
        for field in value.SCHEMA.fields:
            yield (*path, field.slot)
            yield from list_places(getattr(value, field.slot), (*path, field.slot))
        if not isinstance(value, EmptyVariant):
            yield (*path, "extension")


def change_at(value: Any, path: tuple[Any, ...]) -> Any:
    """Another value in one place."""
    *above, last = path
    for step in above:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    if isinstance(last, int):
        del value[last]
    elif last == "extension":
        value.extension = Extension(b"another")
    else:
        old = getattr(value, last)
        setattr(value, last, _other_than(old))
    return value


def _other_than(old: Any) -> Any:
    match old:
        case None:
            return "something"
        case bool():
            return not old
        case int():
            return int(old) + 1
        case str():
            return old + "x"
        case bytes():
            return old + b"x"
        case _:
            return None


def test_a_change_of_any_one_place_is_seen() -> None:
    """However deep, and whichever of the two has it."""
    data = make_file().encode()
    places = list(list_places(FileMetaData.decode(data)))
    assert len(places) > 400
    for number, path in enumerate(places):

        def make_changed(path: tuple[Any, ...] = path) -> FileMetaData:
            metadata = FileMetaData.decode(data)
            change_at(metadata, path)
            return metadata

        way = ways(FileMetaData, data, number)[number % 3]
        assert answer("native", way, make_changed) is False, path
        assert answer("native", make_changed, way) is False, path
        if number % 10 == 0:
            assert answer("pure", way, make_changed) is False, path


def test_a_written_change_of_any_one_place_is_seen() -> None:
    """Where both are only bytes, too."""
    data = make_file().encode()
    seen = 0
    for path in list_places(FileMetaData.decode(data)):
        metadata = FileMetaData.decode(data)
        change_at(metadata, path)
        try:
            changed = metadata.encode()
        except EncodeError:  # a value that its field cannot hold
            continue
        seen += 1
        assert FileMetaData.decode(data) != FileMetaData.decode(changed), path
        assert FileMetaData.decode(changed) == FileMetaData.decode(changed), path
    assert seen > 200


def test_what_is_equal_stays_untouched() -> None:
    """Bytes are held against bytes, so nothing is built to see that they are the same."""
    data = make_file().encode()
    metadata, same = FileMetaData.decode(data), FileMetaData.decode(bytes(bytearray(data)))
    metadata.key_value_metadata, same.key_value_metadata = [], []
    assert metadata == same
    for each in (metadata, same):
        assert is_closed(each, "row_groups")
        assert is_closed(each, "schema")


def test_what_a_mask_leaves_out_is_said_alike() -> None:
    data = make_file().encode()
    masks = [["num_rows"], ["row_groups.num_rows"], ["row_groups[1:].columns[3].meta_data.type"]]
    for mask in masks:
        for other in (None, *masks):
            said = require_alike(
                partial(FileMetaData.decode, data, fields=mask),
                partial(FileMetaData.decode, data, fields=other),
            )
            assert isinstance(said, str | bool)


def test_subclasses_have_their_own_say() -> None:
    class Never(KeyValue):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            return False

    with_it = make_file()
    with_it.key_value_metadata = [Never(key="a", value="b")]
    assert with_it != make_file()
    assert make_file() != with_it
    assert make_file() == make_file()
