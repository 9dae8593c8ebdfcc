"""The work on columns in pure Python: the specification, row by row, of what `native` does.

Every function takes and gives normalised storage (`inlay_variant.storage.normalize_storage`), whose rows it numbers from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import pyarrow as pa

from inlay_runtime import amounts
from inlay_runtime.errors import DecodeError, EncodeError
from inlay_variant.arrow.cast_lossless import cast_lossless
from inlay_variant.arrow.pure_unshredding import Unshredding
from inlay_variant.storage.arrow_classes import Array
from inlay_variant.storage.columns import (
    NULL_VALUE,
    GroupReader,
    GroupWriter,
    build_binary_array,
    build_leaf_array,
    bytes_of,
    list_bools,
    list_rows,
    validity_of,
)
from inlay_variant.storage.leaves import VariantLeaf, payload_for
from inlay_variant.storage.shape import (
    METADATA,
    Elements,
    Entries,
    Fields,
    Group,
    storage_of,
)
from inlay_variant.value.containers import ARRAY, OBJECT, open_container, write_object
from inlay_variant.value.counting import Seen
from inlay_variant.value.decode import read_scalar, read_value, step_of
from inlay_variant.value.encode import write_variant
from inlay_variant.value.errors import CastError, ShreddingError, damaged
from inlay_variant.value.in_order import metadata_in_order, value_in_order, warn_of_order
from inlay_variant.value.json_text import node_of_json
from inlay_variant.value.kinds import name_kind
from inlay_variant.value.limits import VariantLimits
from inlay_variant.value.metadata import Metadata, read_metadata, write_metadata
from inlay_variant.value.path import Step, look_up
from inlay_variant.value.primitives import PrimitiveType

PLAIN: Final = Group(True, None)
EMPTY: Final = (write_metadata([]), None)
"""Metadata and value of a row that is null."""


def parse_json(text: Array, limits: VariantLimits) -> pa.StructArray:
    """A column of JSON text (binary) as unshredded storage; null stays null."""
    metadata: list[bytes] = []
    values: list[bytes | None] = []
    pair: tuple[bytes, bytes | None]
    for row, document in enumerate(bytes_of(text)):
        try:
            pair = (
                EMPTY if document is None else write_variant(node_of_json(document, limits), limits)
            )
        except (DecodeError, EncodeError) as error:
            raise damaged(row, error) from None
        metadata.append(pair[0])
        values.append(pair[1])
    return _storage(
        build_binary_array(metadata), PLAIN, [build_binary_array(values)], _present(values)
    )


def check(storage: pa.StructArray, limits: VariantLimits) -> None:
    """Raises DamagedRowError for the first row of unshredded storage that is not a Variant."""
    for row, metadata, value in list_rows(storage):
        _checked(row, metadata, value, limits)


def count_values(storage: pa.StructArray, limits: VariantLimits) -> Seen:
    """What the rows of unshredded storage look like; those that are null do not count. Raises DamagedRowError."""
    seen = Seen()
    for row, metadata, value in list_rows(storage):
        try:
            seen.note(read_value(value, read_metadata(metadata, limits), limits))
        except DecodeError as error:
            raise damaged(row, error) from None
    return seen


def shred(
    storage: pa.StructArray, group: Group, limits: VariantLimits, *, exact: bool
) -> pa.StructArray:
    """Unshredded storage as storage of these groups. Raises DamagedRowError, and ShreddingError where
    a column that would be needed is not there."""
    writer = GroupWriter(group)
    valid = list_bools(storage.is_valid())
    rows = {row: (metadata, value) for row, metadata, value in list_rows(storage)}
    for row in range(len(storage)):
        if row not in rows:
            writer.add(None)
            continue
        metadata, value = rows[row]
        names = _checked(row, metadata, value, limits)
        _Shredding(row, value, names, exact).place(writer, 0, len(value), "$")
    return _storage(storage.field(METADATA), group, writer.columns(), valid)


class _Shredding:
    """One row on its way into columns; its bytes are known to be a Variant."""

    def __init__(self, row: int, data: bytes, metadata: Metadata, exact: bool) -> None:
        self.row = row
        self.data = data
        self.metadata = metadata
        self.exact = exact

    def place(self, writer: GroupWriter, start: int, end: int, path: str) -> None:
        typed = writer.group.typed
        basic = self.data[start] & 3
        if isinstance(typed, VariantLeaf) and basic < OBJECT:
            scalar = read_scalar(self.data, start, end)
            payload = payload_for(typed, scalar, exact=self.exact)
            if payload is not None:
                writer.add(None, typed=True, payload=payload)
                return
        elif isinstance(typed, Elements) and basic == ARRAY:
            _, spans = open_container(self.data, start, end, self.metadata)
            writer.add(None, typed=True, length=len(spans))
            for index, span in enumerate(spans):
                self.place(writer.children[0], *span, f"{path}[{index}]")
            return
        elif isinstance(typed, Fields) and basic == OBJECT:
            self.place_fields(writer, typed, start, end, path)
            return
        elif isinstance(typed, Entries) and basic == OBJECT:
            ids, spans = open_container(self.data, start, end, self.metadata)
            writer.add(None, typed=True, length=len(spans))
            for id_, span in zip(ids or [], spans, strict=True):
                writer.keys.append(self.metadata.names[id_])
                name = step_of(self.metadata.texts[id_])
                self.place(writer.children[0], *span, path + name)
            return
        self.require_value(writer, path)
        writer.add(self.data[start:end])

    def place_fields(
        self, writer: GroupWriter, typed: Fields, start: int, end: int, path: str
    ) -> None:
        ids, spans = open_container(self.data, start, end, self.metadata)
        assert ids is not None
        spans_of = {self.metadata.texts[id_]: span for id_, span in zip(ids, spans, strict=True)}
        shredded = {name for name, _ in typed.fields}
        rest = [
            (id_, self.data[slice(*span)])
            for id_, span in zip(ids, spans, strict=True)
            if self.metadata.texts[id_] not in shredded
        ]
        if rest:
            self.require_value(writer, path)
        writer.add(write_object(rest) if rest else None, typed=True)
        for (name, _), child in zip(typed.fields, writer.children, strict=True):
            span = spans_of.get(name)
            if span is None:
                child.add(None)
            else:
                self.place(child, *span, path + step_of(name))

    def require_value(self, writer: GroupWriter, path: str) -> None:
        if not writer.group.value:
            raise ShreddingError(
                self.row, path, "does not fit typed_value, and there is no value column"
            )


def unshred(
    storage: pa.StructArray, group: Group, limits: VariantLimits, *, tolerant: bool
) -> pa.StructArray:
    """Storage of these groups as unshredded storage, over the same metadata.

    Raises DamagedRowError and ShreddingError; with `tolerant`, what readers may read is read, and names that are not
    in their order are put into it.
    """
    reader = GroupReader(group, storage)
    values: list[bytes | None] = []
    disordered: list[int] = []
    dictionaries = bytes_of(storage.field(METADATA))
    valid = list_bools(storage.is_valid())
    for row, metadata in enumerate(dictionaries):
        if not valid[row]:
            values.append(None)
            continue
        try:
            ordered = metadata_in_order(metadata or b"", limits) if tolerant else metadata or b""
            names = read_metadata(ordered, limits)
        except DecodeError as error:
            raise damaged(row, error) from None
        work = Unshredding(row, names, limits, tolerant)
        value = work.construct(reader, row, "$", 0)
        values.append(NULL_VALUE if value is None else value)
        if work.is_disordered or (tolerant and ordered != metadata):
            disordered.append(row)
        dictionaries[row] = ordered
        if len(values[-1] or b"") > limits.size:
            raise ShreddingError(row, "$", f"more than {amounts.count(limits.size, 'byte')}")
    if disordered:
        warn_of_order(disordered)
    made_of = build_binary_array(dictionaries) if disordered else storage.field(METADATA)
    return _storage(made_of, PLAIN, [build_binary_array(values)], valid)


def look_up_values(
    storage: pa.StructArray,
    paths: Sequence[Sequence[Step]],
    limits: VariantLimits,
    *,
    tolerant: bool = False,
) -> list[Array]:
    """For each path the `value` bytes in unshredded storage; null where there is none. `tolerant` takes names in any
    order."""
    values: list[dict[int, bytes]] = [{} for _ in paths]
    for row, metadata, value in list_rows(storage):
        for steps, column in zip(paths, values, strict=True):
            bytes_ = _look_up(row, metadata, value, steps, limits, tolerant)
            if bytes_ is not None:
                column[row] = bytes_
    rows = range(len(storage))
    return [build_binary_array([column.get(row) for row in rows]) for column in values]


def _look_up(
    row: int,
    metadata: bytes,
    value: bytes,
    steps: Sequence[Step],
    limits: VariantLimits,
    tolerant: bool,
) -> bytes | None:
    ordered = value
    try:
        try:
            span = look_up(value, read_metadata(metadata, limits), steps, limits)
        except DecodeError:
            if not tolerant:
                raise
            names = read_metadata(metadata_in_order(metadata, limits), limits)
            ordered = value_in_order(value, names)
            span = look_up(ordered, names, steps, limits)
    except DecodeError as error:
        raise damaged(row, error) from None
    return None if span is None else ordered[slice(*span)]


def cast_values(values: Array, leaf: VariantLeaf, *, strict: bool) -> Array:
    """Encoded values as a typed column; a Variant null is null, and so, unless `strict`, is what does
    not fit. Raises DamagedRowError and CastError."""
    payloads: list[bytes | None] = []
    for row, value in enumerate(bytes_of(values)):
        payloads.append(None if value is None else _cast(row, value, leaf, strict))
    return build_leaf_array(leaf, payloads)


def _cast(row: int, value: bytes, leaf: VariantLeaf, strict: bool) -> bytes | None:
    if not value or value[0] & 3 < OBJECT:
        try:
            scalar = read_scalar(value, 0, len(value))
        except DecodeError as error:
            raise damaged(row, error) from None
        if scalar.type == PrimitiveType.NULL:
            return None
        payload = cast_lossless(leaf, scalar)
        if payload is not None:
            return payload
    if strict:
        kind = name_kind(value)
        raise CastError(row, "$", f"is not {leaf.arrow} but {kind}", kind, leaf.arrow)
    return None


def _checked(row: int, metadata: bytes, value: bytes, limits: VariantLimits) -> Metadata:
    try:
        names = read_metadata(metadata, limits)
        read_value(value, names, limits)
    except DecodeError as error:
        raise damaged(row, error) from None
    return names


def _present(values: Sequence[bytes | None]) -> list[bool]:
    return [value is not None for value in values]


def _storage(
    metadata: Array, group: Group, columns: list[Array], valid: Sequence[bool]
) -> pa.StructArray:
    array = pa.Array.from_buffers(
        storage_of(group),
        len(metadata),
        [validity_of(valid)],
        list(valid).count(False),
        0,
        [metadata, *columns],
    )
    return cast(pa.StructArray, array)
