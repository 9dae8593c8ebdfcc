"""The base of a FlatBuffer from its bytes: schema and row groups natively, with no objects between.

The records of `from_flat.py` are what it is held against: whatever is not plain is left to them, errors included.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.from_flat import flat_to_thrift
from inlay.footers.conversion.leaves import (
    FIRST_PATHS,
    LARGEST_FOOTER,
    LONG_PATH,
    Leaves,
    SchemaLeaf,
)
from inlay.footers.conversion.sharing import encode
from inlay.footers.conversion.v0_slots import v0_to_v1
from inlay.ground.schema.converted_types import converted_from_logical
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.reader import CompactReader
from inlay_runtime.compact.spans import FieldSpan, find_field_spans
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.core import load_native
from inlay_runtime.errors import DecodeError, EncodeError
from inlay_runtime.flat.table import Table
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.wire_types import BINARY, LIST, STRUCT
from parquet_format import footer, footer_v0, parquet

if TYPE_CHECKING:
    from inlay.footers.conversion import transcoding_plans
    from inlay.footers.conversion.native_transcoding import Leaves as NativeLeaves

_FlatMetaData: TypeAlias = footer.FileMetaData | footer_v0.FileMetaData
_NativeLeaf: TypeAlias = tuple[int | None, bytes | None, int, int]
_NativeSchema: TypeAlias = "tuple[bytes, bytes | None, NativeLeaves]"
"""The lists of elements and of column orders in Thrift's bytes, and the leaves."""

_EMPTY_LIST: Final = bytes([STRUCT])
_LIMITS: Final = (DEFAULT_LIMITS.container, DEFAULT_LIMITS.binary)
_PATHS: Final = (FIRST_PATHS, LONG_PATH, LARGEST_FOOTER)
_ROOT: Final = footer.FileMetaData.SCHEMA.by_name
_ELEMENT: Final = footer.SchemaElement.SCHEMA.by_name
_SLOTS: Final = (
    *(_ROOT[name].id for name in ("schema", "column_orders")),
    *(_ELEMENT[name].id for name in ("type", "name", "num_children", "column_order")),
)
_SCHEMA, _ROW_GROUPS, _ORDERS = (
    parquet.FileMetaData.SCHEMA.by_name[name].id
    for name in ("schema", "row_groups", "column_orders")
)


def _mask(*left_out: str) -> dict[type[Table], list[str]]:
    """All slots but these."""
    return {
        cls: [slot.name for slot in cls.SCHEMA.fields if slot.name not in left_out]
        for cls in (footer.FileMetaData, footer_v0.FileMetaData)
    }


_WITHOUT_GROUPS: Final = _mask("row_groups")
_WITHOUT_SCHEMA: Final = _mask("row_groups", "schema")


class NativeTranscoder:
    """The compiled engine with the plans of both versions. Its methods give None for what is left to the records."""

    def __init__(self, compiled: Any) -> None:
        from inlay.footers.conversion import transcoding_plans

        self._compiled: Final = compiled
        self._v0: Final = transcoding_plans.V0
        self._v1: Final = transcoding_plans.V1

    def row_groups(
        self,
        cls: type[_FlatMetaData],
        data: bytes,
        leaves: NativeLeaves,
        before: bytes,
        behind: bytes,
    ) -> bytes | None:
        slot, plan = _ROOT["row_groups"].id, self._plans(cls).row_group
        base: bytes | None = self._compiled.with_row_groups(
            data, slot, plan, leaves, _LIMITS, _PATHS, before, behind
        )
        return base

    def leaves(self, leaves: list[_NativeLeaf]) -> NativeLeaves:
        native_leaves: NativeLeaves = self._compiled.Leaves(leaves)
        return native_leaves

    def schema(self, cls: type[_FlatMetaData], data: bytes) -> _NativeSchema | None:
        plans = self._plans(cls)
        annotate = _annotation if cls is footer_v0.FileMetaData else None
        element, order, usual = plans.element, plans.order, plans.usual_order
        schema: _NativeSchema | None = self._compiled.write_schema(
            data, _SLOTS, element, order, usual, annotate, _LIMITS, _PATHS
        )
        return schema

    def _plans(self, cls: type[_FlatMetaData]) -> transcoding_plans.Version:
        return self._v0 if cls is footer_v0.FileMetaData else self._v1


def _find_native() -> NativeTranscoder | None:
    compiled = load_native("inlay.footers.conversion.native_transcoding")
    return None if compiled is None else NativeTranscoder(compiled)


native: NativeTranscoder | None = _find_native()


def base_of_buffer(cls: type[_FlatMetaData], data: bytes) -> bytes | None:
    """The canonical bytes of the struct that the slots of a verified buffer give; None where the records have to say."""
    if native is None:
        return None
    try:
        base = _with_native_schema(native, cls, data)
        return _with_schema_of_records(native, cls, data) if base is None else base
    except (ConversionError, DecodeError, EncodeError):
        return None  # the records raise it, with whatever comes before


