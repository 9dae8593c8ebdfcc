"""Columns as Python values and back: what the pure implementation reads from and writes to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final, cast

import pyarrow as pa

from inlay_variant.storage.arrow_classes import Array, ListArray
from inlay_variant.storage.arrow_values import binaries, flags, integers
from inlay_variant.storage.leaves import LeafKind, VariantLeaf
from inlay_variant.storage.shape import (
    METADATA,
    TYPED,
    VALUE,
    Elements,
    Entries,
    Fields,
    Group,
    Typed,
    choose_arrow_type,
    struct_of,
)

NULL_VALUE: Final = b"\x00"
"""A Variant null, which a missing value stands for."""


class GroupReader:
    """The columns of a group: `value` is None where there is no such column."""

    __slots__ = ("children", "keys", "leaf", "offsets", "typed", "typed_valid", "value")

    def __init__(self, group: Group, struct: pa.StructArray) -> None:
        self.typed = group.typed
        self.value: list[bytes | None] | None = (
            bytes_of(struct.field(VALUE)) if group.value else None
        )
        self.leaf: list[bytes | None] = []
        self.typed_valid: list[bool] = []
        self.offsets: list[int] = []
        self.keys: list[bytes | None] = []
        self.children: list[GroupReader] = []
        if group.typed is None:
            return
        typed = struct.field(TYPED)
        self.typed_valid = list_bools(typed.is_valid())
        match group.typed:
            case VariantLeaf():
                self.leaf = payloads_of(typed, group.typed)
            case Elements(element):
                lists = cast(ListArray, typed)
                self.offsets = cast("list[int]", lists.offsets.to_pylist()) if len(lists) else [0]
                self.children = [GroupReader(element, cast(pa.StructArray, lists.values))]
            case Entries(element):
                maps = cast("pa.MapArray[Any, Any]", typed)
                self.offsets = cast("list[int]", maps.offsets.to_pylist()) if len(maps) else [0]
                self.keys = bytes_of(maps.keys.cast(pa.binary()))
                self.children = [GroupReader(element, cast(pa.StructArray, maps.items))]
            case Fields(fields):
                fields_array = cast(pa.StructArray, typed)
                self.children = [
                    GroupReader(child, cast(pa.StructArray, fields_array.field(name)))
                    for name, child in fields
                ]


def list_rows(storage: pa.StructArray) -> list[tuple[int, bytes, bytes]]:
    """Row, metadata and value of the rows of unshredded storage that are not null; a missing value is a Variant null."""
    columns = zip(
        list_bools(storage.is_valid()),
        bytes_of(storage.field(METADATA)),
        bytes_of(storage.field(VALUE)),
        strict=True,
    )
    return [
        (row, metadata or b"", NULL_VALUE if value is None else value)
        for row, (valid, metadata, value) in enumerate(columns)
        if valid
    ]


def list_bools(array: Array) -> list[bool]:
    return cast("list[bool]", array.to_pylist())


def bytes_of(array: Array) -> list[bytes | None]:
    return cast("list[bytes | None]", array.to_pylist())


def payloads_of(array: Array, leaf: VariantLeaf) -> list[bytes | None]:
    """The bytes of each value, as `scalar_from` takes them."""
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    if leaf.kind is LeafKind.BITS:
        return [None if bit is None else bytes([bit]) for bit in array.to_pylist()]
    if leaf.kind is LeafKind.BYTES:
        return bytes_of(array.cast(pa.binary()))
    valid = list_bools(array.is_valid())
    data = array.buffers()[1]
    raw = b"" if data is None else data.to_pybytes()
    width, first = leaf.width, array.offset
    return [
        raw[(first + row) * width : (first + row + 1) * width] if there else None
        for row, there in enumerate(valid)
    ]


class GroupWriter:
    """Collects the columns of a group, row by row."""

    __slots__ = ("children", "group", "keys", "leaf", "lengths", "typed_valid", "value")

    def __init__(self, group: Group) -> None:
        self.group = group
        self.value: list[bytes | None] = []
        self.typed_valid: list[bool] = []
        self.leaf: list[bytes | None] = []
        self.lengths: list[int] = []
        self.keys: list[bytes | None] = []
        match group.typed:
            case Elements(element) | Entries(element):
                self.children = [GroupWriter(element)]
            case Fields(fields):
                self.children = [GroupWriter(child) for _, child in fields]
            case _:
                self.children = []

    def add(self, value: bytes | None, *, typed: bool = False, payload: bytes | None = None, length: int = 0) -> None:  # fmt: skip
        """A row. The children's rows are added by the caller, unless `typed` is false."""
        self.value.append(value)
        self.typed_valid.append(typed)
        self.leaf.append(payload)
        self.lengths.append(length)
        if not typed and isinstance(self.group.typed, Fields):
            for child in self.children:
                child.add(None)

    def columns(self) -> list[Array]:
        columns = [build_binary_array(self.value)] if self.group.value else []
        if self.group.typed is not None:
            columns.append(self._typed(self.group.typed))
        return columns

    def struct(self) -> pa.StructArray:
        array = pa.Array.from_buffers(
            struct_of(self.group), len(self.value), [None], 0, 0, self.columns()
        )
        return cast(pa.StructArray, array)

    def _typed(self, typed: Typed) -> Array:
        type_ = choose_arrow_type(typed)
        bits = validity_of(self.typed_valid)
        nulls = self.typed_valid.count(False)
        match typed:
            case VariantLeaf():
                return build_leaf_array(typed, self.leaf)
            case Elements():
                offsets = list(accumulate(self.lengths, initial=0))
                buffers = [bits, integers(offsets, pa.int32()).buffers()[1]]
                child: list[Array] = [self.children[0].struct()]
                return pa.Array.from_buffers(type_, len(self.value), buffers, nulls, 0, child)
            case Entries():
                offsets = list(accumulate(self.lengths, initial=0))
                buffers = [bits, integers(offsets, pa.int32()).buffers()[1]]
                keys = build_binary_array(self.keys).cast(pa.string())
                child = [build_entries(typed, keys, self.children[0].struct())]
                return pa.Array.from_buffers(type_, len(self.value), buffers, nulls, 0, child)
            case Fields():
                children = [child.struct() for child in self.children]
                return pa.Array.from_buffers(type_, len(self.value), [bits], nulls, 0, children)


