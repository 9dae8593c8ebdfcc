"""Tables that Thrift cannot hold: a ConversionError that says where, and never another exception."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final, cast

import pytest

from inlay.footers.conversion import v0, v1
from inlay.footers.conversion.errors import ConversionError, EditScriptError
from inlay_runtime.errors import DecodeError, InlayError
from inlay_runtime.extension import Extension
from inlay_runtime.flat.schema import BOOL, EnumOf, Scalar, String, UnionSchema, VectorOf
from inlay_runtime.flat.table import Table
from inlay_runtime.union import UnknownVariant
from parquet_format import footer, footer_v0, parquet
from tests.footers.conversion.test_spellings import full
from tests.support.effort import costs_at_most

EXTENSION: Final = Extension(b"payload")


def table() -> footer.FileMetaData:
    return v1.to_flatbuffers(full().encode())


def element(flat: footer.FileMetaData) -> footer.SchemaElement:
    return (flat.schema or [])[1]


def chunk(flat: footer.FileMetaData) -> footer.ColumnMetadata:
    metadata = ((flat.row_groups or [])[0].columns or [])[0].metadata
    assert metadata is not None
    return metadata


def statistics(flat: footer.FileMetaData) -> footer.Statistics:
    found = chunk(flat).statistics
    assert found is not None
    return found


CHUNK: Final = "row_groups[0].columns[0]."
Change = Callable[[footer.FileMetaData], None]


def put(find: Callable[[footer.FileMetaData], Table], **values: object) -> Change:
    def change(flat: footer.FileMetaData) -> None:
        for name, value in values.items():
            setattr(find(flat), name, value)

    return change


def root(flat: footer.FileMetaData) -> footer.FileMetaData:
    return flat


def set_logical(value: footer.LogicalType) -> Change:
    return lambda flat: setattr(element(flat), "logical_type", value)


def unrecognized(**values: Any) -> footer.LogicalType:
    return footer.LogicalTypeUnrecognized(footer.Unrecognized(**values))


CASES: Final[dict[str, tuple[Change, str, str]]] = {
    "no name": (put(element, name=None), "schema[1].name", "required"),
    "a key value without a key": (put(root, kv=[footer.KeyValue()]), "kv[0].key", "required"),
    "no leaf, no type": (put(root, schema=[]), CHUNK + "metadata.type", "required"),
    "no path": (
        put(root, schema=[footer.SchemaElement(name="r", num_children=9, type=footer.Type.INT32)]),
        CHUNK + "path_in_schema",
        "the schema gives none",
    ),
    "an extension that nothing in Thrift can carry": (
        put(chunk, bloom_filter=footer.BloomFilterInfo(extension=EXTENSION)),
        CHUNK + "metadata.bloom_filter.extension",
        "no Thrift struct",
    ),
    "the same in a list of orders": (
        put(root, column_orders=[footer.ColumnOrderEntry(extension=EXTENSION)]),
        "column_orders[0].extension",
        "no Thrift struct",
    ),
    "the same in an unrecognized member": (
        set_logical(unrecognized(field_id=99, raw=b"\0", extension=EXTENSION)),
        "schema[1].extension",
        "no Thrift struct",
    ),
    "a list of orders with a gap": (
        put(root, column_orders=[footer.ColumnOrderEntry()]),
        "column_orders[0].order",
        "required",
    ),
    "an order for one leaf of many": (
        put(element, column_order=footer.ColumnOrderTypeDefinedOrder(footer.Empty())),
        "schema",
        "some leaves",
    ),
    "a bound that is too short": (put(statistics, min_len=3), CHUNK + "min_len", "3 bytes"),
    "equal to nothing": (
        put(statistics, max_len=None, max_equals_max_value=True),
        CHUNK + "max",
        "said to equal",
    ),
    "unknown fields that are known": (
        put(element, unknown_fields=b"\x15\x02\x00"), "schema[1].unknown_fields", "known"
    ),
    "unknown fields twice": (
        put(element, unknown_fields=b"\x05\xc8\x01\x02\x05\xc8\x01\x02\x00"),
        "schema[1].unknown_fields",
        "twice",
    ),
    "an extension among unknown fields": (
        put(element, unknown_fields=b"\x08\xff\xff\x01\x00\x00"),
        "schema[1].unknown_fields",
        "known",
    ),
    "unknown fields that are not a struct": (
        put(element, unknown_fields=b"\x15"),
        "schema[1].unknown_fields",
        "no compact-protocol struct",
    ),
    "unknown fields that go on": (
        put(element, unknown_fields=b"\x00\x00"), "schema[1].unknown_fields", "follow"
    ),
    "a spelling that nobody knows": (
        put(element, extension=EXTENSION, extension_header=footer.ExtensionHeader(9)),
        "schema[1].extension_header",
        "not a spelling",
    ),
    "behind a stop byte that is not the last": (
        put(element, extension=EXTENSION, extension_header=footer.ExtensionHeader.TRAILING),
        "",
        "outermost",
    ),
    "two things behind the stop byte": (
        put(
            root,
            extension=EXTENSION,
            extension_header=footer.ExtensionHeader.TRAILING,
            trailing=b"x",
        ),
        "",
        "cannot follow the stop byte",
    ),
    "a unit that Thrift has no member for": (
        set_logical(footer.LogicalTypeTimeType(footer.TimeOptions(unit=footer.TimeUnit(3)))),
        "schema[1].logical_type.unit",
        "not a known unit",
    ),
    "raw bytes that are not a value": (
        set_logical(unrecognized(field_id=99, raw=b"\x15")), "schema[1].raw", "no value"
    ),
    "raw bytes that end the union and go on": (
        set_logical(unrecognized(field_id=99, raw=b"\x00\x00\x15\x02\x00")),
        "schema[1].raw",
        "follow",
    ),
    "an extension as a member": (
        set_logical(unrecognized(field_id=-16384, wire_type_=8, raw=b"\x00")),
        "schema[1].field_id",
        "not a member",
    ),
    "a member of a newer schema": (
        set_logical(UnknownVariant(77, b"")), "schema[1].logical_type", "newer"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_refused(name: str) -> None:
    change, path, reason = CASES[name]
    flat = table()
    change(flat)
    with pytest.raises(ConversionError) as caught:
        v1.to_thrift(flat)
    assert reason in caught.value.reason
    assert not path or caught.value.path == path


def test_v0_refuses_an_encryption_it_has_no_member_for() -> None:
    thrift = full().replace(encryption_algorithm=UnknownVariant(9, b"\x00"))
    with pytest.raises(ConversionError, match="encryption_algorithm"):
        v0.to_flatbuffers(thrift.encode())
    thrift = full()
    thrift.row_groups[0].columns[1].crypto_metadata = UnknownVariant(9, b"\x00")
    with pytest.raises(ConversionError, match=r"row_groups\[0\].columns\[1\].crypto_metadata"):
        v0.to_flatbuffers(thrift.encode())


def test_a_slot_that_was_changed_no_longer_fits_the_remainder() -> None:
    thrift = b"\x05\x02" + full().encode()[1:]
    flat = v1.to_flatbuffers(thrift)
    assert v1.to_thrift(flat) == thrift
    flat.num_rows += 1
    with pytest.raises(EditScriptError, match="another base"):
        v1.to_thrift(flat)
    assert v1.to_struct(flat).num_rows == 2


def test_the_remainder_of_v0_is_not_that_of_v1() -> None:
    flat = v1.to_flatbuffers(full().encode())
    flat.remainder_ = v0.to_flatbuffers(full().encode()).remainder_
    with pytest.raises(EditScriptError, match="rules"):
        v1.to_thrift(flat)


def test_what_only_a_newer_schema_has_is_not_lost_silently() -> None:
    seen = footer_v0.FileMetaData.decode(table().encode())
    with pytest.raises(ConversionError, match="newer"):
        v0.to_thrift(seen)


@pytest.mark.parametrize("convert", [v0.to_flatbuffers, v1.to_flatbuffers])
@pytest.mark.parametrize("data", [b"", b"\x00", b"PAR1", b"\x15\x02"])
def test_bytes_that_are_no_footer(convert: Callable[[bytes], object], data: bytes) -> None:
    with pytest.raises(DecodeError):
        convert(data)


def test_a_schema_that_is_one_long_chain() -> None:
    """Five thousand leaves with paths of up to five thousand names, in every row group."""
    depth = 5000
    schema = [footer.SchemaElement(name="root", num_children=1)]
    for _ in range(depth):
        schema.append(footer.SchemaElement(name="group", num_children=2))
        schema.append(footer.SchemaElement(name="leaf", type=footer.Type.INT32))
    schema.append(footer.SchemaElement(name="leaf", type=footer.Type.INT32))
    columns = [footer.ColumnChunk(metadata=footer.ColumnMetadata()) for _ in range(depth)]
    groups = [footer.RowGroup(columns=columns) for _ in range(100)]

    def convert() -> None:
        with pytest.raises(ConversionError, match=r"paths.* exceed"):
            v1.to_thrift(footer.FileMetaData(schema=schema, row_groups=groups))

    assert costs_at_most(30_000, convert)


class RandomTables:
    """Any values that the schema allows."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def table(self, cls: type[Table], depth: int = 0) -> Table:
        made = cls()
        for field in cls.SCHEMA.fields:
            rarely = 0.05 if field.attribute in ("name", "key") else 0.6
            if field.attribute == "extension" or self.rng.random() < rarely:
                continue
            setattr(made, field.attribute, self.value(field.type, depth + 1))
        if any(f.name == "extension" for f in cls.SCHEMA.fields) and self.rng.random() < 0.02:
            made.extension = Extension(self.rng.randbytes(3))
        return made

    def value(self, type_: Any, depth: int) -> Any:
        match type_:
            case EnumOf(enum=enum):
                return enum(self.rng.choice([0, 1, 1, 2, 3, 7, 99, -128]))
            case Scalar() if type_ is BOOL:
                return self.rng.random() < 0.3
            case Scalar() if type_.name in ("float", "double"):
                return self.rng.choice([0.0, -0.0, float("nan")])
            case Scalar():
                bits = 8 * type_.size
                low, high = (0, (1 << bits) - 1) if type_.name[0] == "u" else (
                    -(1 << (bits - 1)), (1 << (bits - 1)) - 1
                )  # fmt: skip
                return self.rng.choice([0, 1, 4, 8, low, high])
            case String():
                return self.rng.choice(["", "a", "ü"])
            case VectorOf(element=Scalar(size=1)):
                return self.rng.choice([b"", b"\0", b"\x15\x02\0", b"\x05\xc8\x01\x02\0", b"\xff"])
            case VectorOf(element=element_type):
                return [self.value(element_type, depth) for _ in range(self.rng.choice([0, 1, 3]))]
            case UnionSchema():
                tag = self.rng.choice(list(type_.variants))
                payload = self.table(cast("type[Table]", type_.variants[tag]), depth)
                wrapper = type_.wrappers.get(tag)
                return payload if wrapper is None else wrapper(payload)
            case _:
                return self.table(type_, depth)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(
    ("cls", "to_thrift"),
    [(footer.FileMetaData, v1.to_thrift), (footer_v0.FileMetaData, v0.to_thrift)],
)
def test_any_table_is_bytes_or_an_error(
    cls: type[Table], to_thrift: Callable[[Any], bytes], seed: int
) -> None:
    tables = RandomTables(random.Random(seed))
    for _ in range(150):
        flat: Any = tables.table(cls)
        if tables.rng.random() < 0.8:
            flat.remainder_ = None
        read = cls.decode(flat.encode())
        try:
            thrift = to_thrift(read)
        except ConversionError:
            continue
        try:
            parquet.FileMetaData.decode(thrift)
        except InlayError as error:
            pytest.fail(f"what was written cannot be read: {error}")


def test_a_known_member_kept_as_bytes_can_be_read_as_that() -> None:
    """Or the footer that it is put into could be read by nobody."""
    flat = table()
    without_precision = footer.Unrecognized(field_id=5, wire_type_=12, raw=b"\0")
    element(flat).logical_type = footer.LogicalTypeUnrecognized(without_precision)
    with pytest.raises(ConversionError, match="not a DecimalType"):
        v1.to_thrift(flat)


def test_a_member_of_another_type_than_declared_is_an_unknown_one() -> None:
    flat = table()
    flat.encryption_algorithm = footer.Unrecognized(field_id=2, wire_type_=5, raw=b"\x02")
    read = parquet.FileMetaData.decode(v1.to_thrift(flat)).encryption_algorithm
    assert read == UnknownVariant(2, b"\x02", 5)