def derive_base(flat: _FlatMetaData) -> bytes | None:
    """The same of a table: writing it, and reading the bytes, is faster than to go by records."""
    if native is None:
        return None
    try:
        return base_of_buffer(type(flat), encode(flat))
    except EncodeError:
        return None


def _with_native_schema(
    native: NativeTranscoder, cls: type[_FlatMetaData], data: bytes
) -> bytes | None:
    """Where no element holds more than its slots."""
    schema = native.schema(cls, data)
    if schema is None:
        return None
    elements, orders, leaves = schema
    pieces = _around_lists(cls.from_verified(data, fields=_WITHOUT_SCHEMA[cls]), orders is not None)
    if pieces is None:
        return None
    before = pieces.before_schema + elements + pieces.before_groups
    behind = pieces.before_orders + (orders or b"") + pieces.behind
    return native.row_groups(cls, data, leaves, before, behind)


def _with_schema_of_records(
    native: NativeTranscoder, cls: type[_FlatMetaData], data: bytes
) -> bytes | None:
    flat: Any = cls.from_verified(data, fields=_WITHOUT_GROUPS[cls])
    lazily: list[Table] = flat.schema or []
    flat.schema = [_at_once(element) for element in lazily]
    thrift = _without_row_groups(flat)
    native_leaves = _native_leaves(Leaves(thrift.schema))
    spans = _empty_lists(encoded := thrift.encode(), [_ROW_GROUPS])
    if native_leaves is None or spans is None:
        return None
    before, behind = encoded[: spans[0].value], encoded[spans[0].end :]
    return native.row_groups(cls, data, native.leaves(native_leaves), before, behind)


def _without_row_groups(flat: Any) -> parquet.FileMetaData:
    """All but these, filled in as the rules of its version say."""
    flat.row_groups = []
    return flat_to_thrift(v0_to_v1(flat) if isinstance(flat, footer_v0.FileMetaData) else flat)


def _at_once(element: Table) -> Table:
    """Of one that is lazy."""
    if element.source is None:
        return element
    buffer, position, _ = element.source
    return type(element).view(buffer, position, lazy=False)


def _annotation(logical_type: bytes) -> tuple[int | None, int | None, int | None]:
    """Converted type, scale and precision that a logical type, in Thrift's bytes, says in v0."""
    value = parquet.read_logical_type(CompactReader(logical_type))
    return converted_from_logical(value)


class _Pieces(NamedTuple):
    """What stands around three lists; `behind` is empty where there is no third."""

    before_schema: bytes
    before_groups: bytes
    before_orders: bytes
    behind: bytes


def _around_lists(flat: Any, has_orders: bool) -> _Pieces | None:
    flat.schema = []
    thrift = _without_row_groups(flat)
    wanted = [_SCHEMA, _ROW_GROUPS]
    if has_orders:
        thrift.column_orders = []
        wanted.append(_ORDERS)
    encoded = thrift.encode()
    spans = _empty_lists(encoded, wanted)
    if spans is None:
        return None
    starts = [0, *(span.end for span in spans)]
    ends = [*(span.value for span in spans), len(encoded)]
    pieces = [encoded[start:end] for start, end in zip(starts, ends, strict=True)]
    return _Pieces(*pieces, *[b""] * (4 - len(pieces)))


def _empty_lists(encoded: bytes, field_ids: Iterable[int]) -> list[FieldSpan] | None:
    """Where these lie in a struct; None unless each is there once."""
    spans = find_field_spans(Cursor(encoded))
    lists: list[FieldSpan] = []
    for field_id in field_ids:
        here = [span for span in spans if span.wire_id == field_id]
        if len(here) != 1 or here[0].wire_type != LIST:
            return None
        if encoded[here[0].value : here[0].end] != _EMPTY_LIST:
            return None
        lists += here
    return lists


def _native_leaves(leaves: Leaves[Any]) -> list[_NativeLeaf] | None:
    """None for one long chain, or long names that are shared: paths are made as they are asked for, and bounded."""
    if sum(leaf.depth for leaf in leaves.list) > FIRST_PATHS:
        return None
    left = FIRST_PATHS + LONG_PATH * len(leaves.list)
    native_leaves: list[_NativeLeaf] = []
    for leaf in leaves.list:
        names = _names(leaf, leaves)
        size = sum(map(len, names))
        left -= size
        if left < 0:
            return None
        path = _list_of_texts(names) if leaves.adds_up else None
        native_leaves.append((leaf.element.type, path, size, leaf.depth))
    return native_leaves


def _names(leaf: SchemaLeaf[Any], leaves: Leaves[Any]) -> list[str]:
    return leaf.names_upwards()[::-1] if leaves.adds_up else []


def _list_of_texts(names: list[str]) -> bytes:
    """As Thrift has it, header and all."""
    texts = [name.encode("utf-8", "surrogateescape") for name in names]
    count = len(texts)
    header = (
        bytes([count << 4 | BINARY]) if count < 15 else bytes([0xF0 | BINARY]) + unsigned(count)
    )
    return header + b"".join(unsigned(len(text)) + text for text in texts)
