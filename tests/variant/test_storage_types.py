"""Every storage that the document allows, and what is refused: which rule, and where."""

from __future__ import annotations

import io
from operator import attrgetter
from typing import Any, Final, cast

import pyarrow as pa
import pytest

from inlay.variant import (
    StorageError,
    VariantArray,
    VariantType,
    check,
    shred,
    variant_array,
    variant_get,
)
from inlay_variant.arrow.variant_type import wrap

VALUES: Final[list[object]] = [
    {"a": 1, "t": ["x", None]},
    "n/a",
    None,
    {"a": "one", "z": True},
    {"t": []},
]
SCHEMA: Final = pa.struct([("a", pa.int64()), ("t", pa.list_(pa.string()))])


def required(name: str, type_: pa.DataType) -> pa.Field[pa.DataType]:
    return pa.field(name, type_, nullable=False)


META: Final = required("metadata", pa.binary())
VALUE: Final = pa.field("value", pa.binary())


def typed(type_: pa.DataType) -> pa.DataType:
    return pa.struct([META, VALUE, ("typed_value", type_)])


def group(type_: pa.DataType) -> pa.DataType:
    return pa.struct([VALUE, ("typed_value", type_)])


REFUSED: Final = {
    "no struct": (pa.binary(), "storage", "stored as a struct"),
    "no metadata": (pa.struct([VALUE]), "storage", "no field named 'metadata'"),
    "nullable metadata": (pa.struct([("metadata", pa.binary()), VALUE]), "metadata", "non-nullable"),
    "metadata of text": (pa.struct([required("metadata", pa.string()), VALUE]), "metadata", "not string"),
    "dictionary of text": (
        pa.struct([required("metadata", pa.dictionary(pa.int8(), pa.string())), VALUE]),
        "metadata",
        "has to be binary",
    ),
    "metadata alone": (pa.struct([META]), "storage", "at least one of"),
    "case matters": (pa.struct([META, ("Value", pa.binary())]), "Value", "only"),
    "a field too many": (pa.struct([META, VALUE, ("extra", pa.int8())]), "extra", "only"),
    "a field twice": (pa.struct([META, VALUE, VALUE]), "storage", "'value' is there twice"),
    "value of text": (pa.struct([META, ("value", pa.string())]), "value", "not string"),
    "uint64": (typed(pa.uint64()), "typed_value", "uint64 is not mapped"),
    "float16": (typed(pa.float16()), "typed_value", "not mapped"),
    "milliseconds": (typed(pa.timestamp("ms")), "typed_value", "not mapped"),
    "another zone": (typed(pa.timestamp("us", "Europe/Paris")), "typed_value", "not mapped"),
    "time32": (typed(pa.time32("ms")), "typed_value", "not mapped"),
    "decimal256": (typed(pa.decimal256(40, 2)), "typed_value", "not mapped"),
    "negative scale": (typed(pa.decimal128(5, -2)), "typed_value", "not mapped"),
    "fixed binary": (typed(pa.binary(16)), "typed_value", "not mapped"),
    "map": (typed(pa.map_(pa.string(), pa.int8())), "typed_value", "not mapped"),
    "list of values": (typed(pa.list_(pa.int8())), "typed_value.element", "have to be structs"),
    "nullable elements": (typed(pa.list_(group(pa.int8()))), "typed_value.element", "non-nullable"),
    "nullable fields": (typed(pa.struct([("a", group(pa.int8()))])), "typed_value.a", "non-nullable"),
    "fields that are values": (
        typed(pa.struct([required("a", pa.int8())])),
        "typed_value.a",
        "have to be structs",
    ),
    "deep inside": (
        typed(pa.struct([required("x y", group(pa.list_(required("element", group(pa.uint64())))))])),
        "typed_value['x y'].typed_value.element.typed_value",
        "uint64",
    ),
    "an empty group": (
        typed(pa.struct([required("a", pa.struct([]))])),
        "typed_value.a",
        "at least one of",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_storage_that_breaks_a_rule_is_refused(name: str) -> None:
    storage, path, rule = REFUSED[name]
    with pytest.raises(StorageError, match=rule) as caught:
        VariantType(storage)
    assert caught.value.path == path


ALLOWED: Final = [
    pa.null(), pa.bool_(), pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(),
    pa.float32(), pa.float64(), pa.decimal32(9, 2), pa.decimal64(18, 2), pa.decimal128(38, 2), pa.date32(),
    pa.time64("us"), pa.timestamp("us", "UTC"), pa.timestamp("us"), pa.timestamp("ns", "UTC"), pa.timestamp("ns"),
    pa.binary(), pa.large_binary(), pa.binary_view(), pa.string(), pa.large_string(), pa.string_view(),
]  # fmt: skip


@pytest.mark.parametrize("type_", ALLOWED, ids=str)
def test_every_mapped_type_is_read(both: str, type_: pa.DataType) -> None:
    """A null of each type, and a value where Python makes one easily."""
    given: list[object] = [None]
    if pa.types.is_integer(type_) or pa.types.is_decimal(type_):
        given.append(7)
    elif pa.types.is_binary(type_) or pa.types.is_large_binary(type_) or type_ == pa.binary_view():
        given.append(b"7")
    elif pa.types.is_string(type_) or pa.types.is_large_string(type_) or type_ == pa.string_view():
        given.append("7")
    rows = [{"metadata": b"\1\0\0", "typed_value": one} for one in given]
    array = wrap(pa.array(rows, typed(type_)))
    assert array.to_python() == given


@pytest.mark.parametrize(
    ("type_", "physical"),
    [(pa.uint8(), 4), (pa.uint16(), 5), (pa.uint32(), 6), (pa.decimal32(9, 0), 8), (pa.decimal64(9, 0), 9),
     (pa.decimal128(9, 0), 8), (pa.decimal128(18, 0), 9), (pa.decimal128(19, 0), 10)],
    ids=str,
)  # fmt: skip
def test_what_a_column_holds_in_the_encoding(both: str, type_: pa.DataType, physical: int) -> None:
    """pyarrow reads all decimals of Parquet as decimal128, so its precision has to tell."""
    array = wrap(pa.array([{"metadata": b"\1\0\0", "typed_value": 200}], typed(type_)))
    (variant,) = array.variants()
    assert variant is not None
    assert variant.value[0] >> 2 == physical


def other_storages(array: VariantArray) -> dict[str, Any]:
    """The same values in every form of column."""
    storage = cast(pa.StructArray, array.storage)
    metadata, value = storage.field("metadata"), storage.field("value")
    shredded = cast(pa.StructArray, shred(array, SCHEMA).storage)
    fields = cast(pa.StructArray, shredded.field("typed_value"))
    tags = cast(pa.StructArray, fields.field("t"))
    lists: Any = tags.field("typed_value")
    starts, sizes = lists.offsets[:-1], [b - a for a, b in zip(lists.offsets.to_pylist(), lists.offsets.to_pylist()[1:], strict=False)]  # fmt: skip
    views = cast(Any, pa.ListViewArray).from_arrays(starts, pa.array(sizes, pa.int32()), lists.values, mask=lists.is_null(), type=pa.list_view(lists.type.value_field))  # fmt: skip
    large = pa.LargeListArray.from_arrays(lists.offsets.cast(pa.int64()), lists.values, mask=lists.is_null(), type=pa.large_list(lists.type.value_field))  # fmt: skip
    mask = storage.is_null()

    def plain(meta: Any, values: Any) -> Any:
        described = [required("metadata", meta.type), pa.field("value", values.type)]
        return pa.StructArray.from_arrays([meta, values], fields=described, mask=mask)

    def with_tags(changed: Any) -> Any:
        inner = pa.StructArray.from_arrays([tags.field("value"), changed], fields=[VALUE, pa.field("typed_value", changed.type)])  # fmt: skip
        outer = pa.StructArray.from_arrays([inner, fields.field("a")], fields=[required("t", inner.type), required("a", fields.field("a").type)], mask=fields.is_null())  # fmt: skip
        described = [pa.field("typed_value", outer.type), META, VALUE]
        return pa.StructArray.from_arrays([outer, shredded.field("metadata"), shredded.field("value")], fields=described, mask=mask)  # fmt: skip

    runs: Any = pa.RunEndEncodedArray.from_arrays(
        pa.array(range(1, len(array) + 1), pa.int16()), metadata
    )
    return {
        "as it is": storage,
        "large": plain(metadata.cast(pa.large_binary()), value.cast(pa.large_binary())),
        "views": plain(metadata.cast(pa.binary_view()), value.cast(pa.binary_view())),
        "dictionary": plain(metadata.dictionary_encode(), value),
        "dictionary of int8": plain(metadata.dictionary_encode().cast(pa.dictionary(pa.int8(), pa.binary())), value),
        "run-end-encoded": plain(runs, value),
        "value first": pa.StructArray.from_arrays([value, metadata], fields=[VALUE, META], mask=mask),
        "shredded": shredded,
        "list views": with_tags(views),
        "large lists": with_tags(large),
    }  # fmt: skip


def variants_at(array: Any, path: str) -> object:
    found: Any = variant_get(array, path)
    return found.to_python()


FORMS: Final = list(other_storages(variant_array(VALUES)))


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_storage_means_the_same(both: str, form: str) -> None:
    array = variant_array(VALUES)
    storage = other_storages(array)[form]
    storage.validate(full=True)
    made = wrap(storage)
    assert made.to_python() == VALUES
    assert made.slice(1, 3).to_python() == VALUES[1:4]
    assert variant_get(made, "$.a", pa.int64()).to_pylist() == [1, None, None, None, None]
    assert variants_at(made.slice(3), "$.z") == [True, None]
    assert variant_get(made, "$.t[0]", pa.string()).to_pylist() == ["x", None, None, None, None]


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("form", FORMS)
def test_the_type_survives_ipc(form: str) -> None:
    made = wrap(other_storages(variant_array(VALUES))[form])
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, pa.schema([pa.field("v", made.type)])) as writer:
        writer.write_batch(pa.record_batch([made], names=["v"]))
    back: Any = pa.ipc.open_stream(sink.getvalue()).read_all()
    assert isinstance(back.schema.field("v").type, VariantType)
    assert back.schema.field("v").type == made.type
    assert back.column("v").combine_chunks().to_python() == VALUES


@pytest.mark.needs("pyarrow 23")  # an older one does not export views
@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("form", FORMS)
def test_the_type_survives_the_c_data_interface(form: str) -> None:
    made = wrap(other_storages(variant_array(VALUES))[form])

    class Foreign:
        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            return made.__arrow_c_array__()

    foreign: Any = Foreign()
    back: object = pa.array(foreign)
    assert isinstance(back, VariantArray)
    assert back.to_python() == VALUES


def test_the_serialized_type_is_empty_and_the_name_is_the_documents() -> None:
    assert VariantType().extension_name == "arrow.parquet.variant"
    assert VariantType().__arrow_ext_serialize__() == b""


def test_a_type_from_a_file_is_checked_when_it_is_used() -> None:
    """A column that breaks a rule must not make the whole file unreadable."""
    bad = VariantType.__arrow_ext_deserialize__(pa.struct([VALUE]), b"")
    with pytest.raises(StorageError, match="no field named 'metadata'"):
        attrgetter("shape")(bad)


def test_offsets_that_lead_out_of_their_buffer_are_refused(both: str) -> None:
    metadata = pa.array([b"\1\0\0"] * 2, pa.binary())
    offsets = pa.array([0, 900, 2], pa.int32()).buffers()[1]
    value = pa.Array.from_buffers(pa.binary(), 2, [None, offsets, pa.py_buffer(b"\0\0")])
    storage = pa.StructArray.from_arrays([metadata, value], fields=[META, VALUE])
    with pytest.raises(StorageError, match="a damaged array"):
        shred(wrap(storage), pa.int8())


@pytest.mark.parametrize("large", [False, True], ids=["list_view", "large_list_view"])
@pytest.mark.parametrize("sizes", [[0, 0], [None, None], [None, 0], [], [1, None, 0, 2]], ids=str)
def test_list_views_of_uuids_of_which_all_may_be_empty(
    both: str, sizes: list[int | None], large: bool
) -> None:
    kinds: Any = pa
    count = sum(size or 0 for size in sizes)
    uuids = pa.array([bytes(15) + bytes([at]) for at in range(count)], pa.binary(16))
    typed = pa.ExtensionArray.from_storage(pa.uuid(), uuids)
    values = pa.StructArray.from_arrays([pa.nulls(count, pa.binary()), typed], ["value", "typed_value"])  # fmt: skip
    width = pa.int64() if large else pa.int32()
    element = pa.field("element", values.type, nullable=False)
    make = kinds.LargeListViewArray if large else kinds.ListViewArray
    starts = [sum(size or 0 for size in sizes[:at]) for at in range(len(sizes))]
    views = make.from_arrays(
        pa.array(starts, width),
        pa.array([size or 0 for size in sizes], width),
        values,
        type=kinds.large_list_view(element) if large else kinds.list_view(element),
        mask=pa.array([size is None for size in sizes], pa.bool_()),
    )
    rest = pa.array([b"\0" if size is None else None for size in sizes], pa.binary())
    storage = pa.StructArray.from_arrays(
        [pa.array([b"\1\0\0"] * len(sizes), pa.binary()), rest, views],
        fields=[META, VALUE, pa.field("typed_value", views.type)],
    )
    array = wrap(storage)
    check(array)
    assert [
        one if one is None else len(cast("list[object]", one)) for one in array.to_python()
    ] == sizes
    assert array.slice(len(sizes)).to_python() == []


def test_equal_types_have_equal_hashes() -> None:
    types = [VariantType(), VariantType(typed(pa.int64())), VariantType(typed(pa.string()))]
    again = [VariantType(it.storage_type) for it in types]
    assert again == types
    assert list(map(hash, again)) == list(map(hash, types))
    assert len({*types, *again}) == len(types)
