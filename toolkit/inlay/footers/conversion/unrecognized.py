"""Members of unions that the slots cannot express, kept as bytes."""

from __future__ import annotations

from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.residue import refuse_extension
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.spans import fold_extension
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import EXTENSION_ID
from inlay_runtime.schema import UnionSchema
from inlay_runtime.struct import Struct
from inlay_runtime.union import UnknownVariant
from inlay_runtime.wire_types import STRUCT
from parquet_format.footer import Unrecognized


def from_variant(variant: UnknownVariant) -> Unrecognized:
    return Unrecognized(field_id=variant.field_id, wire_type_=variant.wire_type, raw=variant.raw)


def from_struct(field_id: int, value: Struct) -> Unrecognized:
    """A member that `parquet.thrift` has, with a value that does not fit the slots."""
    return Unrecognized(field_id=field_id, wire_type_=STRUCT, raw=value.encode())


def to_variant(table: Unrecognized, union: UnionSchema | None = None) -> UnknownVariant:
    """The member, once its bytes have proved to be one value of its type and nothing else; of a member that
    `union` has, once they can be read as that."""
    refuse_extension(table.extension)
    raw = table.raw or b""
    cursor = Cursor(raw)
    try:
        cursor.skip(table.wire_type_)
    except DecodeError as error:
        raise ConversionError(f"no value of its wire type: {error}", "raw") from error
    if cursor.position != len(raw):
        raise ConversionError("bytes follow the value", "raw")
    if fold_extension(table.field_id, table.wire_type_) >= EXTENSION_ID:
        raise ConversionError(f"{table.field_id} is not a member of a union", "field_id")
    if union is not None:
        _require_readable(table, raw, union)
    return UnknownVariant(table.field_id, raw, table.wire_type_)


def _require_readable(table: Unrecognized, raw: bytes, union: UnionSchema) -> None:
    """Or Thrift's readers would stop at the footer that this is put into."""
    known = union.by_id.get(table.field_id)
    member = known.type if known is not None else None
    if not (isinstance(member, type) and issubclass(member, Struct)):
        return
    if table.wire_type_ != STRUCT:  # which makes it an unknown one
        return
    try:
        member.decode(raw)
    except DecodeError as error:
        raise ConversionError(f"not a {member.__name__}: {error}", "raw") from error