def build_entries(typed: Entries, keys: Array, items: pa.StructArray) -> Array:
    """The entries of all maps, as Arrow has them: structs of key and value."""
    type_: Any = choose_arrow_type(typed)
    entry = pa.struct([type_.key_field, type_.item_field])
    return pa.Array.from_buffers(entry, len(keys), [None], 0, 0, [keys, items])


def build_leaf_array(leaf: VariantLeaf, payloads: Sequence[bytes | None]) -> Array:
    """A column of the leaf's type."""
    if leaf.kind is LeafKind.BITS:
        return pa.array(
            [None if payload is None else payload == b"\x01" for payload in payloads], pa.bool_()
        )
    if leaf.kind is LeafKind.BYTES:
        return build_binary_array(payloads).cast(leaf.arrow)
    empty = bytes(leaf.width)
    data = b"".join(empty if payload is None else payload for payload in payloads)
    valid = [payload is not None for payload in payloads]
    buffers = [validity_of(valid), pa.py_buffer(data)]
    array = pa.Array.from_buffers(leaf.arrow, len(payloads), buffers, valid.count(False))
    type_ = choose_arrow_type(leaf)
    return array if type_ == leaf.arrow else pa.ExtensionArray.from_storage(pa.uuid(), array)


def build_binary_array(values: Sequence[bytes | None]) -> Array:
    return binaries(values)


def validity_of(valid: Sequence[bool]) -> pa.Buffer | None:
    """Validity bits; None where all are valid."""
    if all(valid):
        return None
    return flags(valid).buffers()[1]
