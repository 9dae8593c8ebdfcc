"""The base of a FlatBuffer from its bytes: row groups natively, with no objects between.

The records of `from_flat.py` are what it is held against: whatever is not plain is left to them, errors included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from inlay.conversion.errors import ConversionError
from inlay.conversion.from_flat import struct_of
from inlay.conversion.leaves import FIRST_PATHS, LARGEST_FOOTER, LONG_PATH, Leaf, Leaves
from inlay.conversion.sharing import encode
from inlay.conversion.v0_slots import v0_to_v1
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.core import load_native
from inlay_runtime.errors import EncodeError
from inlay_runtime.flat.table import Table
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.wire_types import BINARY, STRUCT
from parquet_format import footer, footer_v0, parquet

_NativeLeaf: TypeAlias = tuple[int | None, bytes | None, int, int]
_RowGroups: TypeAlias = Callable[[bytes, bool, list[_NativeLeaf], bytes, bytes], bytes | None]

_EMPTY_LIST: Final = bytes([STRUCT])
_LIMITS: Final = (DEFAULT_LIMITS.container, DEFAULT_LIMITS.binary)
_SHELL: Final = {
    cls: [slot.name for slot in cls.SCHEMA.fields if slot.name != "row_groups"]
    for cls in (footer.FileMetaData, footer_v0.FileMetaData)
}
"""All slots but the row groups, as a mask."""

_PATHS: Final = (FIRST_PATHS, LONG_PATH, LARGEST_FOOTER)


def _find_native() -> _RowGroups | None:
    compiled = load_native("inlay.conversion.native_transcoding")
    if compiled is None:
        return None
    from inlay.conversion import transcoding_plans as plans

    with_row_groups = compiled.with_row_groups
    slot = footer.FileMetaData.SCHEMA.by_name["row_groups"].id

    def native(
        data: bytes, is_v0: bool, leaves: list[_NativeLeaf], before: bytes, behind: bytes
    ) -> bytes | None:
        plan = plans.V0 if is_v0 else plans.V1
        base: bytes | None = with_row_groups(
            data, slot, plan, leaves, _LIMITS, _PATHS, before, behind
        )
        return base

    return native


native_row_groups: _RowGroups | None = _find_native()
"""Gives None for what is left to the records."""


def base_of_buffer(
    cls: type[footer.FileMetaData] | type[footer_v0.FileMetaData], data: bytes
) -> bytes | None:
    """The canonical bytes of the struct that the slots of a verified buffer give; None where the records have to say."""
    if native_row_groups is None:
        return None
    try:
        thrift = struct_of(_without_row_groups(cls.from_verified(data, fields=_SHELL[cls])))
        leaves = Leaves(thrift.schema)
        if sum(leaf.depth for leaf in leaves.list) > FIRST_PATHS:
            return None  # one long chain: paths are made as they are asked for, and bounded
        around = _around_row_groups(thrift)
        if around is None:
            return None
        native_leaves = [_native_leaf(leaf, leaves) for leaf in leaves.list]
        return native_row_groups(data, cls is footer_v0.FileMetaData, native_leaves, *around)
    except (ConversionError, EncodeError):
        return None  # the records raise it, with whatever comes before


def base_once_written(flat: footer.FileMetaData | footer_v0.FileMetaData) -> bytes | None:
    """The same of a table: writing it, and reading the bytes, is faster than to go by records."""
    if native_row_groups is None:
        return None
    try:
        return base_of_buffer(type(flat), encode(flat))
    except EncodeError:
        return None


def _without_row_groups(flat: Any) -> footer.FileMetaData:
    """All but these, decoded and filled in as the rules of its version say."""
    elements: list[Any] = flat.schema or []
    flat.row_groups, flat.schema = [], [_at_once(element) for element in elements]
    shell: footer.FileMetaData = (
        v0_to_v1(flat) if isinstance(flat, footer_v0.FileMetaData) else flat
    )
    return shell


def _at_once(element: Table) -> Table:
    """Of one that is lazy."""
    if element.source is None:
        return element
    buffer, position, _ = element.source
    return type(element).view(buffer, position, lazy=False)


def _native_leaf(leaf: Leaf[Any], leaves: Leaves[Any]) -> _NativeLeaf:
    if not leaves.adds_up:
        return leaf.element.type, None, 0, leaf.depth
    names = leaf.names_upwards()[::-1]
    return leaf.element.type, _list_of_texts(names), sum(map(len, names)), leaf.depth


def _list_of_texts(names: Sequence[str]) -> bytes:
    """As Thrift has it, header and all."""
    texts = [name.encode("utf-8", "surrogateescape") for name in names]
    count = len(texts)
    header = (
        bytes([count << 4 | BINARY]) if count < 15 else bytes([0xF0 | BINARY]) + unsigned(count)
    )
    return header + b"".join(unsigned(len(text)) + text for text in texts)


def _around_row_groups(thrift: parquet.FileMetaData) -> tuple[bytes, bytes] | None:
    """What stands before the list of row groups, which is empty, and behind it; None where that is more than the fields
    of lower ids."""
    before = parquet.FileMetaData(
        version=thrift.version, schema=thrift.schema, num_rows=thrift.num_rows, row_groups=[]
    ).encode()[:-2]
    encoded = thrift.encode()
    if not encoded.startswith(before + _EMPTY_LIST):
        return None
    return before, encoded[len(before) + 1 :]
