"""The buffer of a footer from the bytes of its Thrift: schema and row groups natively, with no objects between.

The records of `from_thrift.py` are what it is held against: whatever is not plain is left to them, errors included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from inlay.footers.conversion.column_orders import orders_to_flat
from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.from_thrift import root_of
from inlay.footers.conversion.v0_slots import v1_to_v0
from inlay.ground.schema.converted_types import logical_from_converted
from inlay_runtime.compact.writer import CompactWriter
from inlay_runtime.core import load_native
from inlay_runtime.flat import builder
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format import footer, footer_v0, parquet

if TYPE_CHECKING:
    from typing import TypeAlias

    from inlay_runtime.native.flat_output import Written

    _FlatMetaData: TypeAlias = footer.FileMetaData | footer_v0.FileMetaData


class Built:
    """A root whose schema and row groups are written already. Its other slots may be changed between two buffers."""

    def __init__(self, root: Any, written: Written) -> None:
        self.root: Final = root
        self._written: Final = written

    def encode(self) -> bytes | None:
        """The buffer, as `sharing.encode` writes it; None for what is left to that."""
        if builder.native_encode is None:
            return None
        return builder.native_encode(self.root, DEFAULT_LIMITS, True, self._written)


def _find_native() -> Any:
    return load_native("inlay.footers.conversion.native_tables")


native: Any = _find_native()
"""The compiled engine, unless it is None."""


def build(cls: type[_FlatMetaData], thrift_bytes: bytes) -> Built | None:
    """What the records give for these bytes, without a remainder; None where they have to do it.

    Raises DecodeError for bytes that are no footer.
    """
    if native is None or builder.native_encode is None:
        return None
    thrift = parquet.FileMetaData.decode(thrift_bytes)
    lists = _write_lists(cls, thrift_bytes)
    if lists is None:
        return None
    written, has_orders = lists
    try:
        root = root_of(thrift)
        if thrift.column_orders is not None and not has_orders:
            root.column_orders = orders_to_flat(thrift.column_orders, [], [])
        return Built(v1_to_v0(root) if cls is footer_v0.FileMetaData else root, written)
    except ConversionError:
        return None  # the records raise it, with whatever comes before


def _write_lists(cls: type[_FlatMetaData], thrift_bytes: bytes) -> tuple[Written, bool] | None:
    from inlay.footers.conversion.table_plans import plan_version

    is_v0 = cls is footer_v0.FileMetaData
    element, group, orders = plan_version(is_v0=is_v0)
    lists: tuple[Written, bool] | None = native.write_lists(
        cls,
        parquet.FileMetaData,
        thrift_bytes,
        element,
        group,
        orders,
        is_v0,
        _implied_type,
        DEFAULT_LIMITS,
    )
    return lists


def _implied_type(converted: int, scale: int | None, precision: int | None) -> bytes | None:
    """In Thrift's bytes."""
    element = parquet.SchemaElement(
        name="", converted_type=parquet.ConvertedType(converted), scale=scale, precision=precision
    )
    logical = logical_from_converted(element)
    if logical is None:
        return None
    writer = CompactWriter()
    parquet.write_logical_type(writer, logical)
    return bytes(writer.data)
